import { figureOf, type ItemTest } from '../cascade/lists.ts';
import { asks, holds } from '../cascade/operators/index.ts';
import { distinct } from '../distinct.ts';
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '../json.ts';
import { fieldSchema, itemSchema, listPathOf, PRODUCTS, type FieldWords, type BuiltInCode } from '../products/index.ts';
import { memberOf } from '../products/ages.ts';
import { Work } from '../work.ts';
import type { Test } from './model.ts';

/*
 * Tests on the records of a report, and reports with such records. For each threshold there is an applicant with a
 * record that counts, and one with a record that just does not.
 */

type Source = Test['source'];

/** The items of a list that a test counts, or whose member it adds up. */
export interface Counting {
  readonly source: BuiltInCode;
  readonly list: string;
  readonly where: readonly ItemTest[];
  /** The member that is added up; undefined if items are counted. */
  readonly sumOf?: string;
}

/** Undefined if it counts no items. */
export function countingOf({
  source,
  field,
  where = [],
}: Pick<Test, 'source' | 'field' | 'where'>): Counting | undefined {
  if (source === 'context') return undefined;
  const path = listPathOf(PRODUCTS[source], field);
  return path?.quantifier === 'count' ? { source, list: path.list, where } : undefined;
}

/** `countingOf` for a test of a sum. */
export function figureOfItems(test: Pick<Test, 'source' | 'field' | 'where'>): Counting | undefined {
  const { source, field, where = [] } = test;
  const path = source === 'context' ? undefined : listPathOf(PRODUCTS[source], field);
  if (source === 'context' || path?.quantifier !== 'sum') return countingOf(test);
  return { source, list: path.list, where, sumOf: path.item };
}

/** The counting for a field that summarizes list items. */
export function summedUp(source: Source, field: string): Counting | undefined {
  if (source === 'context') return undefined;
  const words = PRODUCTS[source].words.find((each) => each.field === field && each.items !== undefined);
  return words?.items === undefined ? undefined : { source, list: words.items.list, where: words.items.where };
}

/** The items that it counts, itself or by a field that sums them up. */
export const countedBy = (test: Pick<Test, 'source' | 'field' | 'where'>): Counting | undefined =>
  countingOf(test) ?? summedUp(test.source, test.field);

/** The lists of which the tests count items. */
export const listsOf = (tests: readonly Test[]): string[] =>
  tests.flatMap((test) => {
    const of = countedBy(test);
    return of === undefined ? [] : [`${of.source} ${of.list}`];
  });

export const howMany = ({ where, list, sumOf }: Counting, items: Json): number =>
  Number(
    figureOf(
      {
        path: { list, quantifier: sumOf === undefined ? 'count' : 'sum', item: sumOf ?? '' },
        where,
        value: null,
        isOfAll: false,
      },
      items,
      undefined,
      new Work(),
    ).value ?? 0,
  );

const SINCE = 'months_since_';

/** For a field with the age of the most recent item: the items, and its unit in months. */
interface Recency extends Counting {
  readonly age: string;
  readonly months: number;
}

export function recencyOf(source: Source, field: string): Recency | undefined {
  if (source === 'context') return undefined;
  const { words, records = [] } = PRODUCTS[source];
  const { items, since } = words.find((each) => each.since?.field === field) ?? {};
  const on = records.find(({ list }) => list === items?.list)?.on;
  if (items === undefined || since === undefined || on === undefined) return undefined;
  return { source, ...items, age: `${SINCE}${on.replace(/_on$/, '')}`, months: since.unit === 'years' ? 12 : 1 };
}

const LONG_AGO_MONTHS = 1_200;

/** An item that says nothing of it is of long ago, as it is where items are counted by it. */
export function mostRecent({ age, months, ...counting }: Recency, items: Json): Json {
  const own = (Array.isArray(items) ? items : []).filter((item) => howMany(counting, [item]) > 0);
  const ages = own.map((item) => (isJsonObject(item) ? Number(item[age] ?? LONG_AGO_MONTHS) : LONG_AGO_MONTHS));
  return ages.length === 0 ? null : Math.floor(Math.min(...ages) / months);
}

/** An item that satisfies the schema, and nothing more is said of it. */
function plainItem(schema: JsonSchema): JsonObject {
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, JsonSchema>> };
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !name.startsWith(SINCE))
      .map(([name, member]) => [name, plainValue(member)]),
  );
}

function plainValue({ type, enum: choices, format }: JsonSchema): Json {
  const types = [type].flat();
  if (Array.isArray(choices) && typeof choices[0] === 'string') return choices[0];
  if (types.includes('boolean')) return false;
  if (types.includes('integer') || types.includes('number')) return 0;
  return format === 'date' ? '2010-01-01' : 'X';
}

/** Values of a member of which the test holds, and of which it does not. */
function valuesFor({ operator, value = null }: ItemTest, schema: JsonSchema): { yes: Json[]; no: Json[] } {
  const [yes = [], no = []] = [true, false].map((wanted) =>
    candidatesFor(operator, value, schema).filter((each) => holds(operator, each, value, new Work()) === wanted),
  );
  return { yes, no };
}

function candidatesFor(
  operator: ItemTest['operator'],
  value: string | number | boolean | null,
  schema: JsonSchema,
): Json[] {
  if (asks(operator, 'yes_or_no')) return [true, false];
  if (asks(operator, 'absence')) return [null, typeof schema.format === 'string' ? '2012-01-01' : 1];
  const choices = Array.isArray(schema.enum) ? schema.enum.filter((each) => typeof each === 'string') : [];
  if (asks(operator, 'equality')) return [value, ...choices.filter((each) => each !== value)];
  if (typeof value === 'string') return [value, '2999-01-01', '1990-01-01'];
  const number = typeof value === 'number' ? value : 0;
  return [number, number - 1, number + 1].filter((each) => each >= 0);
}

const MOST_LISTS = 48;
/** Countings of one list that are told apart: of each come lists, of which there are no more. */
const MOST_COUNTINGS = MOST_LISTS;

/** The tests of each counting, then of each two of them together. */
function* kindsIn(countings: readonly Counting[]): Generator<readonly [where: readonly ItemTest[], isOne: boolean]> {
  for (const { where } of countings) yield [where, true];
  for (const [index, one] of countings.entries())
    for (const other of countings.slice(index + 1)) yield [[...one.where, ...other.where], false];
}

/** Lists for which one of the countings, or a near miss of it, makes a difference. */
export function listsFor(source: BuiltInCode, list: string, asked: readonly Counting[]): Json[] {
  const countings = distinct(asked).slice(0, MOST_COUNTINGS);
  const schema = itemSchema(PRODUCTS[source], list) ?? {};
  const choiceOf = (test: ItemTest) => ({
    name: test.field,
    ...valuesFor(test, fieldSchema(PRODUCTS[source], `${list}.any.${test.field}`) ?? {}),
  });
  const kindsOf = (item: JsonObject): number => countings.filter((counting) => howMany(counting, [item]) > 0).length;
  const fewest = (items: readonly JsonObject[]): readonly JsonObject[] =>
    items
      .map((item) => ({ item, kinds: kindsOf(item) }))
      .toSorted((a, b) => a.kinds - b.kinds)
      .slice(0, 1)
      .map(({ item }) => item);
  const members = Map.groupBy(
    countings.flatMap(({ where }) => where.map(choiceOf)),
    ({ name }) => name,
  );
  const valuesByMember = [...members].map(
    ([name, choices]) => [name, [...new Set(choices.flatMap(({ yes, no }) => [...yes, ...no]))]] as const,
  );
  const plain = plainItem(schema);
  // Beside what it is made to be of as few kinds as can be, and of no other by chance: a felony is no conviction.
  const purest = (made: JsonObject): JsonObject =>
    [...valuesByMember, ...valuesByMember]
      .filter(([name]) => !(name in made))
      .reduce(
        (item, [name, values]) => fewest([item, ...values.map((value) => ({ ...item, [name]: value }))])[0] ?? item,
        { ...plain, ...made },
      );
  // Items of one kind, then of two at once where an item can be: a felony that is violent.
  const single: JsonObject[] = [];
  const known = new Set<string>();
  for (const [where, isOne] of kindsIn(countings)) {
    if (single.length >= MOST_LISTS) break;
    const choices = where.map(choiceOf);
    const good = purest(Object.fromEntries(choices.map(({ name, yes }) => [name, yes[0] ?? null])));
    const misses = choices.flatMap(({ name, yes, no }) =>
      [...yes.slice(1), ...no].map((value): JsonObject => ({ ...good, [name]: value })),
    );
    for (const item of isOne ? [good, ...misses] : [good]) {
      const key = JSON.stringify(item);
      if (!known.has(key)) single.push(item);
      known.add(key);
    }
  }
  // For each kind, one item that is of as few others as possible: three small charge-offs beside a large one.
  const goods = countings.flatMap((counting) => fewest(single.filter((item) => howMany(counting, [item]) > 0)));
  const pairs = goods.flatMap((one, index) => goods.slice(index).map((other) => [one, other]));
  return [[], ...single.map((item) => [item]), ...pairs, ...goods.map((one) => [one, one, one])].slice(0, MOST_LISTS);
}

/** With the months since each date, so that nobody needs to know the day of the report. */
export function withMonths(items: Json, asOf: string): Json {
  if (!Array.isArray(items)) return items;
  return items.map((item) =>
    isJsonObject(item)
      ? {
          ...item,
          ...Object.fromEntries(
            Object.keys(item)
              .filter((name) => name.endsWith('_on'))
              .map((name) => {
                const months = `${SINCE}${name.slice(0, -'_on'.length)}`;
                return [months, memberOf(item, months, asOf, new Work()) ?? null];
              }),
          ),
        }
      : item,
  );
}

/** Inverse of `withMonths`: dates that are so many months before the day. */
export function withDates(items: Json, asOf: string): Json {
  if (!Array.isArray(items)) return items;
  return items.map((item) => {
    if (!isJsonObject(item)) return item;
    const dated = Object.entries(item).map(([name, value]): [string, Json] =>
      name.startsWith(SINCE)
        ? [`${name.slice(SINCE.length)}_on`, typeof value === 'number' ? monthsBefore(asOf, value) : null]
        : [name, value],
    );
    return Object.fromEntries(dated);
  });
}

function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const total = year * 12 + month - 1 - months;
  // The first of a month: it is no later than the day itself.
  return `${String(Math.floor(total / 12)).padStart(4, '0')}-${String((total % 12) + 1).padStart(2, '0')}-01`;
}

/** The counts of a report, as its list has them; null if that is not known. */
export function countsOf(
  source: BuiltInCode,
  list: string,
  items: Json,
): readonly (readonly [string, number | null])[] {
  return PRODUCTS[source].words
    .filter((words: FieldWords) => words.items?.list === list && !words.field.endsWith('.count'))
    .map(({ field, items: of }) => {
      const count = items === null ? null : howMany({ source, list, where: of?.where ?? [] }, items);
      return [field, count] as const;
    });
}
