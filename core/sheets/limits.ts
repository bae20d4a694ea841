/** Limits of a spreadsheet, which one file of them may be packed into. */

export const MOST_PACKED_BYTES = 10 * 1_024 * 1_024;
/** Limit of all parts that are read, together. */
export const MOST_UNPACKED_BYTES = 50 * 1_024 * 1_024;
/** Below the header. */
export const MOST_SHEET_ROWS = 10_000;
