import { stepped } from '../ui/stepped.ts';

/** The current row for the keyboard, and its last position. */
export interface Current {
  readonly id: number;
  readonly index: number;
}

/**
 * The next row for `j` and `k`; null without rows. If the current row is gone, its successor has its position, so `j`
 * goes there and skips none.
 */
export function nextRow(rows: readonly { readonly id: number }[], current: Current | null, by: 1 | -1): number | null {
  if (current === null) return stepped(null, by, rows.length);
  const at = rows.findIndex(({ id }) => id === current.id);
  if (at !== -1) return stepped(at, by, rows.length);
  const place = by === 1 ? current.index : current.index - 1;
  return rows.length === 0 ? null : Math.min(Math.max(place, 0), rows.length - 1);
}
