import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { isDate } from '../time.ts';

/*
 * Kept applicants: made-up people, each with the result that a cascade should have. They are run whenever it changes.
 */

/**
 * The effect of failing examples on a version: `off`, nobody is told; `shown`, it goes live and the response says it;
 * `required`, it does not go live.
 */
export const EXAMPLES_GATES = ['off', 'shown', 'required'] as const;
export type ExamplesGate = (typeof EXAMPLES_GATES)[number];

/** `review`: it stops at a person whose decision is not given. */
export const EXPECTED_OUTCOMES = ['approved', 'denied', 'conditional', 'review', 'undecided', 'failed'] as const;
export type ExpectedOutcome = (typeof EXPECTED_OUTCOMES)[number];

export interface Expected {
  readonly outcome: ExpectedOutcome;
  /** `id` of the row that decides, or node and branch where there are no rows. */
  readonly rule?: string;
  /** The reasons of the letter, in any order; empty: no letter gives a reason. */
  readonly reasons?: readonly string[];
}

export interface Example {
  readonly name: string;
  readonly payload: JsonObject;
  readonly reports: Readonly<Record<string, JsonObject>>;
  readonly decisions: Readonly<Record<string, 'approved' | 'denied'>>;
  /** The day on which they apply, `2026-03-01`: ages and times since an event are counted up to it. Without it, today. */
  readonly as_of?: string;
  readonly expected: Expected;
}

/** The result of running a cascade on an example. */
export interface Tried {
  readonly outcome: ExpectedOutcome;
  /** The names of the rule that decided: its row, and its node and branch. */
  readonly rules: readonly string[];
  readonly reasons: readonly string[];
}

/** The most examples of one file. */
const MOST_EXAMPLES = 1_000;

type ReadExamples =
  | { readonly examples: readonly Example[]; readonly faults: readonly [] }
  | { readonly examples: null; readonly faults: readonly string[] };

/** Reads a list of examples, or an object with `examples`. A fault names where it is. */
export function readExamples(value: unknown): ReadExamples {
  const list = isJsonObject(value) ? value.examples : value;
  if (!Array.isArray(list)) return refused(['examples must be a list']);
  if (list.length === 0) return refused(['examples must not be empty: nothing would be tested']);
  if (list.length > MOST_EXAMPLES) return refused([`examples must be at most ${MOST_EXAMPLES}`]);
  const faults: string[] = [];
  const examples = list.flatMap((each: unknown, index) => readExample(each, `examples[${index}]`, faults) ?? []);
  const names = Map.groupBy(examples, ({ name }) => name);
  for (const [name, own] of names) if (own.length > 1) faults.push(`examples: ${own.length} have the name "${name}"`);
  return faults.length > 0 ? refused(faults) : { examples, faults: [] };
}

const refused = (faults: readonly string[]): ReadExamples => ({ examples: null, faults });

const MEMBERS = ['name', 'payload', 'reports', 'decisions', 'as_of', 'expected'];
const EXPECTED_MEMBERS = ['outcome', 'rule', 'reasons'];

function readExample(value: unknown, at: string, faults: string[]): Example | null {
  const before = faults.length;
  const fault = (where: string, message: string): void => void faults.push(`${at}${where} ${message}`);
  if (!isJsonObject(value)) {
    fault('', 'must be an object');
    return null;
  }
  const { name, payload = {}, reports = {}, decisions = {}, as_of: asOf, expected } = value;
  unknownIn(value, MEMBERS, '', fault);
  if (typeof name !== 'string' || name.trim() === '') fault('.name', 'must be a text');
  if (!isJsonObject(payload)) fault('.payload', 'must be an object');
  const ofReports = isJsonObject(reports) ? reports : null;
  if (ofReports === null || !Object.values(ofReports).every((each) => isJsonObject(each)))
    fault('.reports', 'must be an object with an object for each product');
  const ofPeople = isJsonObject(decisions) ? decisions : null;
  if (ofPeople === null || !Object.values(ofPeople).every((each) => each === 'approved' || each === 'denied'))
    fault('.decisions', 'must be an object with `approved` or `denied` for each node');
  if (asOf !== undefined && !isDate(asOf)) fault('.as_of', 'must be a day such as 2026-03-01');
  const wanted = readExpected(expected, fault);
  if (faults.length > before || wanted === null) return null;
  return {
    name: String(name),
    payload: payload as JsonObject,
    reports: reports as Example['reports'],
    decisions: decisions as Example['decisions'],
    ...(typeof asOf === 'string' ? { as_of: asOf } : {}),
    expected: wanted,
  };
}

function readExpected(value: Json | undefined, fault: (where: string, message: string) => void): Expected | null {
  if (!isJsonObject(value)) {
    fault('.expected', 'must be an object');
    return null;
  }
  unknownIn(value, EXPECTED_MEMBERS, '.expected', fault);
  const outcome = EXPECTED_OUTCOMES.find((each) => each === value.outcome);
  if (outcome === undefined) fault('.expected.outcome', `must be one of ${EXPECTED_OUTCOMES.join(', ')}`);
  const { rule, reasons } = value;
  if (rule !== undefined && typeof rule !== 'string') fault('.expected.rule', 'must be a text');
  const texts = Array.isArray(reasons) ? reasons.filter((each) => typeof each === 'string') : null;
  if (reasons !== undefined && (texts === null || !Array.isArray(reasons) || texts.length < reasons.length))
    fault('.expected.reasons', 'must be a list of texts');
  if (outcome === undefined) return null;
  return {
    outcome,
    ...(typeof rule === 'string' ? { rule } : {}),
    ...(texts === null ? {} : { reasons: texts }),
  };
}

function unknownIn(
  value: JsonObject,
  known: readonly string[],
  at: string,
  fault: (where: string, message: string) => void,
): void {
  for (const name of Object.keys(value))
    if (!known.includes(name)) fault(`${at}.${name}`, `is not known; there are ${known.join(', ')}`);
}

/** The differences from the expected result; none if the cascade did as expected. */
export function differences({ outcome, rule, reasons }: Expected, tried: Tried): readonly string[] {
  const found: string[] = [];
  if (outcome !== tried.outcome) found.push(`outcome: expected ${outcome}, was ${tried.outcome}`);
  if (rule !== undefined && !tried.rules.includes(rule))
    found.push(`rule: expected ${rule}, was ${tried.rules[0] ?? 'none'}`);
  if (reasons !== undefined) {
    const missing = reasons.filter((reason) => !tried.reasons.includes(reason));
    const further = tried.reasons.filter((reason) => !reasons.includes(reason));
    if (missing.length > 0) found.push(`reasons: the letter does not say ${missing.map(quoted).join(', ')}`);
    if (further.length > 0) found.push(`reasons: the letter says ${further.map(quoted).join(', ')}, too`);
  }
  return found;
}

const quoted = (text: string): string => `"${text}"`;

/** The result as the expected one, from now on. */
export function asExpected({ outcome, rules: [rule], reasons }: Tried): Expected {
  return { outcome, ...(rule === undefined ? {} : { rule }), reasons };
}
