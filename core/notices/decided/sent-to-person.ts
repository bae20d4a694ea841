import { onlyAsks } from '../../cascade/asking.ts';
import type { VisitContext } from '../../cascade/contract.ts';
import { decision } from '../../cascade/nodes/if-else.ts';
import { choiceAt, decidedAt } from '../../cascade/not-comparable.ts';
import { resolveCondition } from '../../cascade/scope.ts';
import { betterOf } from '../../products/better.ts';
import { askedAboutAt } from './asked-about.ts';
import { choiceVisit, fieldsOf, type ChoiceVisit, type Contribution, type FieldsInput } from './contributions.ts';
import { isOfRows } from './for-worse.ts';
import type { ChangedValue } from './further-on.ts';
import { avoidance, graveNotices, type DecisionGraph } from './graph.ts';
import { refOf, visitKey, type NoticePath } from './notice-path.ts';
import { isMitigating, type Foresight } from './mitigating.ts';
import type { DecidingField } from './predicates.ts';
import type { ChoiceOutcome } from './types.ts';

interface Input extends FieldsInput {
  readonly graph: DecisionGraph;
  readonly grave: ReadonlySet<string>;
  readonly path: NoticePath;
  readonly foresight: Foresight;
  readonly foresightWith: (changed: ChangedValue) => Foresight;
}

/**
 * If a person denied, adds the conditions that sent the case to that person, after the person's own reasons. They count
 * whatever would have happened otherwise. Source: semantics 10.19; 12 CFR 1002.9, comment 9(b)(2)-7.
 */
export function withConditionsThatAsked(
  contributions: readonly Contribution[],
  input: Input,
  visitOfNotice: VisitContext,
): Contribution[] {
  const made = new Map(contributions.map((each) => [visitKey(refOf(each.visit.past)), each]));
  for (const denial of contributions.flatMap(({ denials }) => denials)) {
    for (const { visit, outcome } of sentBy(denial, input)) {
      const key = visitKey(refOf(visit.past));
      const own = made.get(key) ?? { ...NOTHING, visit };
      if (own.fields.length > 0) continue;
      const { fields, isExact, fewestFields } = fieldsOf(input, visit, [outcome], false);
      const sound = fields.filter((field) => !isForNothing(field, { visit, outcome }, input));
      if (sound.length > 0) made.set(key, { ...own, fields: sound, fewestFields, isExact: own.isExact && isExact });
      else if (fields.length > 0) {
        const row = approvingRowBehind({ visit, outcome }, input, visitOfNotice);
        if (row !== null)
          made.set(visitKey(refOf(row.past)), { ...NOTHING, visit: row, ...fieldsOf(input, row, ['pass'], false) });
      }
    }
  }
  return [...made.values()];
}

const NOTHING = { better: [], denials: [], fields: [], lastResort: [], fewestFields: 0, isExact: true } as const;

interface Sent {
  readonly visit: ChoiceVisit;
  /** The outcome with which it would not have come to the person. */
  readonly outcome: ChoiceOutcome;
}

/**
 * True if the cure is a worse value that does not help. Example: "Approve from 700. Review from 640. Deny everyone
 * else." A score below 640 would not have gone to a person, but would have been denied. No letter asks for that.
 * Source: semantics 10.20.14.
 */
function isForNothing({ trace, cure }: DecidingField, { visit, outcome }: Sent, input: Input): boolean {
  const product = input.reports(trace.read)?.product;
  const better = product === undefined || !isOfRows(visit.choice.branches) ? null : betterOf(product, trace.field);
  if (better === null || trace.actual === undefined || !better(cure, trace.actual)) return false;
  const foresight = input.foresightWith({ ...trace, value: cure });
  return !isMitigating(input.graph, input.grave, foresight, visit.past.nodeId, outcome, true, 'may_approve');
}

/** The next row that would have approved without a person, on the data that the run has. */
function approvingRowBehind(
  { visit, outcome }: Sent,
  { graph, grave, foresight }: Input,
  of: VisitContext,
): ChoiceVisit | null {
  const undenied = avoidance(graph, grave, true);
  const seen = new Set<string>();
  for (let ids = visit.choice.targets.get(outcome) ?? []; ;) {
    const [id, ...others] = ids;
    const choice = id === undefined || others.length > 0 || seen.has(id) ? undefined : graph.places.get(id);
    if (id === undefined || choice?.is !== 'choice') return null;
    seen.add(id);
    const node = choiceAt(id, of);
    const then = foresight.at(id, foresight.approved);
    if (node === undefined || then.is !== 'taken') return null;
    if (then.outcome !== 'pass' && isOfRows(choice.branches) && undenied.outcome(id, 'pass')) {
      const { trace } = decidedAt(node, of, (from) => resolveCondition(of, from));
      return choiceVisit({ ...visit.past, nodeId: id, output: decision(then.outcome, trace) }, choice);
    }
    ids = choice.targets.get(then.outcome) ?? [];
  }
}

function sentBy(denial: ChoiceVisit, { graph, path, findVisit }: Input): Sent[] {
  const own = path.visits.get(visitKey(refOf(denial.past)));
  if (own === undefined || path.isSuperseded(own.past)) return [];
  // A choice that asks by a review branch only often asks about everybody, so its conditions tell nothing.
  if (!onlyAsks(denial.choice.branches)) return [{ visit: denial, outcome: denial.taken === 'pass' ? 'fail' : 'pass' }];
  const askedAbout = askedAboutAt(graph, denial.past.nodeId);
  const undenied = avoidance(graph, graveNotices(graph, 'denied'));
  return [...path.visits.values()].flatMap(({ past }): Sent[] => {
    const visit = path.isSuperseded(past) ? null : findVisit(refOf(past));
    if (visit === null) return [];
    const { matched, unmet } = askedAbout(past);
    if (matched.length > 0) return [{ visit, outcome: 'fail' }];
    // A row that would deny may also be left to the person, because of an unknown value.
    return unmet.length > 0 && undenied.outcome(past.nodeId, 'pass') ? [{ visit, outcome: 'pass' }] : [];
  });
}
