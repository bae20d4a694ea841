import { expect, test } from '../../support/jest.ts';
import { readRows as readRowsOf } from '../../../cli/batch-rows.ts';

const readRows = (csv: string) => readRowsOf(Buffer.from(csv));

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
  expect(readRowsOf(csv)).toMatchObject({
    rows: [],
    errors: [{ line: 3, column: '', message: expect.stringContaining('UTF-8') }],
  });
});

test('a column cannot reach the prototype of objects', () => {
  readRows('applicant.__proto__.polluted\nyes\n');
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});
