import * as oidc from 'openid-client';
import { Agent, fetch as undiciFetch } from 'undici';
import type { Role } from '../../../core/access.ts';
import { mailAddressKey } from '../../../core/mail-address.ts';
import { guardedConnector, ownAuthorities } from '../../../platform/outbound/index.ts';
import type { IdentityProviderSettings } from '../services.ts';
import { requireReadable } from './readable.ts';

/**
 * The identity provider of one account's people: OpenID Connect, authorization code with PKCE. Its addresses are
 * checked like every outbound one. The signature of an ID token is checked with keys that are fetched at each sign-in.
 * So after a rotation nobody has to wait for a cache to expire.
 */
export interface Challenge {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
  readonly address: ClaimedAddress;
  /** Empty if none of their claims is mapped to a role. */
  readonly roles: readonly Role[];
}

/** The provider's statement about the person's address. Only an address that it has verified counts as theirs. */
export type ClaimedAddress =
  { readonly is: 'verified'; readonly email: string } | { readonly is: 'absent' | 'unverified' | 'not_an_address' };

const METADATA_MS = 10 * 60_000;
const CONNECT_MS = 5_000;
const READ_MS = 10_000;
const MOST_RESPONSE_BYTES = 1_024 * 1_024;

export class IdentityProvider {
  readonly #settings: IdentityProviderSettings;
  readonly #agent: Agent;
  #metadata: { readonly server: oidc.ServerMetadata; readonly until: number } | undefined;

  constructor(settings: IdentityProviderSettings) {
    this.#settings = settings;
    this.#agent = new Agent({
      connect: guardedConnector({
        allowPrivate: settings.allowPrivate,
        connectTimeoutMs: CONNECT_MS,
        ...ownAuthorities(settings.ca),
      }),
      headersTimeout: READ_MS,
      bodyTimeout: READ_MS,
      maxResponseSize: MOST_RESPONSE_BYTES,
      allowH2: false,
    });
  }

  /** The address to which the browser is sent. */
  async authorizationUrl({ state, nonce, codeVerifier }: Challenge): Promise<string> {
    const url = oidc.buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: this.#settings.redirectUri,
      scope: this.#settings.scope,
      response_type: 'code',
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    return url.href;
  }

  /** Exchanges the code in the address with which the browser came back. Throws if anything is wrong with it. */
  async identify(query: string, { state, nonce, codeVerifier }: Challenge): Promise<Identity> {
    const { redirectUri, roleClaim, roles } = this.#settings;
    const configuration = await this.#configuration();
    const tokens = await oidc.authorizationCodeGrant(configuration, new URL(`${redirectUri}?${query}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('the identity provider sent no ID token');
    const { iss: issuer, sub: subject } = claims;
    // A longer subject, or one with other characters, is invalid (OpenID Connect Core, 2) and could not be stored.
    if (!SUBJECT.test(subject)) throw new Error('the subject of the ID token is none');
    // An address and whether it is verified come from one source. The package refuses a reply about another subject.
    const isTold = claims.email !== undefined && claims.email_verified !== undefined;
    const told =
      isTold || configuration.serverMetadata().userinfo_endpoint === undefined
        ? claims
        : await oidc.fetchUserInfo(configuration, tokens.access_token, subject);
    const name = claims.name ?? told.name;
    const claim = claims[roleClaim];
    const groups = new Set(Array.isArray(claim) ? claim : [claim]);
    return {
      issuer,
      subject,
      name: claimedName(name) ?? subject,
      address: claimedAddress(told),
      roles: [...new Set([...roles].flatMap(([group, role]) => (groups.has(group) ? [role] : [])))],
    };
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  /** A new configuration each time, so that it has no cached keys. */
  async #configuration(): Promise<oidc.Configuration> {
    const { clientId, clientSecret, issuer } = this.#settings;
    const options = { [oidc.customFetch]: this.#fetch };
    if (this.#metadata === undefined || this.#metadata.until < Date.now()) {
      const found = await oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
        ...options,
        execute: this.#extensions(),
      });
      this.#metadata = { server: found.serverMetadata(), until: Date.now() + METADATA_MS };
    }
    const configuration = new oidc.Configuration(this.#metadata.server, clientId, clientSecret);
    configuration[oidc.customFetch] = this.#fetch;
    for (const extend of this.#extensions()) extend(configuration);
    return configuration;
  }

  #extensions() {
    // http is allowed only for an issuer on this machine, which the check of the configuration ensures.
    const isPlain = this.#settings.issuer.startsWith('http:');
    return [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])];
  }

  readonly #fetch: oidc.CustomFetch = async (url, { method, headers, body, signal }) => {
    const response = await undiciFetch(url, {
      method,
      headers,
      redirect: 'manual',
      dispatcher: this.#agent,
      ...(body === undefined || body === null ? {} : { body: body.toString() }),
      ...(signal === undefined ? {} : { signal }),
    });
    const content = await response.arrayBuffer();
    requireReadable(response.headers.get('content-type') ?? '', content);
    return new Response(content, { status: response.status, headers: [...response.headers] });
  };
}

const SUBJECT = /^[ -~]{1,255}$/;
const MOST_NAME_CHARACTERS = 200;

/** A name as it is stored and shown: one line of at most 200 characters; null if nothing remains. */
function claimedName(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  const line = name
    .slice(0, 10 * MOST_NAME_CHARACTERS)
    .replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return Array.from(line).slice(0, MOST_NAME_CHARACTERS).join('') || null;
}

/** Some providers write `email_verified` as a text. */
function claimedAddress({ email, email_verified: verified }: Readonly<Record<string, unknown>>): ClaimedAddress {
  if (email === undefined || email === null || email === '') return { is: 'absent' };
  if (typeof email !== 'string' || mailAddressKey(email) === null) return { is: 'not_an_address' };
  return verified === true || verified === 'true' ? { is: 'verified', email } : { is: 'unverified' };
}
