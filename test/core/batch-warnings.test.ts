import { readRows as readRowsOf } from '../../core/batches/rows.ts';
import { csvTable } from '../../core/batches/table.ts';
import type { FieldSpec } from '../../core/fields/spec.ts';
import { describe, expect, test } from '../support/jest.ts';

const SPECS = new Map<string, FieldSpec>([
  ['loan.since', { type: 'date' }],
  ['borrower', { type: 'person' }],
]);
const readRows = (csv: string) =>
  readRowsOf(csvTable(Buffer.from(csv), 1_000), Date.parse('2026-11-25T12:00:00Z'), { specs: SPECS });
const told = (csv: string) =>
  readRows(csv).warnings.map(({ line, column, message }) => `${line} ${column}: ${message}`);

describe('a file is warned of', () => {
  // Rules: 17.9.1
  test.each([
    ['one person twice', 'applicant.first_name\nAda\nBen\n ADA \n', /^4 : is the applicant of line 2 once more$/],
    [
      'one person twice, composed otherwise',
      'applicant.city\nSan José\nSan Jose\u0301\n',
      /^3 : is the applicant of line 2/,
    ],
    [
      'one person twice, with another income',
      'applicant.first_name,applicant.date_of_birth,applicant.monthly_income\nAda,1990-02-28,3000\nada,1990-02-28,3100\n',
      /^3 : is the applicant of line 2/,
    ],
    ['one declared person twice', 'borrower.first_name\nAda\nAda\n', /^3 : is the applicant of line 2/],
    [
      'a sum in a column of the applicant',
      'applicant.first_name,applicant.email,applicant.monthly_income\nA,a@x.org,1000\nB,b@x.org,2000\n,,3000\n',
      /^4 : has 1 of the 3 values/,
    ],
    [
      'a last line with a word and a sum',
      'applicant.first_name,applicant.email,applicant.phone,property.rent\nA,a@x.org,1,10\nB,b@x.org,2,20\nTotal,,,30\n',
      /^4 : has 2 of the 4 values/,
    ],
    [
      'a number that lost its first zero',
      'applicant.first_name,applicant.ssn\nA,900101003\nB,900101004\nC,12345678\n',
      /^4 applicant\.ssn: has 8 digits.*zeros/,
    ],
    [
      'a postal code that lost its first zero',
      'applicant.first_name,applicant.postal_code\nA,10001\nB,60601\nC,2134\n',
      /^4 applicant\.postal_code: has 4 digits/,
    ],
    [
      'a rounded number in a column of numbers',
      'applicant.first_name,applicant.ssn:number\nA,9.00101E+08\n',
      /last digits/,
    ],
    [
      'one number twice, with other signs between',
      'applicant.first_name,applicant.ssn\nAda,900-10-1003\nBen,900 10 1003\n',
      /^3 applicant\.ssn: is in line 2 too/,
    ],
    [
      'one reference in two rows',
      'external_reference,applicant.first_name\nr-1,Ada\nr-1,Ben\n',
      /^3 external_reference: is the reference of line 2 too$/,
    ],
    [
      'a number that a spreadsheet has rounded',
      'applicant.ssn\n9.00101E+08\n',
      /^2 applicant\.ssn: "9\.00101E\+08" .*last digits/,
    ],
    ['an error of a formula', 'applicant.ssn\n#N/A\n', /^2 applicant\.ssn: "#N\/A" is an error of the spreadsheet/],
    ['a cell that was too narrow', 'applicant.phone\n########\n', /^2 applicant\.phone: .* error of the spreadsheet/],
    ['such a number with a comma', 'applicant.phone\n"1,20755E+10"\n', /^2 applicant\.phone: .*last digits/],
    ['a birth that is no date', 'applicant.date_of_birth\n31.02.1990\n', /^2 applicant\.date_of_birth: .* is no date/],
    [
      'a rent that is no number',
      'applicant.first_name,property.rent\nA,1000\nB,1200\nC,abc\n',
      /^4 property\.rent: "abc" is not a number/,
    ],
  ])('%s', (_what, csv, warning) => {
    expect(readRows(csv).errors).toEqual([]);
    expect(told(csv)).toEqual([expect.stringMatching(warning)]);
  });

  test.each([
    ['people of one name', 'applicant.first_name,applicant.email\nAda,a@example.com\nAda,b@example.com\n'],
    ['empty references', 'external_reference,applicant.first_name\n,Ada\n,Ben\n'],
    ['a column of texts', 'applicant.first_name,property.unit\nA,4\nB,4b\nC,12c\n'],
    ['numbers with commas, signs and shares', 'applicant.a,property.fee\nA,"1,000"\nB,$900\nC,900.50\nD,5%\n'],
    [
      'people of one birth and other names',
      'applicant.first_name,applicant.date_of_birth\nA,1990-02-28\nB,1990-02-28\n',
    ],
    ['signs that are no errors', 'applicant.first_name,property.unit\nA,#4\nB,#\n'],
    ['numbers of units', 'applicant.first_name,property.unit\nA,101\nB,102\nC,9\n'],
    ['a last line with fewer values', 'applicant.first_name,applicant.phone,property.a,property.b\nA,1,2,3\nB,2,,4\n'],
    ['dates', 'applicant.date_of_birth\n1990-02-28\n'],
  ])('nothing where it has %s', (_what, csv) => {
    expect([readRows(csv).errors, told(csv)]).toEqual([[], []]);
  });
});

// Rules: 17.9.2
test('a row without any applicant is an error, such as a line of totals', () => {
  const { errors } = readRows('external_reference,applicant.first_name,property.rent\nr-1,Ada,1000\nTotal,,1000\n');
  expect(errors).toEqual([{ line: 3, column: '', message: expect.stringContaining('has no applicant') }]);
  // Everybody who is declared as a person counts as one.
  expect(readRows('borrower.first_name\nAda\n').errors).toEqual([]);
});

// Rules: 17.9.3
test('a first line sep=, is no data, and lines are counted as the file has them', () => {
  const { rows, lines, errors } = readRows('sep=,\r\napplicant.first_name,applicant.age:number\r\nAda,30\r\nBen,x\r\n');
  expect([rows.length, lines]).toEqual([2, [3, 4]]);
  expect(errors).toMatchObject([{ line: 4, column: 'applicant.age:number' }]);
});

// Rules: 17.9.3
test.each(['"sep=,"', 'SEP=,', ' sep=, ', 'sep=,,,'])('%j is such a line too', (first) => {
  expect(readRows(`${first}\napplicant.first_name\nAda\n`)).toMatchObject({ errors: [], lines: [3] });
});

// Rules: 17.9.4
test('errors of lines are not counted under a header that cannot be used', () => {
  const csv = `aplicant.name,applicant.a:number\n${'x,many\n'.repeat(500)}`;
  expect(readRows(csv)).toMatchObject({ errorCount: 1, errors: [{ line: 1, column: 'aplicant.name' }] });
});

// Rules: 17.9.1
test('a file of the most rows is warned of in little time', () => {
  const rows = Array.from({ length: 1_000 }, (_, index) => `r-${index % 2},Ada ${index % 3},${index}`).join('\n');
  const { warningCount } = readRows(`external_reference,applicant.first_name,applicant.ssn\n${rows}\n`);
  expect(warningCount).toBe(998);
});
