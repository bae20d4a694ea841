import type { CsvRecord } from '../csv.ts';
import { nearest } from '../nearest.ts';
import { composed } from '../same-text.ts';
import { MOST_LEVELS } from './limits.ts';

/*
 * The header of a file of applicants: `external_reference`, and dotted paths below `applicant` and `property`.
 */

/** What cannot be used of a file. `line` counts from 1, the header included. */
export interface CellError {
  readonly line: number;
  /** As its header names it; empty if it is about the line. */
  readonly column: string;
  readonly message: string;
}

/** More are counted, and not kept: a wrong column has as many faults as the file has lines. */
export const MOST_ERRORS_KEPT = 1_000;

/** Faults in the order of the file, the first of them kept. */
export class CellErrors {
  readonly list: CellError[] = [];
  count = 0;

  add(line: number, column: string, message: string): void {
    this.count += 1;
    if (this.list.length < MOST_ERRORS_KEPT) this.list.push({ line, column: shortened(column), message });
  }
}

const MOST_QUOTED = 100;
/** A file that is no CSV has cells of any length. */
export function shortened(text: string): string {
  return text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED).toWellFormed()}…` : text;
}

export type CellType = 'text' | 'number' | 'boolean';

export interface Column {
  /** Of its cells in each line, from 0. */
  readonly index: number;
  readonly header: string;
  /** `['external_reference']`, or a path that begins with `applicant` or `property`. */
  readonly path: readonly string[];
  readonly type: CellType;
}

const ROOTS = ['external_reference', 'applicant', 'property'];
/** The body, its rows, a row, and what the path leads through. */
const MOST_MEMBERS = MOST_LEVELS - 2;
const OTHER_SEPARATOR = /[;\t]/;
export const NO_COMMAS = 'the columns are not separated by commas';

/** None if the cells are not separated by commas. Columns without a header are left out. */
export function readHeaders({ cells, line }: CsvRecord, errors: CellErrors): readonly Column[] {
  const [only = '', ...others] = cells;
  if (others.length === 0 && lacksCommas(only.trim())) {
    errors.add(line, '', NO_COMMAS);
    return [];
  }
  const columns = cells
    .flatMap((text, index) => (text.trim() === '' ? [] : [readHeader(text, index, line, errors)]))
    // Nothing follows a path of any length.
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

export function lacksCommas(line: string): boolean {
  return !line.includes(',') && OTHER_SEPARATOR.test(line);
}

/** Which paths have a value, and which lead on. A file may have thousands of columns, so each is looked up. */
class Places {
  readonly #values = new Map<string, string>();
  readonly #outer = new Map<string, string>();

  /** Returns the column before that the path collides with. */
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

function readHeader(text: string, index: number, line: number, errors: CellErrors): Column {
  const header = composed(text.trim());
  const [name = '', type = 'text', ...rest] = header.split(':');
  const path = name.split('.');
  const [root = ''] = path;
  const fail = (message: string): void => errors.add(line, header, message);
  if (rest.length > 0 || !isType(type)) fail('a type is :number or :boolean; without one a cell is text');
  if (!ROOTS.includes(root)) {
    const near = nearest(root, ROOTS);
    fail(`must be external_reference, applicant.… or property.…${near === undefined ? '' : `; did you mean ${near}?`}`);
  } else if ((root === 'external_reference') !== (path.length === 1) || path.includes('')) {
    fail('must be external_reference, or a path such as applicant.first_name');
  } else if (root === 'external_reference' && type !== 'text') {
    fail('is text; leave out the type');
  } else if (path.length > MOST_MEMBERS) {
    fail(`must have at most ${MOST_MEMBERS} members`);
  } else if (path.includes('__proto__')) {
    fail('must not have a member __proto__, which the service takes for no name');
  } else if (header.includes('\u0000')) {
    fail('has a NUL character, which no text may have');
  }
  return { index, header, path, type: isType(type) ? type : 'text' };
}

function isType(text: string): text is CellType {
  return text === 'text' || text === 'number' || text === 'boolean';
}
