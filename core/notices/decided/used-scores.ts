import type { ConditionTrace } from '../../cascade/conditions.ts';
import { productByCode } from '../../products/index.ts';
import type { ChoiceVisit } from './contributions.ts';
import { isOfRows } from './for-worse.ts';
import { visitKey } from './notice-path.ts';
import type { Reports } from './reasons.ts';
import type { UsedReport, UsedScore } from './types.ts';

/**
 * The credit score of a used report, if it was used too: a condition on the path read it, met or not, or the person who
 * denied had it before them. Source: 15 USC 1681m(a)(2), "used by such person in taking any adverse action".
 */
export function usedScore(
  report: UsedReport,
  denials: readonly ChoiceVisit[],
  onWay: readonly ChoiceVisit[],
): UsedScore[] {
  const scoreField = productByCode(report.product_code)?.scoreField;
  if (scoreField === undefined) return [];
  const key = visitKey(report);
  const reads = (traces: readonly ConditionTrace[]) =>
    traces
      .flatMap((trace) => [trace, ...(trace.value_from === undefined ? [] : [trace.value_from])])
      .some(({ read, field }) => read !== null && visitKey(read) === key && field === scoreField);
  const isRead = onWay.some(({ traces }) => reads(traces));
  const { only_available: _, ...own } = report;
  if (isRead) return [own];
  const isSeen = denials.some(({ reportsHeld }) => reportsHeld.some((held) => visitKey(held) === key));
  return isSeen ? [{ ...own, only_available: true }] : [];
}

/**
 * The scores that rows read which did not approve: a row that lacks something else used its score all the same. Source:
 * semantics 10.20.15; 15 USC 1681m(a)(2).
 */
export function scoresTried({ choice, taken, review, traces }: ChoiceVisit, reports: Reports): ConditionTrace[] {
  const isRow = isOfRows(choice.branches) && choice.branches.pass?.group_logic === 'or';
  if (!isRow || taken !== 'fail' || review !== null) return [];
  return traces.filter(({ read, field }) => reports(read)?.product?.scoreField === field);
}
