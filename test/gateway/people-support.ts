import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '../../core/access.ts';
import { createLogger } from '../../platform/log/index.ts';
import { createMailer } from '../../platform/mail/index.ts';
import { createUser } from '../../platform/identity/index.ts';
import { createSignInLink } from '../../platform/identity/sessions.ts';
import { until } from '../support/until.ts';
import { ApiCaller } from './api-caller.ts';
import { startGateway, type TestGateway, type TestGatewaySettings } from './support.ts';

export const ORIGIN = 'https://cascade.example';

export interface Person {
  readonly userId: number;
  readonly email: string;
  readonly cookie: string;
  readonly api: ApiCaller;
}

let emails = 0;
export const newAddress = (): string => `person${(emails += 1)}@example.com`;

/** A gateway that sends mail, into files. */
export async function startMailingGateway(settings: TestGatewaySettings = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'cascade-mail-'));
  const log = createLogger('gateway', 'silent');
  const mailer = createMailer({ smtpUrl: undefined, directory: folder, log });
  const signInMail = { mailer, from: 'Cascade <no-reply@example.com>', pollMs: 100 };
  const gateway = await startGateway({ baseUrl: ORIGIN, signInMail, ...settings });
  const mails = async (to: string): Promise<readonly string[]> => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    return texts.filter((text) => text.includes(`To: ${to}`)).map(decoded);
  };
  return {
    gateway,
    mails,
    /** Waits until that many mails were sent there; returns the newest one's link. */
    linkTo: async (to: string, count = 1): Promise<string> => {
      await until(async () => (await mails(to)).length >= count);
      const links = (await mails(to)).map((text) => /\/auth\/link\?token=([\w-]{43})/.exec(text)?.[1] ?? '');
      return links.at(-1) ?? '';
    },
    /** Waits until every requested mail was sent, or had no recipient. */
    settled: () =>
      until(async () => (await gateway.db.kysely.selectFrom('sign_in_mail').select('id').execute()).length === 0),
    stop: async () => {
      await gateway.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Quoted-printable, as mails are. */
function decoded(text: string): string {
  return text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

export function post(
  gateway: TestGateway,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) {
  return fetch(gateway.baseUrl + path, {
    ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(form) },
    headers: { Origin: ORIGIN, Accept: 'text/html', ...headers },
  });
}

/** The session that the link opens; undefined if it opens none. */
export async function useLink(gateway: TestGateway, token: string): Promise<ApiCaller | undefined> {
  const response = await post(gateway, '/auth/link', { token });
  const cookie = /^[^;]+/.exec(response.headers.getSetCookie()[0] ?? '')?.[0];
  return cookie === undefined ? undefined : inSession(gateway, cookie);
}

function inSession(gateway: TestGateway, cookie: string, origin = ORIGIN): ApiCaller {
  const api = new ApiCaller(gateway.baseUrl, null);
  const call = api.call.bind(api);
  api.call = (method, path, options = {}) =>
    call(method, path, { ...options, headers: { Cookie: cookie, Origin: origin, ...options.headers } });
  return api;
}

/** A person of the account, signed in. */
export async function person(
  gateway: TestGateway,
  of: { readonly accountId: number; readonly clientId: number },
  role: Role,
  { email = newAddress(), origin = ORIGIN }: { readonly email?: string; readonly origin?: string } = {},
): Promise<Person> {
  const { id } = await createUser(gateway.db.kysely, { accountId: of.accountId, name: `${role} person`, email, role });
  const link = await createSignInLink(gateway.db.kysely, { userId: id, clientId: of.clientId, validMs: 60_000 });
  const response = await post(gateway, '/auth/link', { token: link.path.replace(/^.*=/, '') }, { Origin: origin });
  const cookie = /^[^;]+/.exec(response.headers.getSetCookie()[0] ?? '')?.[0] ?? '';
  return { userId: id, email, cookie, api: inSession(gateway, cookie, origin) };
}
