import type { Graph } from '../cascade/graph.ts';
import type { NodeRegistry } from '../cascade/kinds.ts';
import type { Json } from '../json.ts';
import type { Arrival, Token } from './types.ts';

/** Comparing a pair of tokens is cheaper than reading a caller's value, so several pairs make one unit of work. */
const PAIRS_OF_UNIT = 8;

/** The current state of the run. */
interface Standing {
  readonly graph: Graph;
  readonly registry: NodeRegistry;
  readonly outputs: ReadonlyMap<string, Json>;
  readonly tokens: ReadonlyMap<string, Token>;
  readonly failed: ReadonlySet<string>;
  readonly stopped: ReadonlySet<string>;
}

/**
 * Decides how long tokens are held at joins, and at nodes whose reports are still to come. Source: semantics 3.3 and
 * 3.4.
 */
export class HeldTokens {
  readonly #run: Standing;
  readonly #arrivals: readonly Arrival[];
  #work = 0;

  /** `arrivals` is live: it always holds the tokens that are still to arrive. */
  constructor(run: Standing, arrivals: readonly Arrival[]) {
    this.#run = run;
    this.#arrivals = arrivals;
  }

  /** Units of work that all calls have taken so far. */
  get work(): number {
    return this.#work;
  }

  /** The held node to enter next, if it does not have to wait for anything. */
  toEnter(): string | undefined {
    const { graph, tokens } = this.#run;
    const all = [...tokens.values()];
    const held = new Set(all.filter((token) => token.phase === 'held').map((token) => token.at));
    if (held.size === 0) return undefined;
    const active = all.filter((token) => token.phase !== 'held').map((token) => token.at);
    let first: string | undefined;
    // Held tokens are stored in the order of arrival. Using the graph's order makes the result the same in every run.
    for (const join of graph.order) {
      if (!held.has(join)) continue;
      this.#work += Math.ceil(all.length / PAIRS_OF_UNIT);
      if (active.some((other) => graph.reaches(other, join))) continue;
      if ([...held].some((other) => other !== join && graph.reachesByEdges(other, join))) continue;
      if (!this.isSourcePending(join)) return join;
      first ??= join;
    }
    // Held nodes wait for each other's reports: the first one goes on without its report.
    return active.length === 0 ? first : undefined;
  }

  /** True if a report that the node reads is being pulled, or was never pulled and can still be. */
  isSourcePending(id: string): boolean {
    const { graph, registry, tokens, outputs, failed, stopped } = this.#run;
    const node = graph.node(id);
    const sources = node === undefined ? [] : registry.readsOf(node).filter((source) => this.#isReport(source));
    if (sources.length === 0) return false;
    const elsewhere = [...tokens.keys(), ...this.#arrivals.map(({ at }) => at)].filter((at) => at !== id);
    this.#work += Math.ceil((sources.length * elsewhere.length) / PAIRS_OF_UNIT);
    return sources.some((source) => {
      if (failed.has(source) || stopped.has(source)) return false;
      const isNew = !outputs.has(source);
      return elsewhere.some((at) => at === source || (isNew && graph.reaches(at, source)));
    });
  }

  #isReport(id: string): boolean {
    const node = this.#run.graph.node(id);
    return node !== undefined && this.#run.registry.sourceOf(node)?.kind === 'report';
  }
}
