import { isElliptic, resolved, SCORE } from '../elided.ts';
import type { Clause, Concept, Cond } from '../grammar/kinds.ts';
import { readCanonical } from '../grammar/canonical.ts';
import { COMPARED } from '../grammar/roles.ts';
import { clause, outcome } from '../grammar/outcomes.ts';
import { testsOf, type Decision, type Quote } from '../model.ts';
import { readAs } from '../read-as.ts';
import type { Reading, Refusal, Sentence } from '../reading.ts';
import { lexemesAt, readWords } from '../words.ts';
import { written } from './written.ts';

/**
 * A sentence that could stand in the place of one that is not read, in the words in which definitions are read back. It
 * says all of it.
 */
export interface Suggestion {
  readonly text: string;
  /** What it would be taken to say. */
  readonly read_as: string;
}

/** A sentence for which a policy is refused. */
export interface Unread extends Quote {
  readonly message: string;
  readonly suggestions: readonly Suggestion[];
}

const MOST_SUGGESTIONS = 3;
/** Whoever left so much unsaid writes it anew. */
const MOST_SENTENCES = 20;
const MOST_WORDS = 80;

/** The sentences for which a policy is refused, and what could stand in their place. Nothing is put there by itself. */
export function unreadOf(refused: readonly Refusal[], { sentences }: Pick<Reading, 'sentences'>): Unread[] {
  const byStart = Map.groupBy(refused, ({ quote }) => holding(sentences, quote)?.quote.offset ?? quote.offset);
  return [...byStart.values()].flatMap((own, index): Unread[] => {
    const [first] = own;
    if (first === undefined) return [];
    const sentence = holding(sentences, first.quote);
    const quote = sentence?.quote ?? first.quote;
    const suggestions =
      index < MOST_SENTENCES && sentence !== undefined ? suggestionsFor(sentence, first, sentences) : [];
    return [{ ...quote, message: first.message, suggestions }];
  });
}

const holding = (sentences: readonly Sentence[], { offset, text }: Quote): Sentence | undefined =>
  text === ''
    ? undefined
    : sentences.find(({ quote }) => offset >= quote.offset && offset < quote.offset + quote.text.length);

/** Where some are approved, an approval of all others would leave nothing to say of them. */
const approves = ({ statements }: Sentence): boolean =>
  statements.some((of) => of.is === 'rules' && of.clauses.some(({ decision }) => decision === 'approve'));

const RESTS = ['review', 'deny', 'approve'] as const;
const everybodyElse = (decision: Decision): Clause =>
  clause(outcome(decision), null, { start: 0, end: 0 }, { scope: 'rest' });

function suggestionsFor(sentence: Sentence, { isGap }: Refusal, sentences: readonly Sentence[]): Suggestion[] {
  const { quote, words, statements } = sentence;
  if (isGap === true)
    return RESTS.filter((decision) => decision !== 'approve' || !sentences.some(approves)).map((decision) => ({
      text: `${quote.text}.\n${written([everybodyElse(decision)]) ?? ''}`,
      read_as: readOf([everybodyElse(decision)]),
    }));
  if (words.length > MOST_WORDS) return [];
  const named = namedIn(sentence, sentences);
  const readings = statements.flatMap((each) =>
    each.is === 'rules' && each.clauses.every(({ when }) => (when?.issues.length ?? 0) === 0)
      ? texts(each.clauses, named)
      : [],
  );
  // What is read as one thing is refused for what others say.
  if (readings.length < 2 && !statements.some(isElliptic)) return [];
  const distinct = new Map(readings.map((each) => [each.text, each]));
  return [...distinct.values()].filter(({ text }) => isRestated(text)).slice(0, MOST_SUGGESTIONS);
}

/** Each of its sentences is read as what it says. */
function isRestated(text: string): boolean {
  return text.split('. ').every((one) => {
    const statement = readCanonical(readWords(one).words);
    return statement?.is === 'rules' && written(statement.clauses)?.toLowerCase() === one.toLowerCase();
  });
}

/** Every way to say the clauses, with each thing that a figure without one may be compared with. */
function texts(clauses: readonly Clause[], named: readonly (readonly Concept[])[]): Suggestion[] {
  // A figure without "$" is no amount.
  const isAmount = clauses.some(({ when }) =>
    testsOf(when?.expr ?? null).some(({ field }) => field.startsWith('?USD')),
  );
  const fitting = named.map((concepts) => concepts.filter(({ unit }) => unit !== 'USD' || isAmount));
  const ways = [fitting, ...fitting.flat().map((concept) => [[concept]]), [[SCORE]]];
  const found = ways.flatMap((concepts) => {
    const known = clauses.map((one) => measured(one, concepts));
    const whole = known.filter((one) => one !== null);
    const text = whole.length < known.length ? null : written(whole);
    return text === null ? [] : [{ text, read_as: readOf(whole) }];
  });
  return [...new Map(found.map((each) => [each.text, each])).values()];
}

const readOf = (clauses: readonly Clause[]): string =>
  clauses.map((one) => readAs({ ...one, when: one.when?.expr ?? null, isOverride: false })).join(' ');

function measured(one: Clause, named: readonly (readonly Concept[])[]): Clause | null {
  const of = (cond: Cond | null): Cond | null | undefined =>
    cond === null ? null : (resolved(cond, named) ?? undefined);
  const [when, said] = [of(one.when), of(one.said)];
  return when === undefined || said === undefined ? null : { ...one, when, said };
}

/** What the text names that can be compared: of the sentence, of those before it, the nearest first, and of those behind. */
function namedIn(sentence: Sentence, sentences: readonly Sentence[]): Concept[][] {
  const at = sentences.indexOf(sentence);
  const nearest = [sentence, ...sentences.slice(0, at).toReversed(), ...sentences.slice(at + 1)];
  return nearest.map(({ words }) =>
    words.flatMap((_, index) =>
      // These symbols stand for concepts.
      lexemesAt(words, index).flatMap(({ symbol, value }) => (COMPARED.has(symbol) ? [value as Concept] : [])),
    ),
  );
}
