import {
  aboutEach,
  areFew,
  combinations,
  differing,
  domainsOf,
  domainsOfRules,
  exprHolds,
  isConsistent,
  keyOfField,
  keyOfRule,
  MOST_COMPARED,
  ruleFor,
  type Values,
} from './applicants.ts';
import { testsOf, type Expr, type Rule, type Test } from './model.ts';
import type { Plan } from './plan.ts';
import type { Refusal, RuleSet } from './rule-set.ts';

const MOST_STANDING = 120;

/** Rules that state something that never happens, with the reason: probably they were misread. */
export function idleRules(plan: Plan, set: RuleSet): Refusal[] {
  const domains = domainsOfRules(plan.rules);
  const standing = areFew(domains) ? [] : [...aboutEach(plan.rules, domains, MOST_STANDING)];
  const people = [...[...combinations(domains, MOST_COMPARED)].filter(isConsistent), ...standing];
  const seen = new Set<string>();
  const idle = set.rules.flatMap((rule): Refusal[] => {
    const key = keyOfRule(rule);
    if (rule.when === null || seen.has(key)) return [];
    seen.add(key);
    const message = whyIdle(rule, people, { plan, set });
    return message === null ? [] : [{ quote: rule.quote, message }];
  });
  // "Approve the rest", and there is nobody left.
  const isEmpty =
    areFew(domains) && domains.length > 0 && people.every((values) => ruleFor(plan, values) !== plan.rest);
  const { rest } = plan;
  if (!isEmpty || !set.rules.includes(rest)) return idle;
  return [...idle, { quote: rest.quote, message: 'This can never decide: the other rules leave nobody to it.' }];
}

/**
 * The reason why a rule is idle; null if it takes effect. A rule is idle if an applicant at one of its bounds is always
 * decided otherwise. An approval is idle if everybody else is approved anyway. A rule that repeats another is not idle.
 */
function whyIdle(
  { when, decision }: Rule,
  people: readonly Values[],
  { plan, set }: { readonly plan: Plan; readonly set: RuleSet },
): string | null {
  if (when === null) return null;
  if (isOfNobody(when)) return 'This can never decide: nobody meets all that it asks for.';
  const own = people.filter((values) => exprHolds(when, values));
  const isAlways = (those: readonly Values[]): boolean =>
    those.length > 0 && those.every((values) => ruleFor(plan, values).decision !== decision);
  if (isAlways(own)) return `This can never decide: ${takenBy(own, when, plan)}.`;
  const part = set.isList === true ? null : deadPart(when, own, isAlways);
  if (part !== null) return `A part of this can never decide: ${takenBy(part, when, plan)}.`;
  if (decision !== 'approve' || plan.rest.decision !== 'approve' || set.isWritten === true) return null;
  const others = plan.rules.filter((each) => each.when !== when);
  return differing(plan, { ...plan, rules: others }) === null
    ? 'This changes nothing: whoever it approves is approved without it.'
    : null;
}

/** By which rules they are decided instead: the one before that holds of all of them, if there is one. */
function takenBy(people: readonly Values[], when: Expr, plan: Plan): string {
  const before = plan.rules.slice(
    0,
    plan.rules.findIndex((rule) => rule.when === when),
  );
  const one = before.find(
    (rule) => rule.quote.text !== '' && people.every((values) => rule.when !== null && exprHolds(rule.when, values)),
  );
  const texts = one === undefined ? people.map((values) => ruleFor(plan, values).quote.text) : [one.quote.text];
  const quotes = new Set(texts.filter((text) => text !== ''));
  const [first, second, ...more] = [...quotes].map((text) => `"${text}"`);
  if (first === undefined || more.length > 0) return 'other rules decide whoever meets it';
  return `${first}${second === undefined ? ' decides' : ` and ${second} decide`} whoever meets it`;
}

function isOfNobody(when: Expr): boolean {
  const domains = domainsOf(testsOf(when));
  return areFew(domains) && [...combinations(domains, MOST_COMPARED)].every((values) => !exprHolds(when, values));
}

/** Those at a bound, or for whom one of several things holds of which each is to be enough, if it never decides them. */
function deadPart(
  when: Expr,
  own: readonly Values[],
  isAlways: (those: readonly Values[]) => boolean,
): readonly Values[] | null {
  const parts = when.kind === 'any' ? when.of : [];
  // "Approve if A or B. If only one of the two is met, review": neither is enough.
  const ofOne = parts
    .filter((part) => part.kind === 'test' && part.test.operator.includes('than'))
    .map((part) => own.filter((values) => parts.every((each) => exprHolds(each, values) === (each === part))));
  return [...ofOne, ...testsOf(when).map((test) => nearest(test, own))].find(isAlways) ?? null;
}

/** Those at the bound that the test names. */
function nearest(test: Test, people: readonly Values[]): readonly Values[] {
  const { operator } = test;
  if (!operator.includes('than')) return [];
  const apart = people.flatMap((values): (readonly [Values, number])[] => {
    const distance = distanceTo(test, values);
    const isWithin = distance !== null && (operator.startsWith('greater') ? distance >= 0 : distance <= 0);
    return isWithin ? [[values, Math.abs(distance)]] : [];
  });
  const least = Math.min(...apart.map(([, distance]) => distance));
  return apart.flatMap(([values, distance]) => (distance === least ? [values] : []));
}

/** How far somebody is above the bound. */
function distanceTo({ source, field, value, from }: Test, values: Values): number | null {
  const own = values.get(keyOfField({ source, field }));
  const other = from === undefined ? value : values.get(keyOfField(from));
  if (typeof own !== 'number' || typeof other !== 'number') return null;
  return Math.round((own - other * (from?.times ?? 1)) * 1e6) / 1e6;
}
