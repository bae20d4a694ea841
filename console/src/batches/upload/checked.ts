import type { CellError } from '../../../../core/batches/columns.ts';
import type { CellEdit } from '../../../../core/batches/mended.ts';
import type { Candidate, CellForm, ColumnMatch } from '../../../../core/batches/matches.ts';
import type { FieldSpecsJson, FieldType } from '../../../../core/fields/spec.ts';
import type { ExecutionMode } from '../../../../core/states.ts';

/*
 * What the page and its worker say to each other about a file. Rows travel as the text of their batch: a text is handed
 * over at once, where twenty thousand objects would be copied one by one while the page stands still.
 */

/** Of the page: a larger file is sent in pieces by hand, or by a program. */
export const MOST_FILE_BYTES = 32 * 1_024 * 1_024;
export const MOST_FILE_ROWS = 50_000;

export interface CheckedColumn {
  readonly path: string;
  readonly type: string;
}

/** A header of a file in its person's own words. */
export interface FileHeader {
  readonly header: string;
  /** The first cells below it that differ. */
  readonly samples: readonly string[];
  /** The field that the dictionary names so; null if no field or several are. */
  readonly proposed: string | null;
  /** By the type of a field: how its cells would be read. Null: they can be read as different values. */
  readonly forms: Readonly<Record<'date' | 'number', CellForm | 'as_is' | null>>;
}

/** The headers that a person has to match, and the fields they can choose. */
export interface Headers {
  readonly headers: readonly FileHeader[];
  readonly candidates: readonly (Candidate & { readonly isRead: boolean })[];
}

export interface PartText {
  /** First and last line of the file that are in it. */
  readonly lines: readonly [number, number];
  readonly rowCount: number;
  /** JSON of the list of rows. */
  readonly rows: string;
  /** The line of each of its rows. */
  readonly lineOf: readonly number[];
}

/** A fault, with the cell that it is about if that can be written anew. */
export interface Fault extends CellError {
  readonly cell: { readonly index: number; readonly text: string; readonly type: FieldType } | null;
}

/** The lines with faults, if the others can run without them. */
export interface FaultyLines {
  readonly count: number;
  /** They are left out of the rows. */
  readonly areLeftOut: boolean;
  /** As a file of their own. */
  readonly csv: string;
}

export interface CheckedFile {
  /** Without lines that are left out. */
  readonly rowCount: number;
  /** Sentences about how the file was read. */
  readonly notes: readonly string[];
  readonly hasMore: boolean;
  readonly columns: readonly CheckedColumn[];
  /** Null if every header names its field as the API does. */
  readonly headers: Headers | null;
  readonly errors: readonly Fault[];
  readonly errorCount: number;
  readonly faulty: FaultyLines | null;
  /** What is hardly meant as it is: the first of them, and how many. */
  readonly warnings: readonly CellError[];
  readonly warningCount: number;
  /** With what the conditions of the workflow ask for. */
  readonly isCompared: boolean;
  /** From this line on no value was: it would take too long; null if every one was. */
  readonly uncomparedFrom: number | null;
  /** Parts of a file without errors, or of the lines without. */
  readonly parts: readonly PartText[];
  /** The first rows, as JSON. */
  readonly preview: readonly string[];
}

/** The matches that a person chose, by header. */
export type Matches = Readonly<Record<string, ColumnMatch>>;

/** The match of a header. A header may be any text, also a name that every object has, such as `constructor`. */
export function saidOf<Said>(said: Readonly<Record<string, Said>>, header: string): Said | undefined {
  return Object.hasOwn(said, header) ? said[header] : undefined;
}

/** Where the rows of a file go. */
export interface Destination {
  readonly workflow: number;
  readonly mode: ExecutionMode;
  readonly reference: string | null;
}

/** Changes that a person made to a file that was chosen. */
export interface Changes {
  readonly edits: readonly CellEdit[];
  /** Lines with faults are left out. */
  readonly isWithoutFaulty: boolean;
}

export const NO_CHANGES: Changes = { edits: [], isWithoutFaulty: false };

export type Asked =
  /** Reads the file, once. */
  | { readonly kind: 'file'; readonly file: ArrayBuffer }
  | {
      readonly kind: 'check';
      readonly definition: readonly object[] | null;
      /** What the account declares. */
      readonly fields: FieldSpecsJson;
      readonly matches: Matches;
      readonly changes: Changes;
    }
  /** Asks for the template of a workflow. `known`: other paths that it names. */
  | {
      readonly kind: 'template';
      readonly definition: readonly object[];
      readonly fields: FieldSpecsJson;
      readonly known: readonly string[];
    }
  /** Asks for the key of the file as it was checked last. */
  | { readonly kind: 'key'; readonly destination: Destination };

export type Answered =
  | { readonly kind: 'file' }
  | { readonly kind: 'check'; readonly checked: CheckedFile }
  | { readonly kind: 'template'; readonly csv: string }
  | { readonly kind: 'key'; readonly key: string };
