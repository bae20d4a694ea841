import { parse } from '../../../../core/earley.ts';
import { GRAMMAR, PHRASES as LEXICON } from '../../../../core/policies/language/index.ts';
import { lexemesAt, readWords } from '../../../../core/policies/words.ts';

/** A fixed stream of numbers below 1. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const PHRASES = new Map<string, string[]>();
for (const { stems, symbol } of LEXICON) PHRASES.set(symbol, [...(PHRASES.get(symbol) ?? []), stems.join(' ')]);

const TOKENS: Readonly<Record<string, readonly string[]>> = {
  Num: ['2', '620', '700', '3', '24', '2020'],
  Money: ['$500', '$4,500'],
  Mail: ['ops@acme.example'],
  Quoted: ['"a reason"'],
  Unknown: ['glorp'],
};

/** Random operands of a comparison seldom fit each other, so these are tried again. */
const TRIED: ReadonlySet<string> = new Set(['Atom', 'Whom', 'Plural', 'Need', 'Must', 'Doing', 'Link', 'Clause']);
const TRIES = 4;

function isSaid(symbol: string, text: string): boolean {
  const words = readWords(text);
  return parse(GRAMMAR, symbol, words.length, (at) => lexemesAt(words, at)).values.length > 0;
}

/** A sentence that the grammar can make, or nearly: beyond a depth any word will do. */
function sentence(symbol: string, random: () => number, depth: number, tries: number): string {
  const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];
  const productions = GRAMMAR.byLhs.get(symbol);
  if (productions === undefined) return pick(TOKENS[symbol] ?? PHRASES.get(symbol) ?? [symbol]) ?? symbol;
  const shortest = Math.min(...productions.map(({ rhs }) => rhs.length));
  const possible = depth > 7 ? productions.filter(({ rhs }) => rhs.length === shortest) : productions;
  if (depth > 14) return 'score above 600';
  const made = (): string =>
    (pick(possible)?.rhs ?? []).map((each) => sentence(each, random, depth + 1, tries)).join(' ');
  let text = made();
  for (let tried = 1; TRIED.has(symbol) && tried < tries && !isSaid(symbol, text); tried += 1) text = made();
  return text;
}

const PERSON = /\b(?:applicant|candidate|tenant|renter|borrower)\b/g;
const REST =
  /^(?:otherwise|else|in all other case|rest|others|all others?|everything else|everyone else|anyone else)\b/;

/** A policy has one name for whom it decides. */
const nameOnce = (text: string): string =>
  text.replace(PERSON, /mail applicant/.test(text) ? 'applicant' : (text.match(PERSON)?.[0] ?? ''));

/** With what makes a policy of it: a rule before it, and everybody else. */
export function policyOf(text: string): string {
  if (text.startsWith('then ')) return `First deny scores below 500. ${text}. Then review everyone else.`;
  if (text.startsWith('first ')) return `${text}. Then review everyone else.`;
  return REST.test(text) ? `Deny felonies. Review evictions. ${text}.` : `${text}. Review the rest.`;
}

/**
 * So many sentences of the lexicon, the same for each seed. `tries`: how often parts that do not fit are put together
 * anew.
 */
export function* sentencesOf(count: number, seed: number, tries = TRIES): Generator<string> {
  const random = randomOf(seed);
  for (let index = 0; index < count; index += 1) {
    yield nameOnce(sentence('Sentence', random, 0, tries).split(' ').slice(0, 40).join(' '));
  }
}
