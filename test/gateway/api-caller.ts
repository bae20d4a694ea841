import { randomUUID } from 'node:crypto';
import { checkConformance } from './conformance.ts';

/** The JSON of an answer: tests read it as a caller would, and conformance is checked separately. */
// oxlint-disable-next-line typescript/no-explicit-any -- see above
export type AnyJson = any;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: AnyJson;
  /** `data` of a success. */
  readonly data: AnyJson;
  /** `error` of a failure. */
  readonly error: AnyJson;
}

export interface CallOptions {
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: string | Uint8Array;
  readonly headers?: Record<string, string>;
  /** Null: none. */
  readonly token?: string | null;
}

/** Calls the API over HTTP, and checks each answer against the OpenAPI document. */
export class ApiCaller {
  readonly #baseUrl: string;
  readonly #token: string | null;

  constructor(baseUrl: string, token: string | null) {
    this.#baseUrl = baseUrl;
    this.#token = token;
  }

  at(baseUrl: string): ApiCaller {
    return new ApiCaller(baseUrl, this.#token);
  }

  get(path: string, options?: CallOptions): Promise<Answer> {
    return this.call('GET', path, options);
  }
  post(path: string, body?: unknown, options: CallOptions = {}): Promise<Answer> {
    return this.call('POST', path, { ...options, ...(body === undefined ? {} : { body }) });
  }
  patch(path: string, body: unknown, options: CallOptions = {}): Promise<Answer> {
    return this.call('PATCH', path, { ...options, body });
  }
  delete(path: string): Promise<Answer> {
    return this.call('DELETE', path);
  }
  trigger(workflowId: number, body: unknown, key: string = randomUUID(), options: CallOptions = {}): Promise<Answer> {
    return this.post(`/workflows/${workflowId}/trigger`, body, { ...options, headers: { 'Idempotency-Key': key } });
  }

  /** `path` is below /api/v1 unless it begins with /api or /docs. */
  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const { body, raw, headers = {}, token = this.#token } = options;
    const full = /^\/(api|docs)(\/|$)/.test(path) ? path : `/api/v1${path}`;
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(this.#baseUrl + full, {
      method,
      redirect: 'manual',
      headers: {
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: payload as NonNullable<RequestInit['body']> }),
    });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const parsed = type.startsWith('application/json') && text !== '' ? JSON.parse(text) : undefined;
    checkConformance(method, full, response.status, type, parsed);
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: parsed,
      data: parsed?.data,
      error: parsed?.error,
    };
  }
}
