import type { EdgeKey, Sentence } from '../cascade/definition.ts';
import { onlyAsks } from '../cascade/asking.ts';
import { isKind, NODES, type CascadeDefinition, type CascadeNode, type NodeOfKind } from '../cascade/registry.ts';
import { jointOf, threeWaysOf, twoWaysOf, type PlacedRow } from './walk.ts';
import { NoList, Ways, type Lead, type NoRules } from './ways.ts';

export type { End, Lead } from './ways.ts';

/*
 * The rows of a cascade with their places in its graph, and the edges that lead to the next row. `edit.ts` uses it to
 * change rows.
 */

type Choice = NodeOfKind<'IfElse'>;

export interface TableRow extends PlacedRow {
  readonly id: string;
}

/** An edge, or a part of one. */
export interface Slot {
  readonly nodeId: string;
  readonly key: EdgeKey;
}

/** A choice with its rows, tried after the choices before it. */
export interface TableNode {
  readonly choice: Choice;
  readonly rows: readonly TableRow[];
  /**
   * The edges over which its rows lead on and over which the next choice is reached. Null for a choice between three
   * ways, which is the last.
   */
  readonly keys: { readonly lead: EdgeKey; readonly next: EdgeKey } | null;
  /** Edges from earlier steps to this choice. */
  readonly from: readonly Slot[];
  /** The targets of these edges: the choice's own id, or steps between it and the choice before. */
  readonly begins: readonly string[];
  readonly between: readonly string[];
}

export interface Table {
  readonly nodes: readonly TableNode[];
  /** The edge that leads on from the last choice, with its target. */
  readonly last: Slot;
  readonly lastIds: readonly string[];
  /** The outcome of everybody whom no row decides; null if that is no list of rows. */
  readonly rest: Lead | null;
  readonly restSentence: Sentence;
  /** The reason why the rest of the cascade is no list of rows. */
  readonly noRules: NoRules | null;
}

/** The most rows that are read or edited. */
export const MOST_ROWS = 60;

export const tableOf = (definition: CascadeDefinition): Table => new Reader(definition).read();

export const rowsOf = ({ nodes }: Pick<Table, 'nodes'>): readonly TableRow[] => nodes.flatMap(({ rows }) => rows);

/** A choice between two ways leads to the next choice; one between three ways decides everybody else. */
type Standing =
  { readonly keys: NonNullable<TableNode['keys']>; readonly rest: null } | { readonly keys: null; readonly rest: Lead };

class Reader {
  readonly #definition: CascadeDefinition;
  readonly #ways: Ways;
  readonly #leadTo: ReadonlyMap<string, readonly { readonly from: string }[]>;
  readonly #nodes: TableNode[] = [];
  readonly #ids = new Set<string>();
  #count = 0;

  constructor(definition: CascadeDefinition) {
    this.#definition = definition;
    this.#ways = new Ways(definition);
    this.#leadTo = Map.groupBy(
      definition.flatMap((node) =>
        [...NODES.edgesOf(node).map(({ to }) => to), ...NODES.jumpsOf(node)].map((to) => ({ from: node.id, to })),
      ),
      ({ to }) => to,
    );
  }

  read(): Table {
    const entry = NODES.entryOf(this.#definition);
    if (entry === undefined) {
      const noRules = { nodeId: '', text: 'There is no step at which it begins.' };
      return { ...NOWHERE, nodes: [], rest: null, restSentence: {}, noRules };
    }
    let at: Slot = { nodeId: entry.id, key: 'next_step' };
    try {
      for (;;) {
        const ids = this.#idsAt(at);
        const end = this.#ways.final({ from: at.nodeId, ids });
        if (end !== null) return this.#ended(at, ids, { ids, effect: end });
        const { rest, keys, ...node } = this.#choice(at, ids);
        this.#nodes.push({ ...node, keys });
        if (keys === null) return this.#ended(at, ids, rest);
        at = { nodeId: node.choice.id, key: keys.next };
      }
    } catch (error) {
      if (!(error instanceof NoList)) throw error;
      const noRules = { nodeId: error.nodeId, text: error.message };
      return { nodes: this.#nodes, last: at, lastIds: this.#idsAt(at), rest: null, restSentence: {}, noRules };
    }
  }

  #idsAt = ({ nodeId, key }: Slot): readonly string[] => this.#ways.node(nodeId)?.[key] ?? [];

  #ended(last: Slot, lastIds: readonly string[], rest: Lead): Table {
    const saying = this.#nodes.at(-1)?.choice.everyone_else;
    const { effect } = rest;
    const asked =
      effect.kind === 'ask' && isKind(effect.choice, 'IfElse')
        ? effect.choice.branches.human_review?.condition_groups?.[0]
        : undefined;
    return { nodes: this.#nodes, last, lastIds, rest, restSentence: saying ?? asked ?? {}, noRules: null };
  }

  /** The next choice, with its rows. Throws NoList. */
  #choice(at: Slot, ids: readonly string[]): Omit<TableNode, 'keys'> & Standing {
    const { nodes, choice } = this.#ways.toChoice({ from: at.nodeId, ids });
    if (choice === null) throw new NoList(at.nodeId, 'It leads to no further step.');
    const own = nodes.map(({ id }) => id);
    const isOwn = new Set([...own, at.nodeId]);
    for (const id of [...own, choice.id]) {
      if ((this.#leadTo.get(id) ?? []).some(({ from }) => !isOwn.has(from)))
        throw new NoList(id, 'Steps of another way lead here, too.');
    }
    const from = own.length === 0 ? [at] : nodes.flatMap((node) => slotsTo(node, choice.id));
    if (from.length === 0) throw new NoList(choice.id, 'A jump leads here.');
    const { rows: placed, ...standing } = this.#rowsOf(choice);
    const isEmpty = ({ groups }: PlacedRow): boolean =>
      groups.length === 0 || groups.some(({ conditions }) => conditions.length === 0);
    if (placed.length === 0 || placed.some(isEmpty)) throw new NoList(choice.id, 'It has a group without conditions.');
    this.#count += placed.length;
    if (this.#count > MOST_ROWS) throw new NoList(choice.id, `There are more than ${MOST_ROWS} rules.`);
    const rows = placed.map((row) => ({ id: this.#idOf(row), ...row }));
    return { ...standing, choice, rows, from, begins: ids, between: own };
  }

  #rowsOf(choice: Choice): Standing & { readonly rows: readonly PlacedRow[] } {
    if ((choice.branches.human_review?.condition_groups ?? []).length > 0) {
      const { passing, asking, fails, ends } = threeWaysOf(this.#ways, choice);
      if (passing === null || ends.approved === null || ends.fails === null || onlyAsks(choice.branches))
        throw new NoList(choice.id, APPROVED_GO_ON);
      const rest: Lead = { ids: fails.ids, effect: { kind: 'end', sequence: ends.fails } };
      return { rows: [...passing, asking], keys: null, rest };
    }
    const { rows, keys } = twoWaysOf(this.#ways, jointOf(choice));
    if (rows === null) throw new NoList(choice.id, ON_BOTH_WAYS);
    return { rows, keys, rest: null };
  }

  /** If one choice cannot express a whole rule, the rule is one row in each of several choices. */
  #idOf({ sentence, branch, choice }: PlacedRow): string {
    const wanted = sentence.id ?? (branch === 'pass' ? choice.id : `${choice.id}_review`);
    let id = wanted;
    for (let number = 2; this.#ids.has(id); number += 1) id = `${wanted}_${number}`;
    this.#ids.add(id);
    return id;
  }
}

const APPROVED_GO_ON =
  'Further rules follow for those whom a person approves here. In a row the decision of that person is the end.';

const ON_BOTH_WAYS = 'Further rules follow on both of its ways. A row has to end one of them with a decision.';

const NOWHERE = { last: { nodeId: '', key: 'next_step' }, lastIds: [] } as const;

function slotsTo(node: CascadeNode, id: string): readonly Slot[] {
  return NODES.edgesOf(node)
    .filter(({ to }) => to === id)
    .map(({ key }) => ({ nodeId: node.id, key }));
}
