import { IDEMPOTENT_OPERATIONS, type paths } from './api.generated.ts';
import { CascadeError } from './errors.ts';
import { pagesOf } from './list.ts';
import { sleep } from './retry.ts';
import { send, type Request, type Sender } from './send.ts';
import type {
  Arguments,
  CallOptions,
  DataOf,
  FilePath,
  ItemOf,
  JsonPath,
  ListArguments,
  ListPath,
  MetaOf,
  Method,
} from './types.ts';

export interface CascadeClientOptions {
  /** Address of the service, with or without `/api/v1`: `https://decisions.example.com`. */
  readonly baseUrl: string;
  /** A token of an API client. */
  readonly token: string;
  /** Default: the platform's. */
  readonly fetch?: typeof fetch;
  /** Requests after the first, for each call. Default: 3. */
  readonly maxRetries?: number;
  /** Milliseconds that one call waits between its requests, all waits together. Default: 120,000. */
  readonly maxWaitMs?: number;
  /** Milliseconds until a request without a response is aborted. Default: 60,000. */
  readonly timeoutMs?: number;
  /** Waits; rejects with the signal's reason when that is aborted. For tests. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** In [0, 1). For tests. */
  readonly random?: () => number;
  /** Milliseconds since 1970. For tests. */
  readonly now?: () => number;
}

/** A success. `data` and `meta` are undefined if the response has no body (204). */
export interface Answer<Data, Meta> {
  readonly data: Data;
  readonly meta: Meta;
  readonly status: number;
  readonly headers: Headers;
  /** True if the Idempotency-Key was known and this is the original response. */
  readonly isReplay: boolean;
}

const DEFAULTS = { maxRetries: 3, maxWaitMs: 120_000, timeoutMs: 60_000 };
const API_PREFIX = '/api/v1';

interface AnyOptions extends CallOptions {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
  readonly ifMatch?: string | undefined;
}

/**
 * Every operation by its path, with all that its response says. Paths are those of the reference below `/api/v1`;
 * parameters, bodies and responses are typed by the OpenAPI document.
 *
 * Every method throws CascadeError if the service refuses or does not respond, and the signal's reason if the call is
 * aborted. Every POST carries an Idempotency-Key. A request is sent again, within `maxRetries` and `maxWaitMs`,
 * - after a 429, once Retry-After has passed;
 * - after 502, 503, 504, a broken connection or a timeout: only if it is a GET or a PUT or carries an Idempotency-Key,
 *   because it may have taken effect.
 */
export class Calls {
  readonly #baseUrl: string;
  readonly #token: string;
  readonly #sender: Sender;

  /** @throws TypeError if the address or the token cannot be one; the message never holds either */
  constructor(options: CascadeClientOptions) {
    this.#baseUrl = parseBaseUrl(options.baseUrl);
    this.#token = parseToken(options.token);
    const { maxRetries, maxWaitMs, timeoutMs } = { ...DEFAULTS, ...definedOnly(options) };
    this.#sender = {
      fetch: options.fetch ?? ((input, init) => fetch(input, init)),
      limits: { maxRetries, maxWaitMs },
      timeoutMs,
      sleep: options.sleep ?? sleep,
      random: options.random ?? Math.random,
      now: options.now ?? Date.now,
    };
  }

  get<P extends JsonPath<'get'>>(path: P, ...[options]: Arguments<'get', P>): Promise<AnswerOf<'get', P>> {
    return this.#call('get', path, options);
  }
  post<P extends JsonPath<'post'>>(path: P, ...[options]: Arguments<'post', P>): Promise<AnswerOf<'post', P>> {
    return this.#call('post', path, options);
  }
  put<P extends JsonPath<'put'>>(path: P, ...[options]: Arguments<'put', P>): Promise<AnswerOf<'put', P>> {
    return this.#call('put', path, options);
  }
  patch<P extends JsonPath<'patch'>>(path: P, ...[options]: Arguments<'patch', P>): Promise<AnswerOf<'patch', P>> {
    return this.#call('patch', path, options);
  }
  delete<P extends JsonPath<'delete'>>(path: P, ...[options]: Arguments<'delete', P>): Promise<AnswerOf<'delete', P>> {
    return this.#call('delete', path, options);
  }

  /**
   * A file, as the platform's Response whose body is not read yet, so that large files can be streamed. Errors while the
   * body is read are the reader's to handle.
   */
  download<P extends FilePath>(path: P, ...[options]: Arguments<'get', P>): Promise<Response> {
    return send(this.#request('get', path, options ?? {}), this.#sender, (response) => response);
  }

  /**
   * Every item of a list, page by page, `per_page` (default 100) with each request. Items may be created meanwhile: an
   * item that moves to the next page is still returned once. If an item stops matching the filter meanwhile, another one
   * may be missed.
   */
  async *pages<P extends ListPath>(path: P, ...[options]: ListArguments<P>): AsyncGenerator<ItemOf<P>, void, void> {
    const { query = {}, ...others } = (options ?? {}) as AnyOptions;
    yield* pagesOf<ItemOf<P>>((paging) => this.read(path, { ...others, query: { ...query, ...paging } }), {
      per_page: query.per_page,
    });
  }

  /** A GET whose parameters were put together at run time; its caller says what comes back. */
  read<Envelope>(path: ListPath, options: AnyOptions): Promise<Envelope> {
    return this.#answer(this.#request('get', path, options)) as Promise<Envelope>;
  }

  /** Until a request without a response is aborted. */
  get timeoutMs(): number {
    return this.#sender.timeoutMs;
  }

  /** Milliseconds since 1970, for the waits of the resources. */
  now(): number {
    return this.#sender.now();
  }

  /** Waits; rejects with the signal's reason when that is aborted. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return this.#sender.sleep(ms, signal);
  }

  #call<M extends Method, P extends keyof paths>(
    method: M,
    path: P,
    options: Arguments<M, P>[0],
  ): Promise<AnswerOf<M, P>> {
    return this.#answer(this.#request(method, path, options ?? {}));
  }

  /** Responses are trusted to have the shape of the OpenAPI document. */
  async #answer<Data, Meta>(request: Request): Promise<Answer<Data, Meta>> {
    return send(request, this.#sender, async (response) => {
      const { status, headers } = response;
      const text = await response.text();
      const { data, meta } = (text === '' ? {} : parseAnswer(text, request, response)) as Answer<Data, Meta>;
      return { data, meta, status, headers, isReplay: headers.get('idempotent-replayed') === 'true' };
    });
  }

  #request(method: Method, path: keyof paths, options: AnyOptions): Request {
    const { body, signal, requestId, ifMatch } = options;
    const operation = `${method.toUpperCase()} ${path}`;
    const idempotencyKey = IDEMPOTENT_OPERATIONS.includes(operation)
      ? (options.idempotencyKey ?? crypto.randomUUID())
      : null;
    const headers = new Headers({ Accept: 'application/json', Authorization: `Bearer ${this.#token}` });
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    if (idempotencyKey !== null) headers.set('Idempotency-Key', idempotencyKey);
    if (ifMatch !== undefined) headers.set('If-Match', ifMatch);
    if (requestId !== undefined) headers.set('X-Request-Id', requestId);
    return {
      operation,
      method: method.toUpperCase(),
      url: `${this.#baseUrl}${fill(path, options.path)}${queryString(options.query)}`,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      isRepeatable: method === 'get' || method === 'put' || idempotencyKey !== null,
      idempotencyKey,
      signal,
    };
  }
}

type AnswerOf<M extends Method, P extends keyof paths> = Answer<DataOf<M, P>, MetaOf<M, P>>;

function parseBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    throw new TypeError('baseUrl must be an absolute http or https URL without a user in it');
  }
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path.endsWith(API_PREFIX) ? path : `${path}${API_PREFIX}`}`;
}

/** Checked here, because the platform puts a token that is no valid header value into its error message. */
function parseToken(token: string): string {
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) {
    throw new TypeError('token must be text without spaces, line ends or characters beyond ASCII');
  }
  return token;
}

function definedOnly<T extends object>(options: T): Partial<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function fill(path: string, values: AnyOptions['path'] = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = values[name];
    if (value === undefined || value === '') throw new TypeError(`${path} needs a value for ${name}`);
    return encodeURIComponent(value);
  });
}

/** Several values of a parameter are given by repeating it. */
function queryString(query: AnyOptions['query'] = {}): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((one) => one !== undefined && one !== null)
      .map((one): [string, string] => [name, String(one)]),
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}

function parseAnswer(text: string, { operation, idempotencyKey }: Request, { status, headers }: Response): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const message = 'The response is not JSON; perhaps it is from a proxy before the API.';
    const requestId = headers.get('x-request-id');
    throw new CascadeError({ operation, status, code: 'unexpected_response', message, requestId, idempotencyKey });
  }
}
