import { setTimeout as delay } from 'node:timers/promises';

/** An answer of the API that is an error; the message is for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The fields that its details name. */
  readonly fields: readonly string[];

  constructor(request: string, status: number, body: string) {
    super(`${request} answered ${status}: ${body}`);
    this.status = status;
    this.fields = fieldsOf(body);
  }
}

/** A caller of the public API, as any integrator writes one: bearer token, JSON, Retry-After honoured. */
export class Api {
  private readonly baseUrl: string;
  private readonly token: string;
  private readonly deadlineMs: number | undefined;

  /** `deadlineMs`: for one call, with all its repeats; none by default. */
  constructor(baseUrl: string, token: string, options: { readonly deadlineMs?: number } = {}) {
    this.baseUrl = `${baseUrl}/api/v1`;
    this.token = token;
    this.deadlineMs = options.deadlineMs;
  }

  async get<T>(path: string): Promise<T> {
    const { data } = (await (await this.send('GET', path)).json()) as { data: T };
    return data;
  }

  async post<T>(path: string, body: unknown, idempotencyKey?: string): Promise<T> {
    const { data } = (await (await this.send('POST', path, body, idempotencyKey)).json()) as { data: T };
    return data;
  }

  async delete(path: string): Promise<void> {
    await this.send('DELETE', path);
  }

  async download(path: string): Promise<Uint8Array> {
    return new Uint8Array(await (await this.send('GET', path)).arrayBuffer());
  }

  private async send(method: string, path: string, body?: unknown, idempotencyKey?: string): Promise<Response> {
    const limit = this.deadlineMs === undefined ? {} : { signal: AbortSignal.timeout(this.deadlineMs) };
    for (;;) {
      const response = await fetch(`${this.baseUrl}${path}`, {
        ...limit,
        method,
        headers: {
          authorization: `Bearer ${this.token}`,
          // A kept connection may be closed by the server just as it is used again, and not every call may be repeated.
          connection: 'close',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (response.ok) return response;
      const text = await response.text();
      if (response.status !== 429 && response.status !== 503) {
        throw new ApiError(`${method} ${path}`, response.status, text);
      }
      const seconds = Number(response.headers.get('retry-after') ?? '1');
      await delay(Math.max(1, seconds) * 1_000, undefined, limit);
    }
  }
}

function fieldsOf(body: string): readonly string[] {
  try {
    const { error } = JSON.parse(body) as { error: { details: readonly { field: string }[] } };
    return error.details.map(({ field }) => field);
  } catch {
    return [];
  }
}
