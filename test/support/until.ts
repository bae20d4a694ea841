import { setTimeout as sleep } from 'node:timers/promises';
import { pauseAfter } from '../../dev/servers/pause.ts';

/** The author of a change waits for the test and learns quickly that it fails; a machine of CI may be busy. */
const DEFAULT_TIMEOUT_MS = Number(process.env.UNTIL_TIMEOUT_MS ?? (process.env.CI === undefined ? 30_000 : 300_000));

/** Waits until the condition holds. Fails after `timeoutMs` and names the condition. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number = DEFAULT_TIMEOUT_MS,
): Promise<void> {
  const begun = performance.now();
  while (!(await condition())) {
    const waited = performance.now() - begun;
    if (waited > timeoutMs) throw new Error(`the condition did not hold within ${timeoutMs} ms: ${condition}`);
    await sleep(pauseAfter(waited));
  }
}

/** Waits until the expectations hold. Fails after `timeoutMs` with the message of the last failed expectation. */
export async function untilPasses(
  expectations: () => Promise<void>,
  timeoutMs: number = DEFAULT_TIMEOUT_MS,
): Promise<void> {
  const begun = performance.now();
  for (;;) {
    try {
      return await expectations();
    } catch (error) {
      const waited = performance.now() - begun;
      if (waited > timeoutMs) throw error;
      await sleep(pauseAfter(waited));
    }
  }
}

/**
 * Waits until a count that has begun does not change for half a second. A machine that pauses longer can end the wait too
 * early, so expect only what holds at any time, such as a bound from above.
 */
export async function standsStill(count: () => number): Promise<void> {
  await until(() => count() > 0);
  for (let before = 0; before !== count();) {
    before = count();
    await sleep(500);
  }
}
