import { setTimeout as sleep } from 'node:timers/promises';

/** Looks again soon at first, then after a tenth of the time that it has waited: looking takes time from what is awaited. */
const PAUSE_MS = { least: 20, most: 500 };

/** Waits until the condition holds; fails after `timeoutMs`, saying so. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 600_000): Promise<void> {
  const begun = performance.now();
  while (!(await condition())) {
    const waited = performance.now() - begun;
    if (waited > timeoutMs) throw new Error(`it did not come true within ${timeoutMs} ms: ${condition}`);
    await sleep(Math.min(PAUSE_MS.most, Math.max(PAUSE_MS.least, waited / 10)));
  }
}
