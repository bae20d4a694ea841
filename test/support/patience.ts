/** What a test gives to that which it is not about: far longer than it takes, even where the machine stands still. */
export const PATIENCE_MS = 120_000;
