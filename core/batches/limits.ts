/** Limits of a batch, for the service and for clients that check before sending. Source: semantics 17.1 and 12.6. */

export const MOST_BATCH_ROWS = 500;
export const MOST_ROW_BYTES = 64 * 1_024;
export const MOST_BATCH_BYTES = 8 * 1_024 * 1_024;
/** Counts texts, numbers, lists, objects and everything else: 400 for each row. */
export const MOST_BATCH_VALUES = 200_000;
/** For the reference of a row and of the batch. */
export const MOST_REFERENCE_CHARACTERS = 200;
/** Nested lists and objects, including the body and `rows`. */
export const MOST_LEVELS = 64;
