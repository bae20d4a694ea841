/* How the search of the pages finds: stems of words, beginnings, misspellings; a page with the word in its title first. */

/** `MiniSearch` and `stemmer` are handed in, so that a test can use those of the packages. */
export function createSearch(MiniSearch, stemmer, entries) {
  const search = new MiniSearch({
    fields: ['title', 'heading', 'page', 'body'],
    storeFields: ['path', 'heading', 'page', 'kind'],
    tokenize: (text) =>
      text.split(/[^\p{L}\p{N}_]+/u).flatMap((word) => [word, ...(word.includes('_') ? word.split('_') : [])]),
    processTerm: (term) => {
      const word = term.toLowerCase();
      return word.length < 3 ? word || null : stemmer(word);
    },
    searchOptions: {
      boost: { title: 12, heading: 4, page: 2 },
      prefix: (term) => term.length > 2,
      // Two letters that changed places are two changes.
      fuzzy: (term) => (term.length > 4 ? 2 : term.length > 3 ? 1 : false),
      maxFuzzy: 2,
      weights: { fuzzy: 0.1, prefix: 0.4 },
      combineWith: 'AND',
      boostDocument: (_id, _term, { kind }) => (kind === 'guide' ? 2 : kind === 'error' ? 0.5 : 1),
    },
  });
  search.addAll(entries);
  return search;
}
