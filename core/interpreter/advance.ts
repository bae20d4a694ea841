import { buildGraph, type Graph } from '../definition/graph.ts';
import type { CascadeDefinition } from '../definition/types.ts';
import { specOf } from '../nodes/index.ts';
import { Run } from './run.ts';
import type { AdvanceInput, AdvanceResult, Token } from './types.ts';

export { initialState, heldNodes } from './state.ts';

/**
 * Takes a run from where it stands to where it cannot go on without the world: pure, and harmless to repeat, since the
 * same input gives the same result. The caller writes the result in one transaction, with what must follow from it.
 * `definition` must have passed `validateDefinition`.
 */
export function advance(input: AdvanceInput): AdvanceResult {
  const run = new Run(input, graphOf(input.definition));
  run.settle();
  const tokens = [...run.tokens.values()];
  const status = statusOf(tokens, run.failed.size > 0);
  const ended = status === 'completed' || status === 'failed';
  const parked = tokens.some((token) => token.phase === 'parked');
  return {
    state: {
      version: 1,
      arrivals: [],
      tokens,
      visits: Object.fromEntries(run.visits),
      failed: [...run.failed],
      stopped: [...run.stopped],
      decided: run.decided,
      outcome: run.outcome,
      firstError: run.firstError,
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
    // A token whose effect was called back ends at the next advance, and nothing else would bring that about.
    wakeAt: run.cancelledEffects.length > 0 ? input.now : earliest(tokens),
    status,
    reviewStatus: parked ? 'in_review' : (run.decided ?? 'none'),
    needsHumanReview: parked,
    userApproved: run.decided === null ? null : run.decided === 'approved',
    outcome: run.outcome,
    firstErrorMessage: run.firstError,
  };
}

function statusOf(tokens: readonly Token[], hasFailed: boolean): AdvanceResult['status'] {
  const phases = new Set(tokens.map((token) => token.phase));
  if (phases.size === 0) return hasFailed ? 'failed' : 'completed';
  if (phases.has('parked')) return 'awaiting_review';
  return phases.has('working') ? 'running' : 'waiting';
}

function earliest(tokens: readonly Token[]): number | null {
  const times = tokens.flatMap((token) => (token.phase === 'sleeping' ? [token.until] : []));
  return times.length === 0 ? null : Math.min(...times);
}

/** The graph of a definition is worked out once for each definition object: callers keep those of recent versions. */
const graphs = new WeakMap<CascadeDefinition, Graph>();

function graphOf(definition: CascadeDefinition): Graph {
  const known = graphs.get(definition);
  if (known !== undefined) return known;
  const graph = buildGraph(definition, {
    edges: (node) => specOf(node).edges(node),
    jumps: (node) => specOf(node).jumps(node),
  });
  graphs.set(definition, graph);
  return graph;
}
