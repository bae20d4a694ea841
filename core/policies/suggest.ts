import type { Clause } from './language/kinds.ts';
import { testsOf, type Decision, type Quote } from '../rules/model.ts';
import { DOES, readAs } from '../rules/read-as.ts';
import type { Suggestion, Unread } from '../rules/generation.ts';
import type { Refusal } from '../rules/rule-set.ts';
import type { Reading, Sentence } from './reading.ts';
import { say, subjectsOf, type SubjectIn } from '../rules/say.ts';
import type { OwnProducts } from '../cascade/own-products.ts';
import type { Phrases } from './language/phrases.ts';
import { readPrompt } from './read.ts';

const MOST_SUGGESTIONS = 3;

/** Sentences near to one that is not read. */
export type Nearest = (quote: Quote) => readonly Suggestion[];

/** `nouns` and `products`: what the account calls its fields, and its own reports. */
interface Offering {
  readonly nearest: Nearest;
  readonly nouns: Phrases | undefined;
  readonly products: OwnProducts | undefined;
}

/** The sentences for which a policy is refused, and what could stand in their place. Nothing is put there by itself. */
export function unreadOf(
  refused: readonly Refusal[],
  { sentences }: Pick<Reading, 'sentences'>,
  offering: Offering,
): Unread[] {
  const byStart = Map.groupBy(refused, ({ quote }) => holding(sentences, quote)?.quote.offset ?? quote.offset);
  return [...byStart.values()].flatMap((own): Unread[] => {
    const [first] = own;
    if (first === undefined) return [];
    const sentence = holding(sentences, first.quote);
    const suggestions = sentence === undefined ? [] : suggestionsFor(sentence, first, sentences, offering);
    return [{ ...(sentence?.quote ?? first.quote), message: first.message, suggestions }];
  });
}

const holding = (sentences: readonly Sentence[], { offset, text }: Quote): Sentence | undefined =>
  text === ''
    ? undefined
    : sentences.find(({ quote }) => offset >= quote.offset && offset < quote.offset + quote.text.length);

const RESTS = ['review', 'deny', 'approve'] as const;

function suggestionsFor(
  { quote, ways }: Sentence,
  { isGap, isAmbiguous }: Refusal,
  sentences: readonly Sentence[],
  { nearest, nouns, products }: Offering,
): readonly Suggestion[] {
  if (isGap === true) {
    // Where some are approved, an approval of all others would leave nothing to say of them.
    const isApproving = sentences.some((each) => each.ways[0]?.some(({ decision }) => decision === 'approve') === true);
    return RESTS.filter((decision) => decision !== 'approve' || !isApproving).map((decision) => ({
      text: `${quote.text}.\n${otherwise(decision)}`,
      read_as: readAs({ decision, when: null, before: [], after: [] }),
      left_out: [],
    }));
  }
  if (ways.length === 0) return nearest(quote);
  if (isAmbiguous !== true) return [];
  const subjectIn = subjectsOf(undefined, products);
  const texts = ways.flatMap((clauses) => {
    const sayings = clauses.map((clause) => written(clause, subjectIn));
    const known = sayings.filter((each) => each !== null);
    const read = clauses
      .map((each) => readAs({ ...each, when: each.when?.expr ?? null }, undefined, products))
      .join(' ');
    return known.length < sayings.length ? [] : [{ text: known.join('. '), read_as: read, left_out: [] }];
  });
  // The words of a built-in report are ambiguous again where a field of the account is called so.
  const isClear = ({ text }: Suggestion): boolean =>
    readPrompt(text, nouns).sentences.every((each) => each.ways.length === 1);
  return [...new Map(texts.map((each) => [each.text, each])).values()].filter(isClear).slice(0, MOST_SUGGESTIONS);
}

const otherwise = (decision: Decision): string => `Otherwise, ${DOES[decision].toLowerCase()}`;

/** The clause in the words in which definitions are read back; null if those words cannot say all of it. */
function written({ decision, when, scope, before, after, terms, need }: Clause, subjectIn: SubjectIn): string | null {
  const isMore = [...before, ...after].length > 0 || Object.keys(terms).length > 0;
  if (isMore || scope === 'else') return null;
  if (when === null) return otherwise(decision);
  const asked = need ?? when;
  if (testsOf(asked.expr).length === 0) return null;
  return `${DOES[decision]} ${need === null ? 'if' : 'unless'} ${say(asked.expr, subjectIn)}`;
}
