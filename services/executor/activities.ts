import type { EffectKind } from '../../core/nodes/contract.ts';

/** What the loops ask of the executor. Only ids, kinds and times cross this line: Temporal keeps what does, in clear. */
export interface Activities {
  /** Goes on with a run as far as it goes now. `now`: milliseconds since the epoch, by the workflow's clock. */
  advance(executionId: number, runKey: string, now: number): Promise<Advanced>;
  /** Performs an effect and records what came of it. Rejects where it has to be tried again. */
  perform(effectId: number, executionId: number, runKey: string): Promise<void>;
  /** Records as failed an effect that `perform` could not bring to an end. */
  abandon(effectId: number, executionId: number, runKey: string): Promise<void>;
}

export interface Advanced {
  /** Every effect of the run that is not finished, whether somebody is at it or not. */
  readonly effects: readonly EffectToPerform[];
  /** When the run has to be advanced next, in milliseconds since the epoch; null: when something happens. */
  readonly wakeAt: number | null;
  /** The run has ended, or another run of the execution has taken over. */
  readonly done: boolean;
}

export interface EffectToPerform {
  readonly id: number;
  readonly kind: EffectKind;
}
