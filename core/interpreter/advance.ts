import { buildGraph, type Graph } from '../cascade/graph.ts';
import type { NodeBase } from '../cascade/definition.ts';
import type { NodeRegistry } from '../cascade/kinds.ts';
import { NODES } from '../cascade/registry.ts';
import { remembered } from '../remembered.ts';
import { owedBy } from './owed.ts';
import { Run } from './run.ts';
import type { AdvanceInput, AdvanceResult, Token } from './types.ts';

export { initialState, LaterStateError, readState } from './state.ts';

/**
 * Takes a run as far as it goes without a result from outside (an effect, a decision, a timer). It is pure, so
 * repeating it is harmless. The caller writes the result in one transaction, with everything that must follow from it.
 * `definition` must have passed `validateDefinition`.
 */
export function advance(input: AdvanceInput, registry: NodeRegistry = NODES): AdvanceResult {
  const run = new Run(input, graphsOf(registry)(input.definition), registry);
  run.settle();
  const tokens = [...run.tokens.values()];
  const status = run.isUnfinished ? 'running' : statusOf(tokens, run.failed.size > 0);
  const ended = status === 'completed' || status === 'failed';
  const parked = tokens.some((token) => token.phase === 'parked');
  return {
    state: {
      version: 1,
      arrivals: run.left,
      tokens,
      ...run.visits.toState(),
      failed: [...run.failed],
      stopped: [...run.stopped],
      decided: run.decided,
      decidedBy: run.decidedBy,
      outcome: run.outcome,
      firstError: run.firstError,
      work: run.work.spent,
    },
    steps: [...run.steps.values()],
    effects: [...run.effects.values()],
    cancelledEffects: run.cancelledEffects,
    rounds: [...run.rounds.values()],
    closedRounds: run.closedRounds,
    reviewEvents: run.reviewEvents,
    events: ended
      ? [...run.events, { name: `execution.${status}`, nodeId: null, visit: null, key: 'end', data: {} }]
      : run.events,
    reports: run.reports,
    // A token whose effect was cancelled ends at the next advance, and nothing else would cause one.
    wakeAt: run.cancelledEffects.length > 0 || run.isUnfinished ? input.now : earliestWakeUp(tokens),
    isUnfinished: run.isUnfinished,
    status,
    reviewStatus: parked ? 'in_review' : (run.decided ?? 'none'),
    needsHumanReview: parked,
    userApproved: run.decided === null ? null : run.decided === 'approved',
    outcome: run.outcome,
    firstErrorMessage: run.firstError,
    noticeDueAt: run.noticeDueAt,
    workAside: run.work.aside,
    ...(ended ? owedBy(run, status) : { noticesDue: [], settles: null }),
  };
}

function statusOf(tokens: readonly Token[], hasFailed: boolean): AdvanceResult['status'] {
  const phases = new Set(tokens.map((token) => token.phase));
  if (phases.size === 0) return hasFailed ? 'failed' : 'completed';
  if (phases.has('parked')) return 'awaiting_review';
  return phases.has('working') ? 'running' : 'waiting';
}

function earliestWakeUp(tokens: readonly Token[]): number | null {
  const times = tokens.flatMap((token) => {
    if (token.phase === 'sleeping') return [token.until];
    if (token.phase !== 'parked') return [];
    // A reminder in flight needs no wake-up: its result causes an advance.
    const { overdueAt = null, reminding } = token;
    const remindAt = reminding === undefined || reminding.wait !== undefined ? null : reminding.at;
    return [overdueAt, remindAt].filter((time) => time !== null);
  });
  return times.length === 0 ? null : Math.min(...times);
}

/** Caches the graph per definition object. Callers keep the objects of recent versions. */
const graphsOf = remembered((registry: NodeRegistry) =>
  remembered((definition: readonly NodeBase[]): Graph => buildGraph(definition, registry)),
);
