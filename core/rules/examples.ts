import { NO_PRODUCTS, type OwnProducts } from '../cascade/own-products.ts';
import type { Json, JsonObject } from '../json.ts';
import { readPath } from '../path.ts';
import { PRODUCTS, type BuiltInCode } from '../products/index.ts';
import { put } from '../readback/domains.ts';
import { combinations, domainsOf, fieldOfKey, keyOfField, ruleFor, type Domain, type Values } from './applicants.ts';
import { Work } from '../work.ts';
import { countsOf, withDates, withMonths } from './records.ts';
import { fieldsReadBy, testsOfRules, type Rule } from './model.ts';
import { ownFieldOf } from './own-reports.ts';
import type { Plan } from './plan.ts';

/**
 * An applicant whom a rule decides. `reports` is empty if test mode's synthetic reports on the applicant are enough.
 */
export interface Example {
  readonly payload: JsonObject;
  readonly reports: Readonly<Record<string, JsonObject>>;
}

export interface Examples {
  readonly byRule: ReadonlyMap<Rule, Example>;
  /** True if every combination of values was tried: a rule without an example then never decides. */
  readonly isComplete: boolean;
}

const MOST_COMBINATIONS = 30_000;
const MOST_PEOPLE = 240;

/** An example applicant for each rule, found by solving the conditions over their thresholds. `asOf` is an ISO date. */
export function findExamples(plan: Plan, asOf: string, own: OwnProducts = NO_PRODUCTS): Examples {
  const rules = [...plan.rules, plan.rest];
  const byRule = new Map<Rule, Example>();
  const needed = neededFor(plan, asOf, own);
  const { domains } = needed;
  searchPeople(plan, needed, byRule);
  const total = domains.reduce((product, { values }) => product * values.length, 1);
  for (const values of combinations(domains, MOST_COMBINATIONS)) {
    if (byRule.size === rules.length) break;
    const rule = ruleFor(plan, values);
    if (!byRule.has(rule)) byRule.set(rule, exampleOf(values, asOf, own));
  }
  return { byRule, isComplete: total <= MOST_COMBINATIONS };
}

/** Synthetic people, so that the payload alone takes the branch in test mode. */
function searchPeople(plan: Plan, needed: Needed, byRule: Map<Rule, Example>): void {
  for (const { payload, values } of peopleFor(needed)) {
    const rule = ruleFor(plan, values);
    if (!byRule.has(rule)) byRule.set(rule, { payload, reports: {} });
    if (byRule.size > plan.rules.length) break;
  }
}

interface Needed {
  readonly domains: readonly Domain[];
  readonly codes: readonly BuiltInCode[];
  readonly asOf: string;
  /** The account's products whose reports the rules read. */
  readonly own: OwnProducts;
}

function neededFor(plan: Plan, asOf: string, products: OwnProducts): Needed {
  const tests = testsOfRules(plan.rules);
  const fields = tests.flatMap(fieldsReadBy);
  const read = new Set(fields.flatMap((field) => ownFieldOf(field)?.code ?? []));
  const own = new Map([...products].filter(([code]) => read.has(code)));
  const sources = new Set(fields.map(({ source }) => source));
  const codes = [...sources].filter((source): source is BuiltInCode => source !== 'context');
  return { domains: domainsOf(tests), codes, asOf, own };
}

/** Test mode's reports on the synthetic people, by product and seed, for the last requested day. */
const reportsOn = { asOf: '', byKey: new Map<string, JsonObject>() };

function reportOn(code: BuiltInCode, seed: number, asOf: string): JsonObject {
  if (reportsOn.asOf !== asOf) {
    reportsOn.asOf = asOf;
    reportsOn.byKey.clear();
  }
  const key = `${code} ${seed}`;
  const known = reportsOn.byKey.get(key);
  if (known !== undefined) return known;
  const { applicant, property } = personOf(seed);
  const report = PRODUCTS[code].synthetic(applicant, asOf, property);
  reportsOn.byKey.set(key, report);
  return report;
}

function* peopleFor({ domains, codes, asOf, own }: Needed): Generator<{ payload: JsonObject; values: Values }> {
  for (let seed = 1; seed <= MOST_PEOPLE; seed += 1) {
    const { applicant, property } = personOf(seed);
    const outputs = new Map<string, Json>(codes.map((code) => [code, reportOn(code, seed, asOf)]));
    const ofOwn = [...own].map(([code, { product }]) => [code, product.synthetic(applicant, asOf)]);
    outputs.set('context', { applicant, property, steps: Object.fromEntries(ofOwn) });
    const work = new Work();
    const values = new Map(
      domains.map((domain) => [
        keyOfField(domain),
        withMonths(readPath(outputs.get(domain.source), domain.field, work) ?? null, asOf),
      ]),
    );
    yield { payload: { applicant, property }, values };
  }
}

/**
 * True if one of many synthetic people is approved, or if the rules approve nobody. Otherwise a figure probably has the
 * wrong unit.
 */
export function isSomebodyApproved(plan: Plan, asOf: string): boolean {
  const approves = ({ decision }: Rule): boolean => decision === 'approve' || decision === 'conditional';
  // Synthetic people request no loan.
  const isOfRequest = testsOfRules(plan.rules).some(
    ({ source, from }) => source === 'context' || from?.source === 'context',
  );
  if (isOfRequest || ![...plan.rules, plan.rest].some(approves)) return true;
  for (const { values } of peopleFor(neededFor(plan, asOf, NO_PRODUCTS)))
    if (approves(ruleFor(plan, values))) return true;
  return false;
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

/** An applicant with these values. */
export function exampleOf(chosen: Values, asOf: string, own: OwnProducts = NO_PRODUCTS): Example {
  const { applicant, property } = personOf(1);
  const reports: Record<string, JsonObject> = {};
  const context: JsonObject = { applicant, property };
  for (const [key, value] of chosen) {
    const { source, field } = fieldOfKey(key);
    const ofOwn = ownFieldOf({ source, field });
    if (ofOwn !== undefined) {
      const product = own.get(ofOwn.code)?.product;
      // Test mode's report is used for a product that is not given.
      if (product === undefined) continue;
      reports[ofOwn.code] ??= structuredClone(product.synthetic(applicant, asOf));
      put(reports[ofOwn.code] ?? {}, ofOwn.path.split('.'), value);
    } else if (source === 'context') put(context, field.split('.'), value);
    else {
      // The rest of the report is that of a synthetic person, so that it satisfies the product's schema.
      reports[source] ??= structuredClone(PRODUCTS[source].synthetic(applicant, asOf, property));
      put(reports[source], field.split('.'), withDates(value, asOf));
      for (const [name, count] of countsOf(source, field, value)) put(reports[source], [name], count);
    }
  }
  return { payload: context, reports };
}
