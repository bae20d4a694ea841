import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { readCsv } from '../../core/csv.ts';
import { describe, expect, test } from '../support/jest.ts';

const read = (text: string) => readCsv(text, Infinity);
const cellsOf = (text: string) => read(text).records.map(({ cells }) => cells);

/** Texts made of what matters to a reader of CSV. */
const piece = fc.constantFrom('a', 'é', '😀', ' ', ',', '"', '""', '\n', '\r', '\r\n', ';', '\t', '0', '=');
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
const table = fc.array(fc.array(text, { minLength: 1, maxLength: 5 }), { maxLength: 6 });

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const plain = (cell: string) => (/[",\r\n]/.test(cell) ? quoted(cell) : cell);
const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');

describe('a reader of CSV', () => {
  test('reads what a writer wrote, whatever it quotes, ends lines with and begins with', () => {
    fc.assert(
      fc.property(
        table,
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.constantFrom(quoted, plain),
        fc.boolean(),
        fc.boolean(),
        (rows, lineBreak, write, hasMark, endsWithBreak) => {
          const lines = rows.map((cells) => cells.map(write).join(',')).join(lineBreak);
          const file = `${hasMark ? '\uFEFF' : ''}${lines}${endsWithBreak ? lineBreak : ''}`;
          expect(cellsOf(file)).toEqual(rows.filter((cells) => !isEmpty(cells)));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('reads what csv-parse reads, and refuses what it refuses', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.constantFrom('\n', '\r\n', '\r'), (pieces, lineBreak) => {
        // It knows one line break in a file, the first that it finds.
        const file = pieces.map((one) => (/[\r\n]/.test(one) ? lineBreak : one)).join('');
        const found: string[][] = [];
        let isRefused = false;
        try {
          parse(file, {
            bom: true,
            record_delimiter: lineBreak,
            skip_empty_lines: true,
            skip_records_with_empty_values: true,
            relax_column_count: true,
            on_record: (cells: string[]) => {
              found.push(cells);
              return null;
            },
          });
        } catch {
          isRefused = true;
        }
        const { records, fault } = read(file);
        expect([records.map(({ cells }) => cells), fault !== null]).toEqual([found, isRefused]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('knows the line on which a record begins, whatever is in the cells before', () => {
    const file = 'a\r\n\r\n"x\ny\r\nz",1\n ,\r"q\r"\n"\n\n"end';
    const { records, fault } = read(file);
    expect(records.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [1, 'a'],
      [3, 'x\ny\r\nz'],
      [7, 'q\r'],
    ]);
    expect(fault).toEqual({ line: 9, fault: 'text_behind_quote' });
  });

  test.each([
    ['a"b\n', 'quote_in_cell'],
    [' "b"\n', 'quote_in_cell'],
    ['"b" ,\n', 'text_behind_quote'],
    ['"b\n', 'quote_not_closed'],
    ['"', 'quote_not_closed'],
    ['"b""', 'quote_not_closed'],
  ])('refuses %j', (file, fault) => {
    expect(read(`ok\n${file}`)).toMatchObject({ records: [{ line: 1, cells: ['ok'] }], fault: { line: 2, fault } });
  });

  test('stops at as many records as are asked for', () => {
    expect(readCsv('a\nb\n\nc\n', 2)).toMatchObject({ records: [{}, {}], hasMore: true });
    expect(readCsv('a\nb\n\n', 2)).toMatchObject({ records: [{}, {}], hasMore: false });
  });
});
