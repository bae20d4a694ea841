/** What a test sees of `search.js`. */
interface Found {
  readonly path: string;
}

export function createSearch(
  MiniSearch: unknown,
  stemmer: (word: string) => string,
  entries: readonly object[],
): { search(query: string): readonly Found[] };
