import { fieldSchema, PRODUCTS } from '../products/index.ts';
import {
  areFew,
  combinations,
  domainsOf,
  exprHolds,
  isConsistent,
  keyOfRule,
  MOST_COMPARED,
} from '../rules/applicants.ts';
import { testsOf, wayOf, type Rule, type Test } from '../rules/model.ts';
import type { Refusal } from '../rules/rule-set.ts';

/** Contradictions between the rules. Among rules in written order, a later one may have another limit. */
export const contradictions = (rules: readonly Rule[], isWritten: boolean): Refusal[] => [
  ...rests(rules),
  ...periods(rules),
  ...(isWritten ? [] : [...bounds(rules), ...swallowed(rules)]),
  ...holes(rules),
];

function rests(rules: readonly Rule[]): Refusal[] {
  const [first, ...others] = rules.filter(({ when }) => when === null);
  const found = others
    .filter(({ decision }) => decision !== first?.decision)
    .map(({ quote }) => ({
      quote,
      message: `Everybody else is decided otherwise before: "${first?.quote.text ?? ''}".`,
    }));
  // "Minimum score 600. Review evictions. Deny the rest": those who meet it are not said to be approved.
  const isNobodys =
    rules.some(({ isRequirement }) => isRequirement) &&
    rules.some(({ isRequirement, when }) => !isRequirement && when !== null) &&
    rules.every(({ decision }) => decision === 'deny' || decision === 'review');
  return isNobodys && first?.decision === 'deny'
    ? [...found, { quote: first.quote, message: 'Nobody is approved then: say who is.' }]
    : found;
}

/** "Incomes under $48,000 a year" and "under $3,000 a month" are of one income: which one decides is not seen. */
function periods(rules: readonly Rule[]): Refusal[] {
  const asking = new Map(
    rules.flatMap((rule) =>
      testsOf(rule.when).flatMap((each) => (each.from === undefined ? [[each.field, rule] as const] : [])),
    ),
  );
  return Object.values(PRODUCTS).flatMap(({ words }) =>
    words.flatMap(({ field, perYear }) => {
      const [ofMonth, ofYear] = [asking.get(field), asking.get(perYear ?? '')];
      return ofMonth === undefined || ofYear === undefined || ofMonth === ofYear
        ? []
        : [{ quote: ofYear.quote, message: 'Another rule has this by the month: say both a month, or both a year.' }];
    }),
  );
}

/** "At least 620" and "below 650 is denied": of one thing, two limits that decide alike cannot both be meant. */
function bounds(rules: readonly Rule[]): Refusal[] {
  const limits = rules.flatMap((rule) => {
    const tests = testsOf(rule.when).filter(({ operator }) => operator !== 'is_empty');
    const [only] = tests;
    return tests.length === 1 && only !== undefined && amountOf(only) !== null && rule.decision === 'deny'
      ? [{ rule, only, key: JSON.stringify([keyOf(only), only.where, only.operator[0]]) }]
      : [];
  });
  return limits.flatMap(({ rule, only, key }, index) => {
    const other = limits.slice(0, index).find((each) => each.key === key && amountOf(each.only) !== amountOf(only));
    const message = `Another rule has another limit for the same thing: "${other?.rule.quote.text ?? ''}".`;
    return other === undefined ? [] : [{ quote: rule.quote, message }];
  });
}

/** By the unit of a field that is no whole number: bounds so near that what lies between them was forgotten. */
const NEAR: Readonly<Record<string, number>> = { percent: 1, USD: 1, ratio: 0.1 };

/** "At most 30%" and "from 31%": 30.5% is in neither. */
function holes(rules: readonly Rule[]): Refusal[] {
  const tests = rules.flatMap((rule) => testsOf(rule.when).map((one) => ({ rule, one })));
  return tests.flatMap(({ rule, one }) => {
    const near = one.from === undefined ? nearOf(one) : 0.011;
    const top = amountOf(one);
    if (near === null || top === null || one.operator !== 'less_than_or_equal') return [];
    const isNext = ({ one: other }: (typeof tests)[number]): boolean => {
      const bottom = amountOf(other);
      const isSame = keyOf(one) === keyOf(other) && other.operator === 'greater_than_or_equal';
      return isSame && bottom !== null && bottom > top && bottom - top < near + 1e-9;
    };
    const isTold = tests.some(
      ({ one: other }) => keyOf(one) === keyOf(other) && amountOf(other) === top && other.operator === 'greater_than',
    );
    return isTold || !tests.some(isNext)
      ? []
      : [
          {
            quote: rule.quote,
            message: 'What lies between this bound and the next one is in neither: say "over" or "under" of one.',
          },
        ];
  });
}

/** Rules whose applicants another rule decides the same way: whatever else the rule says has no effect. */
function swallowed(rules: readonly Rule[]): Refusal[] {
  return rules.flatMap((rule, at) => {
    const other = rules.find(
      (each, index) => index !== at && isWithin(rule, each) && (!isWithin(each, rule) || index < at),
    );
    const isAgain = other !== undefined && wayOf(other) === wayOf(rule) && keyOfRule(other) === keyOfRule(rule);
    return other === undefined || isAgain
      ? []
      : [
          {
            quote: rule.quote,
            message: `It changes nothing: another rule decides as much of more people: "${other.quote.text}".`,
          },
        ];
  });
}

function isWithin(one: Rule, other: Rule): boolean {
  if (one.when === null || other.when === null || one.decision !== other.decision) return false;
  const [inner, outer] = [one.when, other.when];
  const domains = domainsOf([...testsOf(inner), ...testsOf(outer)]);
  if (!areFew(domains)) return false;
  const people = [...combinations(domains, MOST_COMPARED)].filter(isConsistent);
  return (
    people.some((values) => exprHolds(inner, values)) &&
    people.every((values) => !exprHolds(inner, values) || exprHolds(outer, values))
  );
}

const amountOf = ({ value, from }: Test): number | null => from?.times ?? (typeof value === 'number' ? value : null);
const keyOf = ({ source, field, from }: Test): string => JSON.stringify([source, field, from?.source, from?.field]);

function nearOf({ source, field }: Test): number | null {
  const schema = source === 'context' ? {} : (fieldSchema(PRODUCTS[source], field) ?? {});
  return [schema.type].flat().includes('integer') ? null : (NEAR[String(schema['x-unit'])] ?? null);
}
