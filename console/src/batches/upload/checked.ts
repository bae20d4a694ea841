import type { CellError } from '../../../../core/batches/columns.ts';
import type { CellEdit } from '../../../../core/batches/mended.ts';
import type { Candidate, CellForm, ColumnMatch } from '../../../../core/batches/matches.ts';
import type { FieldSpecsJson, FieldType } from '../../../../core/fields/spec.ts';
import type { ExecutionMode } from '../../../../core/states.ts';

/*
 * Messages between the page and its worker about a file. Rows are passed as JSON text: a string is handed over at once,
 * while copying twenty thousand objects would freeze the page.
 */

/** Limit of this page. A larger file has to be split, or sent by a program. */
export const MOST_FILE_BYTES = 32 * 1_024 * 1_024;
export const MOST_FILE_ROWS = 50_000;

export interface CheckedColumn {
  readonly path: string;
  readonly type: string;
}

/** A free-text header of a file. */
export interface FileHeader {
  readonly header: string;
  /** The first distinct cells below the header. */
  readonly samples: readonly string[];
  /** The field that the dictionary gives this name; null if no field or several match. */
  readonly proposed: string | null;
  /** How the column's cells would be read, by field type. Null: the cells are ambiguous. */
  readonly forms: Readonly<Record<'date' | 'number', CellForm | 'as_is' | null>>;
}

/** The headers that a person has to match, and the fields to choose from. */
export interface Headers {
  readonly headers: readonly FileHeader[];
  readonly candidates: readonly (Candidate & { readonly isRead: boolean })[];
}

export interface PartText {
  /** First and last line of the file in this part. */
  readonly lines: readonly [number, number];
  readonly rowCount: number;
  /** JSON array of the rows. */
  readonly rows: string;
  /** The line number of each row. */
  readonly lineOf: readonly number[];
}

/** A fault, with its cell if the cell can be corrected here. */
export interface Fault extends CellError {
  readonly cell: { readonly index: number; readonly text: string; readonly type: FieldType } | null;
}

/** The lines with faults, if the others can run without them. */
export interface FaultyLines {
  readonly count: number;
  /** True if these lines are left out of the rows. */
  readonly areLeftOut: boolean;
  /** These lines as a CSV file. */
  readonly csv: string;
}

export interface CheckedFile {
  /** Does not count lines that are left out. */
  readonly rowCount: number;
  /** Sentences about how the file was read. */
  readonly notes: readonly string[];
  readonly hasMore: boolean;
  readonly columns: readonly CheckedColumn[];
  /** Null if every header is the API's name of its field. */
  readonly headers: Headers | null;
  readonly errors: readonly Fault[];
  readonly errorCount: number;
  readonly faulty: FaultyLines | null;
  /** The first values that are probably mistakes; `warningCount` counts all. */
  readonly warnings: readonly CellError[];
  readonly warningCount: number;
  /** True if values were compared with those that the workflow's conditions expect. */
  readonly isCompared: boolean;
  /** The first line whose values were not compared, because that would take too long; null if all were. */
  readonly uncomparedFrom: number | null;
  /** Parts of a file without errors, or of its lines without errors. */
  readonly parts: readonly PartText[];
  /** The first rows, each as JSON. */
  readonly preview: readonly string[];
}

/** The matches that a person chose, by header. */
export type Matches = Readonly<Record<string, ColumnMatch>>;

/** The match of a header. A header may be any text, even the name of an inherited property such as `constructor`. */
export function saidOf<Said>(said: Readonly<Record<string, Said>>, header: string): Said | undefined {
  return Object.hasOwn(said, header) ? said[header] : undefined;
}

/** Where the rows of a file are sent. */
export interface Destination {
  readonly workflow: number;
  readonly mode: ExecutionMode;
  readonly reference: string | null;
}

export interface FileKeys {
  /** Key of the file as it was checked last, with its matches and changes. */
  readonly key: string;
  /** Key of the file as it is on the disk. */
  readonly plain: string;
}

/** Changes that a person made to the chosen file. */
export interface Changes {
  readonly edits: readonly CellEdit[];
  /** True if lines with faults are left out. */
  readonly isWithoutFaulty: boolean;
}

export const NO_CHANGES: Changes = { edits: [], isWithoutFaulty: false };

export type Asked =
  /** Reads the file, once. */
  | { readonly kind: 'file'; readonly file: ArrayBuffer }
  | {
      readonly kind: 'check';
      readonly definition: readonly object[] | null;
      /** The fields that the account declares. */
      readonly fields: FieldSpecsJson;
      readonly matches: Matches;
      readonly changes: Changes;
    }
  /** Requests the template of a workflow. `known`: further paths that it names. */
  | {
      readonly kind: 'template';
      readonly definition: readonly object[];
      readonly fields: FieldSpecsJson;
      readonly known: readonly string[];
    }
  /** Requests the key of the file as last checked. */
  | { readonly kind: 'key'; readonly destination: Destination };

export type Answered =
  | { readonly kind: 'file' }
  | { readonly kind: 'check'; readonly checked: CheckedFile }
  | { readonly kind: 'template'; readonly csv: string }
  | ({ readonly kind: 'key' } & FileKeys);
