import { combinations, domainsOf, exprHolds, keyOfField } from './applicants.ts';
import { PRODUCTS, type ItemWords } from '../products/index.ts';
import { lastOf, windowOf } from './excused.ts';
import { testsOf, type Expr, type Rule, type Test } from './model.ts';
import { countingOf, howMany, summedUp } from './records.ts';

/** The field of it, or the list that it counts. */
const placeOf = (test: Pick<Test, 'source' | 'field'>): string =>
  (countingOf(test) ?? summedUp(test.source, test.field) ?? lastOf(test) ?? windowOf(test))?.list ??
  listOfSum(test) ??
  test.field;

/** The list whose amounts the field adds up. */
const listOfSum = ({ source, field }: Pick<Test, 'source' | 'field'>): string | undefined =>
  source === 'context' ? undefined : PRODUCTS[source].words.find(({ dollars }) => dollars === field)?.items?.list;

/** Whether no rule holds against somebody, for it alone, what is permitted. */
export function isRespected(permitted: Expr, rules: readonly Rule[]): boolean {
  const against = rules.filter(({ decision, when }) => when !== null && (decision === 'deny' || decision === 'review'));
  const domains = domainsOf([...testsOf(permitted), ...against.flatMap(({ when }) => testsOf(when))]);
  const fields = new Set(testsOf(permitted).map(placeOf));
  const records = testsOf(permitted).flatMap((each) => countingOf(each) ?? summedUp(each.source, each.field) ?? []);
  for (const values of combinations(
    domains.filter((domain) => fields.has(placeOf(domain))),
    2_000,
  )) {
    if (!exprHolds(permitted, values)) continue;
    // Who has other records besides may be denied for those.
    const isOfThose = records.every((counting) => {
      const items = values.get(keyOfField({ source: counting.source, field: counting.list }));
      return !Array.isArray(items) || howMany(counting, items) === items.length;
    });
    if (!isOfThose) continue;
    if (
      against.some(
        ({ when }) =>
          when !== null && testsOf(when).every((each) => fields.has(placeOf(each))) && exprHolds(when, values),
      )
    )
      return false;
  }
  return true;
}

/** "Up to two evictions are allowed" says that more are not: some rule has to say so, or it would say nothing. */
export function isLimitUsed(permitted: Expr, rules: readonly Rule[]): boolean {
  const limits = testsOf(permitted).filter((each) => isLimit(each));
  const used = rules.flatMap(({ when }) => testsOf(when));
  return limits.every((limit) => used.some((each) => placeOf(each) === placeOf(limit) && isBeyond(limit, each)));
}

/** More is said than what kind of thing it is. */
function isLimit({ source, where = [], operator, value }: Test): boolean {
  if (operator !== 'greater_than' || value !== 0) return operator !== 'is_empty' && operator !== 'is_not_empty';
  const isName = (own: readonly ItemWords[]): boolean => JSON.stringify(own) === JSON.stringify(where);
  return (
    source !== 'context' && where.length > 0 && !PRODUCTS[source].words.some(({ items }) => isName(items?.where ?? []))
  );
}

/** Of a number that is allowed, the next one is not. */
function isBeyond(limit: Test, { source, field, operator, value }: Test): boolean {
  const isNumber =
    typeof limit.value === 'number' && (limit.operator === 'equals' || limit.operator.startsWith('less'));
  if (!isNumber || limit.source !== source || limit.field !== field || typeof value !== 'number') return true;
  const most = limit.operator === 'less_than' ? Number(limit.value) - 1 : Number(limit.value);
  const next = operator === 'greater_than_or_equal' || operator === 'less_than' ? most + 1 : most;
  return operator !== 'equals' && operator !== 'not_equals' && value === next;
}
