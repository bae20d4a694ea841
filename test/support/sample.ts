/** Set by `test/nightly/corpora.test.ts`. */
export const IS_WHOLE = process.env.WHOLE_CORPORA === 'true';

/** Each nth of a corpus; at night all of it. */
export function sampleOf<Item>(corpus: readonly Item[], nth: number): readonly Item[] {
  return IS_WHOLE ? corpus : corpus.filter((_item, index) => index % nth === 0);
}
