/**
 * A sleep that others can end: for loops that look for work, then wait for a hint or the next poll.
 *
 * 1. A wake-up that arrives while nobody waits is kept, and the next wait returns at once. No hint is lost between
 *    looking for work and waiting. Several count as one.
 * 2. `clear` forgets a kept wake-up. A loop calls it before it looks, so that it sleeps only if nothing came since.
 */
export class WakeUp {
  #isPending = false;
  readonly #sleepers = new Set<() => void>();

  /** Ends every sleep; if nobody sleeps, the next one. */
  wake(): void {
    if (this.#sleepers.size === 0) this.#isPending = true;
    for (const end of [...this.#sleepers]) end();
  }

  clear(): void {
    this.#isPending = false;
  }

  /** Resolves when woken, after `timeoutMs` (undefined: never by itself), or when `signal` is aborted. */
  async sleep(timeoutMs?: number, signal?: AbortSignal): Promise<void> {
    if (this.#isPending || signal?.aborted === true) {
      this.#isPending = false;
      return;
    }
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        this.#sleepers.delete(end);
        resolve();
      };
      const timer = timeoutMs === undefined ? undefined : setTimeout(end, timeoutMs);
      signal?.addEventListener('abort', end);
      this.#sleepers.add(end);
    });
  }
}
