import { buildGraph } from '../../../core/cascade/graph.ts';
import type { NodeBase } from '../../../core/cascade/definition.ts';
import { NODES } from '../../../core/cascade/registry.ts';
import { noticesDue, type NoticeDue } from '../../../core/notices/due.ts';
import { isOnCredit, noticeDueAt } from '../../../core/notices/due-dates.ts';
import type { AdvanceInput, AdvanceResult, RunState, StepRecord } from '../../../core/interpreter/types.ts';
import { noticeClockOf } from './input.ts';
import type { RunRow } from './load.ts';

const NOT_STORABLE = { code: 'internal_error', message: 'The step made data that cannot be stored.' };
const NOT_ADVANCED = {
  code: 'internal_error',
  message: 'The step could not be carried out because of an error on our side.',
};
/** Its advance was begun repeatedly and never had a result. */
export const POISON = {
  code: 'poison_run',
  message: 'The step was begun several times and never ended: the process that runs it stops each time.',
};

/** PostgreSQL will never accept the interpreter's result. */
export class RefusedError extends Error {
  readonly result: AdvanceResult;

  constructor(result: AdvanceResult, cause: unknown) {
    super('PostgreSQL refused the result of an advance', { cause });
    this.result = result;
  }
}

/**
 * The end of a run that cannot be advanced. `state` is the last one stored. `result` is the interpreter's result that
 * PostgreSQL refused. It is null if the interpreter could not be run: then only the position of the run is known.
 *
 * Every visit of the refused pass fails, because it is unknown which output is to blame. A retry starts from the nodes
 * where the pass began (`failed`) and from every other branch, which ends here as well (`stopped`). Source: semantics
 * 8.6.5.
 */
export function failedResult(
  owing: OwingRun,
  state: RunState,
  result: AdvanceResult | null,
  now: number,
  reason = result === null ? NOT_ADVANCED : NOT_STORABLE,
): AdvanceResult {
  const { run, definition } = owing;
  const { message } = reason;
  const error = { ...reason, attempts: 1 };
  const failing = result === null ? stepsUnderWay(definition, state, now) : result.steps;
  const failingNodes = new Set(failing.filter(({ status }) => status !== 'cancelled').map(({ nodeId }) => nodeId));
  const steps = failing.map((step): StepRecord => {
    const isCancelled = step.status === 'cancelled';
    return {
      ...step,
      status: isCancelled ? 'cancelled' : 'failed',
      output: null,
      error: isCancelled ? null : error,
      startedAt: step.startedAt ?? now,
      endedAt: now,
    };
  });
  const places = [...arrivingAt(state), ...state.tokens.map(({ at }) => at)];
  const ended = new Set(failing.map(({ nodeId, visit }) => `${nodeId}#${visit}`));
  for (const token of state.tokens) {
    if (token.phase === 'held' || ended.has(`${token.at}#${token.visit}`)) continue;
    steps.push({ ...stepAt(definition, token.at, token.visit), status: 'cancelled', startedAt: null, endedAt: now });
  }
  const pending = (run.rounds ?? []).filter(({ status }) => status === 'open' || status === 'queued');
  return {
    state: {
      ...state,
      arrivals: [],
      tokens: [],
      visits: result === null ? withVisits(state, steps) : result.state.visits,
      failed: [...new Set([...state.failed, ...places.filter((id) => failingNodes.has(id))])],
      stopped: [...new Set([...state.stopped, ...places.filter((id) => !failingNodes.has(id))])],
      firstError: state.firstError ?? message,
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
    isUnfinished: false,
    status: 'failed',
    reviewStatus: run.review_status === 'in_review' ? (state.decided ?? 'none') : run.review_status,
    needsHumanReview: false,
    userApproved: run.user_approved,
    outcome: state.outcome,
    firstErrorMessage: state.firstError ?? message,
    noticeDueAt: null,
    workAside: 0,
    noticesDue: owedByFailed(owing, failingNodes),
    settles: null,
  };
}

/** The known data of a given-up run from which its owed notices follow. */
export interface OwingRun {
  readonly run: RunRow;
  readonly input: AdvanceInput | null;
  readonly definition: readonly NodeBase[];
}

/** Without its data or its definition it is unknown which notices went out, so a denial counts as owed one. */
function owedByFailed({ run, input, definition }: OwingRun, failing: ReadonlySet<string>): readonly NoticeDue[] {
  const clock = noticeClockOf(run);
  const { outcome } = run;
  if (input === null || definition.length === 0) {
    const useCase = input?.run.workflow.useCase ?? null;
    const isUnanswered =
      outcome === null && run.execution_mode === 'live' && isOnCredit(definition, useCase, clock.defaultPurpose);
    if (outcome !== 'denied' && !isUnanswered) return [];
    const dueAt = noticeDueAt(clock.defaultPurpose, clock.acceptedAt, input?.run.payload ?? {});
    const kind = clock.defaultPurpose ?? 'consumer_report';
    const [nodeId = ''] = failing;
    const why = isUnanswered ? 'no_decision' : 'step_failed';
    return [{ applicant: 'applicant', kind, due_at: new Date(dueAt).toISOString(), why, node_id: nodeId }];
  }
  const graph = buildGraph(definition, NODES);
  const { payload, workflow } = input.run;
  return noticesDue({
    ...{ definition, graph, useCase: workflow.useCase, mode: run.execution_mode, payload, clock, outcome },
    visits: input.history.map(({ nodeId, ...past }) => ({ ...past, node_id: nodeId })),
    failed: failing,
    stopped: new Set(),
    endedAs: 'failed',
    isReport: (id) => {
      const node = graph.node(id);
      return node !== undefined && NODES.sourceOf(node)?.kind === 'report';
    },
  });
}

/** The visits that the next pass would have continued; an open review is no failure. */
function stepsUnderWay(definition: readonly NodeBase[], state: RunState, now: number): StepRecord[] {
  const arriving = arrivingAt(state).map((id) => ({
    ...stepAt(definition, id, (state.visits[id] ?? 0) + 1),
    startedAt: now,
  }));
  const working = state.tokens.flatMap((token) =>
    token.phase === 'working' || token.phase === 'sleeping' ? [stepAt(definition, token.at, token.visit)] : [],
  );
  return [...arriving, ...working];
}

function arrivingAt({ arrivals }: RunState): string[] {
  return arrivals.map((arrival) => (typeof arrival === 'string' ? arrival : arrival.at));
}

function stepAt(definition: readonly NodeBase[], nodeId: string, visit: number): StepRecord {
  const nodeType = definition.find(({ id }) => id === nodeId)?.type ?? 'unknown';
  return {
    nodeId,
    visit,
    nodeType,
    status: 'running',
    causes: [],
    output: null,
    error: null,
    startedAt: null,
    endedAt: null,
  };
}

function withVisits(state: RunState, steps: readonly StepRecord[]): RunState['visits'] {
  const visits = { ...state.visits };
  for (const { nodeId, visit } of steps) visits[nodeId] = Math.max(visits[nodeId] ?? 0, visit);
  return visits;
}
