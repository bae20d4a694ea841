/** Time limit for whatever a test is not about: far longer than it takes, also on a machine that is very busy. */
export const PATIENCE_MS = 120_000;
