import {
  ActivityFailure,
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  workflowInfo,
  type ActivityOptions,
} from '@temporalio/workflow';
import type { EffectQueue } from '../../../platform/temporal/index.ts';
import type { Activities, EffectToPerform } from '../activities.ts';

/**
 * The loop that drives one run of an execution. It knows ids and times only: the run is in the database, where
 * `advance` reads and writes it. So every step may be repeated, and recovery is starting the loop again.
 *
 * Frozen from the first release on: runs that wait for weeks are replayed through this code. Then change it only behind
 * `patched` of Temporal and together with the histories of test/replay. Changes of a cascade's behaviour belong in the
 * interpreter, never here.
 */
export async function executionWorkflow(executionId: number, runKey: string): Promise<void> {
  const inFlight = new Set<number>();
  let isStale = false;
  let unexpected: { readonly error: unknown } | undefined;
  setHandler(pokeSignal, () => {
    isStale = true;
  });

  const carryOut = async (effect: EffectToPerform): Promise<void> => {
    try {
      await performOf(effect.kind)(effect.id, executionId, runKey);
    } catch (error) {
      // Any other error is a fault of this code, not of the effect.
      const isOfActivity = error instanceof ActivityFailure && !isCancellation(error);
      if (!isOfActivity) throw error;
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
      refuseUnknown(effect);
      inFlight.add(effect.id);
      void carryOut(effect).catch((error: unknown) => {
        unexpected = { error };
      });
    }
    const isDue = () => isStale || unexpected !== undefined;
    if (wakeAt === null) await condition(isDue);
    else await condition(isDue, Math.max(1, wakeAt - Date.now()));
    if (unexpected !== undefined) throw unexpected.error;
  }
}

/** An event from outside: a decision, a cancel, a result. */
const pokeSignal = defineSignal('poke');

/**
 * Runs as a local activity, so that a run without effects is one workflow task; if that fails, as an activity that is
 * retried forever.
 */
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

/**
 * This worker is older than the interpreter that asked for the effect. The error is no Temporal failure, so the
 * workflow task fails and is retried until a newer worker gets it.
 */
function refuseUnknown({ kind }: EffectToPerform): void {
  if (!Object.hasOwn(PERFORM, kind)) throw new Error('this worker does not know the kind of the effect');
}

interface Performing {
  readonly queue: EffectQueue;
  readonly options: ActivityOptions;
}

/** Temporal retries forever: the limit of attempts is counted on the effect's row, which outlives Temporal. */
const PERFORM: Record<EffectToPerform['kind'], Performing> = {
  live_pull: {
    queue: 'pulls',
    options: {
      startToCloseTimeout: '90 seconds',
      retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
    },
  },
  mail: {
    queue: 'mail',
    options: {
      startToCloseTimeout: '2 minutes',
      retry: { initialInterval: '2 seconds', backoffCoefficient: 3, maximumInterval: '10 minutes' },
    },
  },
  notification: {
    queue: 'notifications',
    options: {
      startToCloseTimeout: '1 minute',
      retry: { initialInterval: '2 seconds', backoffCoefficient: 3, maximumInterval: '10 minutes' },
    },
  },
  notice: {
    queue: 'mail',
    options: {
      startToCloseTimeout: '10 minutes',
      retry: { initialInterval: '2 seconds', backoffCoefficient: 3, maximumInterval: '1 minute' },
      // Before the mail of single triggers (3) and of batches (4), so that a notice waits for no other mail.
      priority: { priorityKey: 2 },
    },
  },
};

function performOf(kind: EffectToPerform['kind']): Activities['perform'] {
  const { queue, options } = PERFORM[kind];
  return proxyActivities<Activities>({
    heartbeatTimeout: '20 seconds',
    ...options,
    taskQueue: `${workflowInfo().taskQueue}-${queue}`,
  }).perform;
}
