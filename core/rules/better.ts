import { isJsonObject, type Json, type JsonSchema } from '../json.ts';
import { betterOf, LESS, MORE } from '../products/better.ts';
import { fieldSchema, itemSchema, PRODUCTS } from '../products/index.ts';
import { capital } from '../readback/words.ts';
import {
  aboutEach,
  areFew,
  combinations,
  domainsOfRules,
  isConsistent,
  ruleFor,
  type Domain,
  type Values,
} from './applicants.ts';
import { exampleOf, type Example } from './examples.ts';
import { RANK, type Rule } from './model.ts';
import type { Plan } from './plan.ts';
import { IS } from './read-as.ts';
import { sayApplicant, type SubjectIn } from './say.ts';

/**
 * An applicant who is decided worse than the same one with a worse value. Policies want more income and fewer
 * evictions, never the reverse. So the cause is most often a comparison, a negation, a decision or an order that a
 * model has reversed. `rule`: decides the better applicant.
 */
export interface Turned {
  readonly rule: Rule;
  readonly message: string;
  readonly applicant: Example;
}

const MOST_PEOPLE = 1_500;
const MOST_FOUND = 3;
const MOST_ABOUT = 120;

/** `subjectIn`: names of fields in messages. */
export function turnedIn(plan: Plan, asOf: string, isOfOrder: IsOfOrder, subjectIn?: SubjectIn): readonly Turned[] {
  const domains = domainsOfRules(plan.rules);
  const steps = domains.flatMap((domain) => stepsOf(domain).map((step) => ({ key: domain.key, ...step })));
  const found = new Map<string, Turned>();
  for (const values of peopleOf(plan, domains)) {
    if (found.size >= MOST_FOUND) break;
    if (!isConsistent(values)) continue;
    const worse = ruleFor(plan, values);
    for (const { key, from, to } of steps) {
      if (values.get(key) !== from || found.has(key)) continue;
      const improved = new Map([...values, [key, to]]);
      const better = ruleFor(plan, improved);
      if (RANK[better.decision] >= RANK[worse.decision] || !isConsistent(improved)) continue;
      if (isOfOrder(better, worse)) continue;
      found.set(key, turned(better, worse, { key, improved, from, asOf, subjectIn }));
    }
  }
  return [...found.values()];
}

/** All applicants at the thresholds, or some of them and those for each rule. */
function* peopleOf(plan: Plan, domains: readonly Domain[]): Generator<Values> {
  yield* combinations(domains, MOST_PEOPLE);
  if (!areFew(domains)) yield* aboutEach(plan.rules, domains, MOST_ABOUT);
}

/** True if the policy states that the worse decision comes first. */
type IsOfOrder = (better: Rule, worse: Rule) => boolean;

/** True if reviews come before a denial of everybody else, or in a list whose first matching line decides. */
export function isOfOrder(better: Rule, worse: Rule, prompt: string): boolean {
  if (better.decision !== 'deny' || worse.decision !== 'review') return false;
  if (better.when === null || ELSE.test(better.quote.text)) return true;
  return ORDERED.test(prompt) && worse.quote.offset < better.quote.offset;
}

const ELSE = /\b(?:otherwise|else|the rest|remaining|all others?)\b/i;
const ORDERED =
  /\b(?:in (?:this|that|the (?:following|given)|order)|from (?:the )?top|(?:stops?|ends?) (?:at|with) the first|first (?:line|rule|point|item|row|one|match))\b/i;

function turned(
  better: Rule,
  worse: Rule,
  {
    key,
    improved,
    from,
    asOf,
    subjectIn,
  }: { key: string; improved: Values; from: Json; asOf: string; subjectIn: SubjectIn | undefined },
): Turned {
  const with_ = sayApplicant(new Map([[key, from]]), subjectIn).replace(/^an applicant /, '');
  const message = `${capital(sayApplicant(improved, subjectIn))} is ${IS[better.decision]}, and ${with_} ${IS[worse.decision]}: the worse is decided better.`;
  return { rule: better, message, applicant: exampleOf(improved, asOf) };
}

/** A step from a value of the domain to one that is better under any policy. */
interface Step {
  readonly from: Json;
  readonly to: Json;
}

function stepsOf({ source, field, values }: Domain): Step[] {
  if (source === 'context') return [];
  const product = PRODUCTS[source];
  const items = itemSchema(product, field);
  if (items !== undefined) {
    const isBestEmpty = fieldSchema(product, field)?.['x-empty'] === 'best';
    const members = (items as { readonly properties?: Readonly<Record<string, JsonSchema>> }).properties ?? {};
    const lists = values.filter((value) => Array.isArray(value));
    return pairs(lists).filter(({ from, to }) => isBetterList(from, to, isBestEmpty, members));
  }
  const better = betterOf(product, field);
  return better === null
    ? []
    : pairs(values.filter((value) => value !== null || isNoneBest(source, field))).filter(({ from, to }) =>
        to === null || from === null ? from !== null && from !== 0 : better(from, to),
      );
}

/** True if an applicant with a spotless record has no value here. */
const isNoneBest = (code: keyof typeof PRODUCTS, field: string): boolean =>
  fieldSchema(PRODUCTS[code], field)?.['x-absent'] === 'none_on_record';

const pairs = <T extends Json>(values: readonly T[]): { readonly from: T; readonly to: T }[] =>
  values.flatMap((from) => values.filter((to) => to !== from).map((to) => ({ from, to })));

/** Fewer records, or the same one longer ago, smaller, or settled. */
function isBetterList(
  from: Json,
  to: Json,
  isBestEmpty: boolean,
  members: Readonly<Record<string, JsonSchema>>,
): boolean {
  if (!Array.isArray(from) || !Array.isArray(to)) return false;
  if (to.length < from.length) {
    const left = from.map((item) => JSON.stringify(item));
    return isBestEmpty && to.every((item) => left.includes(JSON.stringify(item)));
  }
  const [one, other] = [from[0], to[0]];
  const isOne = from.length === 1 && to.length === 1 && one !== undefined && other !== undefined;
  return isOne && isJsonObject(one) && isJsonObject(other) && isBetterItem(one, other, members);
}

const WORSE_BY: ReadonlySet<unknown> = new Set(['USD', 'days']);

function isBetterItem(
  one: Readonly<Record<string, Json>>,
  other: Readonly<Record<string, Json>>,
  members: Readonly<Record<string, JsonSchema>>,
): boolean {
  const apart = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => one[name] !== other[name]);
  const [name] = apart;
  if (apart.length !== 1 || name === undefined) return false;
  const [from, to] = [one[name] ?? null, other[name] ?? null];
  if (name.startsWith('months_since_')) return MORE(from, to);
  if (WORSE_BY.has(members[name]?.['x-unit'])) return LESS(from, to);
  return name === 'satisfied' && to === true;
}
