import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  workflowInfo,
  type ActivityOptions,
} from '@temporalio/workflow';
import type { Activities, EffectToPerform } from '../activities.ts';

/**
 * The loop that drives one run of an execution. It knows ids and times only: what a run is stands in the database, and
 * `advance` reads and writes it. So any step of the loop may be repeated, and starting it again is the whole recovery.
 *
 * Frozen: runs that wait for weeks are replayed through this very text. Change it only together with the histories of
 * test/replay, and only behind `patched`; what a cascade does is changed in the interpreter, never here.
 */
export async function executionWorkflow(executionId: number, runKey: string): Promise<void> {
  const inFlight = new Set<number>();
  let isStale = false;
  setHandler(pokeSignal, () => {
    isStale = true;
  });

  const carryOut = async (effect: EffectToPerform): Promise<void> => {
    try {
      await performAs[effect.kind](effect.id, executionId, runKey);
    } catch {
      await record.abandon(effect.id, executionId, runKey).catch(() => undefined);
    }
    inFlight.delete(effect.id);
    isStale = true;
  };

  for (;;) {
    isStale = false;
    const { effects, wakeAt, done } = await advance(executionId, runKey);
    if (done) return;
    if (inFlight.size === 0 && workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof executionWorkflow>(executionId, runKey);
    }
    for (const effect of effects) {
      if (inFlight.has(effect.id)) continue;
      inFlight.add(effect.id);
      void carryOut(effect);
    }
    if (wakeAt === null) await condition(() => isStale);
    else await condition(() => isStale, Math.max(1, wakeAt - Date.now()));
  }
}

/** Something happened outside: a decision, a cancel. */
const pokeSignal = defineSignal('poke');

/** Locally, so that a run without effects is one workflow task; where that fails, as an activity that never gives up. */
async function advance(executionId: number, runKey: string) {
  try {
    return await local.advance(executionId, runKey, Date.now());
  } catch {
    return await record.advance(executionId, runKey, Date.now());
  }
}

const local = proxyLocalActivities<Activities>({
  scheduleToCloseTimeout: '10 seconds',
  retry: { initialInterval: '100 milliseconds', maximumInterval: '2 seconds' },
});

const record = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds' },
});

/** Temporal retries without end: how often an effect may be tried is counted on its row, which outlives Temporal. */
const performAs: Record<EffectToPerform['kind'], Activities['perform']> = {
  live_pull: perform({
    startToCloseTimeout: '90 seconds',
    retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
  }),
  mail: perform({
    startToCloseTimeout: '2 minutes',
    retry: { initialInterval: '2 seconds', backoffCoefficient: 3, maximumInterval: '10 minutes' },
  }),
  notification: perform({
    startToCloseTimeout: '1 minute',
    retry: { initialInterval: '2 seconds', backoffCoefficient: 3, maximumInterval: '10 minutes' },
  }),
  notice: perform({
    startToCloseTimeout: '10 minutes',
    retry: { initialInterval: '2 seconds', backoffCoefficient: 3, maximumInterval: '1 minute' },
  }),
};

function perform(options: ActivityOptions): Activities['perform'] {
  return proxyActivities<Activities>({ heartbeatTimeout: '20 seconds', ...options }).perform;
}
