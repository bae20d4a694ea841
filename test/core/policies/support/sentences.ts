import { GRAMMAR, PHRASES as LEXICON } from '../../../../core/policies/language/index.ts';

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

/** A sentence that the grammar can make, or nearly: beyond a depth any word will do. */
function sentence(symbol: string, random: () => number, depth: number): string {
  const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];
  const productions = GRAMMAR.byLhs.get(symbol);
  if (productions === undefined) return pick(TOKENS[symbol] ?? PHRASES.get(symbol) ?? [symbol]) ?? symbol;
  const shortest = Math.min(...productions.map(({ rhs }) => rhs.length));
  const possible = depth > 7 ? productions.filter(({ rhs }) => rhs.length === shortest) : productions;
  if (depth > 14) return 'score above 600';
  return (pick(possible)?.rhs ?? []).map((each) => sentence(each, random, depth + 1)).join(' ');
}

/** So many sentences of the lexicon, the same for each seed. */
export function* sentencesOf(count: number, seed: number): Generator<string> {
  const random = randomOf(seed);
  for (let index = 0; index < count; index += 1) {
    yield sentence('Sentence', random, 0).split(' ').slice(0, 40).join(' ');
  }
}
