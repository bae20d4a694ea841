/** Time limit of parts that a test is not about: far longer than they take, even on a very busy machine. */
export const PATIENCE_MS = 120_000;
