import type { ConditionTrace } from '../../cascade/conditions.ts';
import { disclosedScores, isDisclosedScore } from '../../products/scores.ts';
import type { ChoiceVisit } from './contributions.ts';
import { isOfRows } from './for-worse.ts';
import { visitKey } from './notice-path.ts';
import type { Reports } from './reasons.ts';
import type { UsedReport, UsedScore } from './types.ts';

/**
 * The credit score of a used report, if it was used too. That is so if a condition on the path read it, met or not, or
 * if the person who denied could see it. Source: 15 USC 1681m(a)(2), "used by such person in taking any adverse
 * action".
 */
export function usedScore(
  report: UsedReport,
  reports: Reports,
  denials: readonly ChoiceVisit[],
  onWay: readonly ChoiceVisit[],
): UsedScore[] {
  const product = reports(report)?.product;
  const scores = product === undefined ? [] : disclosedScores(product);
  const [first] = scores;
  if (first === undefined) return [];
  const key = visitKey(report);
  const read = onWay
    .flatMap(({ traces }) => traces)
    .flatMap((trace) => [trace, ...(trace.value_from === undefined ? [] : [trace.value_from])])
    .find((trace) => trace.read !== null && visitKey(trace.read) === key && scores.includes(trace.field));
  const { only_available: _, ...bare } = report;
  const own = { ...bare, ...(product?.declared === undefined ? {} : { field: read?.field ?? first }) };
  if (read !== undefined) return [own];
  const isSeen = denials.some(({ reportsHeld }) => reportsHeld.some((held) => visitKey(held) === key));
  return isSeen ? [{ ...own, only_available: true }] : [];
}

/**
 * The scores read by rows that did not approve: a row used its score even if it failed for something else. Source:
 * semantics 10.20.15; 15 USC 1681m(a)(2).
 */
export function scoresTried({ choice, taken, review, traces }: ChoiceVisit, reports: Reports): ConditionTrace[] {
  const isRow = isOfRows(choice.branches) && choice.branches.pass?.group_logic === 'or';
  if (!isRow || taken !== 'fail' || review !== null) return [];
  return traces.filter(({ read, field }) => isDisclosedScore(reports(read)?.product, field));
}
