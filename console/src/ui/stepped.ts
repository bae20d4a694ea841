/** The row that a step leads to. It stops at the ends, so that a held key does not wrap around. */
export function stepped(current: number | null, by: 1 | -1, length: number): number | null {
  if (length === 0) return null;
  if (current === null) return by === 1 ? 0 : length - 1;
  return Math.min(length - 1, Math.max(0, current + by));
}
