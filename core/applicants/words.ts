/*
 * Words by which people are found. Names and queries are folded alike: compatibility forms and accents (NFKD), letter
 * case, and letters with a stroke, which Unicode does not decompose. So every script
 * is searched by the same rules.
 */

const MOST_WORDS = 24;
const MOST_CHARACTERS = 40;
/** Letters that are written with others on most keyboards. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', ŧ: 't', þ: 'th', ı: 'i', ς: 'σ' },
};
/** Signs within a word: `O'Brien`, `Smith-Jones`, `J.R.`, `2041/7`. */
const SIGNED = /[^\p{L}\p{N}\s]+/gu;
/** Scripts that write names without blanks. A given name stands at the end of the word. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}々ー]{2,8}$/u;

function folded(text: string): string {
  return Array.from(
    text
      .normalize('NFKD')
      .replaceAll(/[\p{Mn}\p{Default_Ignorable_Code_Point}]/gu, '')
      .toUpperCase()
      .toLowerCase(),
    (letter) => PLAIN[letter] ?? letter,
  ).join('');
}

const partsOf = (token: string): readonly string[] => token.split(SIGNED).filter((part) => part !== '');

const tokensOf = (text: string): readonly string[] => text.slice(0, 2_000).split(/\s+/u).filter(Boolean);

const cut = (word: string): string => Array.from(word).slice(0, MOST_CHARACTERS).join('');

/** The words of a name or a reference: `O'Brien` is found by `obrien`, `o'brien` and `brien`. */
export function indexedWords(texts: readonly string[]): readonly string[] {
  const words = new Set<string>();
  for (const token of texts.flatMap(tokensOf)) {
    const parts = partsOf(token);
    for (const word of [...parts, parts.join('')]) {
      if (word === '') continue;
      const letters = Array.from(word.normalize('NFKC'));
      const ends = UNSPACED.test(letters.join('')) ? letters.map((_, at) => letters.slice(at).join('')) : [word];
      for (const end of ends) {
        if (words.size < MOST_WORDS) words.add(cut(folded(end)));
      }
    }
  }
  words.delete('');
  return [...words];
}

const MOST_ASKED = 6;

/**
 * The beginnings of words that a person must have. If the query has signs within words there is a second list without
 * them, and either list will do. Empty: nothing is asked.
 */
export function askedWords(query: string): readonly (readonly string[])[] {
  const tokens = tokensOf(query).map(partsOf);
  const lists = [tokens.map((parts) => parts.join('')), tokens.flat()].map((words) => [
    ...new Set(words.map((word) => cut(folded(word))).filter((word) => word !== '')),
  ]);
  const [joined = [], apart = []] = lists;
  if (apart.length === 0) return [];
  const all = joined.join(' ') === apart.join(' ') ? [apart] : [joined, apart];
  return all.map((words) => words.slice(0, MOST_ASKED));
}
