import { describe, expect, test } from '../../support/jest.ts';
import type { ConditionOperator } from '../../../core/cascade/definition.ts';
import { statedValue, statementText } from '../../../core/notices/decided/index.ts';
import { requiredBy } from '../../../core/notices/decided/required.ts';
import { documentOf, branch, group, letterOf, oneChoice, type Rule } from './letter-of.ts';
import type { Json } from '../../../core/json.ts';

/* Each line was read aloud. A label, then what was there, then what was asked for. */
type Row = readonly [actual: Json, operator: ConditionOperator, value: string | number | boolean | null, words: string];

describe.each<readonly [type: string, unit: string | null, rows: readonly Row[]]>([
  [
    'a number',
    null,
    [
      [2, 'equals', 0, 'X: 2 (required: 0)'],
      [2, 'not_equals', 2, 'X: 2 (required: other than 2)'],
      [1.4, 'greater_than', 3, 'X: 1.4 (required: more than 3)'],
      [1.4, 'greater_than_or_equal', 3, 'X: 1.4 (required: at least 3)'],
      [5, 'less_than', 5, 'X: 5 (required: less than 5)'],
      [25000, 'less_than_or_equal', 20000, 'X: 25,000 (required: at most 20,000)'],
      [5, 'less_than', '600', 'X: 5 (required: less than 600)'],
      [0.30000000000000004, 'less_than', 0.3, 'X: 0.3 (required: less than 0.3)'],
      [5, 'is_empty', null, 'X: 5 (required: none)'],
      [null, 'greater_than', 3, 'X: not available (required: more than 3)'],
      [null, 'is_not_empty', null, 'X: not available (required)'],
    ],
  ],
  [
    'money',
    'USD',
    [
      [1250.5, 'greater_than_or_equal', 3000, 'X: $1,250.50 (required: at least $3,000)'],
      [-20, 'greater_than_or_equal', 0, 'X: -$20 (required: at least $0)'],
    ],
  ],
  [
    'a count',
    'count',
    [
      [1, 'less_than', 1, 'X: 1 (required: none)'],
      [2, 'less_than_or_equal', 0, 'X: 2 (required: none)'],
      [1, 'equals', 0, 'X: 1 (required: none)'],
      [1, 'not_equals', 1, 'X: 1 (required: other than 1)'],
      [3, 'less_than', 2, 'X: 3 (required: less than 2)'],
      [0, 'greater_than_or_equal', 2, 'X: 0 (required: at least 2)'],
    ],
  ],
  ['a share', 'percent', [[95, 'less_than_or_equal', 80, 'X: 95% (required: at most 80%)']]],
  [
    'a span',
    'months',
    [
      [1, 'greater_than_or_equal', 24, 'X: 1 month (required: at least 24 months)'],
      [0, 'greater_than', 1, 'X: 0 months (required: more than 1 month)'],
    ],
  ],
  [
    'a date',
    null,
    [
      [
        '2024-11-25T10:00:00Z',
        'less_than_or_equal',
        '2024-11-25',
        'X: November 25, 2024 at 10:00 AM UTC (required: on or before November 25, 2024 at 12:00 AM UTC)',
      ],
      [
        '2024-11-26T10:00:00Z',
        'less_than_or_equal',
        '2024-11-25',
        'X: November 26, 2024 (required: on or before November 25, 2024)',
      ],
      ['2026-07-15', 'equals', '2026-06-01', 'X: July 15, 2026 (required: June 1, 2026)'],
      ['2026-06-01', 'not_equals', '2026-06-01', 'X: June 1, 2026 (required: other than June 1, 2026)'],
      ['2026-07-15', 'less_than', '2026-06-01', 'X: July 15, 2026 (required: before June 1, 2026)'],
      ['2026-07-15', 'less_than_or_equal', '2026-06-01', 'X: July 15, 2026 (required: on or before June 1, 2026)'],
      ['2026-05-15', 'greater_than', '2026-06-01', 'X: May 15, 2026 (required: after June 1, 2026)'],
      ['2026-05-15', 'greater_than_or_equal', '2026-06-01', 'X: May 15, 2026 (required: on or after June 1, 2026)'],
    ],
  ],
  [
    'yes or no',
    null,
    [
      [true, 'is_false', null, 'X: yes (required: no)'],
      [false, 'is_true', null, 'X: no (required: yes)'],
      [false, 'equals', true, 'X: no (required: yes)'],
      [true, 'not_equals', true, 'X: yes (required: no)'],
      [null, 'is_true', null, 'X: not available (required: yes)'],
    ],
  ],
  [
    'a text or a list, of which nothing is printed',
    null,
    [
      ['VIP-77', 'equals', 'VIP-78', 'X'],
      ['suspected fraud ring', 'not_contains', 'fraud', 'X'],
      [['a', 'b'], 'contains', 'c', 'X'],
      [{ street: 'Main' }, 'is_empty', null, 'X'],
      [null, 'equals', 'VIP-78', 'X: not available'],
      [[1, 2, 3], 'less_than', 5, 'X'],
    ],
  ],
])('%s', (_type, unit, rows) => {
  test.each(rows)('%j %s %j', (actual, operator, value, words) => {
    const comparison = requiredBy({ is: 'required', operator, value });
    expect(statementText({ label: 'X', unit, ...statedValue(actual), comparison })).toBe(words);
  });
});

// Rules: 10.23.17
test('no value that is the best a report can say is none on record', () => {
  const parts = { label: 'X', unit: 'months', value: null, absent: 'none_on_record' as const };
  const said = (operator: ConditionOperator, value: number | null) =>
    statementText({ ...parts, comparison: { is: 'required', operator, value } });
  expect(said('greater_than_or_equal', 24)).toBe('X: none on record (required: at least 24 months)');
  expect(said('is_not_empty', null)).toBe('X: none on record (required: one on record)');
});

describe('what nobody declared', () => {
  const rule: Rule = ['start', 'context.dti', 'less_than_or_equal', 0.4];
  const definition = oneChoice({}, { branches: { pass: branch(group('and', rule)) } }, { purpose: 'tenant' });
  const of = { definition, payload: { dti: 0.5125 } };

  // Rules: 10.23.23
  test('is its path and what was asked for in test mode, and never the value', () => {
    expect(documentOf({ ...of, mode: 'test' }).reasons).toEqual(['`dti` (not declared; required: at most 0.4)']);
  });

  // Rules: 10.23.38
  test('is not named in live mode', () => {
    expect(documentOf(of).reasons).toEqual(['Information in your application']);
  });

  // Rules: 10.23.39
  test('is no reason of a creditor in live mode: the letter waits for those of a person', () => {
    const ofCredit = oneChoice({}, { branches: { pass: branch(group('and', rule)) } }, { purpose: 'credit' });
    expect(letterOf({ ...of, definition: ofCredit }).result).toMatchObject({ ok: false, needs: 'reasons' });
  });

  // Rules: 10.23.23
  test('on the other side of a comparison is not named, nor what came of it', () => {
    const from = { source_node_id: 'start', field: 'context.dti', times: 4000 };
    const condition = {
      source_node_id: 'start',
      field: 'applicant.monthly_income',
      operator: 'greater_than',
      value_from: from,
    };
    const compared = oneChoice({}, { branches: { pass: branch({ conditions: [condition] }) } }, { purpose: 'tenant' });
    for (const mode of ['test', 'live'] as const) {
      const { reasons } = documentOf({ ...of, definition: compared, applicant: { monthly_income: 900 }, mode });
      expect(reasons).toEqual(['Information in your application: monthly income, $900']);
    }
  });
});

describe('words of an undeclared path', () => {
  const said = (operator: ConditionOperator, value: string | number | null, withThresholds = true) =>
    statementText(
      {
        label: 'dti',
        of: 'undeclared',
        unit: null,
        value: 7,
        comparison: requiredBy({ is: 'required', operator, value }),
      },
      withThresholds,
    );
  test.each([
    [said('less_than', 0.4), '`dti` (not declared; required: less than 0.4)'],
    [said('equals', 'VIP-78'), '`dti` (not declared)'],
    [said('less_than', 0.4, false), '`dti` (not declared)'],
  ])('%s', (line, words) => expect(line).toBe(words));
});
