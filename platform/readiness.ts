import type { Logger } from './log/index.ts';
import { within } from './within.ts';

/**
 * Tells if a service can work: it has started, is not stopping, and every check passes. The checks run when a probe
 * asks, and every few seconds by themselves. So the log says what the service waits for and when it is there, even if
 * nothing probes.
 */
export class Readiness {
  state: 'starting' | 'ready' | 'stopping' = 'starting';
  readonly #checks = new Map<string, { check: () => Promise<unknown> | unknown; timeoutMs: number }>();
  /** Results that are still awaited. A check that hangs is not started again: probes must not fill the pool. */
  readonly #pending = new Map<string, Promise<'ok' | 'failed'>>();
  /** Why each check failed last. */
  readonly #reasons = new Map<string, unknown>();
  /** The checks that failed when the log was last written. */
  #logged = '';
  #didPass = false;

  add(name: string, check: () => Promise<unknown> | unknown, timeoutMs = TIMEOUT_MS): void {
    this.#checks.set(name, { check, timeoutMs });
  }

  /** True if the service could work when the checks last ran. Waits for nothing, as a metric must. */
  get wasReady(): boolean {
    return this.state === 'ready' && this.#didPass;
  }

  /** The result of each check by its name: `ok`, `failed` or `timed out`. The reason is in the log. */
  async report(): Promise<{ ready: boolean; state: string; checks: Record<string, string> }> {
    const results = await Promise.all(
      [...this.#checks].map(
        async ([name, { check, timeoutMs }]) =>
          [name, await within(this.#resultOf(name, check), timeoutMs, 'timed out')] as const,
      ),
    );
    this.#didPass = results.every(([, result]) => result === 'ok');
    return { ready: this.wasReady, state: this.state, checks: Object.fromEntries(results) };
  }

  /** Logs each change of what fails, until the service stops. */
  watch(log: Logger): void {
    const look = async (): Promise<void> => {
      const { checks } = await this.report();
      if (this.state === 'stopping') return;
      this.#logChange(log, checks);
      setTimeout(() => void look(), this.#logged === '' ? CALM_MS : WAITING_MS).unref();
    };
    setTimeout(() => void look(), WAITING_MS).unref();
  }

  #logChange(log: Logger, checks: Readonly<Record<string, string>>): void {
    const failing = Object.keys(checks).filter((name) => checks[name] !== 'ok');
    if (failing.join() === this.#logged) return;
    this.#logged = failing.join();
    if (failing.length === 0) return log.info('not waiting any more: every check passes');
    const err = this.#reasons.get(failing.find((name) => checks[name] === 'failed') ?? '');
    log.warn({ waiting_for: failing, ...(err === undefined ? {} : { err }) }, 'not ready: waiting');
  }

  #resultOf(name: string, check: () => Promise<unknown> | unknown): Promise<'ok' | 'failed'> {
    const pending = this.#pending.get(name);
    if (pending !== undefined) return pending;
    const result = Promise.resolve()
      .then(check)
      .then(
        () => 'ok' as const,
        (error: unknown) => {
          this.#reasons.set(name, error);
          return 'failed' as const;
        },
      )
      .finally(() => this.#pending.delete(name));
    this.#pending.set(name, result);
    return result;
  }
}

const TIMEOUT_MS = 2_000;
/** How often the log looks while every check passes, and while one fails. */
const CALM_MS = 5_000;
const WAITING_MS = 1_000;
