import type { EffectKind } from '../../core/cascade/contract.ts';

/**
 * The activities of the workflows. Only ids, kinds and times are passed: Temporal stores arguments and results in
 * clear.
 */
export interface Activities {
  /** Advances a run as far as it can go now. `now`: milliseconds since the epoch, by the workflow's clock. */
  advance(executionId: number, runKey: string, now: number): Promise<Advanced>;
  /** Performs an effect and records its result. Rejects if it has to be tried again. */
  perform(effectId: number, executionId: number, runKey: string): Promise<void>;
  /** Records as failed an effect whose `perform` was given up. */
  abandon(effectId: number, executionId: number, runKey: string): Promise<void>;
  /** Dispatches the waiting rows of a batch, and ends the batch after its last row. Returns true if it has ended. */
  advanceBatch(batchId: number, runKey: string): Promise<{ readonly done: boolean }>;
}

export interface Advanced {
  /** Every unfinished effect of the run that an activity has to perform, even if one already does. */
  readonly effects: readonly EffectToPerform[];
  /** When the run has to be advanced next, in milliseconds since the epoch; null if only after an effect or a poke. */
  readonly wakeAt: number | null;
  /** The run has ended, or another run of the execution has taken over. */
  readonly done: boolean;
}

export interface EffectToPerform {
  readonly id: number;
  readonly kind: EffectKind;
}
