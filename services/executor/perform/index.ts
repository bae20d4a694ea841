import type { EffectKind, EffectRequest } from '../../../core/nodes/contract.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log.ts';
import { isDataError } from '../data-error.ts';
import type { EffectOutcome, Executor } from './effect.ts';
import { beginEffect, noteError, recordDone, recordFailed } from './record.ts';

export type Executors = Readonly<Record<EffectKind, Executor>>;

/** Attempts of an effect over all runs of its execution, those that a crash cut short included. */
export const MOST_ATTEMPTS: Readonly<Record<EffectKind, number>> = {
  live_pull: 6,
  mail: 7,
  notification: 6,
  // Of an adverse-action notice the cascade itself tries again, hours later.
  notice: 5,
};

/** A notice that is being prepared mostly waits for its PDF: how often it is interrupted says little. */
const MOST_PREPARATIONS = 30;

function mostAttempts(request: EffectRequest): number {
  const isPreparation = request.kind === 'notice' && request.operation === 'prepare';
  return isPreparation ? MOST_PREPARATIONS : MOST_ATTEMPTS[request.kind];
}

export interface PerformDependencies {
  readonly db: Database;
  readonly executors: Executors;
  readonly log: Logger;
  readonly onAttempt?: (kind: EffectKind, outcome: EffectOutcome['is'], seconds: number) => void;
}

/** The effect has to be tried again. `code` is all that may be told outside of the database. */
export class TryAgain extends Error {
  override readonly name = 'TryAgain';
  readonly code: string;
  readonly retryAfterMs: number | undefined;

  constructor(code: string, retryAfterMs?: number) {
    super(code);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Carries effects out, whatever their kind: counts the attempt and commits it, lets the executor touch the world outside
 * of any transaction, records what came of it. An effect that failed for good is recorded and is no error here.
 */
export function createPerformer({ db, executors, log, onAttempt }: PerformDependencies) {
  return {
    /** Throws TryAgain where another attempt is due. */
    async perform(effectId: number, executionId: number, runKey: string, signal: AbortSignal): Promise<void> {
      const ids = { effectId, executionId, runKey };
      const begun = await beginEffect(db, ids);
      if (begun === null) return;
      const { effect, lastError } = begun;
      const { kind } = effect.request;
      const attemptLog = log.child({
        execution_id: executionId,
        effect_id: effectId,
        effect: kind,
        attempt: effect.attempts,
      });
      const limit = mostAttempts(effect.request);
      if (effect.attempts > limit) {
        await recordFailed(db, ids, { ...(lastError ?? OUT_OF_ATTEMPTS), attempts: limit });
        return;
      }

      const startedAt = performance.now();
      const outcome = await attempt(executors[kind], effect, { signal, log: attemptLog });
      const report = { outcome: outcome.is, code: 'code' in outcome ? outcome.code : undefined };
      const milliseconds = performance.now() - startedAt;
      onAttempt?.(kind, outcome.is, milliseconds / 1_000);
      attemptLog.info({ ...report, ms: Math.round(milliseconds) }, 'effect attempted');
      if (outcome.is === 'done') {
        await recordResult(effect, outcome, ids);
      } else if (outcome.is === 'failed' || effect.attempts >= limit) {
        await recordFailed(db, ids, outcome);
      } else {
        await noteError(db, effect, outcome);
        throw new TryAgain(outcome.code, outcome.retryAfterMs);
      }
    },

    async abandon(effectId: number, executionId: number, runKey: string): Promise<void> {
      await recordFailed(db, { effectId, executionId, runKey }, OUT_OF_ATTEMPTS);
    },
  };

  async function attempt(executor: Executor, ...[effect, context]: Parameters<Executor>): Promise<EffectOutcome> {
    try {
      return await executor(effect, context);
    } catch (error) {
      if (context.signal.aborted) throw new TryAgain('interrupted');
      context.log.error({ err: error }, 'an effect threw');
      return isDataError(error) ? NOT_STORABLE : { is: 'transient', ...INTERNAL_ERROR };
    }
  }

  async function recordResult(
    effect: Parameters<Executor>[0],
    { result, also }: Extract<EffectOutcome, { is: 'done' }>,
    ids: { effectId: number; executionId: number; runKey: string },
  ): Promise<void> {
    try {
      await recordDone(db, effect, result, also);
    } catch (error) {
      if (!isDataError(error)) throw error;
      log.error({ err: error, execution_id: ids.executionId }, 'a result cannot be stored');
      await recordFailed(db, ids, NOT_STORABLE);
    }
  }
}

const OUT_OF_ATTEMPTS = { code: 'attempts_exhausted', message: 'It was begun several times and never came to an end.' };
const INTERNAL_ERROR = { code: 'internal_error', message: 'An unforeseen error on our side.' };
const NOT_STORABLE = { is: 'failed', code: 'internal_error', message: 'The result cannot be stored.' } as const;
