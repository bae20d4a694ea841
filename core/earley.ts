import { distinct } from './distinct.ts';

/** A production: a symbol, its parts, and its meaning as a function of their meanings. */
export interface Production {
  readonly lhs: string;
  readonly rhs: readonly string[];
  /** Indexes of the parts that have a meaning, in the order of the arguments of `make`; -1 for an absent part. */
  readonly kids: readonly number[];
  /** All possible meanings of the parts together; empty if they do not fit. */
  readonly make: (kids: readonly unknown[], span: Span) => readonly unknown[];
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Words that may be read as a terminal. */
export interface Lexeme {
  readonly symbol: string;
  /** Number of tokens. */
  readonly length: number;
  readonly value: unknown;
}

/** An Earley item. `number` is its index, used as a map key in the hot loop. */
interface State {
  readonly number: number;
  readonly production: Production;
  readonly dot: number;
  /** The symbol after the dot; undefined at the end. */
  readonly next: string | undefined;
  readonly isBeforeTerminal: boolean;
  /** The state with the dot one part further. */
  readonly following: State | undefined;
}

export interface Grammar {
  readonly byLhs: ReadonlyMap<string, readonly Production[]>;
  readonly numberOf: ReadonlyMap<string, number>;
  /** By symbol and terminal: the productions of the symbol that can begin with the terminal. */
  readonly beginnings: ReadonlyMap<string, ReadonlyMap<string, readonly State[]>>;
}

/** More readings, or more work, than any sentence needs that a person can follow. */
export class TooManyReadings extends Error {
  override readonly name = 'TooManyReadings';
}

const MOST_VALUES = 24;
const MOST_WORK = 60_000;

export function grammarOf(productions: readonly Production[]): Grammar {
  const byLhs = Map.groupBy(productions, ({ lhs }) => lhs);
  const firsts = new Map<string, Set<string>>([...byLhs.keys()].map((lhs) => [lhs, new Set()]));
  for (let hasGrown = true; hasGrown;) {
    hasGrown = false;
    for (const { lhs, rhs } of productions) {
      const known = firsts.get(lhs) ?? new Set();
      const before = known.size;
      const [head = ''] = rhs;
      for (const each of firsts.get(head) ?? [head]) known.add(each);
      hasGrown ||= known.size > before;
    }
  }
  let count = 0;
  const stateOf = (production: Production, dot: number): State => {
    const next = production.rhs[dot];
    const following = next === undefined ? undefined : stateOf(production, dot + 1);
    const isBeforeTerminal = next !== undefined && !byLhs.has(next);
    return { number: count++, production, dot, next, isBeforeTerminal, following };
  };
  const beginnings = new Map<string, Map<string, State[]>>();
  for (const [lhs, of] of byLhs) {
    const known = new Map<string, State[]>();
    beginnings.set(lhs, known);
    for (const production of of) {
      const state = stateOf(production, 0);
      const [head = ''] = production.rhs;
      for (const terminal of firsts.get(head) ?? [head]) {
        const before = known.get(terminal);
        if (before === undefined) known.set(terminal, [state]);
        else before.push(state);
      }
    }
  }
  const numberOf = new Map([...byLhs.keys()].map((lhs, number) => [lhs, number]));
  return { byLhs, numberOf, beginnings };
}

interface Item {
  readonly state: State;
  readonly origin: number;
  /** Each way to reach this item: the item before its last part, and that part. */
  readonly links: { readonly before: Item; readonly part: Node | Lexeme }[];
}

/** All derivations of a symbol over a span of tokens (a packed parse forest). */
interface Node {
  readonly symbol: string;
  readonly start: number;
  readonly end: number;
  readonly items: Item[];
  values?: readonly unknown[];
}

export interface Parsed {
  /** Every meaning of the whole, without duplicates. */
  readonly values: readonly unknown[];
  /** Number of tokens in the longest prefix that can begin a sentence. */
  readonly farthest: number;
  /** Terminals that could have followed there. */
  readonly expected: readonly string[];
}

/**
 * Parses the tokens as `start` in every way that the grammar allows. `at(i)` gives the terminals that may begin there.
 */
export function parse(
  grammar: Grammar,
  start: string,
  count: number,
  at: (index: number) => readonly Lexeme[],
): Parsed {
  const chart = new Chart(grammar, count, at);
  const root = chart.fill(start);
  const values = root === undefined ? [] : new Evaluation().valuesOf(root);
  return { values, farthest: chart.farthest, expected: chart.expected() };
}

/** A span of tokens that can be read as a symbol, with every meaning. */
export interface Fragment extends Span {
  readonly symbol: string;
  readonly values: readonly unknown[];
}

/** All spans, anywhere, that can be read as one of the symbols. */
export function fragmentsOf(
  grammar: Grammar,
  symbols: readonly string[],
  count: number,
  at: (index: number) => readonly Lexeme[],
): Fragment[] {
  return new Chart(grammar, count, at).fillAll(symbols).flatMap((node) => {
    try {
      const { symbol, start, end } = node;
      const values = new Evaluation().valuesOf(node);
      return values.length === 0 ? [] : [{ symbol, start, end, values }];
    } catch (error) {
      if (!(error instanceof TooManyReadings)) throw error;
      return [];
    }
  });
}

class Chart {
  farthest = 0;
  readonly #grammar: Grammar;
  readonly #count: number;
  readonly #at: (index: number) => readonly Lexeme[];
  /** Cached: the lexemes of a position are needed often. Positions after the failure are never asked for. */
  readonly #lexemes: (readonly Lexeme[])[] = [];
  /** By position, then by state and origin. */
  readonly #items: Map<number, Item>[] = [];
  readonly #agenda: Item[][] = [];
  readonly #waiting: Map<string, Item[]>[] = [];
  /** By symbol, start and end. */
  readonly #nodes = new Map<number, Node>();

  constructor(grammar: Grammar, count: number, at: (index: number) => readonly Lexeme[]) {
    this.#grammar = grammar;
    this.#count = count;
    this.#at = at;
    for (let index = 0; index <= count; index += 1) {
      this.#items.push(new Map());
      this.#agenda.push([]);
      this.#waiting.push(new Map());
    }
  }

  fill(start: string): Node | undefined {
    this.#waiting[0]?.set(start, []);
    this.#predict(start, 0);
    for (let index = 0; index <= this.#count; index += 1) {
      const agenda = this.#agenda[index] ?? [];
      if (agenda.length > 0) this.farthest = index;
      // The agenda grows while it is processed.
      for (const item of agenda) this.#step(item, index);
    }
    return this.#nodes.get(this.#nodeKey(start, 0, this.#count));
  }

  fillAll(symbols: readonly string[]): Node[] {
    for (let index = 0; index <= this.#count; index += 1) {
      for (const symbol of symbols) {
        const waiting = this.#waiting[index];
        if (waiting === undefined || waiting.has(symbol)) continue;
        waiting.set(symbol, []);
        this.#predict(symbol, index);
      }
      for (const item of this.#agenda[index] ?? []) this.#step(item, index);
    }
    return [...this.#nodes.values()].filter(({ symbol }) => symbols.includes(symbol));
  }

  /** The terminals that items wait for, or that could have begun there. */
  expected(): string[] {
    const { byLhs } = this.#grammar;
    const symbols = [...(this.#waiting[this.farthest]?.keys() ?? [])];
    const heads = symbols.flatMap((symbol) => (byLhs.get(symbol) ?? []).map(({ rhs: [head = ''] }) => head));
    return [...new Set([...symbols, ...heads])].filter((symbol) => !byLhs.has(symbol));
  }

  #step(item: Item, index: number): void {
    const { next, isBeforeTerminal } = item.state;
    if (next === undefined) {
      this.#complete(item, index);
      return;
    }
    const waiting = this.#waiting[index]?.get(next);
    if (waiting !== undefined) waiting.push(item);
    else this.#waiting[index]?.set(next, [item]);
    if (isBeforeTerminal) this.#scan(item, next, index);
    else if (waiting === undefined) this.#predict(next, index);
  }

  #predict(symbol: string, index: number): void {
    const beginnings = this.#grammar.beginnings.get(symbol);
    if (beginnings === undefined) return;
    for (const { symbol: terminal } of this.#lexemesAt(index)) {
      for (const state of beginnings.get(terminal) ?? []) {
        // A production may begin with several of the terminals, but must be predicted once per position.
        const key = this.#itemKey(state, index);
        if (this.#items[index]?.has(key) !== true) this.#add(key, { state, origin: index, links: [] }, index);
      }
    }
  }

  #scan(item: Item, symbol: string, index: number): void {
    for (const lexeme of this.#lexemesAt(index)) {
      if (lexeme.symbol === symbol) this.#advance(item, lexeme, index + lexeme.length);
    }
  }

  #lexemesAt(index: number): readonly Lexeme[] {
    if (index >= this.#count) return [];
    return (this.#lexemes[index] ??= this.#at(index));
  }

  #complete(item: Item, index: number): void {
    const { lhs } = item.state.production;
    const key = this.#nodeKey(lhs, item.origin, index);
    const known = this.#nodes.get(key);
    if (known !== undefined) {
      known.items.push(item);
      return;
    }
    const node: Node = { symbol: lhs, start: item.origin, end: index, items: [item] };
    this.#nodes.set(key, node);
    for (const waiting of this.#waiting[item.origin]?.get(lhs) ?? []) this.#advance(waiting, node, index);
  }

  #advance(before: Item, part: Node | Lexeme, index: number): void {
    const { state, origin } = before;
    if (state.following === undefined) return;
    const key = this.#itemKey(state.following, origin);
    const known = this.#items[index]?.get(key);
    if (known === undefined) this.#add(key, { state: state.following, origin, links: [{ before, part }] }, index);
    else known.links.push({ before, part });
  }

  #add(key: number, item: Item, index: number): void {
    this.#items[index]?.set(key, item);
    this.#agenda[index]?.push(item);
  }

  #itemKey({ number }: State, origin: number): number {
    return number * (this.#count + 1) + origin;
  }

  #nodeKey(symbol: string, start: number, end: number): number {
    return ((this.#grammar.numberOf.get(symbol) ?? -1) * (this.#count + 1) + start) * (this.#count + 1) + end;
  }
}

/** Computes meanings bottom-up. Equal meanings of a node are merged, so most ambiguities end where they begin. */
class Evaluation {
  #work = 0;

  valuesOf(node: Node): readonly unknown[] {
    if (node.values !== undefined) return node.values;
    // A symbol that derives only itself adds no meaning.
    node.values = [];
    const found: unknown[] = [];
    for (const item of node.items) {
      const { make, kids } = item.state.production;
      for (const parts of this.#partsOf(item)) {
        const chosen = kids.map((index) => (index < 0 ? undefined : parts[index]));
        for (const value of make(chosen, { start: node.start, end: node.end })) {
          this.#spend();
          found.push(value);
        }
      }
    }
    node.values = distinct(found);
    if (node.values.length > MOST_VALUES) throw new TooManyReadings();
    return node.values;
  }

  #partsOf(item: Item): readonly (readonly unknown[])[] {
    if (item.state.dot === 0) return [[]];
    return item.links.flatMap(({ before, part }) => {
      const last = 'items' in part ? this.valuesOf(part) : [part.value];
      return last.length === 0
        ? []
        : this.#partsOf(before).flatMap((first) =>
            last.map((value) => {
              this.#spend();
              return [...first, value];
            }),
          );
    });
  }

  #spend(): void {
    this.#work += 1;
    if (this.#work > MOST_WORK) throw new TooManyReadings();
  }
}
