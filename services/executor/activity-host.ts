import { Context, CancelledFailure } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { Pool } from 'pg';
import { tracedFor } from '../../platform/tracing/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { Activities } from './activities.ts';
import { TryAgain, type createPerformer } from './perform/index.ts';

const HEARTBEAT_MS = 4_000;

/** The activities as the worker runs them: with heartbeats, and with failures that carry a code only. */
export function hostActivities(
  advance: Activities['advance'],
  performer: ReturnType<typeof createPerformer>,
  advanceBatch: Activities['advanceBatch'],
  log: Logger,
  pool: Pool,
): Activities {
  return {
    advance: guarded('advance', log, (executionId, ...args) =>
      tracedFor(pool, executionId, 'advance', { kind: 'consumer' }, () => advance(executionId, ...args)),
    ),
    perform: guarded('perform', log, async (effectId, executionId, runKey) => {
      const context = Context.current();
      const heartbeat = setInterval(() => context.heartbeat(), HEARTBEAT_MS);
      try {
        await tracedFor(
          pool,
          executionId,
          'perform',
          { kind: 'consumer', attributes: { 'cascade.effect_id': effectId } },
          () => performer.perform(effectId, executionId, runKey, context.cancellationSignal),
        );
      } finally {
        clearInterval(heartbeat);
      }
    }),
    advanceBatch: guarded('advanceBatch', log, advanceBatch),
    abandon: guarded('abandon', log, performer.abandon),
  };
}

/**
 * Temporal stores a failure's message, cause and stack in clear, and libraries may put applicant data into them. So the
 * failure thrown here carries only a code; the log gets the rest.
 */
function guarded<Args extends unknown[], Result>(
  name: string,
  log: Logger,
  activity: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  return async (...args) => {
    try {
      return await activity(...args);
    } catch (error) {
      if (error instanceof CancelledFailure) throw error;
      if (!(error instanceof TryAgain)) log.error({ err: error, activity: name }, 'an activity failed');
      throw failure(error);
    }
  };
}

function failure(error: unknown): ApplicationFailure {
  const code = error instanceof TryAgain ? error.code : 'internal_error';
  const retryAfterMs = error instanceof TryAgain ? error.retryAfterMs : undefined;
  const made = ApplicationFailure.create({
    message: code,
    type: code,
    ...(retryAfterMs === undefined ? {} : { nextRetryDelay: retryAfterMs }),
  });
  made.stack = `ApplicationFailure: ${code}`;
  return made;
}
