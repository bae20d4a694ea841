import type { Credentials } from '../../core/products/account-connection.ts';
import { isJsonObject, type Json } from '../../core/json.ts';
import { readJson } from '../../core/read-json.ts';
import type { OutboundClient } from './client.ts';
import { OutboundError } from './errors.ts';

/** `refused`: the server refuses id or secret. `forbidden_target`: no requests are sent to its address. */
type TokenProblem = 'refused' | 'forbidden_target' | 'unavailable';

/** No token could be had, so nothing was sent to the vendor. The message holds nothing that the server sent. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly problem: TokenProblem;

  constructor(message: string, problem: TokenProblem) {
    super(message);
    this.problem = problem;
  }
}

/** Before it runs out, for what is under way and for clocks that differ. */
const MARGIN_MS = 60_000;
const DEFAULT_LIFE_MS = 300_000;
const LONGEST_LIFE_MS = 86_400_000;
/** RFC 6750, section 2.1, of a length that fits into a header. */
const TOKEN = /^[A-Za-z0-9\-._~+/]{1,6000}=*$/;

/**
 * The credentials that go with each request to a vendor. A token of OAuth 2 is asked for when it is needed, and kept in
 * memory alone for all requests of a connection. Nothing but `token_url` gets id and secret.
 */
export class CredentialHeaders {
  readonly #credentials: Credentials;
  readonly #client: OutboundClient;
  #token: { readonly value: Promise<string>; untilMs: number } | undefined;

  constructor(credentials: Credentials, client: OutboundClient) {
    this.#credentials = credentials;
    this.#client = client;
  }

  /** Throws TokenError. */
  async headers(now = performance.now()): Promise<Readonly<Record<string, string>>> {
    const { type, token = '', username = '', password = '', header = '', value = '' } = this.#credentials;
    switch (type) {
      case 'none':
        return {};
      case 'bearer':
        return { authorization: `Bearer ${token}` };
      case 'basic':
        return { authorization: `Basic ${base64(`${username}:${password}`)}` };
      case 'basic_key':
        return { authorization: `Basic ${base64(`${token}:`)}` };
      case 'header':
        return { [header.toLowerCase()]: value };
      case 'oauth2_client_credentials':
        return { authorization: `Bearer ${await this.#tokenOf(now)}` };
    }
  }

  /**
   * The vendor answered 401 to these headers. Returns whether others can be had: the token that was shown is forgotten, and
   * one that was got since is kept.
   */
  async areStale({ authorization }: Readonly<Record<string, string>>): Promise<boolean> {
    if (this.#credentials.type !== 'oauth2_client_credentials') return false;
    const current = await this.#token?.value.catch(() => undefined);
    if (`Bearer ${current}` === authorization) this.#token = undefined;
    return true;
  }

  #tokenOf(now: number): Promise<string> {
    if (this.#token !== undefined && now < this.#token.untilMs) return this.#token.value;
    const asked = this.#ask();
    const kept = { value: asked.then(({ token }) => token), untilMs: Infinity };
    this.#token = kept;
    // Requests that come meanwhile wait for the same answer. A failure is not kept.
    kept.value.catch(() => {
      if (this.#token === kept) this.#token = undefined;
    });
    void asked.then(
      ({ lifeMs }) => {
        kept.untilMs = now + Math.max(lifeMs / 2, lifeMs - MARGIN_MS);
      },
      () => undefined,
    );
    return kept.value;
  }

  async #ask(): Promise<Token> {
    const { token_url: url = '', client_id: id = '', client_secret: secret = '' } = this.#credentials;
    const { scope, audience, resource } = this.#credentials;
    const isInBody = this.#credentials.client_authentication === 'body';
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      ...(scope === undefined ? {} : { scope }),
      ...(audience === undefined ? {} : { audience }),
      ...(resource === undefined ? {} : { resource }),
      ...(isInBody ? { client_id: id, client_secret: secret } : {}),
    });
    const { status, body } = await this.#client
      .post(url, {
        headers: {
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
          // RFC 6749, section 2.3.1: both are encoded before they are joined.
          ...(isInBody ? {} : { authorization: `Basic ${base64(`${formEncoded(id)}:${formEncoded(secret)}`)}` }),
        },
        body: form.toString(),
      })
      .catch((error: unknown) => {
        if (!(error instanceof OutboundError)) throw error;
        const problem = error.reason === 'forbidden_target' ? error.reason : 'unavailable';
        throw new TokenError(`No token could be asked for: ${error.message}`, problem);
      });
    if (status < 200 || status >= 300) {
      const isRefused = REFUSALS.includes(status);
      throw new TokenError(`The token server answered ${status}.`, isRefused ? 'refused' : 'unavailable');
    }
    return readToken(body);
  }
}

/** RFC 6749, section 5.2, and what servers send in its place. */
const REFUSALS = [400, 401, 403];

interface Token {
  readonly token: string;
  readonly lifeMs: number;
}

function readToken(body: Uint8Array): Token {
  const { access_token: token, token_type: type, expires_in: expires } = objectIn(body);
  const isBearer = type === undefined || (typeof type === 'string' && type.toLowerCase() === 'bearer');
  if (typeof token !== 'string' || !TOKEN.test(token) || !isBearer) {
    throw new TokenError('The token server answered with no token that could be used.', 'unavailable');
  }
  // Some servers send it as a text.
  const seconds = Number(expires);
  const lifeMs = seconds > 0 ? Math.min(seconds * 1_000, LONGEST_LIFE_MS) : DEFAULT_LIFE_MS;
  return { token, lifeMs };
}

function objectIn(body: Uint8Array): Readonly<Record<string, Json>> {
  try {
    const value = readJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
const formEncoded = (text: string): string => new URLSearchParams({ x: text }).toString().slice(2);
