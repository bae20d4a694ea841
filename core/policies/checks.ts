import { combinations, domainsOf, exprHolds } from './applicants.ts';
import { PRODUCTS } from '../products/index.ts';
import type { Concept, Statement } from './grammar/kinds.ts';
import { testsOf, type Quote, type Rule } from './model.ts';
import { areDisjoint } from './plan.ts';
import type { Refusal, Sentence } from './reading.ts';

const NOWHERE: Quote = { text: '', offset: 0 };
const WHAT_BECOMES = 'It does not say what becomes of whoever has this.';

/** Where the sentences contradict each other: rules, and what is said about the rules. */
export function contradictions(
  rules: readonly Rule[],
  statements: readonly Statement[],
  sentences: readonly Sentence[],
): Refusal[] {
  const [first, ...others] = rules.filter(({ when }) => when === null);
  const rests = others
    .filter(({ decision }) => first !== undefined && decision !== first.decision)
    .map(({ quote }) => ({
      quote,
      message: `Everybody else is decided otherwise before: "${first?.quote.text}".`,
    }));
  // "Minimum score 600. Review evictions. Deny the rest": those who meet it are not said to be approved.
  const isNobodys =
    rules.some(({ isRequirement }) => isRequirement) &&
    rules.some(({ isRequirement, when }) => !isRequirement && when !== null) &&
    rules.every(({ decision }) => decision === 'deny' || decision === 'review');
  if (isNobodys && first?.decision === 'deny')
    rests.push({ quote: first.quote, message: 'Nobody is approved then: say who is.' });
  const tests = rules.flatMap(({ when }) => testsOf(when));
  const untrue = statements.flatMap((statement, index): Refusal[] => {
    const quote = sentences[index]?.quote ?? NOWHERE;
    if (statement.is === 'pull' && statement.asked.some((code) => !tests.some(({ source }) => source === code)))
      return [{ quote, message: WHAT_BECOMES }];
    const isAsked =
      statement.is === 'unused' && tests.some(({ source, field }) => isOf([statement.concept], source, field));
    return isAsked ? [{ quote, message: 'Another rule asks for it.' }] : [];
  });
  // A heading is of what comes.
  const last = statements.at(-1)?.is === 'topic' ? sentences[statements.length - 1] : undefined;
  const heading = last === undefined ? [] : [{ quote: last.quote, message: WHAT_BECOMES }];
  const [override, ...overrides] = rules.filter(({ isOverride }) => isOverride);
  const against = overrides
    .filter(({ decision }) => decision !== override?.decision)
    .map(({ quote }) => ({ quote, message: 'Another rule is to be regardless of all others, too.' }));
  return [
    ...rests,
    ...against,
    ...untrue,
    ...heading,
    ...bounds(rules),
    ...specials(rules),
    ...necessary(rules),
    ...periods(rules),
    ...early(rules),
    ...outright(rules),
  ];
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

const BACKWARD = /\bneither\b/i;

/** "Anybody who fits neither tier is denied", and a rule that comes later. */
const early = (rules: readonly Rule[]): Refusal[] =>
  rules
    .filter(
      ({ when, quote }, at) =>
        when === null && BACKWARD.test(quote.text) && rules.slice(at + 1).some((each) => each.when),
    )
    .map(({ quote }) => ({ quote, message: 'Rules stand behind it: say it last, or say "everyone else".' }));

const OUTRIGHT =
  /\b(?:auto(?:matically)?|immediately|right away|straight away|outright|at once|instantly|on the spot)\b/i;

/** "Approved outright", and somebody of those is reviewed. */
const outright = (rules: readonly Rule[]): Refusal[] =>
  rules
    .filter(
      ({ when, quote, decision }) =>
        decision === 'approve' &&
        when !== null &&
        OUTRIGHT.test(quote.text) &&
        rules.some((each) => each.decision === 'review' && each.when !== null && !areDisjoint(each.when, when)),
    )
    .map(({ quote }) => ({ quote, message: 'Some of those are reviewed by another rule: say which comes first.' }));

const ONLY = /\bonly (?:if|when|where)\b/i;

/** "Approve only if …" beside another approval: what is said to be necessary would be only one way of several. */
function necessary(rules: readonly Rule[]): Refusal[] {
  return rules
    .filter(
      (rule) => ONLY.test(rule.quote.text) && rules.some((each) => each !== rule && each.decision === rule.decision),
    )
    .map(({ quote }) => ({
      quote,
      message: 'Another rule decides so, too: say "if", or say all that it takes in one.',
    }));
}

/** "A score of 650. The self-employed need 600": who has less is denied by the first, so the second says nothing. */
function specials(rules: readonly Rule[]): Refusal[] {
  return rules.flatMap((rule) => {
    const other = rules.find((each) => each !== rule && each.decision === 'deny' && isWithinThat(rule, each));
    if (rule.isOfSome !== true || other === undefined) return [];
    const message = `Another rule asks as much, or more, of everybody: "${other.quote.text}". Say of whom each is.`;
    return [{ quote: rule.quote, message }];
  });
}

const MOST_COMPARED = 2_000;

/** Whoever the one is for the other is for. */
function isWithinThat({ when, isOfSome }: Rule, { when: other }: Rule): boolean {
  if (isOfSome !== true || when === null || other === null) return false;
  const people = [...combinations(domainsOf([...testsOf(when), ...testsOf(other)]), MOST_COMPARED)];
  return people.every((values) => !exprHolds(when, values) || exprHolds(other, values));
}

/** "At least 620" and "below 650 is denied": of one thing, two limits that decide alike cannot both be meant. */
function bounds(rules: readonly Rule[]): Refusal[] {
  const limits = rules.flatMap((rule) => {
    const tests = testsOf(rule.when).filter(({ operator }) => operator !== 'is_empty');
    const [only] = tests;
    return tests.length === 1 && only !== undefined && typeof only.value === 'number' && rule.decision === 'deny'
      ? [{ rule, only, key: JSON.stringify([only.source, only.field, only.where, only.operator[0]]) }]
      : [];
  });
  return limits.flatMap(({ rule, only, key }, index) => {
    const other = limits.slice(0, index).find((each) => each.key === key && each.only.value !== only.value);
    return other === undefined
      ? []
      : [
          {
            quote: rule.quote,
            message: `Another rule has another limit for the same thing: "${other.rule.quote.text}".`,
          },
        ];
  });
}

const isOf = (concepts: readonly Concept[], source: string, field: string): boolean =>
  concepts.some((concept) => concept.source === source && fieldsOf(concept).includes(field));

/** All fields that hold something about the same thing. */
export function fieldsOf({ words }: Concept): string[] {
  const { field, since, on, windows = {}, dollars, perYear, timesRent } = words;
  return [field, since?.field, on, ...Object.values(windows), dollars, perYear, timesRent].filter(
    (each) => each !== undefined,
  );
}
