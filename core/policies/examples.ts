import { holds } from '../cascade/operators/index.ts';
import type { Json, JsonObject } from '../json.ts';
import { readPath } from '../path.ts';
import { fieldSchema, PRODUCTS, productByCode, type ProductCode } from '../products/index.ts';
import { Work } from '../work.ts';
import { canBeMissing, testsOf, type Rule, type Test } from './model.ts';
import { decide, type Plan } from './plan.ts';

/** Somebody whom a rule decides. `reports` is empty where test mode's synthetic reports on the applicant do. */
export interface Example {
  readonly payload: JsonObject;
  readonly reports: Readonly<Record<string, JsonObject>>;
}

export interface Examples {
  readonly byRule: ReadonlyMap<Rule, Example>;
  /** Every combination of values was tried: a rule without an example never decides. */
  readonly isComplete: boolean;
}

const MOST_COMBINATIONS = 30_000;
const MOST_PEOPLE = 240;

/** An example applicant for each rule, found by solving the conditions over their thresholds. `asOf` is an ISO date. */
export function findExamples(plan: Plan, asOf: string): Examples {
  const rules = rulesOf(plan);
  const byRule = new Map<Rule, Example>();
  const sources = new Set(rules.flatMap(({ when }) => testsOf(when)).map(({ source }) => source));
  const codes = [...sources].filter((source): source is ProductCode => source !== 'context');
  searchPeople(plan, { rules, codes, asOf }, byRule);
  const domains = domainsOf(rules.flatMap(({ when }) => testsOf(when)));
  const combinations = domains.reduce((total, { values }) => total * values.length, 1);
  const isComplete = combinations <= MOST_COMBINATIONS;
  const steps = isComplete ? combinations : MOST_COMBINATIONS;
  for (let step = 0; step < steps && byRule.size < rules.length; step += 1) {
    const chosen = choose(domains, isComplete ? step : scatter(step), isComplete);
    const rule = decide(plan, (test) =>
      holds(test.operator, chosen.get(keyOfField(test)) ?? null, test.value ?? null, new Work()),
    );
    if (!byRule.has(rule)) byRule.set(rule, exampleOf(domains, chosen, asOf));
  }
  return { byRule, isComplete };
}

/** Applicants on either side of each threshold of these tests, the made-up people first; at most `most` of them. */
export function applicantsAround(tests: readonly Test[], asOf: string, most: number): Example[] {
  const people = Array.from({ length: Math.ceil(most / 4) }, (_, index) => ({
    payload: personOf(index + 1),
    reports: {},
  }));
  const domains = domainsOf(tests);
  const combinations = domains.reduce((total, { values }) => total * values.length, 1);
  const left = most - people.length;
  const isComplete = combinations <= left;
  const made = Array.from({ length: Math.min(combinations, left) }, (_, step) =>
    exampleOf(domains, choose(domains, isComplete ? step : scatter(step), isComplete), asOf),
  );
  return [...people, ...made];
}

function rulesOf(plan: Plan): Rule[] {
  const { overrides, denials, reviews, conditionals, approvals, rest } = plan;
  return [...overrides, ...denials, ...reviews, ...conditionals, ...approvals, rest];
}

/** Made-up people, so that the payload alone is enough to take the branch in test mode. */
function searchPeople(
  plan: Plan,
  { rules, codes, asOf }: { rules: readonly Rule[]; codes: readonly ProductCode[]; asOf: string },
  byRule: Map<Rule, Example>,
): void {
  for (let seed = 1; seed <= MOST_PEOPLE && byRule.size < rules.length; seed += 1) {
    const payload = personOf(seed);
    const { applicant, property } = payload;
    const outputs = new Map<string, Json>(
      codes.map((code) => [code, PRODUCTS[code].synthetic(applicant, asOf, property)]),
    );
    outputs.set('context', { applicant, property });
    const work = new Work();
    const rule = decide(plan, (test) =>
      holds(test.operator, readPath(outputs.get(test.source), test.field, work) ?? null, test.value ?? null, work),
    );
    if (!byRule.has(rule)) byRule.set(rule, { payload: { applicant, property }, reports: {} });
  }
}

const STATES = ['TX', 'CA', 'NY', 'OH', 'FL', 'IL', 'NJ', 'WA'];

function personOf(seed: number): { applicant: JsonObject; property: JsonObject } {
  const number = String(seed).padStart(4, '0');
  return {
    applicant: {
      first_name: 'Example',
      last_name: `Person ${number}`,
      email: `example.person.${number}@example.com`,
      date_of_birth: `${1960 + (seed % 42)}-0${1 + (seed % 9)}-1${seed % 10}`,
      ssn: `900-55-${number}`,
      address: {
        line1: `${seed} Example Street`,
        city: 'Example',
        state: STATES[seed % STATES.length] ?? 'TX',
        postal_code: '00000',
      },
      monthly_income: 1_800 + (seed % 23) * 400,
    },
    property: { monthly_rent: 1_500 },
  };
}

interface Domain {
  readonly key: string;
  readonly source: Test['source'];
  readonly field: string;
  readonly values: readonly Json[];
}

function keyOfField({ source, field }: Test): string {
  return `${source}:${field}`;
}

/** The values that can make a difference: about each threshold, each member of a list, and none at all. */
function domainsOf(all: readonly Test[]): Domain[] {
  const byField = Map.groupBy(all, keyOfField);
  return [...byField].flatMap(([key, tests]) => {
    const [test] = tests;
    if (test === undefined) return [];
    const values = [...new Set(tests.flatMap(valuesAround)), ...(canBeMissing(test) ? [null] : [])];
    return [
      {
        key,
        source: test.source,
        field: test.field,
        values: [...new Set(values)].filter((value) => isWithin(test, value)),
      },
    ];
  });
}

function schemaOf({ source, field }: Test): Record<string, unknown> {
  const product = source === 'context' ? undefined : productByCode(source);
  return (product === undefined ? undefined : fieldSchema(product, field)) ?? {};
}

function isWithin(test: Test, value: Json): boolean {
  if (typeof value !== 'number') return true;
  const { minimum, maximum } = schemaOf(test);
  return !(typeof minimum === 'number' && value < minimum) && !(typeof maximum === 'number' && value > maximum);
}

function valuesAround(test: Test): Json[] {
  const schema = schemaOf(test);
  const { value } = test;
  if (typeof value === 'number') {
    const step = [schema.type].flat().includes('integer') ? 1 : 0.01;
    return [value, Math.round((value - step) * 100) / 100, Math.round((value + step) * 100) / 100];
  }
  if (test.operator === 'is_true' || test.operator === 'is_false') return [false, true];
  const listed: unknown = schema.enum;
  const others = Array.isArray(listed) ? listed.filter((each): each is string => typeof each === 'string') : ['ZZ'];
  return [...(value === undefined ? [] : [value]), ...others];
}

/** The combination with this number: the first field changes fastest. */
function choose(domains: readonly Domain[], number: number, isComplete: boolean): Map<string, Json> {
  const chosen = new Map<string, Json>();
  let left = number;
  for (const [index, { key, values }] of domains.entries()) {
    const at = isComplete ? left % values.length : scatter(left + index * 7_919) % values.length;
    chosen.set(key, values[at] ?? null);
    if (isComplete) left = Math.floor(left / values.length);
  }
  return chosen;
}

/** A fixed scattering of numbers: the same prompt gives the same examples. */
function scatter(value: number): number {
  let mixed = (value ^ 0x9e3779b9) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 0;
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function exampleOf(domains: readonly Domain[], chosen: ReadonlyMap<string, Json>, asOf: string): Example {
  const { applicant, property } = personOf(1);
  const reports: Record<string, JsonObject> = {};
  const context: JsonObject = { applicant, property };
  for (const { key, source, field } of domains) {
    const value = chosen.get(key) ?? null;
    if (source === 'context') write(context, field.split('.'), value);
    else {
      // The rest of the report is that of a made-up person, so that it satisfies the product's schema.
      reports[source] ??= PRODUCTS[source].synthetic(applicant, asOf, property);
      write(reports[source], field.split('.'), value);
    }
  }
  return { payload: context, reports };
}

function write(into: JsonObject, [head = '', ...rest]: readonly string[], value: Json): void {
  if (rest.length === 0) {
    into[head] = value;
    return;
  }
  const held = into[head];
  const inner: JsonObject = typeof held === 'object' && held !== null && !Array.isArray(held) ? { ...held } : {};
  write(inner, rest, value);
  into[head] = inner;
}
