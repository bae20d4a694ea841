import { fieldSchema, PRODUCTS } from '../products/index.ts';
import { capital } from '../readback/words.ts';
import {
  differences,
  fieldOfKey,
  keyOfRule,
  keysOf,
  ruleFor,
  type Difference,
  type Values,
} from '../rules/applicants.ts';
import { exampleOf } from '../rules/examples.ts';
import type { Disagreement, Way } from '../rules/generation.ts';
import { testsOf, wayOf, type Quote, type Rule } from '../rules/model.ts';
import type { Plan } from '../rules/plan.ts';
import { IS } from '../rules/read-as.ts';
import { withDates, withMonths } from '../rules/records.ts';
import { sayApplicant } from '../rules/say.ts';
import type { Draft } from './rules.ts';

/* Compares two readings of one policy on the applicants at and next to each threshold of both. */

/** A disagreement, and the rule of the first reading that decides. */
export interface Compared {
  readonly disagreement: Disagreement;
  readonly rule: Rule | null;
}

const MOST_SHOWN = 5;
/** The most differing applicants among which the plainest of each kind are chosen. */
const MOST_FOUND = 2_000;

const SAID: Readonly<Record<Way['by'], string>> = {
  first: 'by the first reading',
  second: 'by the second reading',
  grammar: 'by the built-in grammar',
};

/**
 * One applicant for each pair of rules that decide differently, at most five. Applicants without missing values come
 * first.
 */
export function disagreementsOf(first: Plan, other: Plan, by: Way['by'], asOf: string): readonly Compared[] {
  const plans = [withoutReasons(first), withoutReasons(other)] as const;
  const found = new Map<string, Difference>();
  let tried = 0;
  for (const { values } of differences(...plans)) {
    tried += 1;
    if (tried > MOST_FOUND) break;
    const person = reported(values, asOf);
    const [one, two] = plans.map((plan) => ruleFor(plan, person)) as [Rule, Rule];
    const key = [one, two].map(keyOfRule).join();
    const known = found.get(key);
    if (wayOf(one) === wayOf(two) || !isReportable(values)) continue;
    if (known === undefined || unknownIn(values) < unknownIn(known.values))
      found.set(key, { values, ways: [one, two] });
  }
  return [...found.values()]
    .toSorted((a, b) => unknownIn(a.values) - unknownIn(b.values))
    .slice(0, MOST_SHOWN)
    .map((difference) => ({
      disagreement: disagreement(difference, by, asOf),
      rule: first.rules.find((rule) => isOf(rule, difference.ways[0])) ?? null,
    }));
}

const isOf = (rule: Rule, decides: Rule): boolean => rule.when === decides.when && rule.quote === decides.quote;

/** The texts of reasons are dropped: two readings may word them differently and decide alike. */
const withoutReasons = (plan: Plan): Plan => ({
  ...plan,
  rules: plan.rules.map(withoutReason),
  rest: withoutReason(plan.rest),
});

const withoutReason = (rule: Rule): Rule => ({ ...rule, terms: { ...rule.terms, reason: null } });

const unknownIn = (values: Values): number => [...values.values()].filter((value) => value === null).length;

function disagreement({ values, ways: [one, other] }: Difference, by: Way['by'], asOf: string): Disagreement {
  const ways = [takenBy('first', one), takenBy(by, other)] as const;
  const isSame = one.decision === other.decision;
  const said = ways.map((way) => `${IS[way.decision]} ${SAID[way.by]} (${sayRule(way)})`).join(' and ');
  const who = capital(sayApplicant(shownOf(values, [one, other])));
  return {
    message: `${who} is ${said}${isSame ? ', with other steps' : ''}.`,
    applicant: exampleOf(values, asOf),
    ways,
  };
}

/** The values that the deciding rules read; all values if a reading has no rule for the applicant. */
function shownOf(values: Values, rules: readonly Rule[]): Values {
  if (rules.some(({ when }) => when === null)) return values;
  const own = new Set(rules.flatMap(({ when }) => testsOf(when).flatMap(keysOf)));
  return new Map([...values].filter(([key]) => own.has(key)));
}

const takenBy = (by: Way['by'], { decision, quote }: Rule): Way => ({
  by,
  decision,
  sentence: quote.text === '' ? null : quote,
});

const MOST_QUOTED = 200;

const sayRule = ({ sentence }: Way): string => (sentence === null ? 'no sentence decides' : sayQuote(sentence));

/** The applicant with dates, and ages of list items, in the form of a report. */
const reported = (values: Values, asOf: string): Values =>
  new Map([...values].map(([key, value]) => [key, withMonths(withDates(value, asOf), asOf)]));

/** A value of a report can be unknown only if its schema allows null. */
const isReportable = (values: Values): boolean =>
  [...values].every(([key, value]) => {
    const { source, field } = fieldOfKey(key);
    if (value !== null || source === 'context') return true;
    const type = fieldSchema(PRODUCTS[source], field)?.type;
    return Array.isArray(type) && type.includes('null');
  });

/** Sentences that the second reading finds ambiguous or turns into no rule. */
export function refusedBySecond({ ambiguous, notExpressed }: Draft): readonly Compared[] {
  const messages = [
    ...ambiguous.map(({ quote, readings }) => {
      const ways = readings.map((each) => JSON.stringify(each.slice(0, MOST_QUOTED))).join(' or ');
      return `The second reading takes ${sayQuote(quote)} in more than one way: ${ways}.`;
    }),
    ...notExpressed.map(
      ({ quote, why }) => `The second reading makes no rule of ${sayQuote(quote)}: ${why.slice(0, MOST_QUOTED)}`,
    ),
  ];
  return messages
    .slice(0, MOST_SHOWN)
    .map((message) => ({ rule: null, disagreement: { message, applicant: null, ways: [] } }));
}

const sayQuote = ({ text }: Quote): string => JSON.stringify(text.slice(0, MOST_QUOTED));
