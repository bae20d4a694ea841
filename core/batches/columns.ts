import { lacksCommas, NO_COMMAS, type CsvRecord } from '../csv.ts';
import { placeOf, type Dictionary } from '../fields/dictionary.ts';
import type { FieldType } from '../fields/spec.ts';
import { nearest } from '../nearest.ts';
import { composed } from '../same-text.ts';
import { MOST_LEVELS } from './limits.ts';
import { pathOfLabelled, ROW_TEXTS, type CellForm, type ColumnMatches } from './matches.ts';

/*
 * The header of a file of applicants: `external_reference`, `applicant_key`, and dotted paths below `applicant`,
 * `property` and other declared roots.
 */

/** A fault in a file. `line` counts from 1, the header included. */
export interface CellError {
  readonly line: number;
  /** The column's header; empty if the fault concerns the line. */
  readonly column: string;
  readonly message: string;
}

/** Further faults are only counted: a wrong column has as many as the file has lines. */
export const MOST_ERRORS_KEPT = 1_000;

/** Collects faults in file order, and keeps only the first ones. */
export class CellErrors {
  readonly list: CellError[] = [];
  count = 0;

  add(line: number, column: string, message: string): void {
    this.count += 1;
    if (this.list.length < MOST_ERRORS_KEPT) this.list.push({ line, column: shortened(column), message });
  }
}

const MOST_QUOTED = 100;
/** A file that is not CSV has cells of any length. */
export function shortened(text: string): string {
  return text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED).toWellFormed()}…` : text;
}

/**
 * The type from a header, or with `declared_` from the dictionary; a cell that does not parse as a declared type stays
 * text.
 */
export type CellType = 'text' | 'number' | 'boolean' | 'declared_number' | 'declared_boolean';

export interface Column {
  /** Index of its cells in each line, from 0. */
  readonly index: number;
  readonly header: string;
  /** `['external_reference']`, or a path in the payload. */
  readonly path: readonly string[];
  readonly type: CellType;
  /** How its cells are written; undefined for the API's own form. */
  readonly form?: CellForm | undefined;
}

/**
 * A column of ours in templates and in files of faulty lines. It is not read. In these files an apostrophe precedes
 * each cell that could be a formula.
 */
export const NOTE_HEADER = 'Note (not read)';
/** A note with this prefix excludes its line. */
export const NO_ROW = 'Not read: ';

const ROOTS = [...ROW_TEXTS.keys(), 'applicant', 'property'];
/** The body, the list of rows and the row take levels as well. */
const MOST_MEMBERS = MOST_LEVELS - 2;

/** Context for reading headers. */
interface Headers {
  readonly dictionary: Dictionary;
  readonly matches: ColumnMatches;
}

/**
 * Empty if the cells are not separated by commas. Columns without a header, and those that a person left out, are
 * skipped.
 */
export function readHeaders(
  { cells, line }: CsvRecord,
  { dictionary, matches }: Headers,
  errors: CellErrors,
): readonly Column[] {
  const [only = '', ...others] = cells;
  if (others.length === 0 && lacksCommas(only.trim())) {
    errors.add(line, '', NO_COMMAS);
    return [];
  }
  const roots = rootsOf(dictionary);
  const columns = cells
    .flatMap((text, index) => {
      const header = composed(text.trim());
      const match = matches.get(header);
      if (header === '' || header === NOTE_HEADER || match?.path === null) return [];
      const { column, fault } = readHeader(match?.path ?? header, { roots, dictionary });
      if (fault !== null) errors.add(line, header, fault);
      return [{ ...column, index, header, form: match?.form }];
    })
    // Longer paths are dropped before anything walks them.
    .filter(({ path }) => path.length <= MOST_MEMBERS);
  const places = new Places();
  for (const { header, path } of columns) {
    const earlier = places.add(path, header);
    if (earlier === null) continue;
    const message = earlier.isSame
      ? 'the column is there twice'
      : `is a value and has members: see column ${earlier.header}`;
    errors.add(line, header, message);
  }
  return columns;
}

/** The paths that have a value, and those that have members. A file may have thousands of columns, so both are maps. */
class Places {
  readonly #values = new Map<string, string>();
  readonly #outer = new Map<string, string>();

  /** Returns the earlier column that the path collides with. */
  add(path: readonly string[], header: string): { readonly header: string; readonly isSame: boolean } | null {
    const keys = path.map((_, index) => JSON.stringify(path.slice(0, index + 1)));
    const key = keys.at(-1) ?? '';
    const same = this.#values.get(key);
    const other = keys.slice(0, -1).flatMap((outer) => this.#values.get(outer) ?? [])[0] ?? this.#outer.get(key);
    if (!this.#values.has(key)) this.#values.set(key, header);
    for (const outer of keys.slice(0, -1)) if (!this.#outer.has(outer)) this.#outer.set(outer, header);
    if (same !== undefined) return { header: same, isSame: true };
    return other === undefined ? null : { header: other, isSame: false };
  }
}

const rootsOf = (dictionary: Dictionary): ReadonlySet<string> =>
  new Set([...ROOTS, ...[...dictionary.specs.keys()].map((path) => path.split('.', 1)[0] ?? path)]);

/** The path of a header written by the API or a template; undefined for free text. */
export function headerPath(header: string, dictionary: Dictionary): string | undefined {
  const { column, fault } = readHeader(header, { roots: rootsOf(dictionary), dictionary });
  return fault === null ? column.path.join('.') : undefined;
}

interface HeaderScope {
  readonly dictionary: Dictionary;
  /** First names of paths. */
  readonly roots: ReadonlySet<string>;
}

function readHeader(
  said: string,
  { dictionary, roots }: HeaderScope,
): { readonly column: Pick<Column, 'path' | 'type'>; readonly fault: string | null } {
  const header = pathOfLabelled(said, dictionary) ?? said;
  const [name = '', type, ...rest] = header.split(':');
  const path = name.split('.');
  const fault =
    rest.length > 0 || !(type === undefined || isType(type))
      ? 'a type is :number or :boolean; without one it is as the data dictionary declares, else text'
      : (pathFault(path, type, dictionary, roots) ?? (header.includes('\u0000') ? NO_NUL : null));
  const declared = dictionary.at(placeOf(dictionary, name).path)?.type;
  const own = type !== undefined && isType(type) ? type : undefined;
  return { column: { path, type: own ?? DECLARED[declared ?? 'text'] ?? 'text' }, fault };
}

const NO_NUL = 'has a NUL character, which no text may have';
const DECLARED: Readonly<Partial<Record<FieldType, CellType>>> = {
  number: 'declared_number',
  integer: 'declared_number',
  yes_no: 'declared_boolean',
};

function pathFault(
  path: readonly string[],
  type: string | undefined,
  dictionary: Dictionary,
  roots: ReadonlySet<string>,
): string | null {
  const [root = ''] = path;
  if (!roots.has(root)) {
    const near = nearest(root, [...roots]);
    const meant = near === undefined ? '' : `; did you mean ${near}?`;
    return `must be external_reference, applicant.…, property.… or a path that is declared${meant}`;
  }
  if (path.includes('') || (path.length === 1) !== isWhole(root, dictionary)) {
    return 'must be external_reference, or a path such as applicant.first_name';
  }
  if (ROW_TEXTS.has(root) && type !== undefined && type !== 'text') return 'is text; leave out the type';
  if (path.length > MOST_MEMBERS) return `must have at most ${MOST_MEMBERS} members`;
  if (path.includes('__proto__')) return 'must not have a member __proto__, which the service takes for no name';
  const list = path.findIndex((_, index) => dictionary.at(path.slice(0, index + 1).join('.'))?.type === 'list');
  return list < 0 ? null : `is of a list (${path.slice(0, list + 1).join('.')}), which no cell can hold: send JSON`;
}

/** True if this root holds a single value without members. */
function isWhole(root: string, dictionary: Dictionary): boolean {
  const type = dictionary.at(root)?.type;
  return ROW_TEXTS.has(root) || (type !== undefined && type !== 'object' && type !== 'person');
}

function isType(text: string): text is 'text' | 'number' | 'boolean' {
  return text === 'text' || text === 'number' || text === 'boolean';
}
