import type { ConditionTrace, VisitRef } from '../../cascade/conditions.ts';
import { isUserApproved } from '../../cascade/scope.ts';
import { isJsonObject } from '../../json.ts';
import { branchOf, type Place } from './graph.ts';
import { matchedConditions } from './parts.ts';
import type { DecidingCondition } from './predicates.ts';
import type { Reports } from './reasons.ts';
import { factorsOf, missingReasonOf, productByCode, reasonOf } from '../../products/index.ts';
import type { Rules } from './rules.ts';
import type { ChoiceOutcome, PastVisit } from './types.ts';
import { refOf, visitKey } from './notice-path.ts';

export type Choice = Extract<Place, { is: 'choice' }>;

/** A visit of a choice, as its output records it. */
export interface ChoiceVisit {
  readonly past: PastVisit;
  readonly choice: Choice;
  readonly branch: ChoiceOutcome;
  readonly traces: readonly ConditionTrace[];
  /** Null if no person was asked, or the review is still open. */
  readonly review: { readonly denied: boolean; readonly reasons: readonly string[] } | null;
  /** The outcome whose steps ran; after a denial, `fail`. */
  readonly taken: ChoiceOutcome;
  /** The reports that the person could see. */
  readonly reportsHeld: readonly VisitRef[];
}

/** Null if the visit has not decided: it failed, or a person has still to decide. */
export function choiceVisit(past: PastVisit, place: Place | undefined): ChoiceVisit | null {
  const { output } = past;
  if (place?.is !== 'choice' || !isJsonObject(output)) return null;
  // The interpreter wrote this output itself (core/cascade/nodes/if-else.ts).
  const {
    branch,
    conditions,
    review,
    reports_held: held,
  } = output as unknown as {
    readonly branch: ChoiceOutcome;
    readonly conditions: readonly ConditionTrace[];
    readonly review?: { readonly decision: string; readonly reasons?: readonly string[] };
    readonly reports_held?: readonly VisitRef[];
  };
  if (branch === 'human_review' && review === undefined) return null;
  const denied = review?.decision === 'denied';
  return {
    past,
    choice: place,
    branch,
    traces: conditions.map((trace) => ({ ...trace, read: (trace.read as VisitRef | null | undefined) ?? null })),
    review: review === undefined ? null : { denied, reasons: review.reasons ?? [] },
    taken: denied ? 'fail' : branch,
    reportsHeld: held ?? [],
  };
}

/** What a choice contributes, apart from its words. */
export interface Contribution {
  readonly visit: ChoiceVisit;
  readonly better: readonly ChoiceOutcome[];
  readonly denials: readonly ChoiceVisit[];
  readonly conditions: readonly DecidingCondition[];
  /** What matched, for neutral statements if the letter has no other reason. */
  readonly lastResort: readonly DecidingCondition[];
}

export interface ContributionInput {
  readonly visit: ChoiceVisit;
  readonly better: readonly ChoiceOutcome[];
  /** The outcome that was taken cannot avoid a grave notice. */
  readonly cannotAvoid: boolean;
  readonly findVisit: (ref: VisitRef) => ChoiceVisit | null;
  readonly reports: Reports;
  readonly isReport: (nodeId: string) => boolean;
  readonly rules: Rules;
}

/** Source: semantics 10. */
export function contributionOf(input: ContributionInput): Contribution {
  const { visit, better, cannotAvoid } = input;
  const own = visit.review?.denied === true && better.includes('human_review') ? [visit] : [];
  const { telling: unmet, beside } = unmetOf(input, better);
  const resolved = resolveApprovals(input, unmet);
  const denials = uniqueVisits([...own, ...resolved.denials]);
  if (denials.length > 0 || resolved.conditions.length > 0) {
    return { visit, better, denials, conditions: resolved.conditions, lastResort: [] };
  }
  const matched = matchedOf(input);
  const fromMatch = resolveApprovals(input, matched);
  return {
    visit,
    better,
    denials: fromMatch.denials,
    conditions: fromMatch.conditions.filter(
      (condition) => condition.is === 'required' || hasTrueWords(condition, input),
    ),
    lastResort: beside.length > 0 ? beside : cannotAvoid && fromMatch.denials.length === 0 ? fromMatch.conditions : [],
  };
}

interface Unmet {
  readonly telling: readonly DecidingCondition[];
  /** True, and beside the point: only for a letter that has no other reason. */
  readonly beside: readonly DecidingCondition[];
}

/**
 * The unmet parts of better branches: `human_review` first, then of `pass` what it does not read. If `pass` takes the
 * very value that `human_review` refuses, such as a score above the band that a person looks at, or if `human_review`
 * only asks for a missing value, the person was declined for what `pass` wanted.
 */
function unmetOf(input: ContributionInput, better: readonly ChoiceOutcome[]): Unmet {
  const { visit, cannotAvoid } = input;
  const ofReview = better.includes('human_review') ? unmetIn(input, visit, 'human_review') : [];
  const ofPass = better.includes('pass') ? unmetIn(input, visit, 'pass') : [];
  if (ofReview.length === 0) return { telling: ofPass, beside: [] };
  const isBeyondReview =
    ofReview.some((condition) => isTakenByPass(condition, visit)) ||
    ofReview.every((condition) => condition.trace.operator === 'is_empty' && !hasTrueWords(condition, input));
  if (isBeyondReview && ofPass.length > 0) return { telling: ofPass, beside: [] };
  if (isBeyondReview && visit.taken === 'pass' && !cannotAvoid) return { telling: [], beside: ofReview };
  const readByReview = new Set(
    visit.traces.filter(({ branch }) => branch === 'human_review').map(({ source_node_id }) => source_node_id),
  );
  const further = ofPass.filter(({ trace }) => !readByReview.has(trace.source_node_id));
  return { telling: [...ofReview, ...further], beside: [] };
}

/** Whether a condition of `pass` holds of the value. */
function isTakenByPass({ trace }: DecidingCondition, { traces }: ChoiceVisit): boolean {
  return traces.some(
    ({ branch, source_node_id: source, field, result }) =>
      branch === 'pass' && result && source === trace.source_node_id && field === trace.field,
  );
}

function unmetIn(input: ContributionInput, visit: ChoiceVisit, outcome: 'pass' | 'human_review'): DecidingCondition[] {
  const own = visit.traces.filter(({ branch }) => branch === outcome);
  const unmet = input.rules
    .unmetConditions(branchOf(visit.choice.branches, outcome), own)
    .map((trace): DecidingCondition => ({ trace, is: 'required' }));
  // Nobody is declined for having a value, if something else was wanting: "no score" may stand in for a good one.
  const telling = unmet.filter(
    (condition) => condition.trace.operator !== 'is_empty' || hasTrueWords(condition, input),
  );
  return telling.length > 0 ? telling : unmet;
}

function matchedOf({ visit }: ContributionInput): DecidingCondition[] {
  const branch = visit.branch === 'fail' ? undefined : visit.branch;
  if (branch === undefined) return [];
  const own = visit.traces.filter((trace) => trace.branch === branch);
  return matchedConditions(branchOf(visit.choice.branches, branch), own).map((trace) => ({ trace, is: 'matched' }));
}

/** A condition on `user_approved` stands for the review that it read: a denial, with what its `pass` wanted. */
function resolveApprovals(
  input: ContributionInput,
  conditions: readonly DecidingCondition[],
): { readonly denials: readonly ChoiceVisit[]; readonly conditions: readonly DecidingCondition[] } {
  const denials: ChoiceVisit[] = [];
  const seen = new Set<string>();
  const resolve = (condition: DecidingCondition): DecidingCondition[] => {
    if (!isApproval(condition.trace, input)) return [condition];
    const review = condition.trace.read === null ? null : input.findVisit(condition.trace.read);
    if (review?.review?.denied !== true || seen.has(visitKey(refOf(review.past)))) return [];
    seen.add(visitKey(refOf(review.past)));
    denials.push(review);
    return unmetIn(input, review, 'pass').flatMap(resolve);
  };
  return { conditions: conditions.flatMap(resolve), denials };
}

function isApproval(trace: ConditionTrace, { isReport }: ContributionInput): boolean {
  return !isReport(trace.source_node_id) && isUserApproved(trace.field);
}

/** Whether the condition gives more than a neutral statement. */
function hasTrueWords(condition: DecidingCondition, { reports, rules }: ContributionInput): boolean {
  const report = reports(condition.trace.read);
  const product = report === undefined ? undefined : productByCode(report.productCode);
  if (report === undefined || product === undefined) return false;
  const { missing, field } = condition.trace;
  const factors = missing ? undefined : factorsOf(product, field);
  if (factors !== undefined) return rules.predicateHolds(factors.when, report, condition);
  const reason = missing ? missingReasonOf(product, field) : reasonOf(product, field);
  return reason !== undefined && rules.predicateHolds(reason.when, report, condition);
}

function uniqueVisits(visits: readonly ChoiceVisit[]): ChoiceVisit[] {
  return [...new Map(visits.map((visit) => [visitKey(refOf(visit.past)), visit])).values()];
}
