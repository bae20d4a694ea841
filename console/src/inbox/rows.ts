import { stepped } from '../ui/stepped.ts';

/** The row that the keys are at, and where it stood then. */
export interface Current {
  readonly id: number;
  readonly index: number;
}

/**
 * Where `j` and `k` go, null without rows. If the row has gone meanwhile, the one that followed it has its place: `j` goes
 * there and leaves none out.
 */
export function nextRow(rows: readonly { readonly id: number }[], current: Current | null, by: 1 | -1): number | null {
  if (current === null) return stepped(null, by, rows.length);
  const at = rows.findIndex(({ id }) => id === current.id);
  if (at !== -1) return stepped(at, by, rows.length);
  const place = by === 1 ? current.index : current.index - 1;
  return rows.length === 0 ? null : Math.min(Math.max(place, 0), rows.length - 1);
}
