import { comparable, figureKey, type ConditionTrace, type VisitRef } from '../../cascade/conditions.ts';
import { choiceOutput, outcomeAfter } from '../../cascade/nodes/if-else.ts';
import { asks, compareValues, isBlank } from '../../cascade/operators/index.ts';
import { isUserApproved } from '../../cascade/scope.ts';
import type { Json, JsonSchema } from '../../json.ts';
import { betterOf } from '../../products/better.ts';
import { fieldSchema } from '../../products/index.ts';
import { candidatesOf } from './candidates.ts';
import { isForWorse, isOfRows } from './for-worse.ts';
import { fromOtherSide, holdsWith } from './comparisons.ts';
import { isOneOfSeveral, resultWith } from './cures.ts';
import { formulaOf, type Formula } from './formula.ts';
import type { Place } from './graph.ts';
import { refOf, visitKey } from './notice-path.ts';
import type { DecidingField, IsDecidedBefore, IsDecidedBehind } from './predicates.ts';
import type { Reports } from './reasons.ts';
import { smallestReversals, type ReadField, type Reversal, type Reversals } from './reversals.ts';
import type { ChoiceOutcome, PastVisit } from './types.ts';

export type Choice = Extract<Place, { is: 'choice' }>;

/** A visit of a choice, as recorded in its output. */
export interface ChoiceVisit {
  readonly past: PastVisit;
  readonly choice: Choice;
  readonly branch: ChoiceOutcome;
  readonly traces: readonly ConditionTrace[];
  /** Null if no person was asked, or if the review is still open. */
  readonly review: { readonly denied: boolean; readonly reasons: readonly string[] } | null;
  /** The outcome whose steps ran. After a denial it is `fail`, unless the choice is reversed. */
  readonly taken: ChoiceOutcome;
  /** The outcome of an approval. */
  readonly approval: ChoiceOutcome;
  /** The reports that the person could see. */
  readonly reportsHeld: readonly VisitRef[];
}

/** Null if the visit has not decided: it failed, or a review is still open. */
export function choiceVisit(past: PastVisit, place: Place | undefined): ChoiceVisit | null {
  const output = choiceOutput(past.output);
  if (place?.is !== 'choice' || output === null) return null;
  const { branch, conditions, review, reports_held: held, asked } = output;
  if (branch === null || (branch === 'human_review' && review === undefined)) return null;
  const denied = review?.decision === 'denied';
  const taken = review === undefined ? branch : outcomeAfter(review.decision, output);
  return {
    past,
    choice: place,
    branch,
    traces: conditions.map((trace) => ({
      ...trace,
      // A person was asked in place of the condition, and the person's decision gives its result.
      result: trace.on_missing === 'review' && trace.result === null ? trace.branch === taken : trace.result,
      read: (trace.read as VisitRef | null | undefined) ?? null,
      // About the field's own value: a missing value to compare with does not count.
      missing: (trace.actual === null || isBlank(trace.actual)) && trace.not_comparable === undefined,
    })),
    review: review === undefined ? null : { denied, reasons: review.reasons ?? [] },
    taken,
    approval: asked?.approved ?? 'human_review',
    reportsHeld: held ?? [],
  };
}

/** A choice's contribution, without its words. */
export interface Contribution {
  readonly visit: ChoiceVisit;
  readonly better: readonly ChoiceOutcome[];
  readonly denials: readonly ChoiceVisit[];
  /** The fields of its smallest reversals, smallest reversals first. */
  readonly fields: readonly DecidingField[];
  /**
   * Fields with which an applicant who was better off would have been reviewed. They are used if the letter has no
   * other line.
   */
  readonly lastResort: readonly DecidingField[];
  /** The smallest number of fields that would have had to differ at once. */
  readonly fewestFields: number;
  readonly isExact: boolean;
}

export interface ContributionInput {
  readonly visit: ChoiceVisit;
  readonly better: readonly ChoiceOutcome[];
  /** The outcome taken cannot avoid a grave notice. */
  readonly cannotAvoid: boolean;
  readonly findVisit: (ref: VisitRef) => ChoiceVisit | null;
  readonly reports: Reports;
  readonly isReport: (nodeId: string) => boolean;
  readonly isDecidedBefore: IsDecidedBefore;
  readonly isDecidedBehind: IsDecidedBehind;
}

/** Source: semantics 10.19 and 10.20. */
export function contributionOf(input: ContributionInput): Contribution {
  const { visit, better } = input;
  const isDenied = visit.review?.denied === true;
  const own = isDenied && better.includes(visit.approval) ? [visit] : [];
  // A person who denied would deny again, whatever else sends the application there.
  const sought = isDenied ? better.filter((outcome) => outcome !== visit.approval) : better;
  const isPassGood = better.includes('pass') || (visit.taken === 'pass' && !input.cannotAvoid);
  const decided = fieldsOf(input, visit, sought, isPassGood);
  const resolved = resolveApprovals(input, decided.fields);
  const hasNone = isPassGood && denialsAndFields(own, resolved) === 0;
  const loose = hasNone ? fieldsOf(input, visit, sought, false) : decided;
  return {
    visit,
    better,
    denials: uniqueVisits([...own, ...resolved.denials]),
    fields: resolved.fields,
    lastResort: hasNone ? resolveApprovals(input, loose.fields).fields : [],
    fewestFields: decided.fewestFields,
    isExact: decided.isExact && resolved.isExact,
  };
}

interface DecidingFields {
  readonly fields: readonly DecidingField[];
  readonly fewestFields: number;
  readonly isExact: boolean;
}

function denialsAndFields(
  own: readonly ChoiceVisit[],
  { denials, fields }: { readonly denials: readonly ChoiceVisit[]; readonly fields: readonly DecidingField[] },
): number {
  return own.length + denials.length + fields.length;
}

export type FieldsInput = Pick<
  ContributionInput,
  'findVisit' | 'reports' | 'isReport' | 'isDecidedBefore' | 'isDecidedBehind'
>;

export function fieldsOf(
  input: FieldsInput,
  visit: ChoiceVisit,
  outcomes: readonly ChoiceOutcome[],
  isStrict: boolean,
): DecidingFields {
  const { traces, choice } = visit;
  if (outcomes.length === 0) return { fields: [], fewestFields: 0, isExact: true };
  const formula = formulaOf(choice.branches, traces, outcomes, isStrict);
  const read = readFields(traces, input, outcomes.includes('human_review'));
  const readAs = ({ conditions, comparedIn }: ReadField) =>
    traces[conditions[0] ?? -1] ?? traces[comparedIn[0] ?? -1]?.value_from;
  const schemaOf = (field: ReadField) => {
    const from = readAs(field);
    const product = from === undefined ? undefined : input.reports(from.read)?.product;
    return product === undefined || from === undefined ? undefined : fieldSchema(product, from.field);
  };
  const isSpared = (field: ReadField, value: Json) => {
    const from = readAs(field);
    return from === undefined || !input.isDecidedBefore(visit.past, from, value);
  };
  const isOfWays = visit.taken === 'fail' && isOfRows(choice.branches) && choice.branches.pass?.group_logic === 'or';
  const isSaid = ({ trace, cure }: DecidingField) =>
    !isForWorse(choice, input.reports(trace.read)?.product, trace, cure);
  const decided = (isTried: typeof isSpared): DecidingFields => {
    const reversals = smallestReversals(formula, traces, read, { schemaOf, isTried });
    return {
      fields: decidingFields(reversals, { formula, traces, schemaOf, isOfWays }, read).filter(isSaid),
      fewestFields: reversals.smallest[0]?.changes.length ?? 0,
      isExact: reversals.isExact,
    };
  };
  if (!isOfRows(choice.branches)) return decided(isSpared);
  const good = decided((field, value) => {
    const from = readAs(field);
    if (from === undefined) return true;
    const product = input.reports(from.read)?.product;
    const isWorse = product !== undefined && betterOf(product, from.field)?.(value, from.actual) === true;
    return !isWorse && isSpared(field, value) && !input.isDecidedBehind(visit, from, value);
  });
  // If no such value turns this row, or another field keeps later rows from a better end, any other value is named.
  return good.fields.some(({ cure }) => cure !== null) ? good : decided(isSpared);
}

/**
 * Each field that the choice read, by the visit that it was read from. If a review is better, its field comes first.
 */
function readFields(
  traces: readonly ConditionTrace[],
  { isReport, findVisit }: Pick<ContributionInput, 'isReport' | 'findVisit'>,
  isReviewFirst: boolean,
): ReadField[] {
  const byKey = new Map<string, { readonly conditions: number[]; readonly comparedIn: number[] }>();
  const fieldAt = (key: string) => {
    const field = byKey.get(key) ?? { conditions: [], comparedIn: [] };
    byKey.set(key, field);
    return field;
  };
  const keyOf = (value: Pick<ConditionTrace, 'source_node_id' | 'field' | 'where' | 'read'>) => {
    const { source_node_id: source, read } = value;
    const key = figureKey(value);
    return isReport(source)
      ? `${read === null ? source : visitKey(read)}.${key}`
      : `context.${key.replace(/^context\./, '')}`;
  };
  const indexed = [...traces.entries()];
  const isOfReview = ([, { branch }]: (typeof indexed)[number]) => isReviewFirst && branch === 'human_review';
  const ordered = [...indexed.filter(isOfReview), ...indexed.filter((each) => !isOfReview(each))];
  for (const [index, trace] of ordered) {
    // Only a denial counts as a decision that could have been different: nobody wishes that a person had not approved.
    const isApproval = !isReport(trace.source_node_id) && isUserApproved(trace.field);
    const review = trace.read === null ? null : findVisit(trace.read);
    if (isApproval && review?.review?.denied !== true) continue;
    fieldAt(keyOf(trace)).conditions.push(index);
    if (trace.value_from !== undefined) fieldAt(keyOf(trace.value_from)).comparedIn.push(index);
  }
  return [...byKey].map(([key, field]) => ({ key, ...field }));
}

/**
 * Most conditions to evaluate to find out if the words of a choice's fields say what was enough: a few milliseconds.
 */
const MOST_LOOKS = 100_000;

interface Decision {
  /** Its rows are several ways to be approved. */
  readonly isOfWays: boolean;
  readonly formula: Formula;
  readonly traces: readonly ConditionTrace[];
  readonly schemaOf: (field: ReadField) => JsonSchema | undefined;
}

/**
 * In the order of the letter: by the size of the smallest reversal with the field, then by reversal, then by the order
 * of conditions.
 */
function decidingFields(
  { smallest }: Reversals,
  { formula, traces, schemaOf, isOfWays }: Decision,
  read: readonly ReadField[],
): DecidingField[] {
  const first = new Map<string, { readonly value: Json; readonly field: ReadField; readonly of: Reversal }>();
  for (const of of smallest) {
    for (const { field, value } of of.changes) {
      if (!first.has(field.key)) first.set(field.key, { value, field, of });
    }
  }
  const looks = { left: MOST_LOOKS };
  const order = new Map(read.map(({ key }, index) => [key, index]));
  const placeOf = ({ field }: { readonly field: ReadField }): number => order.get(field.key) ?? 0;
  // If two ways to be approved lack equally many fields, all fields of one come before those of the other, never mixed.
  const rankOf = ({ changes }: Reversal): number => (isOfWays ? Math.min(...changes.map(placeOf)) : 0);
  return [...first.values()]
    .toSorted(
      (a, b) => a.of.changes.length - b.of.changes.length || rankOf(a.of) - rankOf(b.of) || placeOf(a) - placeOf(b),
    )
    .flatMap(({ field, value, of }): DecidingField[] => {
      const found = decidingCondition(field, traces, value, of);
      if (found === undefined) return [];
      const { trace, index, holdsThen } = found;
      const size = of.changes.length;
      const isOther = field.comparedIn.includes(index) && !field.conditions.includes(index);
      const seen = isOther ? seenByOther(trace, index, value, of) : trace;
      const from = { condition: index, ...(isOther ? { comparedIn: trace } : {}) };
      const is = holdsThen ? 'required' : 'matched';
      const others = of.changes.filter((change) => change.field !== field);
      const schema = schemaOf(field);
      const cured = { formula, traces, schema, printed: index, change: { field, value }, others, looks };
      const several = isOneOfSeveral(cured, { ...seen, is }) ? { isOneOfSeveral: true as const } : {};
      return [{ trace: seen, is, cure: value, ...several, size, ...from }];
    });
}

interface Deciding {
  readonly trace: ConditionTrace;
  readonly index: number;
  /** True if it holds with the cure. */
  readonly holdsThen: boolean;
}

/**
 * The condition on the field that the cure reverses; of several, the last one on the way to the cure. If it reverses
 * none, the condition whose other value changes and which the field has to follow.
 */
function decidingCondition(
  { key, conditions, comparedIn }: ReadField,
  traces: readonly ConditionTrace[],
  cure: Json,
  reversal: Reversal,
): Deciding | undefined {
  const others = reversal.changes.filter(({ field }) => field.key !== key);
  const involved = [...conditions, ...comparedIn].flatMap((index) => {
    const trace = traces[index];
    // A condition that could not be compared decided nothing.
    if (trace === undefined || trace.result === null) return [];
    const [then, without] = [reversal.changes, others].map((changes) => resultWith(trace, index, changes));
    // A side that cannot be compared counts as turning out right.
    return [{ trace, index, holdsThen: then ?? !trace.result, isKept: then !== without }];
  });
  const turned = involved.filter(({ trace, holdsThen }) => holdsThen !== trace.result);
  const distance = ({ trace, index }: Deciding) => {
    const { value } = conditions.includes(index) ? trace : seenByOther(trace, index, cure, reversal);
    const order = value === null || typeof cure === 'object' ? undefined : compareValues(value, cure);
    return order === undefined ? 0 : Math.abs(order);
  };
  const nearest = turned.toSorted((a, b) => distance(a) - distance(b))[0];
  if (nearest !== undefined) return limitBeside(nearest, involved) ?? nearest;
  const kept = involved.find(({ isKept }) => isKept);
  return kept === undefined ? undefined : { ...kept, trace: metOf(kept, others) };
}

/** In "is not known, or is less than 600" the limit says more, because a known value would have to meet it. */
function limitBeside({ trace: asked }: Deciding, involved: readonly Deciding[]): Deciding | undefined {
  if (!asked.missing || !asks(asked.operator, 'absence')) return undefined;
  return involved.find(
    ({ trace, holdsThen }) =>
      trace.branch === asked.branch && trace.missing && !holdsThen && !asks(trace.operator, 'absence'),
  );
}

/** The comparison with the value that the other field would then have. */
function metOf({ trace, index }: Deciding, others: Reversal['changes']): ConditionTrace {
  const from = trace.value_from;
  const other = others.find(({ field }) => field.comparedIn.includes(index));
  if (from === undefined || other === undefined) return trace;
  return { ...trace, value: comparable({ ...from, actual: other.value }) };
}

/** The comparison from the other value's point of view, with the limit nearest to the cure. */
function seenByOther(trace: ConditionTrace, index: number, cure: Json, { changes }: Reversal): ConditionTrace {
  const own = changes.find(({ field }) => field.conditions.includes(index));
  const distance = ({ value }: ConditionTrace) =>
    value === null || typeof cure === 'object' ? 0 : Math.abs(compareValues(value, cure) ?? 0);
  const seen = fromOtherSide(trace, own === undefined ? trace.actual : own.value);
  return seen.toSorted((a, b) => distance(a) - distance(b))[0] ?? trace;
}

/** A condition that was not met, as a field about which nothing more is known. */
export function asRequired(trace: ConditionTrace): DecidingField {
  const cures = candidatesOf([trace], undefined);
  const cure = cures.find((value) => holdsWith(trace, value, undefined)) ?? null;
  return { trace, is: 'required', cure, size: 1 };
}

/**
 * Replaces a condition on `user_approved` by the review that it read. That is a denial, with the fields for which that
 * choice would have passed without a person.
 */
function resolveApprovals(
  input: ContributionInput,
  fields: readonly DecidingField[],
): { readonly denials: readonly ChoiceVisit[]; readonly fields: readonly DecidingField[]; readonly isExact: boolean } {
  const denials: ChoiceVisit[] = [];
  const seen = new Set<string>();
  let isExact = true;
  const resolve = (field: DecidingField): readonly DecidingField[] => {
    const { trace, cure } = field;
    if (input.isReport(trace.source_node_id) || !isUserApproved(trace.field)) return [field];
    const review = trace.read === null ? null : input.findVisit(trace.read);
    if (review?.review?.denied !== true || cure === false || seen.has(visitKey(refOf(review.past)))) return [];
    seen.add(visitKey(refOf(review.past)));
    denials.push(review);
    const decided = fieldsOf(input, review, ['pass'], false);
    isExact &&= decided.isExact;
    const askedBy = refOf(review.past);
    return decided.fields.map((each) => ({ ...each, askedBy })).flatMap(resolve);
  };
  return { fields: fields.flatMap(resolve), denials, isExact };
}

function uniqueVisits(visits: readonly ChoiceVisit[]): ChoiceVisit[] {
  return [...new Map(visits.map((visit) => [visitKey(refOf(visit.past)), visit])).values()];
}
