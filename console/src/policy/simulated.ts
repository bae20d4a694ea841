import type { GraphNode } from '../../../core/picture/graph.ts';
import type { Simulation } from '../api/records.ts';
import { comparedText, comparisonsOf, decisive } from '../execution/notes.ts';
import type { Ran } from '../execution/way.ts';

/* The result of a simulation: the path in the picture, the notes at its nodes, and the outcome in words. */

export type Decisions = Readonly<Record<string, 'approved' | 'denied'>>;

/** In the form that `litOf` takes. */
export function ranOf(nodes: readonly GraphNode[], { steps }: Pick<Simulation, 'steps'>, decisions: Decisions): Ran {
  return {
    nodes: nodes.map(({ id, ways }) => ({ id, ways: [...ways] })),
    steps,
    reviews: Object.entries(decisions).map(([node_id, event_type]) => ({ node_id, event_type })),
  };
}

const MOST_COMPARISONS = 3;

/** The values compared at each choice. */
export function choiceNotes({ steps, step_outputs: outputs }: Pick<Simulation, 'steps' | 'step_outputs'>) {
  const notes = new Map<string, readonly string[]>();
  for (const { node_id: id, branch } of steps) {
    const compared = branch === null ? [] : decisive(branch, comparisonsOf(outputs[id])).map(comparedText);
    const more = compared.length - MOST_COMPARISONS;
    if (compared.length > 0)
      notes.set(id, [...compared.slice(0, MOST_COMPARISONS), ...(more > 0 ? [`and ${more} more`] : [])]);
  }
  return notes;
}

export interface Verdict {
  readonly title: string;
  readonly tone: 'pass' | 'fail' | 'human_review' | '';
  readonly text: string | null;
}

const OUTCOMES: Readonly<Record<string, Pick<Verdict, 'title' | 'tone'>>> = {
  approved: { title: 'Approved', tone: 'pass' },
  denied: { title: 'Denied', tone: 'fail' },
  conditional: { title: 'Approved on other terms', tone: 'human_review' },
};

export function verdictOf(
  simulation: Pick<Simulation, 'status' | 'outcome' | 'stopped_at' | 'first_error_message'>,
  nameOf: (id: string) => string,
): Verdict {
  const { status, outcome, stopped_at: stoppedAt, first_error_message: error } = simulation;
  if (stoppedAt !== null) {
    const text = `It waits at ${nameOf(stoppedAt)} until somebody approves or denies.`;
    return { title: 'A person is asked', tone: 'human_review', text };
  }
  const known = OUTCOMES[outcome ?? ''] ?? { title: 'No decision', tone: '' };
  if (status === 'failed') return { ...known, text: `A step failed: ${error ?? 'the reason is not known'}` };
  return { ...known, text: outcome === null ? 'It ended without an outcome.' : null };
}

export type ExplainedNotice = Simulation['explanation']['notices'][number];

/** The letters that would be sent, and those that could not be. */
export function lettersOf({ explanation, steps }: Pick<Simulation, 'explanation' | 'steps'>) {
  return explanation.notices.map((notice) => ({
    notice,
    isIssued: !steps.some(
      ({ node_id: id, visit, status }) => id === notice.node_id && visit === notice.visit && status === 'failed',
    ),
  }));
}
