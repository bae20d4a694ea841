import type { VisitRef } from '../cascade/conditions.ts';
import type { Json } from '../json.ts';
import { waitKey, type PastVisit } from './types.ts';

/** What is known of the visits when an advance begins. */
export interface PastVisits {
  /** By node: how many visits began. */
  readonly visits: Readonly<Record<string, number>>;
  readonly causes: Readonly<Record<string, readonly VisitRef[]>>;
  readonly history: readonly PastVisit[];
}

/**
 * The visits of a run: how many each node had, which visits caused each, and the output of each (notices and
 * explanations read it).
 *
 * Invariants
 * 1. The visits of a node are numbered from 1, in the order in which they began.
 * 2. Every visit that sent a token to a node is a cause of the node's next visit, once.
 */
export class Visits {
  readonly #counts: Map<string, number>;
  readonly #coming: Map<string, readonly VisitRef[]>;
  /** By `waitKey`, in the order in which they began. */
  readonly #past: Map<string, PastVisit>;
  readonly #outputVisits = new Map<string, number>();
  #total: number;
  /** Until a visit begins or its output changes. */
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

  /** How many visits of the node began; also the number of the last one. */
  of(nodeId: string): number {
    return this.#counts.get(nodeId) ?? 0;
  }

  /** These visits have sent a token to the node. */
  expect(nodeId: string, from: readonly VisitRef[]): void {
    const known = this.#coming.get(nodeId) ?? [];
    const isKnown = ({ node_id, visit }: VisitRef) =>
      known.some((other) => other.node_id === node_id && other.visit === visit);
    this.#coming.set(nodeId, [...known, ...from.filter((ref) => !isKnown(ref))]);
  }

  /** Begins the node's next visit, caused by all that was expected; returns its number. */
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

  /** What led to a node that is entered again after a failure: what led to its last visit, unless tokens are coming. */
  causesOfRetry(nodeId: string): readonly VisitRef[] {
    return this.#coming.has(nodeId) ? [] : this.causesOf(nodeId, this.of(nodeId));
  }

  /** The visit that gave the node's last output. */
  outputVisitOf(nodeId: string): number | null {
    return this.#outputVisits.get(nodeId) ?? null;
  }

  /** In the order in which they began; the same list for as long as nothing changes, since a letter asks many times. */
  all(): readonly PastVisit[] {
    return (this.#all ??= [...this.#past.values()]);
  }

  /** For the state. */
  toState(): Pick<PastVisits, 'visits' | 'causes'> {
    return { visits: Object.fromEntries(this.#counts), causes: Object.fromEntries(this.#coming) };
  }
}

function keyOf(nodeId: string, visit: number): string {
  return waitKey(nodeId, visit, '');
}
