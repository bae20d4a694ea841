import { reportLines, valueIn } from '../../../console/src/case/report-lines.ts';
import { describe, expect, test } from '../../support/jest.ts';

const VALUES = {
  status: 'partially_verified',
  rent_usd: 1450,
  employer: { name: 'Juniper Health Group', months_employed: 56 },
  raw: { vendor_note: 'seen' },
};
const FIELDS = [
  { field: 'status', label: 'Verification of the income', type: 'text', unit: null },
  { field: 'rent_usd', label: 'Rent', type: 'number', unit: 'USD' },
  { field: 'employer.name', label: 'Employer', type: 'text', unit: null },
  { field: 'employer.months_employed', label: null, type: 'integer', unit: 'months' },
];
const REPORT = { node_id: 'income', product_code: 'income_verification', name: 'Income verification', values: VALUES };

describe('a report on the page of a case', () => {
  test('has each value under its label and in its unit, and what nobody declared under its name', () => {
    const { title, all } = reportLines({ ...REPORT, fields: FIELDS }, []);
    expect([title, ...all.map(({ label, text }) => `${label}: ${text}`)]).toEqual([
      'Income verification',
      'Verification of the income: partially verified',
      'Rent: $1,450',
      'Employer: Juniper Health Group',
      'Months employed: 56 months',
      'Raw, Vendor note: seen',
    ]);
  });

  test('says first what the rules read of it, and of no other report', () => {
    const conditions = [
      { source_node_id: 'income', field: 'rent_usd' },
      { source_node_id: 'income', field: 'rent_usd' },
      { source_node_id: 'credit', field: 'status' },
    ];
    expect(reportLines({ ...REPORT, fields: FIELDS }, conditions).read.map(({ text }) => text)).toEqual(['$1,450']);
    expect(reportLines({ ...REPORT, fields: FIELDS }, []).read).toEqual([]);
  });

  test('is shown without JSON and without paths although nothing offers its product any more', () => {
    const { title, all } = reportLines({ ...REPORT, name: null, fields: [] }, []);
    expect(title).toBe('Income verification');
    expect(all.map(({ label, text }) => label + text).join()).not.toMatch(/[{}_]/);
  });
});

test.each([
  [1234.5, 'number', 'USD', '$1,234.50'],
  [-20, 'number', 'USD', '-$20'],
  [145000, 'integer', 'cents', '$1,450'],
  [96, 'number', 'percent', '96 %'],
  [1, 'integer', 'months', '1 month'],
  [617, 'integer', 'points', '617'],
  [2019, 'integer', 'calendar_year', '2019'],
  [2, 'integer', 'dogs', '2 dogs'],
  ['2022-03-24', 'date', null, '24 March 2022'],
  ['2022-**-**', 'date', null, '2022-**-**'],
  ['2022-13-45', 'date', null, '2022-13-45'],
  [null, 'date', null, '–'],
  [true, 'yes_no', null, 'yes'],
  ['***', 'number', 'USD', '***'],
])('%p of the type %s in %s is %s', (value, type, unit, words) => {
  expect(valueIn(value, { type, unit })).toBe(words);
});
