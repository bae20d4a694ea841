import type { CsvRecord } from '../csv.ts';
import { MOST_PACKED_BYTES, MOST_SHEET_ROWS, MOST_UNPACKED_BYTES } from './limits.ts';
import { numberText, type NumberFormat } from './number-format.ts';
import { plainText, readWorkbook, RichText, type Workbook } from './package.ts';
import { attributeOf, readXml } from './xml.ts';
import { UnreadableFile, ZipFile } from './zip.ts';

/*
 * The lines of a spreadsheet (.xlsx), cell by cell as its reader sees them. No formula is computed: a cell has the value
 * that the spreadsheet program left there. Source: ECMA-376-1, 18.3.
 */

export { UnreadableFile } from './zip.ts';

const MOST_CELLS = 2_000_000;
/** In all cells together: one shared text may stand in any number of cells. */
const MOST_CHARACTERS = 50_000_000;
/** One for each line that is read, and as many for cells. */
const MOST_WARNINGS = 2 * MOST_SHEET_ROWS;

/** Something about a cell; `index` counts from 0, and is -1 of a whole line. */
export interface CellNote {
  readonly line: number;
  readonly index: number;
  readonly message: string;
}

export interface SheetLines {
  /** Lines with a value, by the numbers that the spreadsheet shows. */
  readonly records: readonly CsvRecord[];
  readonly hasMore: boolean;
  /** Cells that have no value that could be read. */
  readonly faults: readonly CellNote[];
  /** Things that a reader of the sheet may not see. */
  readonly warnings: readonly CellNote[];
  /** Which sheet it is, if the file has several. */
  readonly notes: readonly string[];
}

/** The first sheet that is shown. Throws `UnreadableFile`. */
export async function readSheet(file: Uint8Array, mostRows = MOST_SHEET_ROWS): Promise<SheetLines> {
  if (file.length > MOST_PACKED_BYTES) {
    throw new UnreadableFile(
      `has more than ${MOST_PACKED_BYTES / 1_024 ** 2} MiB; divide it, or save it as "CSV UTF-8"`,
    );
  }
  const zip = new ZipFile(file, MOST_UNPACKED_BYTES);
  const workbook = await readWorkbook(zip);
  const sheets = workbook.sheets.filter(({ part }) => part !== undefined);
  const sheet = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
  const xml = sheet?.part === undefined ? undefined : await zip.text(sheet.part);
  if (sheet === undefined || xml === undefined) throw new UnreadableFile('has no sheet with cells');
  const others = sheets.length - 1;
  const notes =
    others === 0
      ? []
      : [
          `The sheet "${sheet.name}" was read, and not the other ${others === 1 ? 'one' : others} ("${sheets
            .filter((other) => other !== sheet)
            .slice(0, MOST_NAMED)
            .map(({ name }) => name)
            .join('", "')}"${others > MOST_NAMED ? ' …' : ''}).`,
        ];
  return { ...new SheetReader(workbook, mostRows).read(xml), notes };
}
const MOST_NAMED = 3;

interface ReadCell {
  index: number;
  type: string;
  format: NumberFormat;
  value: string | undefined;
  hasFormula: boolean;
}

const NO_FORMAT: NumberFormat = { kind: 'number' };
/** Source: XML Schema 1.1 part 2, 3.3.2.2. */
const BOOLEANS: ReadonlyMap<string, string> = new Map([
  ...['1', 'true'].map((written) => [written, 'true'] as const),
  ...['0', 'false'].map((written) => [written, 'false'] as const),
]);
const MOST_LINES = 1_048_576;
const MOST_COLUMNS = 16_384;

class SheetReader {
  readonly #workbook: Workbook;
  readonly #mostRows: number;
  readonly #records: CsvRecord[] = [];
  readonly #faults: CellNote[] = [];
  readonly #warnings: CellNote[] = [];
  readonly #hiddenColumns: (readonly [from: number, to: number])[] = [];
  #cellCount = 0;
  #characters = 0;
  #line = 0;
  #isHidden = false;
  #cells: string[] = [];
  #at = -1;
  #cell: ReadCell | undefined;

  constructor(workbook: Workbook, mostRows: number) {
    this.#workbook = workbook;
    this.#mostRows = mostRows;
  }

  read(xml: string): Omit<SheetLines, 'notes'> {
    const inline = new RichText();
    let isValue = false;
    let hasMore = false;
    readXml(xml, {
      open: (name, attributes) => {
        inline.open(name);
        if (name === 'row') this.#beginRow(attributes);
        else if (name === 'c') this.#beginCell(attributes);
        else if (name === 'v') isValue = true;
        else if (name === 'f' && this.#cell !== undefined) this.#cell.hasFormula = true;
        else if (name === 'is') inline.begin();
        else if (name === 'col') this.#addColumns(attributes);
        else if (name === 'mergeCell') this.#addMerge(attributeOf(attributes, 'ref') ?? '');
      },
      text: (text) => {
        if (isValue && this.#cell !== undefined) this.#cell.value = (this.#cell.value ?? '') + text;
        else inline.text(text);
      },
      close: (name) => {
        inline.close(name);
        if (name === 'v') isValue = false;
        else if (name === 'is' && this.#cell !== undefined) this.#cell.value = inline.end();
        else if (name === 'c') this.#endCell();
        else if (name === 'row') {
          this.#endRow();
          hasMore = this.#records.length > this.#mostRows + 1;
          if (hasMore) return 'stop';
        }
      },
    });
    const [header] = this.#records;
    this.#warnings.push(...this.#hiddenNotes(header));
    const warnings = this.#warnings.filter(({ line }) => line >= (header?.line ?? 0));
    return { records: this.#records, hasMore, faults: this.#faults, warnings };
  }

  #beginRow(attributes: string): void {
    const line = Number(attributeOf(attributes, 'r') ?? this.#line + 1);
    if (!Number.isSafeInteger(line) || line <= this.#line || line > MOST_LINES) {
      throw new UnreadableFile('is damaged: its rows are not in order');
    }
    this.#line = line;
    this.#isHidden = isOn(attributes, 'hidden');
    this.#cells = [];
    this.#at = -1;
  }

  #beginCell(attributes: string): void {
    const index = columnIn(attributeOf(attributes, 'r')) ?? this.#at + 1;
    if (index <= this.#at || index >= MOST_COLUMNS) throw new UnreadableFile('is damaged: its cells are not in order');
    const format = this.#workbook.formats[Number(attributeOf(attributes, 's') ?? Number.NaN)];
    const type = attributeOf(attributes, 't') ?? 'n';
    this.#at = index;
    this.#cell = { ...{ index, type, value: undefined, hasFormula: false }, format: format ?? NO_FORMAT };
  }

  #endCell(): void {
    const cell = this.#cell;
    this.#cell = undefined;
    if (cell === undefined) return;
    const text = this.#textOf(cell);
    if (text.trim() === '') return;
    this.#cellCount += cell.index + 1 - this.#cells.length;
    this.#characters += text.length;
    if (this.#cellCount > MOST_CELLS || this.#characters > MOST_CHARACTERS) {
      throw new UnreadableFile('has too many cells; divide it, or take out columns that are not needed');
    }
    while (this.#cells.length < cell.index) this.#cells.push('');
    this.#cells.push(text);
  }

  /** Empty if there is none. */
  #textOf({ index, type, format, value, hasFormula }: ReadCell): string {
    if (value === undefined) {
      if (hasFormula)
        this.#fault(index, 'is a formula without a value: open the file in a spreadsheet program and save it');
      return '';
    }
    switch (type) {
      case 's':
        return (
          (/^\s*\d+\s*$/.test(value) ? this.#workbook.texts[Number(value)] : undefined) ?? this.#damaged(index, value)
        );
      case 'str':
      case 'inlineStr':
        return plainText(value);
      case 'b':
        return BOOLEANS.get(value.trim()) ?? this.#damaged(index, value);
      case 'd':
        return value.trim().replace(/T00:00:00(?:\.0+)?Z?$/, '');
      case 'e':
        this.#fault(index, `${value} is an error of the spreadsheet in place of a value`);
        return value;
      default:
        return value === '' ? '' : (numberText(value, format, this.#workbook.is1904) ?? this.#damaged(index, value));
    }
  }

  #damaged(index: number, value: string): string {
    this.#fault(index, 'is damaged: its value cannot be read');
    return value === '' ? '?' : value;
  }

  #fault(index: number, message: string): void {
    this.#cellCount += 1;
    this.#faults.push({ line: this.#line, index, message });
  }

  #endRow(): void {
    if (this.#cells.length === 0 && this.#faults.at(-1)?.line !== this.#line) return;
    this.#records.push({ line: this.#line, cells: this.#cells });
    if (this.#isHidden) {
      this.#warnings.push({
        line: this.#line,
        index: -1,
        message: 'is hidden in the spreadsheet, and is read all the same',
      });
    }
  }

  #addColumns(attributes: string): void {
    if (!isOn(attributes, 'hidden') || this.#hiddenColumns.length >= MOST_COLUMNS) return;
    this.#hiddenColumns.push([Number(attributeOf(attributes, 'min')) - 1, Number(attributeOf(attributes, 'max')) - 1]);
  }

  /** A cell that reaches over several lines has its value in the first of them. */
  #addMerge(ref: string): void {
    const [, start = '', first = '', end = '', last = ''] =
      /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(ref) ?? [];
    const [header] = this.#records;
    const line = Number(first);
    const isFull = this.#warnings.length >= MOST_WARNINGS;
    if (start === '' || header === undefined || line <= header.line || isFull) return;
    const message =
      first === last
        ? `is one cell with those up to ${end}${last}: its value counts in this column alone`
        : `is one cell with those down to ${end}${last}: its value counts in this line alone`;
    this.#warnings.push({ line, index: columnIn(start) ?? -1, message });
  }

  #hiddenNotes(header: CsvRecord | undefined): readonly CellNote[] {
    const message = 'is hidden in the spreadsheet, and is read all the same';
    const isHidden = (index: number) => this.#hiddenColumns.some(([from, to]) => from <= index && index <= to);
    return (header?.cells ?? []).flatMap((_, index) =>
      header !== undefined && isHidden(index) ? [{ line: header.line, index, message }] : [],
    );
  }
}

const isOn = (attributes: string, name: string): boolean => /^(?:1|true|on)$/.test(attributeOf(attributes, name) ?? '');

/** `BC12`: 54. */
function columnIn(ref: string | undefined): number | undefined {
  const [, letters] = /^([A-Z]{1,3})\d*$/.exec(ref ?? '') ?? [];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
