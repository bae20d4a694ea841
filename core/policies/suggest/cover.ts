import { fragmentsOf } from '../grammar/earley.ts';
import { GRAMMAR } from '../grammar/index.ts';
import type { Clause, Cond, Outcome, Statement } from '../grammar/kinds.ts';
import type { Decision } from '../model.ts';
import { isOfOrdinal } from '../ordinals.ts';
import { lexemesAt, type Word } from '../words.ts';
import { decisionAt, isLight, JOINERS, type Joiner } from '../grammar/roles.ts';

/** A stretch of a sentence, and what it says by itself. */
export type Piece = { readonly start: number; readonly end: number } & (
  | { readonly is: 'rules'; readonly ways: readonly (readonly Clause[])[] }
  | { readonly is: 'need' | 'cond'; readonly ways: readonly Cond[] }
  | { readonly is: 'decision'; readonly decision: Decision }
  | { readonly is: 'rest' }
  | { readonly is: 'joiner'; readonly joiner: Joiner }
  /** Said by no part of a suggestion. */
  | { readonly is: 'left'; readonly isUnknown: boolean }
);

const SYMBOLS = ['Sentence', 'Need', 'Cond', 'Pred', 'Label', 'Cmd'] as const;

/** What a stretch costs: whatever is said in the fewest pieces, with the fewest words left out, is nearest to the sentence. */
const COSTS = { rules: 0.3, need: 0.4, cond: 0.5, decision: 0.5, rest: 0.2, joiner: 0, left: 1 } as const;
const HARMLESS = 0.1;

/** The sentence in pieces that the grammar reads; null if a word that means something is in none. */
export function coverOf(words: readonly Word[]): readonly Piece[] | null {
  const pieces = Map.groupBy([...fragments(words), ...terminals(words)], ({ end }) => end);
  const best: ({ readonly cost: number; readonly last: Piece | null } | undefined)[] = [{ cost: 0, last: null }];
  for (let end = 1; end <= words.length; end += 1) {
    for (const piece of pieces.get(end) ?? []) {
      const before = best[piece.start];
      if (before === undefined) continue;
      const cost = before.cost + costOf(piece);
      if (cost < (best[end]?.cost ?? Infinity)) best[end] = { cost, last: piece };
    }
  }
  if (best[words.length] === undefined) return null;
  const chosen: Piece[] = [];
  for (let end = words.length; end > 0;) {
    const last = best[end]?.last;
    if (last === undefined || last === null) return null;
    chosen.unshift(last);
    end = last.start;
  }
  return chosen;
}

const costOf = (piece: Piece): number => (piece.is === 'left' && !piece.isUnknown ? HARMLESS : COSTS[piece.is]);

function fragments(words: readonly Word[]): Piece[] {
  return fragmentsOf(GRAMMAR, SYMBOLS, words.length, (index) => lexemesAt(words, index)).flatMap(
    ({ symbol, start, end, values }): Piece[] => {
      const place = { start, end };
      switch (symbol) {
        case 'Sentence': {
          // The grammar makes these of the symbols.
          const ways = (values as readonly Statement[]).flatMap((one) =>
            one.is === 'rules' && !isOfOrdinal(one, words) ? [one.clauses] : [],
          );
          return ways.length === 0 || ways.length < values.length ? [] : [{ ...place, is: 'rules', ways }];
        }
        case 'Need':
        case 'Cond': {
          const ways = (values as readonly Cond[]).filter(({ issues }) => issues.length === 0);
          return ways.length === 0 ? [] : [{ ...place, is: symbol === 'Need' ? 'need' : 'cond', ways }];
        }
        default: {
          const [first, ...others] = values as readonly Outcome[];
          const isPlain = first !== undefined && [...first.before, ...first.after].length === 0;
          if (!isPlain || others.some(({ decision }) => decision !== first.decision)) return [];
          return [{ ...place, is: 'decision', decision: first.decision }];
        }
      }
    },
  );
}

/** Words by themselves: decisions, what joins, and what can be left out. */
function terminals(words: readonly Word[]): Piece[] {
  return words.flatMap((_, start): Piece[] => {
    const lexemes = lexemesAt(words, start);
    const own = lexemes.flatMap(({ symbol, length, value }): Piece[] => {
      const place = { start, end: start + length };
      const decision = decisionAt(symbol, value);
      const joiner = JOINERS[symbol];
      return [
        ...(decision === null ? [] : [{ ...place, is: 'decision', decision } as const]),
        ...(joiner === undefined ? [] : [{ ...place, is: 'joiner', joiner } as const]),
        ...(symbol === 'Rest' || symbol === 'Else' ? [{ ...place, is: 'rest' } as const] : []),
      ];
    });
    const isUnknown = lexemes.every(({ symbol }) => symbol === 'Unknown');
    const isLeft = isUnknown || isLight(lexemes.map(({ symbol }) => symbol));
    return isLeft ? [...own, { start, end: start + 1, is: 'left', isUnknown }] : own;
  });
}
