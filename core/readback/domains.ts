import { comparable, figureKey } from '../cascade/conditions.ts';
import { holds, orderedKindOf } from '../cascade/operators/index.ts';
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '../json.ts';
import { fieldSchema } from '../products/index.ts';
import { isQuantifier } from '../quantifiers.ts';
import { remembered } from '../remembered.ts';
import { isDate } from '../time.ts';
import type { Work } from '../work.ts';
import { comparisonsIn, type Comparison, type Logic, type Other } from './logic.ts';
import { typesOf } from './predicate.ts';
import { canBeMissing, type Subject } from './subject.ts';

/** A value that applicants can be given: a field of a report, or of the payload. */
export interface Domain {
  readonly subject: Subject;
  /** The `score` of a report that two steps pull is one value. */
  readonly key: string;
  /** The values at and next to each threshold, and null for a missing value. */
  readonly values: readonly Json[];
  /** The values that a condition names. */
  readonly named: ReadonlySet<Json>;
}

/**
 * The key of an applicant's value. Two steps that pull one report share it. Remembered, because each comparison of each
 * applicant asks for it.
 */
export const keyOf = remembered(
  ({ source, field, where }: Subject): string => `${source} ${figureKey({ field, where: [...where] })}`,
);

/** The values that can make a difference, by field, in the order of the conditions. */
export function domainsOf(comparisons: readonly Comparison[]): {
  readonly domains: readonly Domain[];
  /** Subjects that applicants cannot be given: parts of lists, and what the run itself sets. */
  readonly others: readonly Subject[];
} {
  const compared = new Map<string, Compared>();
  const at = (subject: Subject): Compared => {
    const key = keyOf(subject);
    const known = compared.get(key) ?? { key, subject, own: [], by: undefined, subjects: new Set<string>() };
    // If there are several names, the last one counts.
    known.subject = subject;
    compared.set(key, known);
    return known;
  };
  for (const comparison of comparisons) {
    const { own, subjects } = at(comparison.subject);
    own.push(comparison);
    subjects.add(comparison.subject.key);
  }
  for (const comparison of comparisons) if (comparison.other !== null) at(comparison.other.subject).by ??= comparison;
  const domains: Domain[] = [];
  const others: Subject[] = [];
  for (const each of compared.values()) {
    if (!isGiven(each.subject)) others.push(each.subject);
    else domains.push(domainOf(each, (other) => sampleOfCompared(compared.get(keyOf(other)) ?? each)));
  }
  return { domains, others };
}

/** The comparisons of one value. */
interface Compared {
  readonly key: string;
  subject: Subject;
  readonly own: Comparison[];
  /** The first comparison that compares another value with this one. */
  by: Comparison | undefined;
  /** Two steps that pull one report share an entry. */
  readonly subjects: Set<string>;
}

function domainOf({ key, subject, own, by, subjects }: Compared, sampleOfOther: (other: Subject) => Json): Domain {
  const group = own.map((each) => {
    const { other } = each;
    return other === null ? each : { ...each, value: comparedWith(other, sampleOfOther(other.subject)) };
  });
  const around = [...(by === undefined ? [] : [sampleOfOther(subject)]), ...group.flatMap(valuesAround)];
  const found = [...new Set(ofOneType(around))].filter((value) => isWithin(subject, value));
  const sorted = found.every((value) => typeof value === 'number') ? found.toSorted((a, b) => a - b) : found;
  const named = new Set(group.flatMap(({ value }) => (value === null ? [] : [value])));
  const isOfSeveral = subjects.size > 1;
  const called = isOfSeveral ? { ...subject, phrase: subject.phrase.replace(/ of the step "[^"]*"$/, '') } : subject;
  return { subject: called, key, values: [...sorted, ...(canBeMissing(subject) ? [null] : [])], named };
}

/**
 * A sample for a value that others are compared with: one that it can have, and that the others can be compared with.
 */
function sampleOfCompared({ subject, own, by }: Compared): Json {
  return own.find(({ value }) => value !== null)?.value ?? sampleOf(subject.schema ?? by?.subject.schema ?? null);
}

/** A sample that fits most fields, as dollars a month, points or months; otherwise a value that the field accepts. */
function sampleOf(schema: JsonSchema | null): Json {
  const [first]: unknown[] = Array.isArray(schema?.enum) ? schema.enum : [];
  if (typeof first === 'string') return first;
  if (schema?.format === 'date') return '2020-06-15';
  if (typesOf(schema).includes('boolean')) return true;
  return typesOf(schema).includes('string') ? 'something' : Math.max(1_000, Number(schema?.minimum ?? 0));
}

/**
 * The comparison if the other value is this one; null if there is nothing to compare with, so that it does not hold.
 */
function comparedWith({ times, plus }: Other, actual: Json): Comparison['value'] {
  return comparable({ actual, ...(times === null ? {} : { times }), ...(plus === null ? {} : { plus }) });
}

const SET_BY_RUN = ['execution', 'workflow', 'steps', 'user_approved'];

export const isSetByRun = ({ source, field }: Subject): boolean =>
  source === 'context' && SET_BY_RUN.includes(field.split('.')[0] ?? '');

/** The counts and sums of empty lists, so that a choice of applicants can be decided. */
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

/** Limits the length of a path: real data is not that deep, and repeated passes over it would be slow. */
const MOST_NAMES = 32;

function isGiven({ source, product, field }: Subject): boolean {
  const names = field.split('.');
  if (names.length > MOST_NAMES) return false;
  // Parts of lists cannot be given: nothing tells what else their items have.
  if (names.slice(1).some(isQuantifier)) return false;
  if (source === 'context') return names.length > 1 && !SET_BY_RUN.includes(names[0] ?? '');
  return names.every((_, index) => {
    const schema = product === null ? undefined : fieldSchema(product, names.slice(0, index).join('.'));
    return index === 0 || !typesOf(schema ?? null).includes('array');
  });
}

export function isWithin({ schema }: Pick<Subject, 'schema'>, value: Json): boolean {
  if (typeof value !== 'number') return true;
  const { minimum, maximum } = schema ?? {};
  return !(typeof minimum === 'number' && value < minimum) && !(typeof maximum === 'number' && value > maximum);
}

const DAY_MS = 86_400_000;

/** The threshold and its neighbors; for unordered types, every value in the schema. */
export function valuesAround({ subject: { schema }, operator, value }: Omit<Comparison, 'other'>): readonly Json[] {
  if (typeof value === 'number') {
    const step = typesOf(schema).includes('integer') ? 1 : stepOf(value);
    const around = [value - step, value, value + step];
    // In binary, 3.1 - 0.01 is not 3.09.
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

/**
 * A payload field has no type: if it is compared with numbers or dates, texts are dropped, because they cannot be
 * compared.
 */
export function ofOneType(values: readonly Json[]): Json[] {
  const hasOrder = values.some((value) => orderedKindOf(value) !== undefined);
  return values.filter((value) => !hasOrder || value !== OTHER);
}

/** A fixed hash of numbers: the same definition always gives the same examples. */
export function scatter(value: number): number {
  let mixed = (value ^ 0x9e3779b9) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 0;
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/**
 * The step of a field that may have fractions: at most 0.01, even if the condition has a whole number. 2,499.99 is next
 * to 2,500.
 */
function stepOf(value: number): number {
  const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
  return 10 ** -Math.max(2, decimals);
}

export type Choice = ReadonlyMap<string, Json>;

/** A choice, or a variant with one different value. */
export type Chosen = Pick<Choice, 'get'>;

export function withChosen(base: Chosen, key: string, value: Json): Chosen {
  return { get: (each) => (each === key ? value : base.get(each)) };
}

/** True if the condition holds for an applicant with these values. Throws TooMuchWork. */
export function decides(logic: Logic, choice: Chosen, work: Work): boolean {
  switch (logic.kind) {
    case 'test': {
      const { subject, operator, other } = logic.test;
      const value = other === null ? logic.test.value : comparedWith(other, choice.get(keyOf(other.subject)) ?? null);
      if (other !== null && value === null) return false;
      return holds(operator, choice.get(keyOf(subject)) ?? null, value, work) === true;
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

/** The keys (as in a choice) of the values that the condition reads. */
export function keysIn(logic: Logic): ReadonlySet<string> {
  const subjects = comparisonsIn(logic).flatMap(({ subject, other }) => [
    subject,
    ...(other === null ? [] : [other.subject]),
  ]);
  return new Set(subjects.map(keyOf));
}

/**
 * The choice with few changes, so that the condition holds (`isWanted`) or does not. Used for the example applicants of
 * a reading. `pick` selects which of several parts is tried first. If no change works, the result does not decide as
 * wanted: another condition on the same field may already have set the value. Throws TooMuchWork.
 */
export function changedToDecide(logic: Logic, isWanted: boolean, choice: Choice, search: ChoiceSearch): Choice {
  const { valuesOf, pick, keeps, work } = search;
  if (decides(logic, choice, work) === isWanted) return choice;
  switch (logic.kind) {
    case 'test': {
      const key = keyOf(logic.test.subject);
      const value = (valuesOf.get(key) ?? []).find((each) => {
        const made = withChosen(choice, key, each);
        return decides(logic, made, work) === isWanted && (keeps === undefined || decides(keeps, made, work));
      });
      if (value === undefined) return choice;
      work.spend(Math.ceil(choice.size / COPIED_FOR_UNIT));
      return new Map([...choice, [key, value]]);
    }
    case 'not':
      return changedToDecide(logic.of, !isWanted, choice, search);
    case 'all':
    case 'any':
    case 'at_least': {
      const parts = logic.of.map((_, index) => logic.of[(index + pick) % logic.of.length] ?? logic);
      return parts.reduce(
        (made, part) =>
          decides(logic, made, work) === isWanted ? made : changedToDecide(part, isWanted, made, search),
        choice,
      );
    }
    case 'always':
    case 'never':
      return choice;
  }
}

/** Members of a choice copied per unit of work. */
const COPIED_FOR_UNIT = 2;

interface ChoiceSearch {
  /** The values that an applicant can have, by key. */
  readonly valuesOf: ReadonlyMap<string, readonly Json[]>;
  readonly pick: number;
  /** A condition that must still hold when a value is changed. */
  readonly keeps?: Logic;
  readonly work: Work;
}

/** An applicant as a trigger and `simulate` take it. Reports hold the chosen values; test mode supplies the rest. */
export interface Applicant {
  readonly payload: JsonObject;
  readonly reports: Readonly<Record<string, JsonObject>>;
}

export function applicantOf(domains: readonly Domain[], choice: Chosen, emptyLists: readonly string[] = []): Applicant {
  const payload: JsonObject = {
    applicant: { first_name: 'Example', last_name: 'Person', email: 'example.person@example.com' },
    property: {},
  };
  const reports: Record<string, JsonObject> = {};
  for (const list of emptyLists) put(payload, list.split('.'), []);
  for (const { subject, key } of domains) {
    const value = choice.get(key) ?? null;
    const { source, field } = subject;
    put(source === 'context' ? payload : (reports[source] ??= {}), field.split('.'), value);
  }
  return { payload, reports };
}

/** Writes a value at a path of an object that is not shared. Missing or scalar parents become objects. */
export function put(into: JsonObject, path: readonly string[], value: Json): void {
  let at = into;
  for (const name of path.slice(0, -1)) {
    const held = Object.hasOwn(at, name) ? at[name] : undefined;
    const inner: JsonObject = isJsonObject(held) ? held : {};
    if (inner !== held) define(at, name, inner);
    at = inner;
  }
  define(at, path.at(-1) ?? '', value);
}

/** A field may be named `__proto__`. */
function define(into: JsonObject, name: string, value: Json): void {
  if (name !== '__proto__') into[name] = value;
  else Object.defineProperty(into, name, { value, enumerable: true, writable: true, configurable: true });
}
