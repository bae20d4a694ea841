import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiCaller } from '../../gateway/api-caller.ts';

/** Triggers executions one after another until it is told to stop, and records the results. */
export class Callers {
  readonly ids: number[] = [];
  /** Every answer other than 202, in words. */
  readonly failures: string[] = [];
  readonly #stopping = new AbortController();
  readonly #running: Promise<unknown>;

  constructor(api: ApiCaller, workflowId: number, count: number, pauseMs: number) {
    this.#running = Promise.all(Array.from({ length: count }, () => this.#call(api, workflowId, pauseMs)));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #call(api: ApiCaller, workflowId: number, pauseMs: number): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const applicant = { first_name: 'Dana', last_name: 'Doe', email: 'dana@example.com' };
      try {
        const { status, data, text } = await api.trigger(workflowId, { payload: { applicant } }, randomUUID());
        if (status === 202) this.ids.push(data.id);
        else this.failures.push(`${status} ${text}`);
      } catch (error) {
        this.failures.push(String(error instanceof Error ? (error.cause ?? error) : error));
      }
      await sleep(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }
}
