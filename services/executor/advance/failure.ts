import type { AdvanceResult, RunState, StepRecord } from '../../../core/interpreter/types.ts';
import type { LoadedRun } from './load.ts';

const ERROR = { code: 'internal_error', message: 'The step made data that cannot be stored.', attempts: 1 };

/**
 * The end of a run whose next step cannot be written down. `state` is where it stood; of `result`, which was refused,
 * only the names of the visits are kept, since nobody can tell which of their outputs is to blame.
 */
export function failedResult(run: LoadedRun, state: RunState, result: AdvanceResult, now: number): AdvanceResult {
  const steps = result.steps.map((step): StepRecord => ({
    ...step,
    status: step.status === 'cancelled' ? 'cancelled' : 'failed',
    output: null,
    error: step.status === 'cancelled' ? null : ERROR,
    startedAt: step.startedAt ?? now,
    endedAt: now,
  }));
  const pending = (run.rounds ?? []).filter(({ status }) => status === 'open' || status === 'queued');
  return {
    state: {
      ...state,
      arrivals: [],
      tokens: [],
      failed: [
        ...new Set([...state.failed, ...steps.filter(({ error }) => error !== null).map(({ nodeId }) => nodeId)]),
      ],
      firstError: state.firstError ?? ERROR.message,
    },
    steps,
    effects: [],
    cancelledEffects: (run.effects ?? []).filter(({ status }) => status === 'intended').map(({ key }) => key),
    rounds: [],
    closedRounds: pending.map(({ key }) => key),
    reviewEvents: [],
    events: [{ name: 'execution.failed', nodeId: null, visit: null, key: 'end', data: {} }],
    reports: [],
    wakeAt: null,
    status: 'failed',
    reviewStatus: run.review_status === 'in_review' ? 'none' : run.review_status,
    needsHumanReview: false,
    userApproved: run.user_approved,
    outcome: state.outcome,
    firstErrorMessage: state.firstError ?? ERROR.message,
  };
}
