import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { JsonObject } from '../json.ts';
import { jsonSize, utf8Bytes } from '../json-limits.ts';
import type { ExecutionMode } from '../states.ts';
import type { ColumnMatches } from './matches.ts';
import type { CellEdit } from './mended.ts';
import { MOST_BATCH_BYTES, MOST_BATCH_ROWS, MOST_BATCH_VALUES } from './limits.ts';

/** The rows of one batch; the end is exclusive. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/** Reserve for the mode and for a reference whose characters may all be escaped. */
const BESIDE = { bytes: 2_048, values: 8 };

/** The rows in order, in as few batches as the limits allow. */
export function partsOf(rows: readonly JsonObject[]): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  let bytes: number = BESIDE.bytes;
  let values: number = BESIDE.values;
  for (const [index, row] of rows.entries()) {
    const size = utf8Bytes(JSON.stringify(row), MOST_BATCH_BYTES) + 1;
    const held = jsonSize(row, MOST_BATCH_BYTES).values;
    const isFull =
      index - from >= MOST_BATCH_ROWS || bytes + size > MOST_BATCH_BYTES || values + held > MOST_BATCH_VALUES;
    if (isFull && index > from) {
      parts.push({ from, to: index });
      [from, bytes, values] = [index, BESIDE.bytes, BESIDE.values];
    }
    bytes += size;
    values += held;
  }
  if (rows.length > from) parts.push({ from, to: rows.length });
  return parts;
}

interface Submission {
  readonly workflow: number;
  readonly mode: ExecutionMode;
  /** Reference of the batch; null if it has none. */
  readonly reference: string | null;
  /** The matches of its columns (`usedMatches`). Other matches make other rows. */
  readonly matches?: ColumnMatches;
  /** Corrected cells and omitted lines, in file order. */
  readonly changes?: { readonly edits?: readonly CellEdit[]; readonly leftOut?: readonly number[] };
}

/**
 * The idempotency key of a file, made from its bytes and its destination. Sending the same file again, from anywhere,
 * finds the existing batch.
 */
export function keyOfFile(file: Uint8Array, { workflow, mode, reference, matches, changes = {} }: Submission): string {
  const used = [...(matches ?? [])];
  const { edits = [], leftOut = [] } = changes;
  const isChanged = edits.length > 0 || leftOut.length > 0;
  const where = new TextEncoder().encode(
    JSON.stringify([
      ...[workflow, mode],
      ...(reference === null ? [] : [reference]),
      ...(used.length === 0 ? [] : [used.toSorted(byHeader)]),
      ...(isChanged ? [{ edits, leftOut }] : []),
    ]),
  );
  const bytes = new Uint8Array(where.length + file.length);
  bytes.set(where);
  bytes.set(file, where.length);
  return `cli-batch-${bytesToHex(sha256(bytes))}`;
}

const byHeader = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** The key of the batch with this index, out of `count`. */
export function keyOfPart(key: string, index: number, count: number): string {
  return count === 1 ? key : `${key}-${index + 1}`;
}
