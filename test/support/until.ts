import { setTimeout as sleep } from 'node:timers/promises';
import { pauseAfter } from '../../cli/servers/pause.ts';

/** Waits until the condition holds; fails after `timeoutMs`, saying so. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 600_000): Promise<void> {
  const begun = performance.now();
  while (!(await condition())) {
    const waited = performance.now() - begun;
    if (waited > timeoutMs) throw new Error(`it did not come true within ${timeoutMs} ms: ${condition}`);
    await sleep(pauseAfter(waited));
  }
}
