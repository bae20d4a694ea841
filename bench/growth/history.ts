/** How long the executions of both databases took: two years. */
export const SECONDS_OF_HISTORY = 730 * 86_400;
/** Executions of the client that has as many in both. */
export const STEADY_ROWS = 20_000;
