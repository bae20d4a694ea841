import { PRODUCTS, type ItemWords, type ProductCode } from '../products/index.ts';
import { opposed } from './grammar/chosen-records.ts';
import { ofEach, test, testsOf, type Expr, type Rule, type Test } from './model.ts';
import { countingOf, summedUp } from './records.ts';

/*
 * Records that do not count ("dismissed evictions are fine"): every rule that counts records of that list counts the
 * others alone. What cannot be said so is left as it is, and the rules contradict each other.
 */

interface Kind {
  readonly source: ProductCode;
  readonly list: string;
  readonly where: readonly ItemWords[];
}

const DAYS = 'months_since_';

/** The kinds of records that are spoken of; empty if it speaks of something else. */
function kindsOf(expr: Expr): readonly Kind[] {
  const kinds = testsOf(expr).map((each) => {
    // "One dismissed eviction is fine" says nothing of two.
    const isPresence = each.operator === 'greater_than' && each.value === 0;
    return isPresence ? kindOf(each) : null;
  });
  const known = kinds.filter((kind) => kind !== null).filter(({ where }) => where.length > 0);
  return expr.kind === 'all' || known.length < kinds.length ? [] : known;
}

function kindOf(each: Test): Kind | null {
  const counting = countingOf(each) ?? summedUp(each.source, each.field);
  return counting === undefined ? null : { ...counting, where: counting.where as readonly ItemWords[] };
}

/** The rules, as they count the records that are not of these kinds; null if a rule cannot leave them out. */
export function excusing(rules: readonly Rule[], permitted: readonly Expr[]): readonly Rule[] | null {
  const kinds = permitted.flatMap(kindsOf);
  if (kinds.length === 0) return rules;
  const excused = rules.map((rule) => {
    const when = rule.when === null ? null : without(rule.when, kinds);
    return when === undefined ? undefined : { ...rule, when };
  });
  const known = excused.filter((rule) => rule !== undefined);
  return known.length < excused.length ? null : known;
}

/** Undefined: it counts them, and cannot be said without them. */
function without(expr: Expr, kinds: readonly Kind[]): Expr | undefined {
  if (expr.kind === 'test') return withoutIn(expr.test, kinds);
  const never = expr.kind === 'any' ? notLately(expr.of) : null;
  return ofEach({ ...expr, of: never ?? expr.of }, (part) => without(part, kinds) ?? null) ?? undefined;
}

/** "Not within 24 months" is said in two parts: none is known, or the most recent one is older. */
function notLately(of: readonly Expr[]): Expr[] | null {
  const parts = of.map((part) => (part.kind === 'test' ? part.test : null));
  const none = parts.find((part) => part?.operator === 'is_empty' && lastOf(part) !== null);
  const old = parts.find((part) => part?.operator === 'greater_than_or_equal' && part.field === none?.field);
  const last = none === undefined || none === null ? null : lastOf(none);
  if (none === undefined || none === null || old === undefined || old === null || last === null) return null;
  const lately = test({
    source: last.source,
    field: `${last.list}.count`,
    where: aged(last, old),
    operator: 'less_than',
    value: 1,
  });
  return [lately, ...of.filter((_, index) => parts[index] !== none && parts[index] !== old)];
}

interface Last extends Kind {
  readonly on: string;
  readonly unit: 'months' | 'years';
}

/** Of a field that says how long ago the most recent record of a kind was. */
export function lastOf({ source, field }: Pick<Test, 'source' | 'field'>): Last | null {
  if (source === 'context') return null;
  const words = PRODUCTS[source].words.find(({ since }) => since?.field === field);
  const on = PRODUCTS[source].records?.find(({ list }) => list === words?.items?.list)?.on;
  if (words?.items === undefined || on === undefined) return null;
  return { source, ...words.items, on, unit: words.since?.unit ?? 'months' };
}

const aged = ({ where, on, unit }: Last, { value }: Test): ItemWords[] => [
  ...where,
  {
    field: `${DAYS}${on.replace(/_on$/, '')}`,
    operator: 'less_than',
    value: Number(value) * (unit === 'years' ? 12 : 1),
  },
];

function withoutIn(one: Test, kinds: readonly Kind[]): Expr | undefined {
  const last = lastOf(one);
  const window = windowOf(one);
  const counted = last ?? window ?? kindOf(one);
  const mine = kinds.filter(({ source, list }) => source === counted?.source && list === counted.list);
  if (counted === null || mine.length === 0) return test(one);
  if (last !== null && one.operator !== 'less_than') return undefined;
  const own = last === null ? counted.where : aged(last, one);
  const left = mine.map((kind) => besides(own, kind.where));
  if (left.includes(undefined)) return undefined;
  const where = [...own, ...left.flatMap((each) => each ?? [])];
  if (last === null && window === null && where.length === own.length) return test(one);
  return counting(counted, where, last === null ? one : { operator: 'greater_than_or_equal', value: 1 });
}

/** How many there are of the list of which that is true; whether the list is known does not depend on it. */
function counting(
  { source, list }: Kind,
  where: readonly ItemWords[],
  { operator, value }: Pick<Test, 'operator' | 'value'>,
): Expr {
  const field = `${list}.count`;
  const isEmptiness = operator === 'is_empty' || operator === 'is_not_empty';
  return test({
    source,
    field,
    ...(isEmptiness ? {} : { where }),
    operator,
    ...(value === undefined ? {} : { value }),
  });
}

/** Of a field that counts the records of the last so many months. */
export function windowOf({ source, field }: Pick<Test, 'source' | 'field'>): Kind | null {
  if (source === 'context') return null;
  for (const { windows = {}, items } of PRODUCTS[source].words) {
    const [months] = Object.entries(windows).find(([, name]) => name === field) ?? [];
    const on = PRODUCTS[source].records?.find(({ list }) => list === items?.list)?.on;
    if (months !== undefined && items !== undefined && on !== undefined) {
      const age: ItemWords = {
        field: `${DAYS}${on.replace(/_on$/, '')}`,
        operator: 'less_than',
        value: Number(months),
      };
      return { source, list: items.list, where: [...items.where, age] };
    }
  }
  return null;
}

/** What must be so besides, that none of those are counted; undefined where it takes more than one comparison. */
function besides(own: readonly ItemWords[], excused: readonly ItemWords[]): readonly ItemWords[] | undefined {
  const isSaid = (each: ItemWords): boolean => own.some((one) => JSON.stringify(one) === JSON.stringify(each));
  const extra = excused.filter((each) => !isSaid(each));
  if (extra.some((each) => isSaid(opposed(each)) || own.some((one) => isOther(one, each)))) return [];
  const [only] = extra;
  // Of those older than ten years none is younger than seven.
  if (extra.some((each) => own.some((one) => isApart(one, each)))) return [];
  return only === undefined || extra.length > 1 ? undefined : [opposed(only)];
}

/** A felony is no misdemeanor. */
const isOther = (one: ItemWords, other: ItemWords): boolean =>
  one.field === other.field && one.operator === 'equals' && other.operator === 'equals' && one.value !== other.value;

const isApart = (one: ItemWords, other: ItemWords): boolean =>
  one.field === other.field &&
  one.operator === 'less_than' &&
  other.operator === 'greater_than_or_equal' &&
  Number(one.value) <= Number(other.value);
