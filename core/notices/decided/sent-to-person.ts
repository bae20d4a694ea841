import { onlyAsks } from '../../cascade/asking.ts';
import { askedAboutAt } from './asked-about.ts';
import { fieldsOf, type ChoiceVisit, type Contribution, type ContributionInput } from './contributions.ts';
import { avoidance, graveNotices, type DecisionGraph } from './graph.ts';
import { refOf, visitKey, type NoticePath } from './notice-path.ts';
import type { ChoiceOutcome } from './types.ts';

interface Input extends Pick<ContributionInput, 'findVisit' | 'reports' | 'isReport' | 'isDecidedBefore'> {
  readonly graph: DecisionGraph;
  readonly path: NoticePath;
}

/**
 * Where a person denied, the conditions that sent the case to that person count after the person's own reasons, whatever
 * would have become of it otherwise. Source: semantics 10.19; 12 CFR 1002.9, comment 9(b)(2)-7.
 */
export function withConditionsThatAsked(contributions: readonly Contribution[], input: Input): Contribution[] {
  const made = new Map(contributions.map((each) => [visitKey(refOf(each.visit.past)), each]));
  for (const denial of contributions.flatMap(({ denials }) => denials)) {
    for (const { visit, outcome } of sentBy(denial, input)) {
      const key = visitKey(refOf(visit.past));
      const own = made.get(key) ?? { ...NOTHING, visit };
      if (own.fields.length > 0) continue;
      const { fields, isExact, fewestFields } = fieldsOf(input, visit, [outcome], false);
      if (fields.length > 0) made.set(key, { ...own, fields, fewestFields, isExact: own.isExact && isExact });
    }
  }
  return [...made.values()];
}

const NOTHING = { better: [], denials: [], fields: [], lastResort: [], fewestFields: 0, isExact: true } as const;

interface Sent {
  readonly visit: ChoiceVisit;
  /** By which it would not have come to the person. */
  readonly outcome: ChoiceOutcome;
}

function sentBy(denial: ChoiceVisit, { graph, path, findVisit }: Input): Sent[] {
  const own = path.visits.get(visitKey(refOf(denial.past)));
  if (own === undefined || path.isSuperseded(own.past)) return [];
  // One that asks by a review branch alone often asks about everybody: what it compares says nothing then.
  if (!onlyAsks(denial.choice.branches)) return [{ visit: denial, outcome: denial.taken === 'pass' ? 'fail' : 'pass' }];
  const askedAbout = askedAboutAt(graph, denial.past.nodeId);
  const undenied = avoidance(graph, graveNotices(graph, 'denied'));
  return [...path.visits.values()].flatMap(({ past }): Sent[] => {
    const visit = path.isSuperseded(past) ? null : findVisit(refOf(past));
    if (visit === null) return [];
    const { matched, unmet } = askedAbout(past);
    if (matched.length > 0) return [{ visit, outcome: 'fail' }];
    // A row that would deny may be left to the person, too, for a value that nobody knows.
    return unmet.length > 0 && undenied.outcome(past.nodeId, 'pass') ? [{ visit, outcome: 'pass' }] : [];
  });
}
