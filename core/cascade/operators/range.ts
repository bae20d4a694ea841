/** Numbers from `low` to `high`, with the ends included or not. */
export interface Range {
  readonly low: number;
  readonly high: number;
  readonly lowIncluded: boolean;
  readonly highIncluded: boolean;
}

export const exactly = (limit: number): Range => ({ low: limit, high: limit, lowIncluded: true, highIncluded: true });
export const above = (limit: number): Range => ({ ...EVERYTHING, low: limit });
export const from = (limit: number): Range => ({ ...EVERYTHING, low: limit, lowIncluded: true });
export const below = (limit: number): Range => ({ ...EVERYTHING, high: limit });
export const upTo = (limit: number): Range => ({ ...EVERYTHING, high: limit, highIncluded: true });

const EVERYTHING: Range = { low: -Infinity, high: Infinity, lowIncluded: false, highIncluded: false };

/** True if no number is in both ranges. */
export function exclude(a: Range, b: Range): boolean {
  return liesAbove(a, b) || liesAbove(b, a);
}

function liesAbove(upper: Range, lower: Range): boolean {
  return upper.low > lower.high || (upper.low === lower.high && !(upper.lowIncluded && lower.highIncluded));
}
