import { fieldSchema, PRODUCTS, type ReasonPredicate } from '../../products/index.ts';
import { testsOf, type Expr, type Test } from '../../rules/model.ts';
import { countingOf, type Counting } from '../../rules/records.ts';

/** The predicate that makes the value a reason to deny, from the report's own schema. */
export function reasonOf({ source, field }: Pick<Test, 'source' | 'field'>): ReasonPredicate | undefined {
  const schema = source === 'context' ? undefined : fieldSchema(PRODUCTS[source], field);
  // The schemas are ours: these keywords hold predicates.
  return (schema?.['x-factors-when'] ?? schema?.['x-reason-when']) as ReasonPredicate | undefined;
}

/** The side that is held against an applicant, more or less of the value; null if the schema takes no side. */
export function sideOf(of: Pick<Test, 'source' | 'field'>): 'more' | 'less' | null {
  const counting = countingOf(of);
  if (counting !== undefined) return isBestEmpty(counting) ? 'more' : null;
  const when = reasonOf(of);
  if (when?.is === 'below' || when?.is === 'above') return when.is === 'below' ? 'less' : 'more';
  return when?.is === 'state' ? sideOfState(when, of) : null;
}

function sideOfState(
  { cure, any }: Extract<ReasonPredicate, { is: 'state' }>,
  { source, field }: Pick<Test, 'source' | 'field'>,
): 'more' | 'less' | null {
  if (cure === 'more') return 'less';
  const unit = source === 'context' ? null : fieldSchema(PRODUCTS[source], field)?.['x-unit'];
  const isState = any.some((one) => one.field === field && one.value === true);
  return isState || unit === 'count' || unit === 'USD' ? 'more' : null;
}

/** "The gravest record must be a misdemeanor": whatever it is, it is held against somebody that there is one. */
function isOfOthers(one: Test): boolean {
  const when = one.operator === 'equals' ? reasonOf(one) : undefined;
  return when?.is === 'state' && when.any.every(({ field }) => field !== one.field);
}

/** A list of what is held against somebody. */
const isBestEmpty = ({ source, list }: Counting): boolean =>
  fieldSchema(PRODUCTS[source], list)?.['x-empty'] === 'best';

/** A comparison that speaks for somebody: "a score of at least 580". */
export const isGoodTest = (one: Test): boolean => {
  const side = sideOf(one);
  return side === 'less'
    ? one.operator.startsWith('greater')
    : side === 'more' && /^(?:less|is_false)/.test(one.operator);
};

/** A comparison that is held against somebody: "a score below 580". */
export const isBadTest = (one: Test): boolean => {
  if (isOfOthers(one)) return true;
  const side = sideOf(one);
  const isSoMany = one.operator === 'equals' && Number(one.value) > 0;
  return side === 'less'
    ? one.operator.startsWith('less')
    : side === 'more' && (isSoMany || /^(?:greater|is_true)/.test(one.operator));
};

const isComparison = ({ operator }: Test): boolean => operator !== 'is_empty' && operator !== 'is_not_empty';

/** It asks for what is good alone: "a score of at least 580", "no more than two late payments". */
export function asksForGood(expr: Expr): boolean {
  const tests = testsOf(expr).filter(isComparison);
  return tests.length > 0 && tests.every(isGoodTest);
}

/** It asks everybody for what is held against them: "we expect late payments". */
export function asksForBad(expr: Expr): boolean {
  if (expr.kind === 'all') return expr.of.some(asksForBad);
  const tests = testsOf(expr).filter(isComparison);
  return tests.length > 0 && tests.every(isBadTest);
}

/** "At most one eviction", "owes less than $500", of what is nothing for nearly everybody; "1 to 2" is plain. */
export function isLittle({ source, field, operator, value }: Test, _: number, tests: readonly Test[]): boolean {
  const isNone = value === 0 || (operator === 'less_than' && value === 1);
  if (source === 'context' || !operator.startsWith('less') || isNone || sideOf({ source, field }) !== 'more')
    return false;
  const { words } = PRODUCTS[source];
  const isSome = tests.some((other) => other.field === field && other.operator.startsWith('greater'));
  const isSum = words.some((each) => each.field === field && each.each !== undefined);
  const isCount = field.endsWith('.count') || fieldSchema(PRODUCTS[source], field)?.['x-unit'] === 'count';
  return !isSome && (isSum || isCount);
}
