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
import type { RuleSet } from './rule-set.ts';

const MOST_STANDING = 120;

/** Rules that say something that does not happen: they were taken for more than they were meant to say. */
export function idleRules(plan: Plan, set: RuleSet): Rule[] {
  const domains = domainsOfRules(plan.rules);
  const standing = areFew(domains) ? [] : [...aboutEach(plan.rules, domains, MOST_STANDING)];
  const people = [...[...combinations(domains, MOST_COMPARED)].filter(isConsistent), ...standing];
  const seen = new Set<string>();
  const idle = set.rules.filter((rule) => {
    const key = keyOfRule(rule);
    if (rule.when === null || seen.has(key)) return false;
    seen.add(key);
    return isIdle(rule, people, { plan, set });
  });
  // "Approve the rest", and there is nobody left.
  const isEmpty =
    areFew(domains) && domains.length > 0 && people.every((values) => ruleFor(plan, values) !== plan.rest);
  return isEmpty && set.rules.includes(plan.rest) ? [...idle, plan.rest] : idle;
}

/**
 * A rule of which somebody at a bound that it names is always decided otherwise, or an approval where everybody else is
 * approved anyhow: it says something that does not happen. One that says again what another does is none.
 */
function isIdle(
  { when, decision }: Rule,
  people: readonly Values[],
  { plan, set }: { readonly plan: Plan; readonly set: RuleSet },
): boolean {
  if (when === null) return false;
  const own = people.filter((values) => exprHolds(when, values));
  const isAlways = (those: readonly Values[]): boolean =>
    those.length > 0 && those.every((values) => ruleFor(plan, values).decision !== decision);
  const isDead = isOfNobody(when) || isAlways(own) || (set.isList !== true && isDeadPart(when, own, isAlways));
  if (isDead || decision !== 'approve' || plan.rest.decision !== 'approve') return isDead;
  const others = plan.rules.filter((each) => each.when !== when);
  return set.isWritten !== true && differing(plan, { ...plan, rules: others }) === null;
}

function isOfNobody(when: Expr): boolean {
  const domains = domainsOf(testsOf(when));
  return areFew(domains) && [...combinations(domains, MOST_COMPARED)].every((values) => !exprHolds(when, values));
}

/** At a bound, or by one of several things of which each is to be enough, it never decides. */
function isDeadPart(when: Expr, own: readonly Values[], isAlways: (those: readonly Values[]) => boolean): boolean {
  const parts = when.kind === 'any' ? when.of : [];
  // "Approve if A or B. If only one of the two is met, review": neither is enough.
  const isOfOther = parts.some(
    (part) =>
      part.kind === 'test' &&
      part.test.operator.includes('than') &&
      isAlways(own.filter((values) => parts.every((each) => exprHolds(each, values) === (each === part)))),
  );
  return isOfOther || testsOf(when).some((test) => isAlways(nearest(test, own)));
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
