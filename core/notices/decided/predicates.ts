import { compareValues, holds, type ConditionTrace } from '../../cascade/conditions.ts';
import type { Json } from '../../json.ts';
import { readPath } from '../../path.ts';
import type { Work } from '../../work.ts';
import type { ReasonPredicate, ReportTest } from '../../products/index.ts';

/** A condition that decided. `required`: it should have held. `matched`: it should not have. */
export interface DecidingCondition {
  readonly trace: ConditionTrace;
  readonly is: 'required' | 'matched';
}

/** A report, and what may be spent on looking into it. */
export interface ReadableReport {
  readonly output: Json;
  readonly work: Work;
}

/**
 * Whether the words of a reason are true: of the report that the condition read, and of the side on which its value
 * lies. `decided` is null if no condition is spoken of (a reviewer's code): then no side can hold.
 */
export function predicateHolds(
  when: ReasonPredicate,
  { output: report, work }: ReadableReport,
  decided: DecidingCondition | null,
): boolean {
  switch (when.is) {
    case 'state':
      return (
        (when.compared === undefined || decided === null || decided.trace.value === when.compared) &&
        when.any.some((test) => testHolds(test, report, work))
      );
    case 'missing':
      // A vendor that leaves a field out says nothing of it.
      return (
        decided !== null &&
        decided.trace.missing &&
        readPath(report, decided.trace.field, work) === null &&
        (when.any.length === 0 || when.any.some((test) => testHolds(test, report, work)))
      );
    case 'above':
    case 'below':
      return decided !== null && sideOf(decided) === when.is;
  }
}

function testHolds({ field, operator, value }: ReportTest, report: Json, work: Work): boolean {
  const actual = readPath(report, field, work) ?? null;
  // A field that is not there says nothing, except that it is empty.
  return (actual !== null || operator === 'is_empty') && holds(operator, actual, value ?? null, work);
}

/** On which side of what was allowed the value lies; undefined if there is no order to tell. */
function sideOf({ trace, is }: DecidingCondition): 'above' | 'below' | undefined {
  const { operator, actual, value, missing } = trace;
  const order = missing ? undefined : compareValues(actual, value);
  if (order === undefined) return undefined;
  const isRequired = is === 'required';
  switch (operator) {
    case 'less_than':
    case 'less_than_or_equal':
      return isRequired ? 'above' : 'below';
    case 'greater_than':
    case 'greater_than_or_equal':
      return isRequired ? 'below' : 'above';
    case 'equals':
    case 'not_equals':
      return order === 0 ? undefined : order > 0 ? 'above' : 'below';
    default:
      return undefined;
  }
}
