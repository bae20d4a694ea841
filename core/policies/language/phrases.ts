import { stem, type Token } from '../text.ts';
import type { Lexeme } from '../../earley.ts';
import { ARTICLE } from './lexicon.ts';

/** A phrase of a lexicon: the stems of its words, and what it is. */
export interface Entry {
  readonly stems: readonly string[];
  readonly symbol: string;
  readonly value: unknown;
  /** The spelling of the account, if an account declared it. */
  readonly phrase?: string;
}

export const entry = (phrase: string, symbol: string, value: unknown = null): Entry => ({
  stems: phrase
    .toLowerCase()
    .split(' ')
    .map(stem)
    .filter((word) => word !== ARTICLE),
  symbol,
  value,
});

/** Phrases by their first word. */
export class Phrases {
  readonly #byFirst: ReadonlyMap<string, readonly Entry[]>;

  constructor(entries: readonly Entry[]) {
    this.#byFirst = Map.groupBy(
      entries.filter(({ stems }) => stems.length > 0),
      ({ stems }) => stems[0] ?? '',
    );
  }

  [Symbol.iterator](): Iterator<Entry> {
    return [...this.#byFirst.values()].flat().values();
  }

  /** Those that begin there. `at(0)`: the first word. */
  startingAt(at: (index: number) => string | undefined): Lexeme[] {
    const found: Lexeme[] = [];
    // Many phrases begin with the same word, and each word of each sentence is asked about.
    for (const { stems, symbol, value } of this.#byFirst.get(at(0) ?? '') ?? []) {
      let index = 1;
      while (index < stems.length && at(index) === stems[index]) index += 1;
      if (index >= stems.length) found.push({ symbol, length: stems.length, value });
    }
    return found;
  }
}

/** The lexeme of a word that is a figure, an address or a quotation; null for other words. */
export function valued({ kind, text, value = 0, isMoney }: Token): Lexeme | null {
  switch (kind) {
    case 'number':
      return { symbol: isMoney === true ? 'Money' : 'Num', length: 1, value };
    case 'mail':
      return { symbol: 'Mail', length: 1, value: text };
    case 'quote':
      return { symbol: 'Quoted', length: 1, value: text };
    default:
      return null;
  }
}
