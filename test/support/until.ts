import { setTimeout as sleep } from 'node:timers/promises';
import { pauseAfter } from '../../dev/servers/pause.ts';

/** Waits until the condition holds. Fails after `timeoutMs` and names the condition. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 600_000): Promise<void> {
  const begun = performance.now();
  while (!(await condition())) {
    const waited = performance.now() - begun;
    if (waited > timeoutMs) throw new Error(`the condition did not hold within ${timeoutMs} ms: ${condition}`);
    await sleep(pauseAfter(waited));
  }
}
