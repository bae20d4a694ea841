/** What the service takes of a batch, for it and for whoever checks before. Source: semantics 17.1 and 12.6. */

export const MOST_BATCH_ROWS = 500;
export const MOST_ROW_BYTES = 64 * 1_024;
export const MOST_BATCH_BYTES = 8 * 1_024 * 1_024;
/** Of texts, numbers, lists, objects and all else: 400 for each of the rows. */
export const MOST_BATCH_VALUES = 200_000;
/** Of a row's, and of the batch's own. */
export const MOST_REFERENCE_CHARACTERS = 200;
/** Lists and objects in each other, the body and `rows` included. */
export const MOST_LEVELS = 64;
