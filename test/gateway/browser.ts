import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { GatewaySettings } from '../../services/gateway/services.ts';
import { ApiCaller } from './api-caller.ts';
import type { TestGateway } from './support.ts';

export const ORIGIN = 'https://cascade.example';
const CALLBACK = `${ORIGIN}/auth/callback`;
type ProviderSettings = NonNullable<GatewaySettings['identityProvider']>;

/** The provider's claims about a person from now on, in the ID token and in the user info. */
export interface Claims {
  readonly id_token?: object;
  readonly userinfo?: object;
  /** The subject of the userinfo response. */
  readonly userinfo_sub?: string;
}

/** A real provider, oidc-provider, in a process of its own. */
export async function startIdentityProvider() {
  const file = join(import.meta.dirname, '../support/identity-provider.mjs');
  const provider = spawn(process.execPath, [file, CALLBACK], { stdio: ['pipe', 'pipe', 'ignore'] });
  const [line] = (await once(provider.stdout, 'data')) as [Buffer];
  const issuer = line.toString().trim();
  const settings: ProviderSettings = {
    ...{ issuer, clientId: 'cascade', clientSecret: 'a-secret-of-the-client', scope: 'openid profile email' },
    ...{ roleClaim: 'groups', accountId: 1, apiClientId: undefined, redirectUri: CALLBACK, allowPrivate: true },
    roles: new Map([
      ['cascade-reviewers', 'reviewer' as const],
      ['cascade-authors', 'author' as const],
      ['cascade-publishers', 'publisher' as const],
    ]),
  };
  return {
    issuer,
    settings,
    rotate: () => fetch(`${issuer}/rotate`),
    says: async (person: string, claims: Claims) => {
      await fetch(`${issuer}/says`, { method: 'POST', body: JSON.stringify({ person, claims }) });
    },
    stop: () => void provider.stdin.end(),
  };
}
export type TestProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

/** A browser with its cookies, by host. */
export class Browser {
  readonly cookies = new Map<string, Map<string, string>>();
  readonly #gateway: TestGateway;

  constructor(gateway: TestGateway) {
    this.#gateway = gateway;
  }

  async send(address: string, form?: Record<string, string>): Promise<Response> {
    // The gateway listens at another address than its pages name.
    const url = new URL(address.startsWith(ORIGIN) ? this.#gateway.baseUrl + address.slice(ORIGIN.length) : address);
    const jar = this.cookies.get(url.host) ?? new Map<string, string>();
    this.cookies.set(url.host, jar);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  /** Signs in at the provider, and returns the address to which the browser is redirected. */
  async authorise(person: string, path = '/auth/sign-in'): Promise<string> {
    let at = (await this.send(ORIGIN + path)).headers.get('location') ?? '';
    for (let step = 0; step < 12 && !at.startsWith(CALLBACK); step += 1) {
      const isForm = /\/interaction\/[\w-]+$/.test(at);
      const page = isForm ? await (await this.send(at)).text() : '';
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
      const answer = await this.send(at, isForm ? { prompt, login: person, password: 'x' } : undefined);
      at = new URL(answer.headers.get('location') ?? '', at).href;
    }
    return at;
  }

  async signIn(person: string, path?: string): Promise<Response> {
    return this.send(await this.authorise(person, path));
  }

  get session(): string | undefined {
    return this.cookies.get(new URL(this.#gateway.baseUrl).host)?.get('__Host-cascade_session');
  }
}

const GROUPS = ['cascade-publishers', 'cascade-reviewers', 'cascade-authors'];

/** A person with every mapped role and these claims, equal in ID token and userinfo unless given apart. */
export async function signInAs(
  gateway: TestGateway,
  provider: TestProvider,
  person: string,
  claims: object,
  userinfo: object = claims,
) {
  await provider.says(person, { id_token: { groups: GROUPS, ...claims }, userinfo });
  const browser = new Browser(gateway);
  const { status } = await browser.signIn(person);
  if (status !== 303) throw new Error(`the sign-in of ${person} ended with ${status}`);
  const headers = { Origin: ORIGIN, Cookie: `__Host-cascade_session=${browser.session}` };
  const api = new ApiCaller(gateway.baseUrl, null);
  const { user } = (await api.get('/me', { headers })).data;
  return {
    person,
    userId: user.id as number,
    /** The values of `GET /me`. */
    user: user as { readonly email: string; readonly address_confirmed_by: string | null },
    post: (path: string, body: object) => api.post(path, body, { headers }),
  };
}
export type SignedIn = Awaited<ReturnType<typeof signInAs>>;
