import type { VisitRef } from '../cascade/conditions.ts';
import type { Json } from '../json.ts';
import { waitKey, type PastVisit } from './types.ts';

/** The visits known when an advance begins. */
export interface PastVisits {
  /** By node: how many visits have begun. */
  readonly visits: Readonly<Record<string, number>>;
  readonly causes: Readonly<Record<string, readonly VisitRef[]>>;
  readonly history: readonly PastVisit[];
}

/**
 * The visits of a run: how many each node has had, the causes of each, and the output of each. Notices and explanations
 * read them.
 *
 * Invariants
 * 1. The visits of a node are numbered from 1, in the order in which they began.
 * 2. Every visit that sent a token to a node is a cause of the node's next visit, without duplicates.
 */
export class Visits {
  readonly #counts: Map<string, number>;
  readonly #coming: Map<string, readonly VisitRef[]>;
  /** By `waitKey`, in the order in which they began. */
  readonly #past: Map<string, PastVisit>;
  readonly #outputVisits = new Map<string, number>();
  #total: number;
  /** Cached until a visit begins or its output changes. */
  #all: readonly PastVisit[] | undefined;

  constructor({ visits, causes, history }: PastVisits) {
    this.#counts = new Map(Object.entries(visits));
    this.#total = [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
    this.#coming = new Map(Object.entries(causes));
    this.#past = new Map(history.map((past) => [keyOf(past.nodeId, past.visit), past]));
    for (const { nodeId, visit, output } of history) if (output !== null) this.#outputVisits.set(nodeId, visit);
  }

  get total(): number {
    return this.#total;
  }

  /** The number of visits of the node that have begun, which is also the number of the last one. */
  of(nodeId: string): number {
    return this.#counts.get(nodeId) ?? 0;
  }

  /** Records that these visits have sent a token to the node. */
  expect(nodeId: string, from: readonly VisitRef[]): void {
    const known = this.#coming.get(nodeId) ?? [];
    const isKnown = ({ node_id, visit }: VisitRef) =>
      known.some((other) => other.node_id === node_id && other.visit === visit);
    this.#coming.set(nodeId, [...known, ...from.filter((ref) => !isKnown(ref))]);
  }

  /** Begins the node's next visit, caused by all expected visits; returns its number. */
  begin(nodeId: string): number {
    const visit = this.of(nodeId) + 1;
    this.#counts.set(nodeId, visit);
    this.#total += 1;
    const causes = this.#coming.get(nodeId) ?? [];
    this.#coming.delete(nodeId);
    this.#past.set(keyOf(nodeId, visit), { nodeId, visit, causes, output: null });
    this.#all = undefined;
    return visit;
  }

  keepOutput(nodeId: string, visit: number, output: Json): void {
    this.#outputVisits.set(nodeId, visit);
    const key = keyOf(nodeId, visit);
    const past = this.#past.get(key) ?? { nodeId, visit, causes: [], output };
    this.#past.set(key, { ...past, output });
    this.#all = undefined;
  }

  causesOf(nodeId: string, visit: number): readonly VisitRef[] {
    return this.#past.get(keyOf(nodeId, visit))?.causes ?? [];
  }

  /** The causes of a node that is entered again after a failure: those of its last visit, unless tokens are coming. */
  causesOfRetry(nodeId: string): readonly VisitRef[] {
    return this.#coming.has(nodeId) ? [] : this.causesOf(nodeId, this.of(nodeId));
  }

  /** The visit that wrote the node's last output. */
  outputVisitOf(nodeId: string): number | null {
    return this.#outputVisits.get(nodeId) ?? null;
  }

  /**
   * All visits in the order in which they began. It returns the same list until something changes, because a letter
   * asks often.
   */
  all(): readonly PastVisit[] {
    return (this.#all ??= [...this.#past.values()]);
  }

  /** The part to store in the state. */
  toState(): Pick<PastVisits, 'visits' | 'causes'> {
    return { visits: Object.fromEntries(this.#counts), causes: Object.fromEntries(this.#coming) };
  }
}

function keyOf(nodeId: string, visit: number): string {
  return waitKey(nodeId, visit, '');
}
