import { combinations, domainsOf, exprHolds } from './applicants.ts';
import { hasElided } from './elided.ts';
import { measuresIn } from './grammar/concept-of.ts';
import type { Concept, Statement } from './grammar/kinds.ts';
import { testsOf, type Decision, type Quote, type Rule } from './model.ts';
import { isLimitUsed, isRespected } from './permitted.ts';
import type { Refusal, Sentence } from './reading.ts';

const NOWHERE: Quote = { text: '', offset: 0 };

/** Where the sentences contradict each other: rules, and what is said about the rules. */
export function contradictions(
  rules: readonly Rule[],
  statements: readonly Statement[],
  sentences: readonly Sentence[],
  isWritten: boolean,
): Refusal[] {
  const [first, ...others] = rules.filter(({ when }) => when === null);
  const rests = others
    .filter(({ decision }) => first !== undefined && decision !== first.decision)
    .map(({ quote }) => ({
      quote,
      message: `Everybody else is decided otherwise before: "${first?.quote.text}".`,
    }));
  const untrue = statements.flatMap((statement, index): Refusal[] => {
    const quote = sentences[index]?.quote ?? NOWHERE;
    return wrongIn(statement, rules, isWritten).map((message) => ({ quote, message }));
  });
  return [...rests, ...untrue, ...bounds(rules), ...specials(rules), ...onlyNamed(statements, sentences)];
}

/** "Evictions. Felonies." with no rule about them: whether they are asked for or held against somebody is not said. */
function onlyNamed(statements: readonly Statement[], sentences: readonly Sentence[]): Refusal[] {
  return statements.flatMap((statement, index): Refusal[] => {
    const next = statements[index + 1];
    if (statement.is !== 'topic' || next === undefined) return [];
    const records = statement.concepts.filter(({ shape }) => shape === 'count' || shape === 'flag');
    if (records.length === 0 || isAbout(next, records)) return [];
    const quote = sentences[index]?.quote ?? NOWHERE;
    return [{ quote, message: 'It does not say what becomes of whoever has this.' }];
  });
}

/** It names one of those, or speaks of what is named before it. */
function isAbout(statement: Statement, records: readonly Concept[]): boolean {
  if (statement.is !== 'rules') return statement.is !== 'topic';
  const listOf = ({ source, words }: Concept): string => `${source} ${words.items?.list ?? words.field}`;
  const lists = new Set(records.map(listOf));
  return statement.clauses.some(
    ({ when }) =>
      when !== null &&
      (hasElided(when) ||
        measuresIn(when.expr).some((each) => lists.has(listOf(each))) ||
        testsOf(when.expr).some(({ source, field }) => isOf(records, source, field))),
  );
}

/** Why the rules do not agree with what a sentence says of them. */
function wrongIn(statement: Statement, rules: readonly Rule[], isWritten: boolean): string[] {
  switch (statement.is) {
    case 'permitted':
      if (!isRespected(statement.when.expr, rules)) return ['Another rule says otherwise.'];
      return isLimitUsed(statement.when.expr, rules)
        ? []
        : ['What becomes of others than these is not said: say what is asked for ("at most two evictions") or denied.'];
    case 'never': {
      const { decision, sources = [] } = statement;
      return rules.some((rule) => isOfThose(rule, decision, sources)) ? ['Another rule decides so.'] : [];
    }
    case 'closing': {
      const isExcepted = rules.some(({ isOverride }) => isOverride);
      const isOrdered = statement.isStrictest === true && isWritten;
      return [
        ...(isExcepted ? ['Another rule makes an exception.'] : []),
        ...(isOrdered ? ['Other rules say in which order they are tried.'] : []),
      ];
    }
    case 'unused': {
      const isAsked = ({ when }: Rule): boolean =>
        testsOf(when).some(({ source, field }) => isUnused(statement, source, field));
      return rules.some(isAsked) ? ['Another rule asks for it.'] : [];
    }
    default:
      return [];
  }
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

/** A rule that decides so, about one of those reports if some are named. */
const isOfThose = ({ decision, when }: Rule, wanted: Decision, sources: readonly string[]): boolean =>
  decision === wanted && (sources.length === 0 || testsOf(when).some(({ source }) => sources.includes(source)));

const isUnused = (
  { concepts, sources = [] }: Extract<Statement, { is: 'unused' }>,
  source: string,
  field: string,
): boolean => sources.some((each) => each === source) || isOf(concepts, source, field);

const isOf = (concepts: readonly Concept[], source: string, field: string): boolean =>
  concepts.some((concept) => concept.source === source && fieldsOf(concept).includes(field));

/** All fields that hold something about the same thing. */
export function fieldsOf({ words }: Concept): string[] {
  const { field, since, on, windows = {}, dollars, perYear, timesRent } = words;
  return [field, since?.field, on, ...Object.values(windows), dollars, perYear, timesRent].filter(
    (each) => each !== undefined,
  );
}
