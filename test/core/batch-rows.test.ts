import { MOST_ERRORS_KEPT } from '../../core/batches/columns.ts';
import { keyOfFile, keyOfPart, partsOf } from '../../core/batches/parts.ts';
import { readRows as readRowsOf } from '../../core/batches/rows.ts';
import { csvTable } from '../../core/batches/table.ts';
import { expect, test } from '../support/jest.ts';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const readRows = (csv: string | Uint8Array, mostRows = 1_000) => readRowsOf(csvTable(Buffer.from(csv), mostRows), NOW);

test('columns become the members of rows, by path and type', () => {
  const { rows, errors } = readRows(
    '\uFEFFexternal_reference,applicant.first_name,applicant.address.state,property.monthly_rent:number,applicant.vet:boolean\r\n' +
      'unit-1,"Ada ""A""",ME,1250.50,TRUE\r\n' +
      ',Ben,,,\r\n',
  );
  expect(errors).toEqual([]);
  expect(rows).toEqual([
    {
      external_reference: 'unit-1',
      applicant: { first_name: 'Ada "A"', address: { state: 'ME' }, vet: true },
      property: { monthly_rent: 1250.5 },
    },
    { applicant: { first_name: 'Ben' } },
  ]);
});

test('legal dates that cannot be read or lie ahead are faults of their cells', () => {
  const csv =
    'applicant.application_completed_at,applicant.esign_consent:boolean,applicant.guarantor.esign_consent.at\n' +
    '2026-11-02,,\n11/02/2026,true,x\n2026-11-26,false,\n2027-01-01,,\n';
  expect(readRows(csv).errors).toMatchObject([
    { line: 3, column: 'applicant.application_completed_at', message: expect.stringContaining('2026-11-02T15:00:00Z') },
    { line: 3, column: 'applicant.esign_consent:boolean' },
    { line: 3, column: 'applicant.guarantor.esign_consent.at' },
    { line: 4, column: 'applicant.esign_consent:boolean' },
    { line: 5, column: 'applicant.application_completed_at', message: expect.stringContaining('24 hours ahead') },
  ]);
});

test('what looks like a number stays text without a type', () => {
  expect(readRows('applicant.ssn\n0012\n').rows).toEqual([{ applicant: { ssn: '0012' } }]);
});

const MATCH_COMMAS = 'the columns are not separated by commas';

test.each([
  ['an unknown column', 'aplicant.name\nx\n', { line: 1, column: 'aplicant.name' }],
  ['an unknown type', 'applicant.age:int\n1\n', { line: 1, column: 'applicant.age:int' }],
  ['a root without a path', 'applicant\nx\n', { line: 1, column: 'applicant' }],
  ['a column that is there twice', 'applicant.a,applicant.a\n1,2\n', { line: 1, column: 'applicant.a' }],
  ['a column of two types', 'applicant.a,applicant.a:number\n1,2\n', { line: 1, column: 'applicant.a:number' }],
  ['a column below another', 'applicant.a,applicant.a.b\n1,2\n', { line: 1, column: 'applicant.a.b' }],
  ['a column above another', 'applicant.a.b,applicant.a\n1,2\n', { line: 1, column: 'applicant.a' }],
  ['a header below empty lines', '\n,,\naplicant.name\nx\n', { line: 3, column: 'aplicant.name' }],
  ['a semicolon for a comma', 'external_reference;applicant.a\n1;2\n', { line: 1, message: MATCH_COMMAS }],
  ['a semicolon between quotes', '"external_reference";"applicant.a"\n1;2\n', { line: 1, message: MATCH_COMMAS }],
  ['a semicolon behind a line', 'sep=;\napplicant.a;applicant.b\n1;2\n', { line: 1 }],
  ['a value without a header', 'applicant.a,,\n1,,2\n', { line: 2, message: 'cell 3 has a value, but no header' }],
  ['a header without a name', 'applicant.a,:number\n1,2\n', { line: 1, column: ':number' }],
  ['a number that is too large', 'applicant.a:number\n1e999\n', { line: 2, column: 'applicant.a:number' }],
  ['a cell that is no number', 'applicant.a:number\n1\nmany\n', { line: 3, column: 'applicant.a:number' }],
  ['a cell that is no boolean', 'applicant.a:boolean\nyes\n', { line: 2, message: '"yes" must be true or false' }],
  ['a cell below one with several lines', 'applicant.a:number\n\n"1\n"\nmany\n', { line: 5 }],
  ['a cell with several lines', 'applicant.a:number\n1\n"\nmany\n"\n', { line: 3 }],
  ['a row with too many cells', 'applicant.a\n1\n1,2\n', { line: 3, message: 'has 2 cells, but the header has 1' }],
  [
    'a quote that is not closed',
    'applicant.a\n1\n"x\n2\n3\n',
    { line: 3, message: 'a cell in this row begins with a quotation mark (") that is never closed' },
  ],
  ['a quote in a cell', 'applicant.a\n5"x"\n', { line: 2, message: expect.stringContaining('double it') }],
  ['text behind a quote', 'applicant.a\n"5"x\n', { line: 2, message: expect.stringContaining('a comma') }],
  ['an empty file', '', { line: 1 }],
  ['a type of the reference', 'external_reference:number\n1\n', { line: 1, column: 'external_reference:number' }],
  ['a path that is too deep', `applicant${'.a'.repeat(62)}\n1\n`, { line: 1, message: 'must have at most 62 members' }],
  ['a NUL character', 'applicant.a,applicant.b\n1,a\u0000b\n', { line: 2, column: 'applicant.b' }],
  ['a line of another break below CRLF', 'applicant.a:number\r\n1\n2\rmany\r\n', { line: 4 }],
])('%s is an error with its line and column', (_what, csv, error) => {
  const { errors } = readRows(csv);
  expect(errors).toMatchObject([error]);
});

test('all faults of a line are named, and those of the lines before one that is no CSV', () => {
  const header = 'external_reference,applicant.a:number,applicant.b:boolean,applicant.c:number';
  const csv = `${header}\n${'x'.repeat(201)},many,yes,12345678901234567890,5\n1,2,true,"3"x\n`;
  const { errors } = readRows(csv);
  expect(errors.map(({ line, column }) => [line, column])).toEqual([
    [2, ''],
    [2, 'external_reference'],
    [2, 'applicant.a:number'],
    [2, 'applicant.b:boolean'],
    [2, 'applicant.c:number'],
    [3, ''],
  ]);
});

test('a row that is larger than the service takes is named before anything is sent', () => {
  expect(readRows(`applicant.a\n1\n${'x'.repeat(70_000)}\n`).errors).toEqual([
    { line: 3, column: '', message: 'is more than 64 KiB' },
  ]);
});

test('lines without a value are no rows', () => {
  const csv = 'applicant.a,applicant.b\r\n1,2\r\n\r\n,\r\n  ,""\r\n3,\r\n,,\r\n';
  const { rows, lines } = readRows(csv);
  expect(rows).toEqual([{ applicant: { a: '1', b: '2' } }, { applicant: { a: '3' } }]);
  expect(lines).toEqual([2, 6]);
});

test('columns without a header and a value are left out', () => {
  const { rows, errors } = readRows('applicant.a,,applicant.b,,\n1,,2,,\n,,3,,\n');
  expect(errors).toEqual([]);
  expect(rows).toEqual([{ applicant: { a: '1', b: '2' } }, { applicant: { b: '3' } }]);
});

test('a file in another encoding than UTF-8 is refused, with the line', () => {
  const csv = Buffer.from('applicant.first_name\nAda\nJosé\nBen\n', 'latin1');
  expect(readRows(csv)).toMatchObject({
    rows: [],
    errors: [{ line: 3, column: '', message: expect.stringContaining('UTF-8') }],
  });
});

test.each([
  ['UTF-16', Buffer.from('\uFEFFapplicant.a\nx\n', 'utf16le'), 'UTF-16'],
  ['UTF-16 in the other order', Buffer.from('\uFEFFapplicant.a\nx\n', 'utf16le').swap16(), 'UTF-16'],
  ['a spreadsheet', Buffer.from('PK\u0003\u0004rest'), 'or an archive'],
])('a file of %s is refused with what it is', (_what, csv, words) => {
  expect(readRows(csv).errors).toEqual([{ line: 1, column: '', message: expect.stringContaining(words) }]);
});

test('the deepest path that the service takes is taken', () => {
  expect(readRows(`applicant${'.a'.repeat(61)}\n1\n`)).toMatchObject({ errorCount: 0 });
});

test('of many faults the first are kept, and all are counted', () => {
  const { errors, errorCount } = readRows(`applicant.a:number\n${'x\n'.repeat(1_500)}`, 2_000);
  expect([errors.length, errorCount]).toEqual([MOST_ERRORS_KEPT, 1_500]);
});

test('of a file with more rows than are asked for the first are read', () => {
  const { rows, hasMore } = readRows(`applicant.a\n${'x\n\n'.repeat(11)}`, 10);
  expect([rows.length, hasMore]).toEqual([10, true]);
  expect(readRows(`applicant.a\n${'x\n\n'.repeat(10)}`, 10)).toMatchObject({ hasMore: false });
});

test('rows go into as few batches as the service takes them, in their order', () => {
  const row = (text: string) => ({ applicant: { a: text } });
  const many = Array.from({ length: 1_201 }, () => row('x'));
  expect(partsOf(many)).toEqual([
    { from: 0, to: 500 },
    { from: 500, to: 1_000 },
    { from: 1_000, to: 1_201 },
  ]);
  expect(partsOf([])).toEqual([]);
  // 8 MiB hold fewer of these, each 64 KiB long.
  const large = Array.from({ length: 300 }, () => row('é"'.repeat(16_000)));
  const parts = partsOf(large);
  const bytes = parts.map(({ from, to }) => Buffer.byteLength(JSON.stringify({ rows: large.slice(from, to) })));
  expect(Math.max(...bytes)).toBeLessThan(8 * 1_024 * 1_024);
  expect(Math.max(...bytes)).toBeGreaterThan(7.9 * 1_024 * 1_024);
  expect(parts.flatMap(({ from, to }) => large.slice(from, to))).toHaveLength(large.length);
  // 200,000 values hold fewer of these, too, each with a thousand members.
  const wide = { applicant: Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`m${index}`, true])) };
  expect(partsOf(Array.from({ length: 400 }, () => wide)).map(({ from, to }) => to - from)).toEqual([199, 199, 2]);
});

test('the key of a file is that of its bytes and of where it goes', () => {
  const file = Buffer.from('applicant.a\nx\n');
  const to = { workflow: 12, mode: 'test', reference: null } as const;
  // As earlier command lines made it: their files are still the same batches.
  expect(keyOfFile(file, to)).toBe('cli-batch-39c6c7e1de52f28967fe78ca1a429b564122a8f8be2066b4a29d90d6124e4b9d');
  const others = [
    keyOfPart(keyOfFile(file, to), 0, 2),
    keyOfPart(keyOfFile(file, to), 1, 2),
    keyOfPart(keyOfFile(file, to), 0, 1),
    keyOfFile(file, { ...to, workflow: 13 }),
    keyOfFile(file, { ...to, mode: 'live' }),
    keyOfFile(file, { ...to, reference: 'march' }),
    keyOfFile(Buffer.from('applicant.a\ny\n'), to),
  ];
  expect(new Set(others).size).toBe(others.length);
});

test('a column cannot reach the prototype of objects', () => {
  expect(readRows('applicant.__proto__.polluted\nyes\n').errorCount).toBe(1);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

// Rules: 17.11.10
test('a column is the key of the applicant, and two rows with one key are pointed out', () => {
  const { rows, errors, warnings } = readRows('applicant_key,applicant.a\nk-1,x\nk-2,y\nk-1,z\n');
  expect([errors, rows[0]]).toEqual([[], { applicant_key: 'k-1', applicant: { a: 'x' } }]);
  expect(warnings).toEqual([
    { line: 4, column: 'applicant_key', message: 'is the key of the applicant of line 2 too' },
  ]);
  expect(readRows(`applicant_key,applicant.a\n${'k'.repeat(201)},x\n`).errors).toMatchObject([{ line: 2 }]);
});
