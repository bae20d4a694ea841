import type { ConditionTrace, VisitRef } from '../../cascade/conditions.ts';
import { compareValues, holds, operatorOf } from '../../cascade/operators/index.ts';
import type { Json, JsonSchema } from '../../json.ts';
import { readPath } from '../../path.ts';
import type { Work } from '../../work.ts';
import type { ReasonPredicate, ReportTest } from '../../products/index.ts';
import type { ChoiceOutcome, PastVisit } from './types.ts';

/** A field that decided, by the condition on it that its cure turns round. */
export interface DecidingField {
  readonly trace: ConditionTrace;
  /** `required`: the condition should have held. `matched`: it should not have. */
  readonly is: 'required' | 'matched';
  /** The nearest value in a smallest reversal. */
  readonly cure: Json;
  /** The condition says more or less than what would have been enough: the cure is one of several values. */
  readonly isOneOfSeveral?: true;
  /** Of the smallest reversals that have the field, how many fields the smallest one has. */
  readonly size: number;
  /** The index of the condition among the traces. */
  readonly condition?: number;
  /** The choice that asked, if it is another one than the one that contributes: a review behind `user_approved`. */
  readonly askedBy?: VisitRef;
  /** The field is the one that this condition compares with: `trace` is the comparison as that field sees it. */
  readonly comparedIn?: ConditionTrace;
}

/** Whether with another value of a field a choice before this visit would have decided as badly. */
export type IsDecidedBefore = (
  past: PastVisit,
  changed: Pick<ConditionTrace, 'source_node_id' | 'field' | 'where'>,
  value: Json,
) => boolean;

/** The same of a choice behind it, from the visit on. */
export type IsDecidedBehind = (
  visit: { readonly past: PastVisit; readonly taken: ChoiceOutcome },
  changed: Pick<ConditionTrace, 'source_node_id' | 'field' | 'where'>,
  value: Json,
) => boolean;

/** A report, and what may be spent on looking into it. */
export interface ReadableReport {
  readonly output: Json;
  readonly work: Work;
}

/**
 * Whether the words of a reason are true: of the report that was read, and of the side on which the cure lies. `decided`
 * is null if no field is spoken of (a reviewer's code): then the state of the report alone can hold.
 */
export function predicateHolds(
  when: ReasonPredicate,
  report: ReadableReport,
  decided: DecidingField | null,
  schema?: JsonSchema,
): boolean {
  const { output, work } = report;
  const holdsNow = (test: ReportTest) => testHolds(test, readPath(output, test.field, work), work);
  switch (when.is) {
    case 'state':
      return (
        (when.compared === undefined || decided === null || decided.trace.value === when.compared) &&
        when.any.some(holdsNow) &&
        (decided === null || liesTowardsCure(when, report, decided, schema))
      );
    case 'missing':
      // A vendor that leaves a field out says nothing of it.
      return (
        decided !== null &&
        decided.trace.missing &&
        readPath(output, decided.trace.field, work) === null &&
        (when.any.length === 0 || when.any.some(holdsNow))
      );
    case 'above':
    case 'below':
      return decided !== null && sideOf(decided) === when.is;
  }
}

function testHolds({ operator, value }: ReportTest, read: Json | undefined, work: Work): boolean {
  const actual = read ?? null;
  // A field that is not there says nothing, except that it is empty.
  return (
    (actual !== null || operatorOf(operator).holdsOfNothing === true) &&
    holds(operator, actual, value ?? null, work) === true
  );
}

/** On which side of its cure the value lies; undefined if there is no order to tell. */
export function sideOf({ trace, cure }: DecidingField): 'above' | 'below' | undefined {
  const order = trace.missing || typeof cure === 'object' ? undefined : compareValues(trace.actual, cure);
  if (order === undefined || order === 0) return undefined;
  return order > 0 ? 'above' : 'below';
}

/** Whether the cure is less of what the words complain of: nobody is declined with them for having too little of it. */
function liesTowardsCure(
  when: Extract<ReasonPredicate, { is: 'state' }>,
  { output, work }: ReadableReport,
  decided: DecidingField,
  schema: JsonSchema | undefined,
): boolean {
  if (when.cure === 'either') return true;
  const { trace, cure } = decided;
  if (cure === null) return schema?.['x-absent'] === 'none_on_record';
  const side = sideOf(decided);
  if (side !== undefined) return side === (when.cure === 'more' ? 'below' : 'above');
  const isCured = !when.any.some((test) =>
    testHolds(test, test.field === trace.field ? cure : readPath(output, test.field, work), work),
  );
  if (isCured) return true;
  if (Array.isArray(cure) && Array.isArray(trace.actual)) return cure.length < trace.actual.length;
  // The values of a list of ours stand in order, the best one first.
  const listed: readonly unknown[] = Array.isArray(schema?.enum) ? schema.enum : [];
  return listed.includes(cure) && listed.indexOf(cure) < listed.indexOf(trace.actual);
}
