import type { CascadeBranch, ConditionGroup, Sentence } from '../cascade/definition.ts';
import { isKind, NODES, type CascadeDefinition } from '../cascade/registry.ts';
import { validateDefinition } from '../cascade/validate.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import { asJsonObject, type JsonObject } from '../json.ts';
import { nameOfRows } from '../rules/rows.ts';
import type { Work } from '../work.ts';
import { Draft, isSame } from './draft.ts';
import { Leads, NoWay, plainWay } from './leads.ts';
import { placed, requireRows } from './checks.ts';
import { presentTable } from './present.ts';
import { splitThreeWay } from './three-ways.ts';
import { RowsRefused, type RowList, type RowsInput } from './row.ts';
import { tableOf, type Slot, type Table, type TableNode } from '../readback/table.ts';
import { Texts } from './texts.ts';
import type { ReadWhen } from './sentence.ts';
import { storedGroups, wantedRest, wantedRows, type OldRow, type WantedRow } from './wanted.ts';

export interface EditOptions {
  readonly read: ReadWhen;
  readonly work: Work;
  readonly dictionary?: Dictionary;
}

export interface Edited {
  readonly definition: CascadeDefinition;
  readonly list: RowList;
}

/**
 * The definition with these rows in place of its own. Nodes of unchanged rows are kept, except for edges that now lead
 * to another row. Everything that is no row is kept too. Throws RowsRefused, and TooMuchWork.
 */
export function editRows(definition: CascadeDefinition, input: RowsInput, options: EditOptions): Edited {
  const { work, dictionary } = options;
  const table = tableOf(definition);
  if (NODES.entryOf(definition) === undefined)
    throw new RowsRefused([{ field: 'rules', message: 'cannot be made of a cascade without steps', nodeId: '' }]);
  const list = presentTable(definition, table, work, dictionary);
  const old = oldRows(table, list);
  const texts = new Texts(definition, options);
  const { rows, faults } = wantedRows(input, old, { read: options.read, texts, reserved: idsIn(definition) });
  const rest = wantedRest(input.everyone_else, list.everyone_else, { old, texts });
  if (faults.length + rest.faults.length > 0) throw new RowsRefused([...faults, ...rest.faults]);
  const last = table.nodes.at(-1);
  if (last !== undefined && last.keys === null && !isLeft(last, rows, rest.way !== null || rest.text !== undefined)) {
    // Its rows become nodes of their own, which lead to the same targets.
    return editRows(splitThreeWay(definition, last), input, options);
  }
  const nodes = new Editor(definition, table).edit(rows, rest);
  const { definition: made, details } = validateDefinition(nodes);
  if (made === null)
    throw new RowsRefused(details.map(({ field, message }) => placed(nodes, rows, { field, message })));
  const after = presentTable(made, tableOf(made), work, dictionary);
  requireRows(after, rows, list, rest.way);
  return { definition: isSame(made, definition) ? definition : made, list: after };
}

const oldRows = ({ nodes }: Table, { rules }: RowList): readonly OldRow[] =>
  nodes
    .flatMap((node) => node.rows.map((at) => ({ at, node })))
    .flatMap((each, index) => {
      const row = rules[index];
      return row === undefined ? [] : [{ ...each, row }];
    });

/** Ids of rules and nodes, which identify recorded facts. */
const idsIn = (definition: CascadeDefinition): ReadonlySet<string> =>
  new Set(
    definition.flatMap((node) => {
      if (!isKind(node, 'IfElse')) return [node.id];
      const groups = [node.branches.pass, node.branches.human_review].flatMap(
        (branch) => branch?.condition_groups ?? [],
      );
      return [node.id, ...[...groups, node.everyone_else ?? {}].flatMap(({ id }) => id ?? [])];
    }),
  );

/**
 * True if a choice between three ways can be kept: its rows are the last ones, and only their conditions and texts
 * changed.
 */
function isLeft({ rows: own }: TableNode, rows: readonly WantedRow[], isRestChanged: boolean): boolean {
  const last = rows.slice(-own.length);
  return (
    !isRestChanged &&
    isSame(
      last.map(({ id }) => id),
      own.map(({ id }) => id),
    ) &&
    last.every((row) => row.isSameWay && !row.isRequirement && row.block === (row.old?.row.block ?? null))
  );
}

/** A node of the result, with its rows. */
interface NewNode {
  readonly rows: WantedRow[];
  readonly isRequirement: boolean;
  readonly block: string | null;
  readonly way: string;
  /** The choice that currently contains its rows. */
  home: TableNode | null;
  id: string;
  claimed: TableNode | null;
}

class Editor {
  readonly #table: Table;
  readonly #draft: Draft;
  readonly #leads: Leads;
  readonly #entry: Slot;

  constructor(definition: CascadeDefinition, table: Table) {
    this.#table = table;
    this.#draft = new Draft(definition);
    this.#leads = new Leads(this.#draft, table, definition);
    this.#entry = { nodeId: NODES.entryOf(definition)?.id ?? '', key: 'next_step' };
  }

  edit(rows: readonly WantedRow[], rest: ReturnType<typeof wantedRest>): readonly JsonObject[] {
    const { nodes: old, lastIds } = this.#table;
    const last = old.at(-1);
    const fixed = last !== undefined && last.keys === null ? last : null;
    const ofFixed = fixed === null ? [] : rows.slice(-fixed.rows.length);
    const nodes = this.#claimed(partition(fixed === null ? rows : rows.slice(0, -fixed.rows.length)));
    for (const [index, node] of nodes.entries()) this.#write(node, nodes, index === nodes.length - 1 && fixed === null);
    if (fixed !== null) this.#writeFixed(fixed, ofFixed);
    const { way } = rest;
    const before = this.#table.rest?.effect ?? null;
    const restIds = way === null ? lastIds : this.#way('everyone_else', () => this.#leads.to(way, before));
    this.#link(nodes, fixed, restIds);
    this.#sayRest(nodes, rest.text);
    return this.#draft.finish();
  }

  #way(field: string, make: () => readonly string[]): readonly string[] {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof NoWay)) throw error;
      throw new RowsRefused([{ field: `${field}.${error.member}`, message: error.message }]);
    }
  }

  /** Each new node takes the old one that contains its rows, so that its other settings are kept. */
  #claimed(nodes: readonly NewNode[]): readonly NewNode[] {
    const taken = new Set<TableNode>();
    const claim = (node: NewNode, old: TableNode | null): void => {
      if (node.claimed !== null || old === null || old.keys === null || taken.has(old)) return;
      taken.add(old);
      node.claimed = old;
    };
    for (const node of nodes) claim(node, node.home);
    for (const node of nodes) for (const { old } of node.rows) claim(node, old?.node ?? null);
    for (const node of nodes) node.id = node.claimed?.choice.id ?? this.#added(node);
    return nodes;
  }

  #added({ isRequirement, rows, way: _way }: NewNode): string {
    const [first] = rows;
    const decision = first?.way.then.decision ?? 'deny';
    const wanted = isRequirement ? 'required' : `${NAMES[decision] ?? 'rule'}_if`;
    return this.#draft.add(`${wanted}_1`, { id: wanted, type: 'IfElse', name: '', branches: {} });
  }

  #write(node: NewNode, nodes: readonly NewNode[], isLast: boolean): void {
    const { id, rows, claimed, isRequirement } = node;
    const [first] = rows;
    if (first === undefined) return;
    const own = rows.find(({ isSameWay, old }) => isSameWay && old !== null);
    const leadIds =
      own?.old?.at.lead.ids ??
      this.#way(first.field, () => this.#leads.to(first.way, first.old?.at.lead.effect ?? null));
    const ofRows = rows.map((row) => ({ row, sentence: sentenceOf(row, node) }));
    const groups = ofRows.flatMap(({ row, sentence }) => storedGroups(row, sentence));
    const before = claimed?.choice.branches.pass;
    const logic = logicOf(node, groups, { isLast, before: before?.group_logic });
    const isMarked = isLast && isRequirement && rows.length === 1 && groups.length > 1;
    const pass = {
      ...marked(before, isMarked),
      ...(logic === before?.group_logic ? {} : { group_logic: logic }),
      condition_groups: groups,
    };
    const branches = { ...claimed?.choice.branches, pass };
    const isOfSeveral = nodes.some((other) => other !== node && other.block !== null && other.block === node.block);
    const isNamed = isOfSeveral || (rows.length > 1 && node.block !== null && node.block !== id);
    this.#draft.change(id, {
      ...(isSame(branches, claimed?.choice.branches) ? {} : { branches: asJsonObject(branches) }),
      ...this.#named(node, ofRows),
      block: isNamed && node.block !== null ? node.block : undefined,
    });
    this.#draft.connect({ nodeId: id, key: isRequirement ? 'fail_steps' : 'pass_steps' }, leadIds);
  }

  /** Named by its sentences, unless a person chose another name. */
  #named({ claimed }: NewNode, rows: readonly { readonly sentence: Sentence }[]): { readonly name?: string } {
    const wanted = nameOfRows(rows);
    const made = nameOfRows((claimed?.rows ?? []).map(({ sentence }) => ({ sentence })));
    const isOurs = claimed === null || claimed.choice.name === made;
    return isOurs && wanted !== '' && wanted !== made ? { name: wanted } : {};
  }

  #writeFixed({ choice, rows: own }: TableNode, rows: readonly WantedRow[]): void {
    const branches = { ...choice.branches };
    for (const branch of ['pass', 'human_review'] as const) {
      const ofBranch = rows.filter((_, index) => own[index]?.branch === branch);
      if (ofBranch.length === 0) continue;
      const groups = ofBranch.flatMap((row) => storedGroups(row, sentenceOf(row, null)));
      const [only] = ofBranch;
      const logic = ofBranch.length === 1 && only !== undefined && !only.isSameWhen ? { group_logic: only.logic } : {};
      const isSameLogic =
        (branches[branch]?.group_logic ?? 'and') === (logic.group_logic ?? branches[branch]?.group_logic ?? 'and');
      branches[branch] = { ...branches[branch], ...(isSameLogic ? {} : logic), condition_groups: groups };
    }
    if (!isSame(branches, choice.branches)) this.#draft.change(choice.id, { branches: asJsonObject(branches) });
  }

  /** Links the nodes in order. Steps between them stay before the first row that followed them. */
  #link(nodes: readonly NewNode[], fixed: TableNode | null, restIds: readonly string[]): void {
    const old = this.#table.nodes;
    const placeOf = (node: NewNode): number =>
      Math.max(-1, ...node.rows.map((row) => (row.old === null ? -1 : old.indexOf(row.old.node))));
    let exits: readonly Slot[] = old.length === 0 ? [this.#table.last] : [this.#entry];
    const lead = (ids: readonly string[], next: readonly Slot[]): void => {
      for (const slot of exits) this.#draft.connect(slot, ids);
      exits = next;
    };
    const between = old.filter((node) => node.between.length > 0).map((node) => ({ node, place: old.indexOf(node) }));
    const before = (index: number): void => {
      while (between[0] !== undefined && standsBefore(index, between[0].place, nodes.map(placeOf))) {
        const { node } = between[0];
        between.shift();
        lead(node.begins, node.from);
      }
    };
    for (const [index, node] of nodes.entries()) {
      before(index);
      lead([node.id], [{ nodeId: node.id, key: node.isRequirement ? 'pass_steps' : 'fail_steps' }]);
    }
    for (const { node } of between) lead(node.begins, node.from);
    if (fixed === null) lead(restIds, []);
    else lead([fixed.choice.id], []);
  }

  /** Stores the sentence about everyone else on the last choice. */
  #sayRest(nodes: readonly NewNode[], text: string | null | undefined): void {
    const before = this.#table.nodes.at(-1)?.choice;
    const last = nodes.at(-1)?.id ?? null;
    if (before?.everyone_else === undefined && text == null) return;
    const said = before?.everyone_else;
    const now = text === undefined ? said : text === null ? undefined : { ...said, text };
    if (
      before !== undefined &&
      before.id !== last &&
      this.#draft.node(before.id) !== undefined &&
      before.branches.human_review === undefined
    )
      this.#draft.change(before.id, { everyone_else: undefined });
    const at = before?.branches.human_review === undefined ? last : before.id;
    if (at !== null) this.#draft.change(at, { everyone_else: now === undefined ? undefined : asJsonObject(now) });
  }
}

/** Used if the form of a requirement does not distinguish it from other rows. */
function marked(branch: CascadeBranch | undefined, isMarked: boolean): CascadeBranch {
  if (isMarked === (branch?.is_requirement === true)) return branch ?? {};
  const { is_requirement: _was, ...others } = branch ?? {};
  return isMarked ? { ...others, is_requirement: true } : others;
}

const NAMES: Readonly<Record<string, string>> = {
  approve: 'approve',
  deny: 'deny',
  review: 'review',
  conditional: 'terms',
};

/** True if steps stay before the first row that followed them, or before new rows in its place. */
function standsBefore(index: number, place: number, places: readonly number[]): boolean {
  const first = places.findIndex((each) => each >= place);
  let at = first < 0 ? places.length : first;
  while (at > 0 && places[at - 1] === -1) at -= 1;
  return index >= at || place === 0;
}

function partition(rows: readonly WantedRow[]): readonly NewNode[] {
  const made: NewNode[] = [];
  for (const row of rows) {
    const home = row.old !== null && row.block !== null && row.old.row.block === row.block ? row.old.node : null;
    const way = JSON.stringify(plainWay(row.way));
    const last = made.at(-1);
    const isOfNode =
      last !== undefined &&
      row.block !== null &&
      last.block === row.block &&
      last.isRequirement === row.isRequirement &&
      last.way === way &&
      (home === null || last.home === null || home === last.home) &&
      [...last.rows, row].every(fitsBeside);
    if (isOfNode) {
      last.rows.push(row);
      last.home ??= home;
      continue;
    }
    const { isRequirement, block } = row;
    made.push({ rows: [row], isRequirement, block, way, home, id: '', claimed: null });
  }
  return made;
}

/** True if the groups of other rows can be placed beside its own. */
const fitsBeside = ({ groups, logic, isRequirement }: WantedRow): boolean =>
  groups.length === 1 || logic === kindLogic(isRequirement);

const kindLogic = (isRequirement: boolean): 'and' | 'or' => (isRequirement ? 'and' : 'or');

/** The id is stored if the node's own id does not imply it. */
function sentenceOf(row: WantedRow, node: NewNode | null): Sentence {
  const before: Sentence = row.old?.at.sentence ?? {};
  const isNodes =
    before.id === undefined && (node === null || (node.id === row.id && node.rows.length === 1 && !node.isRequirement));
  const text = row.text === undefined ? before.text : (row.text ?? undefined);
  return {
    ...(isNodes ? {} : { id: row.id }),
    ...(text === undefined ? {} : { text }),
  };
}

function logicOf(
  { rows, isRequirement, claimed }: NewNode,
  groups: readonly ConditionGroup[],
  { isLast, before }: { readonly isLast: boolean; readonly before: 'and' | 'or' | undefined },
): 'and' | 'or' | undefined {
  const [only] = rows;
  const kind = kindLogic(isRequirement);
  if (rows.length > 1 || only === undefined) return (before ?? 'and') === kind ? before : kind;
  if (groups.length > 1) return (before ?? 'and') === only.logic ? before : only.logic;
  const isKept = claimed !== null && claimed.rows.length === 1 && claimed.rows[0]?.isRequirement === isRequirement;
  // In a single group, the logic distinguishes a requirement from other rows.
  const isTelling = isLast && groups[0]?.id !== undefined;
  return isKept && (!isTelling || (before ?? 'and') === kind) ? before : kind;
}
