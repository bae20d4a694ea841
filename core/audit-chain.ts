import { canonicalJson } from './canonical-json.ts';
import type { JsonObject } from './json.ts';

/**
 * The chain of the audit log: each row of an account has the hash of the row before. So a row that was changed, removed
 * or inserted is detected. PostgreSQL numbers and hashes the rows as they are added (the trigger `audit_event_chain`);
 * this is the same rule, for checking them. Source: semantics 19.5.1.
 */

/** The previous hash of the first row. */
export const NO_HASH = '0'.repeat(64);

export interface ChainedRow {
  readonly sequence: number;
  /** Lowercase hex. */
  readonly previousHash: string;
  readonly hash: string;
  /** Everything that is hashed, including `sequence` and `previous_hash`. */
  readonly content: JsonObject;
}

/** The start of a chain, after what retention removed, and its end. */
export interface ChainEnds {
  readonly purgedSequence: number;
  readonly purgedHash: string;
  readonly lastSequence: number;
  readonly lastHash: string;
}

export interface Link {
  readonly sequence: number;
  readonly hash: string;
}

export interface Broken {
  /** The first row that was changed or is missing. */
  readonly sequence: number;
  readonly reason: string;
}

/** Checks one chain row by row, oldest first. */
export class ChainCheck {
  readonly #sha256Hex: (text: string) => string;
  readonly #ends: ChainEnds;
  readonly #known: readonly Link[];
  #last: Link;
  #rows = 0;
  #lastPurge: Link | undefined;

  /** `known`: links recorded elsewhere, which must still be in the chain. */
  constructor(ends: ChainEnds, known: readonly Link[], sha256Hex: (text: string) => string) {
    this.#ends = ends;
    this.#known = known;
    this.#sha256Hex = sha256Hex;
    this.#last = { sequence: ends.purgedSequence, hash: ends.purgedHash };
  }

  get rows(): number {
    return this.#rows;
  }

  get last(): Link {
    return this.#last;
  }

  /** The fault at the row, if there is one. */
  next({ sequence, previousHash, hash, content }: ChainedRow): Broken | undefined {
    const wanted = this.#last.sequence + 1;
    if (sequence > wanted) return { sequence: wanted, reason: 'the row is missing' };
    if (sequence < wanted) return { sequence, reason: 'the row is not in its place' };
    if (previousHash !== this.#last.hash) return { sequence, reason: 'it does not follow the row before it' };
    if (this.#sha256Hex(canonicalJson(content)) !== hash) return { sequence, reason: 'the row was changed' };
    this.#last = { sequence, hash };
    this.#rows += 1;
    const known = this.#known.find((link) => link.sequence === sequence);
    if (known !== undefined && known.hash !== hash)
      return { sequence, reason: 'it is not the row that was written down' };
    const purged = purgeOf(content);
    if (purged !== undefined) this.#lastPurge = purged;
    return undefined;
  }

  /** The fault at the ends, after all rows were checked. */
  end(): Broken | undefined {
    const { lastSequence, lastHash, purgedSequence, purgedHash } = this.#ends;
    const { sequence, hash } = this.#last;
    if (sequence < lastSequence) return { sequence: sequence + 1, reason: 'the row is missing' };
    if (sequence > lastSequence || hash !== lastHash)
      return { sequence, reason: 'it is not the last row that was added' };
    // Attack: somebody who removes rows without the function must also forge its record, which is part of the chain.
    const recorded = this.#lastPurge ?? { sequence: 0, hash: NO_HASH };
    if (recorded.sequence !== purgedSequence || recorded.hash !== purgedHash) {
      return {
        sequence: Math.min(recorded.sequence, purgedSequence) + 1,
        reason: 'it was removed, which no row records',
      };
    }
    const lost = this.#known.find((link) => link.sequence > sequence);
    return lost === undefined
      ? undefined
      : { sequence: sequence + 1, reason: 'the row is missing, which was written down' };
  }
}

function purgeOf({ action, detail }: JsonObject): Link | undefined {
  if (action !== 'audit.purged' || typeof detail !== 'object' || detail === null || Array.isArray(detail))
    return undefined;
  const { through_sequence: sequence, through_hash: hash } = detail as JsonObject;
  return typeof sequence === 'number' && typeof hash === 'string' ? { sequence, hash } : undefined;
}
