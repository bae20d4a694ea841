import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../activities.ts';

/**
 * The loop that drives a batch. It knows ids only, and its history does not grow with the number of rows. The rows are
 * executions with workflows of their own, and the transaction that ends a row pokes this one.
 *
 * Frozen like the loop of executions.
 */
export async function batchWorkflow(batchId: number, runKey: string): Promise<void> {
  let isStale = false;
  setHandler(pokeSignal, () => {
    isStale = true;
  });
  for (;;) {
    isStale = false;
    const { done } = await record.advanceBatch(batchId, runKey);
    if (done) return;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof batchWorkflow>(batchId, runKey);
    await condition(() => isStale, FALLBACK);
  }
}

/** A row has ended, or the batch was cancelled or resumed. */
const pokeSignal = defineSignal('poke');

/** When to look without a poke. */
const FALLBACK = '5 minutes';

const record = proxyActivities<Activities>({
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds' },
});
