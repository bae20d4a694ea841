/** The members of `search.js` that tests use. */
interface Found {
  readonly path: string;
}

export function createSearch(
  MiniSearch: unknown,
  stemmer: (word: string) => string,
  entries: readonly object[],
): { search(query: string): readonly Found[] };
