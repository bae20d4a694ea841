import { isJsonObject } from '../json.ts';
import { readJson } from '../read-json.ts';
import type { CascadeCondition } from '../cascade/definition.ts';
import { lacksCommas, NO_COMMAS, readCsv, type CsvRecord } from '../csv.ts';
import {
  ROW_DECISIONS,
  type EveryoneElse,
  type Row,
  type RowGroup,
  type RowInput,
  type RowList,
  type RowsInput,
} from './row.ts';
import { cellOf, readCell } from './cells.ts';
import { MOST_ROWS } from '../readback/table.ts';

/*
 * Rules as a table: one row per rule, one column per field. Conditions that no cell can express are in `also`, in the
 * language of policies or as JSON. Parts that the table lacks (steps, terms, reviews) are kept.
 */

const COLUMNS = ['version', 'id', 'text', 'decision', 'reason', 'requirement', 'block', 'also'] as const;
type Column = (typeof COLUMNS)[number];
const REST = 'everyone_else';

/** `sentenceOf`: the conditions in the language of policies, if they can be parsed back. */
export interface TableWords {
  readonly version: number;
  readonly sentenceOf: (row: Row) => string | null;
}

/** The header, and a line for each rule and for everyone else. */
export function tableCells(list: RowList, words: TableWords): readonly (readonly string[])[] {
  const fields = fieldsOf(list.rules);
  const rest = list.everyone_else;
  return [
    [...COLUMNS, ...fields],
    ...list.rules.map((row) => cellsOfRow(row, fields, words)),
    ...(rest === null ? [] : [cellsOfRest(rest, fields, words)]),
  ];
}

const keyOf = ({ source_node_id: source, field }: CascadeCondition): string => `${source}:${field}`;

type Field = Pick<CascadeCondition, 'source_node_id' | 'field'>;

const namedFields = ({ conditions }: RowGroup): (readonly [string, Field])[] =>
  conditions.map((condition) => {
    const { source_node_id, field } = condition;
    return [keyOf(condition).trim(), { source_node_id, field }];
  });

/** The fields of rules whose conditions are in cells. */
const fieldsOf = (rows: readonly Row[]): readonly string[] => [
  ...new Set(rows.flatMap((row) => [...(inCells(row)?.keys() ?? [])])),
];

/** The cells by field; null if the conditions are not a plain conjunction, or no cell can express one of them. */
function inCells({ when }: Pick<Row, 'when'>): ReadonlyMap<string, string> | null {
  const [group, ...others] = when.condition_groups;
  if (group === undefined || others.length > 0 || group.at_least !== undefined) return null;
  if (group.logic === 'or' && group.conditions.length > 1) return null;
  const cells = new Map<string, string>();
  for (const [key, conditions] of Map.groupBy(group.conditions, keyOf)) {
    const cell = cellOf(conditions);
    if (cell === null) return null;
    cells.set(key, cell);
  }
  return cells;
}

function cellsOfRow(row: Row, fields: readonly string[], { version, sentenceOf }: TableWords): readonly string[] {
  const cells = inCells(row);
  const { group_logic, condition_groups } = row.when;
  const also = cells === null ? (sentenceOf(row) ?? JSON.stringify({ group_logic, condition_groups })) : '';
  return [
    ...[String(version), row.id, row.text, row.then.decision, row.reason ?? ''],
    ...[row.is_requirement ? 'yes' : '', row.block ?? '', also],
    ...fields.map((field) => cells?.get(field) ?? ''),
  ];
}

const cellsOfRest = (
  { text, then, reason }: EveryoneElse,
  fields: readonly string[],
  { version }: TableWords,
): readonly string[] => [
  ...[String(version), REST, text, then.decision, reason ?? '', '', '', ''],
  ...fields.map(() => ''),
];

export type ReadTable =
  | {
      readonly input: RowsInput;
      readonly versions: readonly number[];
      /** The cell of a member such as `rules[2].when`; null if it has none. */
      readonly cellOf: (field: string) => string | null;
    }
  /** Each begins with its cell: `C7: …`. */
  | { readonly faults: readonly string[] };

/** The rows of a file, compared with the current ones: a rule whose cells are unchanged is kept as it is. */
export function readTable(text: string, list: RowList, words: TableWords): ReadTable {
  const { records, fault, hasMore } = readCsv(text, MOST_ROWS + 2);
  const [top = ''] = text.split(/\r\n|\r|\n/, 1);
  if (lacksCommas(top)) return { faults: [`A1: ${NO_COMMAS}`] };
  if (fault !== null) return { faults: [`line ${fault.line}: ${fault.fault.replaceAll('_', ' ')}`] };
  const [header, ...lines] = records;
  if (header === undefined) return { faults: ['A1: the file is empty'] };
  if (hasMore) return { faults: [`A${MOST_ROWS + 3}: a cascade has at most ${MOST_ROWS} rules`] };
  return new TableReader(header, list, words).read(lines);
}

interface Place {
  readonly row: number;
  readonly rule: RowInput;
}

class TableReader {
  readonly #columns: readonly string[];
  readonly #faults: string[] = [];
  readonly #before = new Map<string, ReadonlyMap<string, string>>();
  readonly #known: ReadonlyMap<string, Row>;
  readonly #fields: ReadonlyMap<string, Field>;
  readonly #headerRow: number;
  #breaks = 0;

  constructor(header: CsvRecord, list: RowList, words: TableWords) {
    this.#columns = header.cells.map((cell) => plain(cell).trim());
    this.#known = new Map(list.rules.map((row) => [row.id, row]));
    this.#fields = new Map(list.rules.flatMap(({ when }) => when.condition_groups).flatMap(namedFields));
    const [names = [], ...cells] = tableCells(list, words);
    for (const line of cells)
      this.#before.set(line[1] ?? '', new Map(names.map((name, index) => [name, line[index] ?? ''])));
    this.#headerRow = this.#rowOf(header);
    this.#checkHeader();
  }

  read(lines: readonly CsvRecord[]): ReadTable {
    const rules: RowInput[] = [];
    const versions = new Set<number>();
    const places: Place[] = [];
    let rest: RowsInput['everyone_else'];
    for (const line of lines) {
      const row = this.#rowOf(line);
      const cells = new Map(this.#columns.map((name, index) => [name, plain(line.cells[index] ?? '')]));
      const lost = line.cells.findIndex((cell, index) => cell.trim() !== '' && (this.#columns[index] ?? '') === '');
      if (lost !== -1) this.#fault(lost, row, 'has no header above it');
      const version = Number(cells.get('version') ?? '');
      if (version > 0) versions.add(version);
      if (cells.get('id')?.trim() === REST) rest = this.#rest(cells, row);
      else {
        const rule = this.#rule(cells, row);
        rules.push(rule);
        places.push({ row, rule });
      }
    }
    if (this.#faults.length > 0) return { faults: this.#faults };
    return {
      input: { rules, ...(rest === undefined ? {} : { everyone_else: rest }) },
      versions: [...versions],
      cellOf: (field) => this.#cellOf(field, places),
    };
  }

  #cellOf(field: string, places: readonly Place[]): string | null {
    const [, index, member = '', nth] = /^rules\[(\d+)\]\.?(\w*)(?:.*conditions\[(\d+)\])?/.exec(field) ?? [];
    const place = index === undefined ? undefined : places[Number(index)];
    if (place === undefined) return null;
    const { when } = place.rule;
    const asked = typeof when === 'object' ? when.condition_groups[0]?.conditions[Number(nth ?? 0)] : undefined;
    const named = asked !== undefined && this.#columns.includes(keyOf(asked)) ? keyOf(asked) : 'also';
    const column =
      member === 'when' ? named : member === 'then' ? 'decision' : member === 'is_requirement' ? 'requirement' : member;
    return `${columnName(Math.max(0, this.#columns.indexOf(column)))}${place.row}`;
  }

  /** The row in the spreadsheet: a cell of several lines takes one row. */
  #rowOf({ line, cells }: CsvRecord): number {
    const row = line - this.#breaks;
    for (const cell of cells) this.#breaks += cell.match(/\r\n|\r|\n/g)?.length ?? 0;
    return row;
  }

  #checkHeader(): void {
    const missing = (['id', 'decision'] as const).find((name) => !this.#columns.includes(name));
    if (missing !== undefined) this.#fault(0, this.#headerRow, `the header needs the column ${missing}`);
    for (const [index, name] of this.#columns.entries()) {
      // A cleared column.
      if (name === '') continue;
      const isKnown = COLUMNS.some((each) => each === name) || /^[^:]+:.+$/.test(name);
      if (!isKnown)
        this.#fault(index, this.#headerRow, `must be ${COLUMNS.join(', ')}, or a field such as credit:score`);
      if (this.#columns.indexOf(name) !== index)
        this.#fault(index, this.#headerRow, `${JSON.stringify(name)} is there twice`);
    }
  }

  #fault(index: number, row: number, message: string): void {
    this.#faults.push(`${columnName(index)}${row}: ${message}`);
  }

  #faultAt(column: string, row: number, message: string): void {
    this.#fault(Math.max(0, this.#columns.indexOf(column)), row, message);
  }

  #rest(cells: ReadonlyMap<string, string>, row: number): RowsInput['everyone_else'] {
    const before = this.#before.get(REST);
    return {
      ...this.#changed(cells, before, 'text', (text) => ({ text: text.trim() === '' ? null : text })),
      ...this.#end(cells, before, row),
    };
  }

  #rule(cells: ReadonlyMap<string, string>, row: number): RowInput {
    const id = cells.get('id')?.trim() ?? '';
    const before = this.#before.get(id);
    const isNew = before === undefined;
    const need = cells.get('requirement')?.trim().toLowerCase() ?? '';
    if (need !== '' && need !== 'yes' && need !== 'no') this.#faultAt('requirement', row, 'must be yes or empty');
    return {
      ...(id === '' ? {} : { id }),
      ...this.#changed(cells, before, 'text', (text) => ({ text: text.trim() === '' ? null : text })),
      ...this.#end(cells, before, row),
      ...this.#changed(cells, before, 'block', (block) => ({ block: block.trim() === '' ? null : block.trim() })),
      ...(isNew || (need === 'yes') !== this.#known.get(id)?.is_requirement ? { is_requirement: need === 'yes' } : {}),
      ...this.#when(cells, before, row),
    };
  }

  /** Drops members whose cell is unchanged or has no column. */
  #changed<Made extends object>(
    cells: ReadonlyMap<string, string>,
    before: ReadonlyMap<string, string> | undefined,
    column: Column,
    make: (cell: string) => Made,
  ): Made | Record<never, never> {
    const cell = cells.get(column);
    return cell === undefined || cell === before?.get(column) ? {} : make(cell);
  }

  #end(
    cells: ReadonlyMap<string, string>,
    before: ReadonlyMap<string, string> | undefined,
    row: number,
  ): Pick<RowInput, 'then' | 'reason'> {
    const cell = cells.get('decision')?.trim().toLowerCase() ?? '';
    const decision = ROW_DECISIONS.find((each) => each === cell);
    if (decision === undefined) this.#faultAt('decision', row, 'must be approve, deny, review or conditional');
    const isSame = decision === undefined || decision === before?.get('decision');
    return {
      ...(isSame ? {} : { then: { decision } }),
      ...this.#changed(cells, before, 'reason', (reason) => ({ reason: reason.trim() === '' ? null : reason })),
    };
  }

  #when(
    cells: ReadonlyMap<string, string>,
    before: ReadonlyMap<string, string> | undefined,
    row: number,
  ): Pick<RowInput, 'when'> {
    const columns = this.#columns.filter((name) => name === 'also' || name.includes(':'));
    // A field without a column in the file keeps its conditions, unless another cell of the rule differs.
    const isSame = columns.every((name) => (cells.get(name) ?? '').trim() === (before?.get(name) ?? '').trim());
    if (before !== undefined && isSame) return {};
    const faults = this.#faults.length;
    const conditions = columns
      .filter((name) => name !== 'also')
      .flatMap((name) => this.#conditions(name, cells.get(name) ?? '', row));
    const also = cells.get('also')?.trim() ?? '';
    if (also === '') {
      if (conditions.length > 0) return { when: { condition_groups: [{ logic: 'and', conditions }] } };
      if (this.#faults.length === faults)
        this.#faultAt('id', row, 'asks nothing: a rule needs a cell of a field, or `also`');
      return {};
    }
    if (conditions.length > 0) {
      this.#faultAt('also', row, 'must be empty beside cells of fields: say all of it here, or all of it in cells');
      return {};
    }
    if (!also.startsWith('{')) return { when: also };
    const made = groupsIn(also);
    if (made === null) this.#faultAt('also', row, 'holds no conditions');
    return made === null ? {} : { when: made };
  }

  /** Ids of nodes and names of fields may contain colons too. */
  #fieldOf(name: string): Field {
    const at = name.indexOf(':');
    return this.#fields.get(name) ?? { source_node_id: name.slice(0, at), field: name.slice(at + 1) };
  }

  #conditions(name: string, cell: string, row: number): readonly CascadeCondition[] {
    if (cell.trim() === '') return [];
    const found = readCell(cell);
    if (typeof found === 'string') {
      this.#faultAt(name, row, found);
      return [];
    }
    return found.map((asked) => ({ ...this.#fieldOf(name), ...asked }));
  }
}

/** Removes one leading apostrophe, so that a reader that removes it always gets the text (`core/csv-line.ts`). */
const plain = (cell: string): string => (cell.startsWith("'") ? cell.slice(1) : cell);

function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : `${columnName(Math.floor(index / 26) - 1)}${last}`;
}

function groupsIn(text: string): Exclude<RowInput['when'], string> | null {
  try {
    const value = readJson(text);
    if (!isJsonObject(value)) return null;
    const { group_logic: logic, condition_groups: groups } = value;
    if (!areGroups(groups)) return null;
    return { ...(logic === 'and' || logic === 'or' ? { group_logic: logic } : {}), condition_groups: groups };
  } catch {
    return null;
  }
}

/** The conditions themselves are checked with the definition that contains them. */
const areGroups = (value: unknown): value is readonly RowGroup[] =>
  Array.isArray(value) && value.every((group) => isJsonObject(group) && Array.isArray(group.conditions));
