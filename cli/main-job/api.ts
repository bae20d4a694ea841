import { setTimeout as delay } from 'node:timers/promises';

/** The parts of the API's records that the main job reads. */
export interface Execution {
  readonly id: number;
  readonly status: string;
  readonly review_status: string;
  readonly outcome: string | null;
  readonly external_reference: string | null;
  readonly pending_review: { readonly node_id: string; readonly kind: string } | null;
}
export interface Condition {
  readonly branch: string;
  readonly source_node_id: string;
  readonly field: string;
  readonly operator: string;
  readonly value: unknown;
  readonly actual: unknown;
  readonly result: boolean;
  readonly missing: boolean;
}
export interface ExecutionFull extends Execution {
  readonly step_outputs: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly failed_steps: readonly { readonly node_id: string; readonly message: string }[];
}
export interface Artifact {
  readonly id: number;
  readonly object: string;
  readonly filename: string;
  readonly byte_size: number;
}
export interface TestCase {
  readonly id: number;
  readonly case_name: string;
  readonly product_code: string;
  readonly payload: { readonly applicant: Readonly<Record<string, string>> };
}

/** A caller of the public API, as any integrator writes one: bearer token, JSON, Retry-After honoured. */
export class Api {
  private readonly baseUrl: string;
  private readonly token: string;

  constructor(baseUrl: string, token: string) {
    this.baseUrl = `${baseUrl}/api/v1`;
    this.token = token;
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
    for (;;) {
      const response = await fetch(`${this.baseUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (response.ok) return response;
      const text = await response.text();
      if (response.status !== 429 && response.status !== 503) {
        throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
      }
      const seconds = Number(response.headers.get('retry-after') ?? '1');
      await delay(Math.max(1, seconds) * 1_000);
    }
  }
}
