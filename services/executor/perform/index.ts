import type { EffectKind } from '../../../core/cascade/contract.ts';
import { ArtifactStoreUnavailable, STORE_RETRY_SECONDS } from '../../../platform/artifact-store/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { traced } from '../../../platform/tracing/index.ts';
import { isDataError } from '../data-error.ts';
import type { BegunEffect, EffectOutcome, Executor } from './effect.ts';
import { beginEffect, noteError, recordDelegated, recordDone, recordFailed, recordPostponed } from './record.ts';
import { untilRecorded } from './until-recorded.ts';

export type Executors = Readonly<Record<EffectKind, Executor>>;

/** Attempts of an effect over all runs of its execution, including those that a crash cut short. */
export const MOST_ATTEMPTS: Readonly<Record<EffectKind, number>> = {
  live_pull: 6,
  mail: 7,
  notification: 6,
  // An adverse-action notice is retried by the cascade itself, hours later.
  notice: 5,
};

/** Waits between attempts at a pull, if the vendor names none: doubled each time, with jitter. */
const PULL_BACKOFF_MS = { first: 1_000, longest: 60_000 } as const;

export interface PerformDependencies {
  readonly db: Database;
  readonly executors: Executors;
  readonly log: Logger;
  /** How long a pull is tried before it fails: an outage of a vendor shorter than this fails no run. */
  readonly pullGiveUpMs: number;
  readonly onAttempt?: (kind: EffectKind, outcome: EffectOutcome['is'], seconds: number) => void;
}

/** The effect has to be tried again. Only `code` may leave the database. */
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
 * Performs effects of every kind: counts the attempt and commits it, runs the executor outside of any transaction, records
 * the result. An effect that failed for good is recorded and is no error here. Source: semantics 8.1.3 and 8.2.
 */
export function createPerformer({ db, executors, log, pullGiveUpMs, onAttempt }: PerformDependencies) {
  /**
   * True if the attempt was the last one. A pull is also given up by time, because outages are longer than a few
   * attempts.
   */
  const isLast = ({ attempts, elapsedMs, request: { kind } }: BegunEffect): boolean =>
    attempts >= MOST_ATTEMPTS[kind] && (kind !== 'live_pull' || elapsedMs >= pullGiveUpMs);

  return {
    /** Throws TryAgain if another attempt is due. */
    async perform(effectId: number, executionId: number, runKey: string, signal: AbortSignal): Promise<void> {
      const ids = { effectId, executionId, runKey };
      const begun = await beginEffect(db, ids);
      if (begun === null) return;
      const { effect, lastError } = begun;
      const { kind } = effect.request;
      const attemptLog = log.child({
        execution_id: executionId,
        request_id: effect.execution.requestId,
        effect_id: effectId,
        effect: kind,
        attempt: effect.attempts,
      });
      // The earlier attempts were cut short: a crash leaves no result.
      if (isLast({ ...effect, attempts: effect.attempts - 1 })) {
        await recordFailed(db, ids, { ...(lastError ?? OUT_OF_ATTEMPTS), attempts: effect.attempts - 1 });
        return;
      }

      const startedAt = performance.now();
      const outcome = await traced(`attempt ${kind}`, { kind: 'client' }, async (span) => {
        const ended = await attempt(executors[kind], effect, { signal, log: attemptLog });
        span.set({ 'cascade.attempt': effect.attempts, 'cascade.outcome': ended.is });
        return ended;
      });
      const code = 'code' in outcome ? outcome.code : undefined;
      const report = { outcome: outcome.is, code, reason: reasonToLog(outcome) };
      const milliseconds = performance.now() - startedAt;
      onAttempt?.(kind, outcome.is, milliseconds / 1_000);
      attemptLog.info({ ...report, ms: Math.round(milliseconds) }, 'effect attempted');
      switch (outcome.is) {
        case 'done':
          return recordResult(effect, outcome, ids);
        case 'delegated':
          return recordDelegated(db, effect, outcome.to);
        case 'failed':
          return recordFailed(db, ids, outcome);
        case 'postponed':
          if (effect.elapsedMs >= pullGiveUpMs) return recordFailed(db, ids, outcome);
          await recordPostponed(db, effect, outcome);
          throw new TryAgain(outcome.code, withJitter(outcome.retryAfterMs));
        case 'transient':
          if (isLast(effect)) return recordFailed(db, ids, outcome);
          await noteError(db, effect, outcome);
          throw new TryAgain(outcome.code, outcome.retryAfterMs ?? backoffMs(effect));
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
      if (error instanceof ArtifactStoreUnavailable) {
        context.log.warn({ err: error }, 'the artifact store does not respond');
        return STORE_UNAVAILABLE;
      }
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
      await untilRecorded(
        () => recordDone(db, effect, result, also),
        (error) => log.warn({ err: error, execution_id: ids.executionId }, 'a result cannot be recorded yet'),
      );
    } catch (error) {
      if (!isDataError(error)) throw error;
      log.error({ err: error, execution_id: ids.executionId }, 'a result cannot be stored');
      return recordFailed(db, ids, NOT_STORABLE);
    }
  }
}

/** Undefined for the delay of the activity's retry policy. */
function backoffMs({ attempts, request }: BegunEffect): number | undefined {
  if (request.kind !== 'live_pull') return undefined;
  const { first, longest } = PULL_BACKOFF_MS;
  return withJitter(Math.min(first * 2 ** (attempts - 1), longest));
}

/** Adds up to half, so that runs that met the same outage do not come back together. */
function withJitter(milliseconds: number): number {
  return Math.round(milliseconds * (1 + Math.random() / 2));
}

const OUT_OF_ATTEMPTS = { code: 'attempts_exhausted', message: 'It was begun several times and never finished.' };
const INTERNAL_ERROR = { code: 'internal_error', message: 'An unforeseen error on our side.' };
/** Files are read before a letter is sent, so nothing was tried. */
const STORE_UNAVAILABLE = {
  is: 'postponed',
  code: 'artifact_store_unavailable',
  message: 'The files of the notice cannot be read at this moment.',
  retryAfterMs: STORE_RETRY_SECONDS * 1_000,
} as const;
/** Refusals whose messages hold a status of the other side and nothing about the applicant. */
const LOGGED_REFUSALS = ['mail_refused', 'vendor_rejected', 'notification_rejected'];

/**
 * The reason why an attempt failed, for the people on call. Transient failures are about a server, in codes. A final
 * failure may be about the applicant's report or notice, and is in the failed step instead.
 */
function reasonToLog(outcome: EffectOutcome): string | undefined {
  if (outcome.is === 'transient' || outcome.is === 'postponed') return outcome.message;
  return outcome.is === 'failed' && LOGGED_REFUSALS.includes(outcome.code) ? outcome.message : undefined;
}

const NOT_STORABLE = { is: 'failed', code: 'internal_error', message: 'The result cannot be stored.' } as const;
