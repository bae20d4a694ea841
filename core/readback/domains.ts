import { comparable, figureKey } from '../cascade/conditions.ts';
import { holds } from '../cascade/operators/index.ts';
import type { Json, JsonObject, JsonSchema } from '../json.ts';
import { fieldSchema, productByCode, type ProductCode } from '../products/index.ts';
import { isQuantifier } from '../quantifiers.ts';
import { isDate } from '../time.ts';
import { Work } from '../work.ts';
import type { Comparison, Logic, Other } from './logic.ts';
import { typesOf } from './predicate.ts';
import { canBeMissing, type Subject } from './subject.ts';

/** A value that applicants can be given: a field of a report, or one of the payload. */
export interface Domain {
  readonly subject: Subject;
  /** `score` of a report that two steps pull is one value. */
  readonly key: string;
  /** At and beside each threshold, and none at all (null). */
  readonly values: readonly Json[];
  /** Those that a condition names. */
  readonly named: ReadonlySet<Json>;
}

/** By subject: the key is asked for with each comparison of each applicant. */
const keys = new WeakMap<Subject, string>();

function keyOf(subject: Subject): string {
  const { source, field, where } = subject;
  const key = keys.get(subject) ?? `${source} ${figureKey({ field, where: [...where] })}`;
  keys.set(subject, key);
  return key;
}

/** The values that can make a difference, by field, in the order of the conditions. */
export function domainsOf(comparisons: readonly Comparison[]): {
  readonly domains: readonly Domain[];
  /** Values that no applicant can be given: parts of lists, and what the run itself sets. */
  readonly others: readonly Subject[];
} {
  const byKey = Map.groupBy(comparisons, ({ subject }) => keyOf(subject));
  for (const { other } of comparisons) {
    if (other !== null && !byKey.has(keyOf(other.subject))) byKey.set(keyOf(other.subject), []);
  }
  const subjects = new Map(
    comparisons
      .flatMap(({ subject, other }) => (other === null ? [subject] : [subject, other.subject]))
      .map((subject) => [keyOf(subject), subject]),
  );
  /** Two steps that pull one report get the same one here. */
  const isOfSeveral = (key: string): boolean =>
    new Set(comparisons.flatMap(({ subject }) => (keyOf(subject) === key ? [subject.key] : []))).size > 1;
  /** Of a value that others are compared with: one that it may have, and that those may be compared with. */
  const valueOf = (subject: Subject): Json => {
    const key = keyOf(subject);
    const named = byKey.get(key)?.find(({ value }) => value !== null)?.value;
    const by = comparisons.find(({ other }) => other !== null && keyOf(other.subject) === key);
    return named ?? sampleOf(subject.schema ?? by?.subject.schema ?? null);
  };
  const domains: Domain[] = [];
  const others: Subject[] = [];
  for (const [key, compared] of byKey) {
    const subject = subjects.get(key);
    if (subject === undefined) continue;
    if (!isGiven(subject)) {
      others.push(subject);
      continue;
    }
    const group = compared.map((each) => {
      const { other } = each;
      return other === null ? each : { ...each, value: comparedWith(other, valueOf(other.subject)) };
    });
    const isOther = comparisons.some(({ other }) => other !== null && keyOf(other.subject) === key);
    const around = [...(isOther ? [valueOf(subject)] : []), ...group.flatMap((each) => valuesAround(each))];
    const found = [...new Set(ofOneType(around))].filter((value) => isWithin(subject, value));
    const sorted = found.every((value) => typeof value === 'number') ? found.toSorted((a, b) => a - b) : found;
    const named = new Set(group.flatMap(({ value }) => (value === null ? [] : [value])));
    const called = isOfSeveral(key)
      ? { ...subject, phrase: subject.phrase.replace(/ of the step "[^"]*"$/, '') }
      : subject;
    domains.push({ subject: called, key, values: [...sorted, ...(canBeMissing(subject) ? [null] : [])], named });
  }
  return { domains, others };
}

/** A number in dollars a month, in points or in months that most fields may have; or what else a field takes. */
function sampleOf(schema: JsonSchema | null): Json {
  const [first]: unknown[] = Array.isArray(schema?.enum) ? schema.enum : [];
  if (typeof first === 'string') return first;
  if (schema?.format === 'date') return '2020-06-15';
  if (typesOf(schema).includes('boolean')) return true;
  return typesOf(schema).includes('string') ? 'something' : Math.max(1_000, Number(schema?.minimum ?? 0));
}

/** What the condition compares with if the other value is this one; null: nothing, so it does not hold. */
function comparedWith({ times, plus }: Other, actual: Json): Comparison['value'] {
  return comparable({ actual, ...(times === null ? {} : { times }), ...(plus === null ? {} : { plus }) });
}

const SET_BY_RUN = ['execution', 'workflow', 'steps', 'user_approved'];

export const isSetByRun = ({ source, field }: Subject): boolean =>
  source === 'context' && SET_BY_RUN.includes(field.split('.')[0] ?? '');

/** What counts and sums of empty lists are, so that a choice of applicants can be decided. */
export function figuresOfNone(others: readonly Subject[]): Choice {
  const isZero = ({ field }: Subject) => field.split('.').some((name) => name === 'count' || name === 'sum');
  return new Map(others.filter(isZero).map((subject) => [keyOf(subject), 0]));
}

/** The path of a list of the payload that a condition asks about. */
export function payloadListOf({ source, field }: Subject): string | undefined {
  const names = field.split('.');
  const at = names.findIndex((name, index) => index > 0 && isQuantifier(name));
  return source === 'context' && at > 0 ? names.slice(0, at).join('.') : undefined;
}

function isGiven({ source, field }: Subject): boolean {
  const names = field.split('.');
  // Of a list nothing says what else its items have.
  if (names.slice(1).some(isQuantifier)) return false;
  if (source === 'context') return names.length > 1 && !SET_BY_RUN.includes(names[0] ?? '');
  const product = productByCode(source);
  return names.every((_, index) => {
    const schema = product === undefined ? undefined : fieldSchema(product, names.slice(0, index).join('.'));
    return index === 0 || !typesOf(schema ?? null).includes('array');
  });
}

export function isWithin({ schema }: Pick<Subject, 'schema'>, value: Json): boolean {
  if (typeof value !== 'number') return true;
  const { minimum, maximum } = schema ?? {};
  return !(typeof minimum === 'number' && value < minimum) && !(typeof maximum === 'number' && value > maximum);
}

const DAY_MS = 86_400_000;

/** At and beside the value of a comparison, and of what has no order each that there is. */
export function valuesAround({ subject: { schema }, operator, value }: Omit<Comparison, 'other'>): readonly Json[] {
  if (typeof value === 'number') {
    const step = typesOf(schema).includes('integer') ? 1 : stepOf(value);
    const around = [value - step, value, value + step];
    // 3.1 - 0.01 is no 3.09 in binary.
    return step === 1 ? around.map(Math.round) : around.map((each) => Number(each.toFixed(6)));
  }
  if (operator === 'is_true' || operator === 'is_false' || typeof value === 'boolean') return [false, true];
  const isNumber = typesOf(schema).some((type) => type === 'integer' || type === 'number');
  if (value === null && isNumber) return [Number(schema?.minimum ?? 0)];
  if (typesOf(schema).includes('array')) return value === null ? [[]] : [[value], []];
  if (isDate(value)) {
    return [-1, 0, 1].map((days) => new Date(Date.parse(value) + days * DAY_MS).toISOString().slice(0, 10));
  }
  const choices: unknown = schema?.enum;
  const listed = Array.isArray(choices) ? choices.filter((each): each is string => typeof each === 'string') : [];
  if (listed.length > 0) return listed;
  return [
    ...(value === null ? [] : [value]),
    ...(typesOf(schema).some((type) => type !== 'string' && type !== 'null') ? [] : [OTHER]),
  ];
}

const OTHER = 'something else';

/** A field of the payload has no type: where it is compared with numbers, a text is no value of it. */
export function ofOneType(values: readonly Json[]): Json[] {
  const hasNumbers = values.some((value) => typeof value === 'number');
  return values.filter((value) => !hasNumbers || value !== OTHER);
}

/** A fixed scattering of numbers: the same definition gives the same examples. */
export function scatter(value: number): number {
  let mixed = (value ^ 0x9e3779b9) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 0;
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Whole numbers are taken in ones where the condition has one and the field may have others: 2,500 beside 2,499.99. */
function stepOf(value: number): number {
  const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
  return 10 ** -Math.max(2, decimals);
}

export type Choice = ReadonlyMap<string, Json>;

export function decides(logic: Logic, choice: Choice, work: Work): boolean {
  switch (logic.kind) {
    case 'test': {
      const { subject, operator, other } = logic.test;
      const value = other === null ? logic.test.value : comparedWith(other, choice.get(keyOf(other.subject)) ?? null);
      if (other !== null && value === null) return false;
      return holds(operator, choice.get(keyOf(subject)) ?? null, value, work);
    }
    case 'all':
      return logic.of.every((part) => decides(part, choice, work));
    case 'any':
      return logic.of.some((part) => decides(part, choice, work));
    case 'at_least':
      return logic.of.filter((part) => decides(part, choice, work)).length >= logic.needed;
    case 'not':
      return !decides(logic.of, choice, work);
    case 'always':
      return true;
    case 'never':
      return false;
  }
}

/**
 * For the example applicants beside a reading: the choice with few changes, so that the condition holds (`isWanted`) or
 * does not. `pick` says which of several parts is tried first. Where it finds none, what it returns does not decide as
 * wanted: another condition of the same field may already have taken the value.
 */
export function changedToDecide(
  logic: Logic,
  isWanted: boolean,
  choice: Choice,
  { domains, pick }: { readonly domains: readonly Domain[]; readonly pick: number },
): Choice {
  const work = new Work();
  if (decides(logic, choice, work) === isWanted) return choice;
  switch (logic.kind) {
    case 'test': {
      const key = keyOf(logic.test.subject);
      const values = domains.find((domain) => domain.key === key)?.values ?? [];
      const value = values.find((each) => decides(logic, new Map([...choice, [key, each]]), work) === isWanted);
      return value === undefined ? choice : new Map([...choice, [key, value]]);
    }
    case 'not':
      return changedToDecide(logic.of, !isWanted, choice, { domains, pick });
    case 'all':
    case 'any':
    case 'at_least': {
      const parts = logic.of.map((_, index) => logic.of[(index + pick) % logic.of.length] ?? logic);
      return parts.reduce(
        (made, part) =>
          decides(logic, made, work) === isWanted ? made : changedToDecide(part, isWanted, made, { domains, pick }),
        choice,
      );
    }
    case 'always':
    case 'never':
      return choice;
  }
}

/** What a trigger and `simulate` take. Reports hold what was chosen; the rest of them is that of test mode. */
export interface Applicant {
  readonly payload: JsonObject;
  readonly reports: Readonly<Record<string, JsonObject>>;
}

export function applicantOf(domains: readonly Domain[], choice: Choice, emptyLists: readonly string[] = []): Applicant {
  const payload: JsonObject = {
    applicant: { first_name: 'Example', last_name: 'Person', email: 'example.person@example.com' },
    property: {},
  };
  const reports: Partial<Record<ProductCode, JsonObject>> = {};
  for (const list of emptyLists) write(payload, list.split('.'), []);
  for (const { subject, key } of domains) {
    const value = choice.get(key) ?? null;
    const { source, field } = subject;
    if (source === 'context') write(payload, field.split('.'), value);
    else write((reports[source] ??= {}), field.split('.'), value);
  }
  return { payload, reports };
}

/** Writes a value at a path; what stands above it becomes an object. Objects on the way are copied, `into` is changed. */
export function write(into: JsonObject, [head = '', ...rest]: readonly string[], value: Json): void {
  if (rest.length === 0) {
    into[head] = value;
    return;
  }
  const held = into[head];
  const inner: JsonObject = typeof held === 'object' && held !== null && !Array.isArray(held) ? { ...held } : {};
  write(inner, rest, value);
  into[head] = inner;
}
