import { combinations, domainsOf, exprHolds } from './applicants.ts';
import type { Concept, Statement } from './grammar/kinds.ts';
import { testsOf, type Quote, type Rule } from './model.ts';
import type { Refusal, Sentence } from './reading.ts';

const NOWHERE: Quote = { text: '', offset: 0 };

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
  const untrue = statements.flatMap((statement, index): Refusal[] => {
    const isAsked = ({ when }: Rule): boolean =>
      statement.is === 'unused' && testsOf(when).some(({ source, field }) => isOf([statement.concept], source, field));
    const quote = sentences[index]?.quote ?? NOWHERE;
    return rules.some(isAsked) ? [{ quote, message: 'Another rule asks for it.' }] : [];
  });
  // A heading is of what comes.
  const last = statements.at(-1)?.is === 'topic' ? sentences[statements.length - 1] : undefined;
  const heading =
    last === undefined ? [] : [{ quote: last.quote, message: 'It does not say what becomes of whoever has this.' }];
  const [override, ...overrides] = rules.filter(({ isOverride }) => isOverride);
  const against = overrides
    .filter(({ decision }) => decision !== override?.decision)
    .map(({ quote }) => ({ quote, message: 'Another rule is to be regardless of all others, too.' }));
  return [...rests, ...against, ...untrue, ...heading, ...bounds(rules), ...specials(rules)];
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
