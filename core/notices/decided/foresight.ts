import { figureKey } from '../../cascade/conditions.ts';
import type { VisitContext } from '../../cascade/contract.ts';
import { BRANCH_KEYS, valuesOf, type ValueSource } from '../../cascade/definition.ts';
import { choiceAt, decidedAt } from '../../cascade/not-comparable.ts';
import { resolveCondition } from '../../cascade/scope.ts';
import { remembered } from '../../remembered.ts';
import { TooMuchWork } from '../../work.ts';
import { choiceVisit, type Choice } from './contributions.ts';
import type { ChangedValue } from './further-on.ts';
import type { DecisionGraph } from './graph.ts';
import type { Foreseen, Foresight } from './mitigating.ts';
import type { PastVisit } from './types.ts';

/** Units of work per letter for asking choices what they would do with other values: a few milliseconds. */
const MOST_WORK = 10_000;

/** Evaluates choices on the data that the run has. */
export function foresightOf(
  visit: VisitContext,
  graph: DecisionGraph,
  history: readonly PastVisit[],
  resolve: typeof resolveCondition = resolveCondition,
): Foresight {
  const { stored } = visit;
  const foresee = (id: string, approved: boolean | null): Foreseen => {
    const choice = graph.places.get(id);
    const node = choiceAt(id, visit);
    if (choice?.is !== 'choice' || node === undefined || !holdsData(choice, visit)) return { is: 'open' };
    const then: VisitContext = { ...visit, stored, userApproved: approved };
    const { branch } = decidedAt(node, visit, (condition) => resolve(then, condition));
    if (branch !== 'human_review' && branch !== null) return { is: 'taken', outcome: branch };
    const last = lastVisits(history).get(id);
    const decided = last === undefined ? null : choiceVisit(last, choice);
    if (decided === null || decided.review === null) return { is: branch === null ? 'open' : 'review' };
    return { is: 'taken', outcome: decided.taken };
  };
  // A run that visits a choice often asks about it often.
  const known = new Map<boolean | null, Map<string, Foreseen>>();
  return {
    approved: visit.userApproved,
    at(id, approved) {
      const byChoice = known.get(approved) ?? new Map<string, Foreseen>();
      known.set(approved, byChoice);
      const foreseen = byChoice.get(id) ?? foresee(id, approved);
      byChoice.set(id, foreseen);
      return foreseen;
    },
  };
}

const lastVisits = remembered((history: readonly PastVisit[]) => new Map(history.map((past) => [past.nodeId, past])));

/** A foresight with one value changed. */
export interface ChangedForesight extends Foresight {
  /** True if its budget is used up: the last result about a choice may be a guess. */
  readonly isSpent: () => boolean;
}

/**
 * A foresight with one value changed. It has a budget of its own, so that no step fails because of it. Beyond the
 * budget, every choice may decide either way.
 */
export function changedForesight(
  of: VisitContext,
  graph: DecisionGraph,
  history: readonly PastVisit[],
  limit = MOST_WORK,
): (changed: ChangedValue) => ChangedForesight {
  const visit: VisitContext = { ...of, work: of.work.beside(limit) };
  let isSpent = false;
  return ({ source_node_id: source, value, ...figure }) => {
    const field = figureKey(figure);
    const isReport = visit.sourceOf(source)?.kind === 'report';
    const plain = (path: string) => path.replace(/^context\./, '');
    const isOfSource = ({ source_node_id: id }: ValueSource) =>
      isReport ? id === source : visit.sourceOf(id)?.kind !== 'report';
    const isField = (path: string) => (isReport ? path === field : plain(path) === plain(field));
    const changed = foresightOf(visit, graph, history, (then, from) => {
      const reading = resolveCondition(then, from);
      if (!isOfSource(from)) return reading;
      if (reading.list === undefined) return isField(from.field) ? { ...reading, value } : reading;
      // Changes the figure, not its list.
      return { ...reading, instead: (key) => (isField(key) ? value : reading.instead?.(key)) };
    });
    return {
      ...changed,
      isSpent: () => isSpent,
      at(id, approved) {
        if (isSpent) return { is: 'open' };
        try {
          return changed.at(id, approved);
        } catch (error) {
          if (!(error instanceof TooMuchWork)) throw error;
          isSpent = true;
          return { is: 'open' };
        }
      },
    };
  };
}

/** True if all reports that the choice reads have been pulled. The caller's data is always there. */
function holdsData({ branches }: Choice, visit: VisitContext): boolean {
  const groups = BRANCH_KEYS.flatMap((key) => branches[key]?.condition_groups ?? []);
  return groups
    .flatMap(({ conditions }) => conditions)
    .flatMap(valuesOf)
    .every(({ source_node_id: id }) => visit.sourceOf(id)?.kind !== 'report' || visit.outputs.has(id));
}
