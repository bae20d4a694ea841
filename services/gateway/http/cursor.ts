import { createHash } from 'node:crypto';
import { parseTime } from '../../../core/time.ts';

/**
 * Cursors of lists: where the next page begins, by the values that the list is sorted by. So pages neither repeat nor
 * miss a record when others are created meanwhile, and no page costs more than the first.
 *
 * A cursor is bound to its list, filters and API client by a checksum, which also finds damage. It is not a secret, and a
 * forged one reaches nothing: every query is scoped, and its values are checked.
 */
export interface Position {
  /** The last sort column, a unique number: the id in most lists. */
  readonly id: number;
  /** The first sort column, in lists that are sorted by a time. */
  readonly at?: string | null;
}

export interface CursorContent {
  readonly after: Position;
  /** Number of the page that begins there. */
  readonly page: number;
  /** The count that was made for the first page. */
  readonly totalCount: number;
}

const CHECKSUM_LENGTH = 12;

export function encodeCursor(binding: string, { after, page, totalCount }: CursorContent): string {
  const values = [page, totalCount, after.id, ...(after.at === undefined ? [] : [after.at])];
  const content = Buffer.from(JSON.stringify(values));
  return Buffer.concat([checksum(binding, content), content]).toString('base64url');
}

/** Null if the cursor was not made for this list, these filters and this client. */
export function decodeCursor(binding: string, cursor: string): CursorContent | null {
  const bytes = Buffer.from(cursor, 'base64url');
  const content = bytes.subarray(CHECKSUM_LENGTH);
  if (bytes.toString('base64url') !== cursor || content.length === 0) return null;
  if (!checksum(binding, content).equals(bytes.subarray(0, CHECKSUM_LENGTH))) return null;
  const values = parsed(content);
  if (!Array.isArray(values)) return null;
  const [page, totalCount, id, at] = values as unknown[];
  if (!isCount(page) || !isCount(totalCount) || !isCount(id)) return null;
  if (at === undefined) return { after: { id }, page, totalCount };
  if (at !== null && (typeof at !== 'string' || parseTime(at) === null)) return null;
  return { after: { id, at }, page, totalCount };
}

function parsed(content: Buffer): unknown {
  const text = content.toString();
  try {
    // Cursors of ours hold no backslash; a key with an escape must not reach `JSON.parse` (`core/json-keys.ts`).
    return text.includes('\\') ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function checksum(binding: string, content: Buffer): Buffer {
  return createHash('sha256').update(binding).update('\n').update(content).digest().subarray(0, CHECKSUM_LENGTH);
}
