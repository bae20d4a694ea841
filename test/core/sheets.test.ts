import { crc32 } from 'node:zlib';
import { mended } from '../../core/batches/mended.ts';
import { keyOfFile } from '../../core/batches/parts.ts';
import { readRows } from '../../core/batches/rows.ts';
import { csvTable, readTable } from '../../core/batches/table.ts';
import { describe, expect, test } from '../support/jest.ts';
import { rowOfCells, textCell, xlsxOf, xlsxParts, zipOf, type SheetOptions } from '../support/xlsx.ts';

/* Spreadsheets: what a person sees in a cell is what a row gets. */

const NOW = Date.UTC(2026, 10, 29);
const tableOf = (options: SheetOptions) => readTable(xlsxOf(options), 50_000);
const cellsOf = async (options: SheetOptions) => (await tableOf(options)).lines.map(({ cells }) => cells);
const header = (...names: string[]) => rowOfCells(names.map(textCell));

/** The text of one number in a format. */
async function shown(value: string, code?: string, is1904 = false): Promise<string | undefined> {
  const style = code === undefined ? '' : ' s="1"';
  const rows = `${header('applicant.a')}<row><c${style}><v>${value}</v></c></row>`;
  const [cells] = await cellsOf({ rows, formats: code === undefined ? [] : [code], is1904 });
  return cells?.[0];
}

describe('a number', () => {
  // Rules: 17.11.3
  test.each([
    ['4200', undefined, '4200'],
    ['0.1', undefined, '0.1'],
    ['0.30000000000000004', undefined, '0.3'],
    ['1E-7', undefined, '0.0000001'],
    ['123456789012345', undefined, '123456789012345'],
    ['1.234567890123456E+17', undefined, '1.23456789012346E+17'],
    ['4200.4567', '"$"#,##0.00', '4200.4567'],
    ['-5', '#,##0;[Red]-#,##0', '-5'],
    ['0.125', '0.0%', '12.5%'],
    ['0.07', '0%', '7%'],
    ['2134', '00000', '02134'],
    ['12345678', '000\\-00\\-0000', '012-34-5678'],
    ['21340123', '00000\\-0000', '02134-0123'],
    ['2075551234', '[<=9999999]###\\-####;\\(###\\)\\ ###\\-####', '(207) 555-1234'],
    ['5551234', '[<=9999999]###\\-####;\\(###\\)\\ ###\\-####', '555-1234'],
    ['7', '"ID "000', 'ID 007'],
    ['7', '"dogs: "0', '7'],
    ['5', 'General', '5'],
    ['5', '[Red]0.00', '5'],
  ])('%s in the format %s is %s', async (value, code, text) => {
    expect(await shown(value, code)).toBe(text);
  });

  // Rules: 17.11.2
  test.each([
    ['32966', 'm/d/yyyy', '1990-04-03'],
    ['32966', 'd/m/yyyy', '1990-04-03'],
    ['32966.75', 'm/d/yyyy', '1990-04-03'],
    ['32966.75', 'm/d/yyyy h:mm', '1990-04-03T18:00:00'],
    ['32966.999999999', 'm/d/yyyy h:mm', '1990-04-04'],
    ['32966', '[$-F800]dddd, mmmm dd, yyyy', '1990-04-03'],
    ['32966', 'yyyy"年"m"月"d"日"', '1990-04-03'],
    ['32966', 'mmm\\-yy', '1990-04-03'],
    ['0.5625', 'h:mm AM/PM', '13:30:00'],
    ['59', 'm/d/yyyy', '1900-02-28'],
    // The day that spreadsheets have and calendars do not.
    ['60', 'm/d/yyyy', '1900-02-29'],
    ['61', 'm/d/yyyy', '1900-03-01'],
    ['-1', 'm/d/yyyy', '-1'],
    ['99999999', 'm/d/yyyy', '99999999'],
  ])('%s in the format %s is the day %s', async (value, code, text) => {
    expect(await shown(value, code)).toBe(text);
  });

  // Rules: 17.11.2
  test('counts its days from 1904 if the workbook does', async () => {
    expect(await shown('31504', 'm/d/yyyy', true)).toBe('1990-04-03');
    expect(await shown('0', 'm/d/yyyy', true)).toBe('1904-01-01');
  });
});

describe('a cell', () => {
  test('has its text in runs, with signs that XML cannot have, and no pronunciation', async () => {
    const texts = ['<r><t>Ada </t></r><r><rPr><b/></rPr><t xml:space="preserve">&amp; Bea</t></r><rPh><t>x</t></rPh>'];
    const rows = `${header('applicant.a', 'applicant.b', 'applicant.c', 'applicant.d', 'applicant.e')}
      <row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="str"><f>A2</f><v>a_x000D_b</v></c>
      <c r="D2" t="b"><v>1</v></c><c r="E2" t="inlineStr"><is><t>&#65;<![CDATA[<b>]]></t></is></c></row>`;
    expect(await cellsOf({ rows, texts })).toEqual([['Ada & Bea', 'a\rb', '', 'true', 'A<b>']]);
  });

  test('that is true or false is that however it is written, and a value of another kind than it says is a fault', async () => {
    const cells = ['true', '1', 'false', '0', 'yes'].map((value) => `<c t="b"><v>${value}</v></c>`).join('');
    const rows = `${header('applicant.a')}<row>${cells}<c t="s"><v> </v></c><c t="s"><v>0x0</v></c></row>`;
    const { lines, cellFaults } = await tableOf({ rows, texts: ['<t>Eve</t>'] });
    expect(lines[0]?.cells.slice(0, 4)).toEqual(['true', 'true', 'false', 'false']);
    expect(cellFaults.map(({ index }) => index)).toEqual([4, 5, 6]);
  });

  // Rules: 17.11.4
  test('with an error, or a formula that was never computed, is a fault until it is mended, unless its column is left out', async () => {
    const rows = `${header('applicant.first_name', 'applicant.a:number', 'Notes')}
      <row r="3"><c t="inlineStr"><is><t>Ada</t></is></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c><c t="e"><v>#N/A</v></c></row>
      <row r="7"><c t="inlineStr"><is><t>Bea</t></is></c><c><f>SUM(1,2)</f></c></row>`;
    const table = await tableOf({ rows });
    const matches = new Map([['Notes', { path: null }]]);
    expect(readRows(table, NOW, { matches }).errors).toEqual([
      { line: 3, column: 'applicant.a:number', message: '#DIV/0! is an error of the spreadsheet in place of a value' },
      { line: 7, column: 'applicant.a:number', message: expect.stringContaining('a formula without a value') },
    ]);
    const edits = [3, 7].map((line) => ({ line, index: 1, text: '4' }));
    expect(readRows(mended(table, edits), NOW, { matches })).toMatchObject({ errorCount: 0, lines: [3, 7] });
  });
});

describe('a sheet', () => {
  // Rules: 17.11.1
  test('is the first one that is shown, its lines are numbered as it shows them, and it is named', async () => {
    const rows = `<row r="4"><c t="inlineStr"><is><t>applicant.a</t></is></c></row><row r="6"><c><v>1</v></c></row>
      <row r="8"><c/></row><row r="9"><c t="inlineStr"><is><t> </t></is></c></row>`;
    const { header: first, lines, notes } = await tableOf({ rows, others: [['Lists', 'veryHidden']] });
    expect([first?.line, lines.map(({ line }) => line)]).toEqual([4, [6]]);
    expect(notes).toEqual(['The sheet "Applicants" was read, and not the other one ("Lists").']);
    expect((await tableOf({ rows, others: [['Lists', 'visible']] })).lines).toEqual([]);
    expect((await tableOf({ rows })).notes).toEqual([]);
  });

  // Rules: 17.11.5
  test('says what its reader cannot see: hidden lines and columns, and cells that reach over several lines', async () => {
    const rows = `${header('applicant.first_name', 'applicant.a')}
      ${rowOfCells(['Ada', '1'].map(textCell), 'hidden="1"')}${rowOfCells(['Bea'].map(textCell))}`;
    const before = '<cols><col min="2" max="2" hidden="1"/></cols>';
    const behind = '<mergeCells><mergeCell ref="B2:B3"/><mergeCell ref="A1:B1"/></mergeCells>';
    const table = await tableOf({ rows, before, behind });
    const { warnings, rows: read } = readRows(table, NOW);
    expect(warnings.map(({ line, column }) => [line, column])).toEqual([
      [2, ''],
      [2, 'applicant.a'],
      [1, 'applicant.a'],
    ]);
    expect(read).toHaveLength(2);
    const matches = new Map([['applicant.a', { path: null }]]);
    expect(readRows(table, NOW, { matches }).warnings.map(({ line }) => line)).toEqual([2]);
  });

  test('has at most 10,000 rows', async () => {
    const rows = (count: number) => header('applicant.a') + '<row><c><v>1</v></c></row>'.repeat(count);
    expect(await tableOf({ rows: rows(10_000) })).toMatchObject({ hasMore: false, lines: { length: 10_000 } });
    expect(await tableOf({ rows: rows(10_001) })).toMatchObject({ hasMore: true, lines: { length: 10_000 } });
  });
});

test('a workbook is read whose program wrote names of parts in its own way', async () => {
  const parts = xlsxParts({ rows: header('applicant.a') });
  const renamed = Object.entries(parts).map(([name, content]) => [
    name.replaceAll('/', '\\').replace('sharedStrings', 'SharedStrings'),
    content,
  ]);
  const { header: first } = await readTable(zipOf(Object.fromEntries(renamed)), 50_000);
  expect(first?.cells).toEqual(['applicant.a']);
});

describe('a file that cannot be read says why', () => {
  const faultOf = async (file: Uint8Array) => (await readTable(file, 50_000)).fault?.message;
  const parts = xlsxParts({ rows: header('applicant.a') });
  const SHEET = 'xl/worksheets/sheet1.xml';

  // Rules: 17.11.6
  test('because it unpacks to more than it may, also if it says that it does not', async () => {
    const content = Buffer.alloc(200 * 1_024 * 1_024, '<row/>');
    const bomb = zipOf({ ...parts, [SHEET]: content }, { [SHEET]: 100 });
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers - before)), 1);
    const found = await faultOf(bomb);
    clearInterval(watch);
    expect(found).toContain('more than 50 MiB when it is unpacked');
    expect(most).toBeLessThan(100 * 1_024 * 1_024);
    expect(await faultOf(Buffer.concat([xlsxOf({ rows: '' }), Buffer.alloc(11 * 1_024 * 1_024)]))).toContain('10 MiB');
  });

  test('because one text stands in a million cells', async () => {
    const cell = '<c t="s"><v>0</v></c>'.repeat(200);
    const rows = header('applicant.a') + `<row>${cell}</row>`.repeat(9_000);
    expect(await faultOf(xlsxOf({ rows, texts: [`<t>${'x'.repeat(30_000)}</t>`] }))).toContain('too many cells');
    const far = '<row><c r="XFD9"><v>1</v></c></row>'.repeat(9_000).replaceAll('XFD9', 'XFD');
    expect(await faultOf(xlsxOf({ rows: far }))).toContain('too many cells');
  });

  // Rules: 17.11.11
  test('because a byte of it is another one than was packed', async () => {
    const file = xlsxOf({ rows: header('applicant.a') });
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(parts[SHEET] ?? ''));
    const at = file.lastIndexOf(sum);
    file[at] = (file[at] ?? 0) ^ 1;
    expect(await faultOf(file)).toBe('is damaged, and cannot be unpacked');
  });

  test.each([
    ['no archive behind its first bytes', Buffer.from('PK\u0003\u0004 and no more')],
    ['cut off', xlsxOf({ rows: header('applicant.a') }).subarray(0, 900)],
    ['no workbook', zipOf({ 'content.xml': '<a/>' })],
    ['a part that is no XML', zipOf({ ...parts, 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row' })],
    ['a part that does not end', zipOf({ ...parts, 'xl/worksheets/sheet1.xml': '<worksheet><sheetData>' })],
    ['a document type', zipOf({ ...parts, 'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' })],
    ['another length than it says', zipOf(parts, { [SHEET]: 5 })],
    [
      'more sheets than a program makes',
      xlsxOf({ rows: '', others: Array.from({ length: 1_000 }, () => ['a', 'hidden'] as const) }),
    ],
    ['two parts of one name', zipOf({ ...parts, 'XL\\worksheets\\Sheet1.xml': '<worksheet/>' })],
    ['rows out of order', xlsxOf({ rows: '<row r="5"/><row r="4"/>' })],
  ])('because it has %s', async (_, file) => {
    expect(await faultOf(file)).toMatch(/^(?:is|has) /);
  });

  test('because it has a password, or is an old spreadsheet', async () => {
    const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    expect(await faultOf(compound)).toContain('with a password, or an old one (.xls)');
  });
});

// Rules: 17.11.7
test('cells that were mended, and lines that were left out, are part of the key of a file', () => {
  const file = Buffer.from('applicant.a\nx\ny\n');
  const to = { workflow: 1, mode: 'test', reference: null } as const;
  const keyWith = (changes: NonNullable<Parameters<typeof keyOfFile>[1]['changes']>) =>
    keyOfFile(file, { ...to, changes });
  const edit = { line: 2, index: 0, text: 'z' };
  const keys = [{}, { edits: [edit] }, { edits: [{ ...edit, text: '' }] }, { leftOut: [2] }, { leftOut: [2, 3] }];
  expect(new Set(keys.map(keyWith)).size).toBe(keys.length);
  expect(keyWith({ edits: [], leftOut: [] })).toBe(keyOfFile(file, to));
});

test('a line is mended beyond its last cell too, and nothing else changes', () => {
  const table = csvTable(Buffer.from('a,b,c\nx\ny,z,w\n'), 10);
  expect(mended(table, [{ line: 2, index: 2, text: 'q' }], [3]).lines).toEqual([{ line: 2, cells: ['x', '', 'q'] }]);
  expect(mended(table, [])).toBe(table);
});
