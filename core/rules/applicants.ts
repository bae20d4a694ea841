import { holds } from '../cascade/operators/index.ts';
import type { Json } from '../json.ts';
import { PRODUCT_CODES, PRODUCTS, type FieldWords } from '../products/index.ts';
import { isWithin, ofOneType, scatter, valuesAround } from '../readback/domains.ts';
import { subjectOf } from '../readback/subject.ts';
import { remembered } from '../remembered.ts';
import { Work } from '../work.ts';
import { figureOfItems, howMany, listsFor, mostRecent, recencyOf, summedUp, type Counting } from './records.ts';
import {
  canBeMissing,
  isNoneOnRecord,
  testsOf,
  testsOfRules,
  wayOf,
  type Expr,
  type Rule,
  type Test,
} from './model.ts';
import type { Plan } from './plan.ts';

/** An applicant's values, by `keyOfField`. */
export type Values = ReadonlyMap<string, Json>;
type Field = Pick<Test, 'source' | 'field'>;
type Asking = Field & Pick<Test, 'where' | 'from'>;

export interface Domain extends Field {
  readonly key: string;
  readonly values: readonly Json[];
}

export const keyOfField = ({ source, field }: Field): string => `${source}:${field}`;

export function fieldOfKey(key: string): Field {
  const [code = '', field = ''] = key.split(':');
  return { source: PRODUCT_CODES.find((each) => each === code) ?? 'context', field };
}

/** True if the test holds for the applicant. */
function holdsFor(test: Test, values: Values): boolean {
  const { operator, value } = test;
  const { actual, other } = readerOf(test);
  if (other === null) return holds(operator, actual(values), value ?? null, new Work()) === true;
  const times = other(values);
  return times !== null && holds(operator, actual(values), times, new Work()) === true;
}

interface Reader {
  readonly actual: (values: Values) => Json;
  /** Reads the other value that the test compares with; it returns null if the applicant has none. */
  readonly other: ((values: Values) => number | null) | null;
}

/** Cached, because a test is evaluated for thousands of applicants. */
const readerOf = remembered((test: Test): Reader => ({ actual: actualOf(test), other: otherOf(test) }));

/** A count is that of the list, if the applicant has one. */
function actualOf({ source, field, where }: Test): Reader['actual'] {
  const key = keyOfField({ source, field });
  const counting = figureOfItems({ source, field, where: where ?? [] }) ?? summedUp(source, field);
  const recency = recencyOf(source, field);
  const [counted, dated] = [counting, recency].map((of) => (of === undefined ? null : keyOfList(of)));
  return (values) => {
    const items = counted == null ? undefined : values.get(counted);
    if (counting !== undefined && items !== undefined) return items === null ? null : howMany(counting, items);
    const own = dated == null ? undefined : values.get(dated);
    if (recency !== undefined && own !== undefined) return mostRecent(recency, own);
    return values.get(key) ?? null;
  };
}

function otherOf({ from }: Test): Reader['other'] {
  if (from === undefined) return null;
  const key = keyOfField(from);
  return (values) => {
    const other = values.get(key);
    return typeof other === 'number' ? rounded(other * from.times) : null;
  };
}

const keyOfList = ({ source, list }: Counting): string => keyOfField({ source, field: list });

/** Rounds sums of money, to remove errors of binary fractions. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

export function exprHolds(expr: Expr, values: Values): boolean {
  if (expr.kind === 'test') return holdsFor(expr.test, values);
  return expr.kind === 'all'
    ? expr.of.every((part) => exprHolds(part, values))
    : expr.of.some((part) => exprHolds(part, values));
}

/** The values that can make a difference: around each threshold, each member of a list, and a missing value. */
export function domainsOf(tests: readonly Test[]): Domain[] {
  const lists = listDomains(tests);
  const isListed = ({ source, field, where = [] }: Field & Pick<Test, 'where'>): boolean => {
    const counting = listBehind({ source, field, where });
    return counting !== undefined && lists.some(({ key }) => key === keyOfList(counting));
  };
  const plain = tests.filter((test) => !isListed(test));
  const others = tests.flatMap(({ from }) => (from === undefined ? [] : [from]));
  const fields = [...plain, ...others].map(({ source, field }) => ({ source, field }));
  const byKey = new Map(fields.map((field) => [keyOfField(field), field]));
  const valued = [...byKey].map(([key, field]) => {
    const own = plain.filter((test) => keyOfField(test) === key);
    const isOther = others.some((other) => keyOfField(other) === key);
    const values = [
      // The large one first: a plain applicant earns enough.
      ...(isOther ? [LARGE, BASE] : []),
      ...own.flatMap(valuesOf),
      // Applicants without any such record owe nothing.
      ...(SUMS.has(key) ? [0] : []),
      ...(canBeMissing(field) ? [null] : []),
    ];
    const subject = subjectOf(field.source, field.field);
    return { key, ...field, values: [...new Set(ofOneType(values))].filter((value) => isWithin(subject, value)) };
  });
  return [...valued, ...lists];
}

/** The lists for tests that count some of their items, and for fields that sum such a list up. */
function listDomains(tests: readonly Test[]): Domain[] {
  const counted = tests.flatMap((test) => figureOfItems(test) ?? []);
  return [...Map.groupBy(counted, keyOfList)].flatMap(([key, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const { source, list } = first;
    const summed = tests
      .flatMap((test) => summedUp(test.source, test.field) ?? [])
      .filter((each) => keyOfList(each) === key);
    const added = tests
      .flatMap((test) => reaching(test) ?? recent(test) ?? [])
      .filter((each) => keyOfList(each) === key);
    const countings = [...own.filter(({ sumOf }) => sumOf === undefined), ...summed, ...added];
    return [{ key, source, field: list, values: [...listsFor(source, list, countings), null] }];
  });
}

/** For a sum: items of which a single one reaches the threshold, or just misses it. */
function reaching(test: Test): Counting | undefined {
  const figure = figureOfItems(test);
  if (figure?.sumOf === undefined) return undefined;
  const { operator, value, from } = test;
  const limit = from === undefined ? value : rounded(BASE * from.times);
  const own = { field: figure.sumOf, operator, ...(limit === undefined ? {} : { value: limit }) };
  return { source: figure.source, list: figure.list, where: [...figure.where, own] };
}

/** The items that are as recent as a test of the most recent one requires. */
function recent({ source, field, operator, value }: Test): Counting | undefined {
  const of = recencyOf(source, field);
  if (of === undefined || typeof value !== 'number') return undefined;
  return { ...of, where: [...of.where, { field: of.age, operator, value: value * of.months }] };
}

/** The assumed value of another value in a comparison, and one so large that it is next to no threshold. */
const BASE = 1_000;
const LARGE = 1_000_000;

function valuesOf({ source, field, operator, value, from }: Test): readonly Json[] {
  const compared = from === undefined ? (value ?? null) : rounded(BASE * from.times);
  return valuesAround({ subject: subjectOf(source, field), operator, value: compared });
}

/** All combinations of the values if they are few enough, otherwise scattered ones. */
export function* combinations(domains: readonly Domain[], most: number): Generator<Values> {
  const total = domains.reduce((product, { values }) => product * values.length, 1);
  for (let step = 0; step < Math.min(total, most); step += 1) {
    let left = step;
    yield new Map(
      domains.map(({ key, values }, index) => {
        const at = total <= most ? left % values.length : scatter(step + index * 7_919) % values.length;
        left = Math.floor(left / values.length);
        return [key, values[at] ?? null];
      }),
    );
  }
}

/** The most combinations that are tried. */
export const MOST_COMPARED = 2_000;
const MOST_RANDOM = 6_000;
const MOST_ABOUT = 120;

/** An applicant whom two plans treat differently, with the deciding rule of each. */
export interface Difference {
  readonly values: Values;
  readonly ways: readonly [Rule, Rule];
}

/** An applicant whom the two treat differently; null if there is none next to any threshold. */
export function differing(a: Plan, b: Plan): Difference | null {
  for (const found of differences(a, b)) return found;
  return null;
}

/** All applicants next to the thresholds whom the two treat differently. */
export function* differences(a: Plan, b: Plan): Generator<Difference> {
  const [one, other] = [withoutRepeats(a), withoutRepeats(b)];
  const [left, right] = [one, other].map(({ rules }) => new Set(rules.map(keyOfRule)));
  const isShared = (rule: Rule): boolean => left?.has(keyOfRule(rule)) === true && right?.has(keyOfRule(rule)) === true;
  const rules = [...one.rules, ...other.rules];
  const own = rules.filter((rule) => !isShared(rule));
  for (const values of peopleAbout(rules, own, rules.filter(isShared))) {
    const ways = [ruleFor(one, values), ruleFor(other, values)] as const;
    if (wayOf(ways[0]) !== wayOf(ways[1])) yield { values, ways };
  }
}

/** Applicants at and next to each threshold: all of them, or those for some rules and a part of the others. */
function* peopleAbout(rules: readonly Rule[], about: readonly Rule[], others: readonly Rule[]): Generator<Values> {
  const domains = domainsOfRules(rules);
  if (!areFew(domains)) yield* standingOut(domains, about, others, MOST_COMPARED);
  for (const values of combinations(domains, MOST_COMPARED)) if (isConsistent(values)) yield values;
}

/** Applicants for each rule alone, and for each rule together with one that reads the same and decides otherwise. */
export function* aboutEach(rules: readonly Rule[], domains: readonly Domain[], most: number): Generator<Values> {
  const keysOfRule = ({ when }: Rule): string[] => testsOf(when).flatMap(keysOf);
  for (const rule of rules) {
    const keys = new Set(keysOfRule(rule));
    const beside = rules.filter(
      (other) => other.decision !== rule.decision && keysOfRule(other).some((key) => keys.has(key)),
    );
    for (const about of [[rule], ...beside.map((other) => [rule, other])])
      yield* standingOut(
        domains,
        about,
        rules.filter((each) => !about.includes(each)),
        most,
      );
  }
}

/** Cached by rules, which never change: one policy is tried several times. */
export const domainsOfRules = remembered((rules: readonly Rule[]): readonly Domain[] => domainsOf(testsOfRules(rules)));

/** True if all combinations can be tried. */
export const areFew = (domains: readonly Domain[]): boolean =>
  domains.reduce((product, { values }) => product * values.length, 1) <= MOST_COMPARED;

/** Applicants at the thresholds of `about` for whom as few of the `others` as possible hold. */
function* standingOut(
  domains: readonly Domain[],
  about: readonly Rule[],
  others: readonly Rule[],
  most: number,
): Generator<Values> {
  const keys = new Set(testsOfRules(about).flatMap(keysOf));
  const plain = plainest(domains, others);
  for (const values of combinations(
    domains.filter(({ key }) => keys.has(key)),
    most,
  )) {
    const person = new Map([...plain, ...values]);
    if (isConsistent(person)) yield person;
  }
}

/** The list that a test asks about, directly or by a field that sums it up. */
const listBehind = (test: Asking): Counting | undefined =>
  figureOfItems(test) ?? summedUp(test.source, test.field) ?? recencyOf(test.source, test.field);

/** The keys of the values that a test needs: a field, or the list whose items it counts. */
export const keysOf = remembered(({ source, field, where = [], from }: Asking): readonly string[] => {
  const counting = listBehind({ source, field, where });
  const list = counting === undefined ? [] : [keyOfList(counting)];
  return [keyOfField({ source, field }), ...list, ...(from === undefined ? [] : [keyOfField(from)])];
});

/** An applicant for whom as few of the rules as possible hold. */
export function plainest(domains: readonly Domain[], rules: readonly Rule[]): Values {
  const person = new Map(domains.map(({ key, values }) => [key, values[0] ?? null]));
  const touchedBy = new Map(
    domains.map(({ key }) => [key, rules.filter(({ when }) => testsOf(when).flatMap(keysOf).includes(key))]),
  );
  return settle(
    person,
    domains,
    (of, key) =>
      (touchedBy.get(key) ?? []).filter(({ when }) => when !== null && exprHolds(when, of)).length +
      (isConsistent(of) ? 0 : 1),
  );
}

/** Chooses the values one after another, in two passes, each time the cheapest one. `key`: the value being chosen. */
export function settle(
  person: Map<string, Json>,
  domains: readonly Domain[],
  cost: (person: Values, key: string) => number,
): Values {
  for (const { key, values } of [...domains, ...domains]) {
    const costs = values.map((value) => cost(person.set(key, value), key));
    person.set(key, values[costs.indexOf(Math.min(...costs))] ?? null);
  }
  return person;
}

/** The number of tests that keep the rule from holding. */
export const lackingIn = ({ when }: Rule, values: Values): number => (when === null ? 0 : lacking(when, values));

function lacking(expr: Expr, values: Values): number {
  if (expr.kind === 'test') return holdsFor(expr.test, values) ? 0 : 1;
  const parts = expr.of.map((part) => lacking(part, values));
  return expr.kind === 'all' ? parts.reduce((sum, each) => sum + each, 0) : Math.min(...parts);
}

/** Drops repeated rules, which decide nothing more. */
function withoutRepeats(plan: Plan): Plan {
  const rules = Map.groupBy(plan.rules, keyOfRule);
  return { ...plan, rules: plan.rules.filter((rule) => rules.get(keyOfRule(rule))?.[0] === rule) };
}

/** A key of rules that decide alike for the same people, whatever else they do. */
export const keyOfRule = ({ decision, when }: Rule): string => JSON.stringify([decision, when]);

/** The rule that decides an applicant. */
export const ruleFor = ({ rules, rest }: Plan, values: Values): Rule =>
  rules.find(({ when }) => when !== null && exprHolds(when, values)) ?? rest;

/** An applicant without missing values whom no sentence decides. */
export function undecided(plan: Plan): Values | null {
  const domains = domainsOfRules(plan.rules).map((domain) =>
    isNoneOnRecord(domain) ? domain : { ...domain, values: domain.values.filter((value) => value !== null) },
  );
  const plain = plainest(domains, plan.rules);
  if (isConsistent(plain) && ruleFor(plan, plain) === plan.rest) return plain;
  const isLeft = (values: Values): boolean => isConsistent(values) && ruleFor(plan, values) === plan.rest;
  for (const values of combinations(domains, MOST_RANDOM)) if (isLeft(values)) return values;
  if (!areFew(domains))
    for (const values of aboutEach(plan.rules, domains, MOST_ABOUT)) if (isLeft(values)) return values;
  return null;
}

/** Relations between the fields of a report, by their keys. */
interface Related {
  readonly count: string;
  readonly recent: string | null;
  /** Fields with the sum, or with the number, of some of the counted items. */
  readonly sums: readonly string[];
  readonly parts: readonly string[];
}

const ALL_RELATED: readonly Related[] = PRODUCT_CODES.flatMap((code) => {
  const key = (field: string): string => keyOfField({ source: code, field });
  return PRODUCTS[code].words.map(({ field, since, windows = {}, items }): Related => {
    const some = PRODUCTS[code].words.filter((each) => items !== undefined && isPart(each.items ?? each.each, items));
    const [sums, counts] = [true, false].map((isSum) =>
      some.filter((each) => (each.each !== undefined) === isSum).map((each) => key(each.field)),
    );
    const recent = since === undefined ? null : key(since.field);
    return {
      count: key(field),
      recent,
      sums: sums ?? [],
      parts: [...Object.values(windows).map(key), ...(counts ?? [])],
    };
  });
});

const RELATED = ALL_RELATED.filter(
  ({ count, recent, sums, parts }) => recent !== null || sums.length > 0 || parts.some((part) => part !== count),
);

/** True if the records of one are a subset of those of the other. */
function isPart(own: FieldWords['items'], whole: NonNullable<FieldWords['items']>): boolean {
  return (
    own?.list === whole.list &&
    whole.where.every((one) => own.where.some((each) => JSON.stringify(each) === JSON.stringify(one)))
  );
}

const SUMS = new Set(RELATED.flatMap(({ sums }) => sums));

/** False for contradictory values: no evictions but a most recent one, or more felonies than records. */
export function isConsistent(values: Values): boolean {
  return RELATED.every(({ count: key, recent, sums, parts }) => {
    const count = values.get(key);
    if (count === undefined) return true;
    const [last, hasSum] = [
      recent === null ? undefined : values.get(recent),
      sums.some((sum) => isMore(values, sum, 0)),
    ];
    if (typeof count !== 'number') return last === undefined && !hasSum;
    if (last !== undefined && (last === null) !== (count === 0)) return false;
    return (count > 0 || !hasSum) && !parts.some((part) => isMore(values, part, count));
  });
}

/** The applicant without this value and everything else about the same records. */
export function withoutValue(values: Values, key: string): Values {
  const { recent = null, sums = [], parts = [] } = RELATED.find(({ count }) => count === key) ?? {};
  const lost = new Set([key, ...(recent === null ? [] : [recent]), ...sums, ...parts]);
  return new Map([...values].map(([each, value]) => [each, lost.has(each) ? null : value]));
}

const isMore = (values: Values, key: string, than: number): boolean => Number(values.get(key) ?? 0) > than;
