import { MAX_OUTPUT_BYTES, type Turn } from '../cascade/contract.ts';
import type { Json } from '../json.ts';
import { jsonBytes, jsonSize, type JsonSize } from '../json-limits.ts';
import { unitsOfText, type Work } from '../work.ts';
import type { AdvanceInput, OutputSizes, PastVisit, Token } from './types.ts';

/** In bytes of JSON (semantics 8.3.1): the last outputs of all steps and the memos of the tokens, together. */
const MAX_RUN_BYTES = 4 * 1024 * 1024;
/** In bytes: the outputs of all visits. A loop writes one per visit, and every advance loads them all again. */
const MAX_VISITS_BYTES = 8 * 1024 * 1024;

/** Caches sizes of outputs, which are immutable: a run held in memory asks for them in each advance. */
const measured = new WeakMap<object, JsonSize>();

/** Like `jsonSize`, but cached. */
function sizeOf(value: Json, limit: number): JsonSize {
  if (typeof value !== 'object' || value === null) return jsonSize(value, limit);
  const known = measured.get(value);
  if (known !== undefined) return known;
  const size = jsonSize(value, limit);
  if (size.bytes <= limit) measured.set(value, size);
  return size;
}

/** Refuses outputs that would make a step or the run too large to store and load repeatedly. */
export class Budget {
  private readonly outputs: ReadonlyMap<string, Json>;
  private readonly tokens: ReadonlyMap<string, Token>;
  private readonly history: readonly PastVisit[];
  private readonly known: OutputSizes | undefined;
  /** By node. Computed on first use, because many passes change nothing that has a size. */
  private sizes: Map<string, { readonly output: number; readonly memo: number }> | undefined;
  private total = 0;
  /**
   * Bytes of the outputs of all visits. An output that a review completes later counts twice until it is loaded again.
   */
  private written = 0;

  constructor(
    outputs: ReadonlyMap<string, Json>,
    tokens: ReadonlyMap<string, Token>,
    { history, sizes }: AdvanceInput,
  ) {
    this.outputs = outputs;
    this.tokens = tokens;
    this.history = history;
    this.known = sizes;
  }

  /**
   * Returns the node's turn, or a failure if it makes the run too large. An admitted turn counts from then on, and its
   * output and memo are charged as work of the run.
   */
  admit(nodeId: string, turn: Turn, work: Work): Turn {
    const sizes = (this.sizes ??= this.measure());
    const before = sizes.get(nodeId) ?? { output: 0, memo: 0 };
    const size = turn.output === undefined ? undefined : sizeOf(turn.output, MAX_OUTPUT_BYTES);
    const output = size?.bytes ?? before.output;
    if (output > MAX_OUTPUT_BYTES) {
      return tooLarge(turn, `The output of the step exceeds ${MAX_OUTPUT_BYTES / 1024} KiB.`);
    }
    const memoSize = 'memo' in turn ? jsonSize(turn.memo, MAX_RUN_BYTES) : undefined;
    const memo = memoSize?.bytes ?? 0;
    const total = this.total - before.output - before.memo + output + memo;
    if (total > MAX_RUN_BYTES) {
      return tooLarge(turn, `The data of the execution exceeds ${MAX_RUN_BYTES / 1024 / 1024} MiB.`);
    }
    const written = this.written + (turn.output === undefined ? 0 : output);
    if (written > MAX_VISITS_BYTES) {
      const limit = `${MAX_VISITS_BYTES / 1024 / 1024} MiB`;
      return tooLarge(turn, `The outputs of all visits of the execution's steps exceed ${limit}.`);
    }
    this.total = total;
    this.written = written;
    // They are written now, and read again by each later advance.
    for (const kept of [size, memoSize]) {
      if (kept !== undefined) work.note(unitsOfText(kept.bytes) + kept.values);
    }
    sizes.set(nodeId, { output, memo });
    return turn;
  }

  private measure(): NonNullable<Budget['sizes']> {
    const sizes: NonNullable<Budget['sizes']> = new Map();
    const rest = (): number => Math.max(0, MAX_RUN_BYTES - this.total);
    for (const [id, output] of this.outputs) {
      const bytes = this.known?.last.get(id) ?? sizeOf(output, rest()).bytes;
      sizes.set(id, { output: bytes, memo: 0 });
      this.total += bytes;
    }
    for (const token of this.tokens.values()) {
      if (token.phase === 'held') continue;
      const memo = jsonBytes(token.memo, rest());
      sizes.set(token.at, { output: sizes.get(token.at)?.output ?? 0, memo });
      this.total += memo;
    }
    if (this.known !== undefined) {
      this.written = this.known.written;
      return sizes;
    }
    for (const { output } of this.history) {
      this.written += output === null ? 0 : sizeOf(output, Math.max(0, MAX_VISITS_BYTES - this.written)).bytes;
    }
    return sizes;
  }
}

/** Keeps the events of the turn: what was done, such as sending a letter, cannot be undone. */
function tooLarge({ aside }: Turn, message: string): Turn {
  const { report: _report, ...kept } = aside ?? {};
  return { do: 'fail', code: 'output_too_large', message, aside: kept };
}
