import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until the condition holds; fails with `what` where it does not in time. */
export async function eventually(
  what: string,
  condition: () => Promise<boolean> | boolean,
  withinMs = 25_000,
): Promise<void> {
  const lastLook = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > lastLook) throw new Error(`never came true: ${what}`);
    await sleep(20);
  }
}
