import { combinations, domainsOf, exprHolds, keyOfField } from './applicants.ts';
import { PRODUCTS } from '../products/index.ts';
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
