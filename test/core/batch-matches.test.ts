import { candidatesOf, inForm, proposedFor, proposedForm, type ColumnMatch } from '../../core/batches/matches.ts';
import { keyOfFile } from '../../core/batches/parts.ts';
import { readRows } from '../../core/batches/rows.ts';
import { csvTable, usedMatches } from '../../core/batches/table.ts';
import { dictionaryOf } from '../../core/fields/dictionary.ts';
import type { FieldSpec } from '../../core/fields/spec.ts';
import { STANDARD_SPECS } from '../../core/fields/standard.ts';
import { describe, expect, test } from '../support/jest.ts';

/* Headers in somebody's own words, and how their cells are written. */

const read = (csv: string, said: Record<string, ColumnMatch>) =>
  readRows(csvTable(Buffer.from(csv), 100), Date.UTC(2026, 10, 29), { matches: new Map(Object.entries(said)) });
const DICTIONARY = dictionaryOf(
  STANDARD_SPECS,
  new Map<string, FieldSpec>([
    ['applicant.fico', { type: 'integer', label: 'Credit score', also: ['score'] }],
    ['guarantor', { type: 'person', label: 'Guarantor' }],
  ]),
);
const proposed = (headers: readonly string[], reads: readonly string[] = []) =>
  Object.fromEntries(
    [...proposedFor(headers, DICTIONARY, (path) => reads.includes(path.join('.')))].map(([header, { path }]) => [
      header,
      path,
    ]),
  );

describe('matched columns', () => {
  // Rules: 17.10.1, 17.10.5
  test('become rows, in the forms that were said, and a column that is left out is none', () => {
    const { rows, errors } = read('First Name,DOB,Rent,Notes\nAda,03/14/1990,"$1,500.50",late\n', {
      'First Name': { path: 'applicant.first_name' },
      DOB: { path: 'applicant.date_of_birth', form: 'month_first' },
      Rent: { path: 'property.rent', form: 'amount' },
      Notes: { path: null },
    });
    expect(errors).toEqual([]);
    expect(rows).toEqual([
      { applicant: { first_name: 'Ada', date_of_birth: '1990-03-14' }, property: { rent: 1_500.5 } },
    ]);
  });

  test('name a cell that is not written so by the header of the file', () => {
    const { errors } = read('DOB,Rent\n14/03/1990,"1.500,00"\n', {
      DOB: { path: 'applicant.date_of_birth', form: 'month_first' },
      Rent: { path: 'property.rent', form: 'amount' },
    });
    expect(errors).toEqual([
      { line: 2, column: 'DOB', message: '"14/03/1990" is no date with the month first, such as 03/14/1990' },
      { line: 2, column: 'Rent', message: '"1.500,00" is no amount such as 1,500.00' },
    ]);
  });

  test('are a fault if two of them hold one field', () => {
    const said = { A: { path: 'applicant.first_name' }, B: { path: 'applicant.first_name' } };
    expect(read('A,B\nAda,Bea\n', said).errors).toMatchObject([{ line: 1, column: 'B' }]);
  });

  // Rules: 17.10.7
  test('are part of the key of the file', () => {
    const to = { workflow: 1, mode: 'test', reference: null } as const;
    const keyWith = (...matches: [string, ColumnMatch][]) =>
      keyOfFile(Buffer.from('A,B\n1,2\n'), { ...to, matches: new Map(matches) });
    const [a, b]: [string, ColumnMatch][] = [
      ['A', { path: 'applicant.a' }],
      ['B', { path: null }],
    ];
    if (a === undefined || b === undefined) throw new Error('two matches');
    expect(keyWith()).toBe(keyOfFile(Buffer.from('A,B\n1,2\n'), to));
    expect(keyWith(a, b)).toBe(keyWith(b, a));
    expect(new Set([keyWith(), keyWith(a), keyWith(a, b), keyWith(['A', { path: 'applicant.b' }])]).size).toBe(4);
  });

  // Rules: 17.10.7
  test('are no part of it where they are of another file, which was matched before', () => {
    const to = { workflow: 1, mode: 'live', reference: null } as const;
    const a: [string, ColumnMatch] = ['A', { path: 'applicant.a' }];
    const other: [string, ColumnMatch] = ['DOB', { path: 'applicant.date_of_birth', form: 'month_first' }];
    const file = Buffer.from('\uFEFF A ,x\n1,2\n');
    const keyWith = (...matches: [string, ColumnMatch][]) =>
      keyOfFile(file, { ...to, matches: usedMatches(csvTable(file, 0), new Map(matches)) });
    expect(keyWith(a, other)).toBe(keyWith(a));
    expect(keyWith(other)).toBe(keyWith());
    expect(keyWith(a)).not.toBe(keyWith());
  });
});

describe('a proposal', () => {
  // Rules: 17.10.2
  test('is the field whose path, label or other word the header is, however it is spelled', () => {
    expect(proposed(['First Name', 'date-of-birth', 'SCORE', 'applicant.last_name ', 'Your reference'])).toEqual({
      'First Name': 'applicant.first_name',
      'date-of-birth': 'applicant.date_of_birth',
      SCORE: 'applicant.fico',
      'applicant.last_name ': 'applicant.last_name',
      'Your reference': 'external_reference',
    });
  });

  // Rules: 17.10.3
  test("is another person's only if the header says whose", () => {
    expect(proposed(['Guarantor first name', 'Co-applicant monthly income', 'Monthly income'])).toMatchObject({
      'Guarantor first name': 'guarantor.first_name',
      'Monthly income': 'applicant.monthly_income',
    });
  });

  // Rules: 17.10.4
  test('of several fields is the one that the workflow reads, and none if nothing tells them apart', () => {
    expect(proposed(['State'], ['property.state'])).toEqual({ State: 'property.state' });
    expect(proposed(['State'])).toEqual({});
    expect(proposed(['First name', 'first_name'])).toEqual({});
    expect(proposed(['', 'Colour of the door'])).toEqual({});
  });

  // Rules: 17.10.6
  test.each([
    { cells: ['03/14/1990', '12/01/1988'], type: 'date', form: 'month_first' },
    { cells: ['14.03.1990', '01.12.1988'], type: 'date', form: 'day_first' },
    { cells: ['03/04/1990'], type: 'date', form: null },
    { cells: ['04/04/1990'], type: 'date', form: 'month_first' },
    { cells: ['1990-03-14', '1991-01-02'], type: 'date', form: undefined },
    { cells: ['1990-03-14', '03/14/1990'], type: 'date', form: 'month_first' },
    { cells: ['02/30/1990', '30/02/1990'], type: 'date', form: undefined },
    { cells: ['1500', '1500.50'], type: 'number', form: undefined },
    { cells: ['$1,500.00'], type: 'number', form: 'amount' },
    { cells: ['$4,200'], type: 'number', form: null },
    { cells: ['4,200', '1,200,000'], type: 'number', form: 'amount' },
    { cells: ['1.500,00 €'], type: 'number', form: 'amount_comma' },
    { cells: ['1.500'], type: 'number', form: null },
    { cells: ['0.125'], type: 'number', form: undefined },
    { cells: ['n/a', '$1,500.00'], type: 'number', form: 'amount' },
    { cells: ['n/a'], type: 'number', form: undefined },
  ] as const)('of a form for $cells is $form', ({ cells, type, form }) => {
    expect(proposedForm(cells, type)).toBe(form);
  });
});

test('a text is read in a form back to the value that was written in it, or not at all', () => {
  const written = (amount: number, locale: string) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(amount);
  for (let cents = 1; cents < 300_000_000; cents = cents * 3 + 7) {
    expect(Number(inForm(written(cents / 100, 'en'), 'amount'))).toBe(cents / 100);
    expect(Number(inForm(written(cents / 100, 'de'), 'amount_comma'))).toBe(cents / 100);
    expect(inForm(written(cents / 100, 'de'), 'amount')).toBeUndefined();
  }
  for (let day = Date.UTC(1940, 0, 1); day < Date.UTC(2030, 0, 1); day += 11 * 86_400_000) {
    const iso = new Date(day).toISOString().slice(0, 10);
    const [year, month, date] = iso.split('-');
    expect([
      inForm(`${month}/${date}/${year}`, 'month_first'),
      inForm(`${date}.${month}.${year}`, 'day_first'),
    ]).toEqual([iso, iso]);
  }
});

test('every field that one cell can hold is a candidate, once, and none that is of a list', () => {
  const paths = candidatesOf(DICTIONARY).map(({ path }) => path);
  expect(paths).toEqual([...new Set(paths)]);
  expect(paths).toEqual(
    expect.arrayContaining(['external_reference', 'applicant.first_name', 'guarantor.email', 'property.rent']),
  );
  const list = dictionaryOf(
    STANDARD_SPECS,
    new Map<string, FieldSpec>([
      ['applicant.jobs', { type: 'list' }],
      ['applicant.jobs.title', { type: 'text' }],
    ]),
  );
  expect(candidatesOf(list).map(({ path }) => path)).not.toContain('applicant.jobs.title');
});
