import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { JsonObject } from '../json.ts';
import { jsonSize, utf8Bytes } from '../json-limits.ts';
import type { ExecutionMode } from '../states.ts';
import type { ColumnMatches } from './matches.ts';
import type { CellEdit } from './mended.ts';
import { MOST_BATCH_BYTES, MOST_BATCH_ROWS, MOST_BATCH_VALUES } from './limits.ts';

/** Rows that go into one batch: from the first to the one before the last. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/** For what stands beside the rows: the mode, and a reference whose characters may all be escaped. */
const BESIDE = { bytes: 2_048, values: 8 };

/** The rows in their order, in as few batches as the service takes them. */
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
  /** Of the batch; null if it has none. */
  readonly reference: string | null;
  /** The matches of its columns (`usedMatches`). Other matches make other rows. */
  readonly matches?: ColumnMatches;
  /** Cells that were mended, and lines that were left out, in the order of the file. */
  readonly changes?: { readonly edits?: readonly CellEdit[]; readonly leftOut?: readonly number[] };
}

/**
 * The idempotency key of a file, made of the file itself and where it goes: whoever sends the same file once more, from
 * wherever, gets the batch that is there.
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

/** Of the batch with that index, of a file that becomes so many. */
export function keyOfPart(key: string, index: number, count: number): string {
  return count === 1 ? key : `${key}-${index + 1}`;
}
