import type { ConditionTrace, VisitRef } from '../../cascade/conditions.ts';
import { compareValues, holds, operatorOf } from '../../cascade/operators/index.ts';
import type { Json, JsonSchema } from '../../json.ts';
import { readPath } from '../../path.ts';
import type { Work } from '../../work.ts';
import type { ReasonPredicate, ReportTest } from '../../products/index.ts';
import type { ChoiceOutcome, PastVisit } from './types.ts';

/** A field that decided, with the condition on it that its cure reverses. */
export interface DecidingField {
  readonly trace: ConditionTrace;
  /** `required`: the condition should have held. `matched`: it should not have held. */
  readonly is: 'required' | 'matched';
  /** The nearest value in a smallest reversal. */
  readonly cure: Json;
  /** The cure is one of several: the condition does not tell exactly which values would have been enough. */
  readonly isOneOfSeveral?: true;
  /** The number of fields in the smallest reversal that has this field. */
  readonly size: number;
  /** The index of the condition among the traces. */
  readonly condition?: number;
  /** The choice that asked, if it is not the contributing one: a review behind `user_approved`. */
  readonly askedBy?: VisitRef;
  /** Set if the field is on the other side of this condition: `trace` is then the comparison from its side. */
  readonly comparedIn?: ConditionTrace;
}

/** True if, with another value of a field, a choice before this visit would have decided as badly. */
export type IsDecidedBefore = (
  past: PastVisit,
  changed: Pick<ConditionTrace, 'source_node_id' | 'field' | 'where'>,
  value: Json,
) => boolean;

/** Like `IsDecidedBefore`, for this choice and later ones. */
export type IsDecidedBehind = (
  visit: { readonly past: PastVisit; readonly taken: ChoiceOutcome },
  changed: Pick<ConditionTrace, 'source_node_id' | 'field' | 'where'>,
  value: Json,
) => boolean;

/** A report, and the budget for reading it. */
export interface ReadableReport {
  readonly output: Json;
  readonly work: Work;
}

/**
 * True if the words of a reason are true for the report and for the side on which the cure is. `decided` is null for a
 * reviewer's code, which is about no field: then only the state of the report counts.
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
      // A field that a vendor left out is not known to be missing.
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
  // A missing field passes no test but "is empty".
  return (
    (actual !== null || operatorOf(operator).holdsOfNothing === true) &&
    holds(operator, actual, value ?? null, work) === true
  );
}

/** The side of the cure on which the value is; undefined if they have no order. */
export function sideOf({ trace, cure }: DecidingField): 'above' | 'below' | undefined {
  const order = trace.missing || typeof cure === 'object' ? undefined : compareValues(trace.actual, cure);
  if (order === undefined || order === 0) return undefined;
  return order > 0 ? 'above' : 'below';
}

/** True if the cure is less of what the words complain about: they decline nobody for having too little of it. */
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
  // Values of a field's own list are ordered, best first.
  const listed: readonly unknown[] = Array.isArray(schema?.enum) ? schema.enum : [];
  return listed.includes(cure) && listed.indexOf(cure) < listed.indexOf(trace.actual);
}
