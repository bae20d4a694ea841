import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until the condition holds; fails after `timeoutMs`, saying so. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 600_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`it did not come true within ${timeoutMs} ms: ${condition}`);
    await sleep(50);
  }
}
