import { readRows as readRowsOf } from '../../core/batches/rows.ts';
import type { FieldSpec } from '../../core/fields/spec.ts';
import { describe, expect, test } from '../support/jest.ts';

const SPECS = new Map<string, FieldSpec>([
  ['loan.since', { type: 'date' }],
  ['borrower', { type: 'person' }],
]);
const readRows = (csv: string) =>
  readRowsOf(Buffer.from(csv), 1_000, Date.parse('2026-11-25T12:00:00Z'), { specs: SPECS });
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
    ['dates', 'applicant.date_of_birth\n1990-02-28\n'],
  ])('nothing where it has %s', (_what, csv) => {
    expect([readRows(csv).errors, told(csv)]).toEqual([[], []]);
  });
});

// Rules: 17.9.2
test('a row without any applicant is an error, such as a line of totals', () => {
  const { errors } = readRows('external_reference,applicant.first_name,property.rent\nr-1,Ada,1000\nTotal,,1000\n');
  expect(errors).toEqual([{ line: 3, column: '', message: expect.stringContaining('has no applicant') }]);
  // Whoever is declared as a person is one.
  expect(readRows('borrower.first_name\nAda\n').errors).toEqual([]);
});

// Rules: 17.9.3
test('a first line sep=, is no data, and lines are counted as the file has them', () => {
  const { rows, lines, errors } = readRows('sep=,\r\napplicant.first_name,applicant.age:number\r\nAda,30\r\nBen,x\r\n');
  expect([rows.length, lines]).toEqual([2, [3, 4]]);
  expect(errors).toMatchObject([{ line: 4, column: 'applicant.age:number' }]);
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
