import { describe, expect, test } from '../../support/jest.ts';
import type { ConditionOperator } from '../../../core/cascade/definition.ts';
import { statedValue, statementText } from '../../../core/notices/decided/index.ts';
import { labelOf } from '../../../core/notices/decided/labels.ts';
import { isSecret } from '../../../core/personal-fields.ts';
import { requiredBy } from '../../../core/notices/decided/required.ts';
import { documentOf, branch, group, oneChoice, type Rule } from './letter-of.ts';
import type { Json, JsonObject } from '../../../core/json.ts';

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
    expect(statementText({ label: 'X', unit, ...statedValue(actual, 'x'), comparison })).toBe(words);
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

describe('what identifies a person, or tells the age, is never printed', () => {
  test.each([
    'applicant.ssn',
    'applicant.ssn4',
    'applicant.ssnLast4',
    'applicant.date_of_birth',
    'applicant.dateOfBirth',
    'applicant.birth_year',
    'applicant.age',
    'applicant.ageInYears',
    'applicant.phone',
    'applicant.mobileNumber',
    'applicant.accountNumber',
    'applicant.license_no',
    'applicant.passport',
    'applicant.employee_id',
    'applicant.routing_number',
    'context.membership.reference',
    'applicant.emergency_contact',
  ])('%s', (field) => {
    expect(statedValue(1984, field)).toEqual({ value: null, is_withheld: true });
  });

  // Whether somebody is of an age says how old they are.
  test.each([
    'applicant.years_old',
    'applicant.is_over_18',
    'applicant.over_21',
    'applicant.isAdult',
    'applicant.is_18_or_older',
    'applicant.under25',
    'applicant.olderThan62',
    'applicant.senior',
    'applicant.is_minor',
    'applicant.of_legal_age',
  ])('%s', (field) => {
    for (const value of [true, false, 17])
      expect(statedValue(value, field)).toEqual({ value: null, is_withheld: true });
  });

  test.each([
    'applicant.number_of_accounts',
    'applicant.vehicle_age',
    'context.vehicle.age_in_years',
    'applicant.email_age_days',
    'context.age_of_vehicle',
    'context.roof_years_old',
    'applicant.bank_acct_age_mos',
    'context.acct.age_mths',
    'applicant.wallet_age_months',
    'context.horses.min.age',
    'context.dogs.max.age_in_years',
    'context.age_of_the_youngest_horse',
    'applicant.phone_calls_per_month',
    'applicant.id_badges_lost',
    'context.rig.age_years',
    'context.vessel_age',
    'context.instrument.age_in_years',
    'context.lien_age_days',
    'context.collateral.appraisal_age_days',
    'context.oldest_tradeline_age_yrs',
    'context.age_of_the_business',
    'applicant.license_points',
    'applicant.points_on_license',
    'applicant.utilization_over_50',
    'applicant.minor_violations',
    'applicant.adults',
    'applicant.seniority_months',
    'applicant.accounts_count',
    'applicant.page_views',
    'applicant.references_count',
  ])('%s is printed', (field) => {
    expect(statedValue(7, field)).toEqual({ value: 7 });
  });

  // Rules: 10.23.14
  test('whether something was verified identifies nobody, and whether somebody is of an age tells it', () => {
    expect(statedValue(false, 'applicant.phone_verified')).toEqual({ value: false });
    expect(statedValue(true, 'applicant.has_driver_license')).toEqual({ value: true });
    expect(statedValue(true, 'applicant.age_over_62')).toEqual({ value: null, is_withheld: true });
  });
});

// Rules: 10.23.23
test.each([
  ['applicant.dti', 'debt-to-income ratio'],
  ['applicant.dti_ratio', 'debt-to-income ratio'],
  ['context.applicant.ltv_percent', 'loan-to-value ratio'],
  ['applicant.requestedAmount', 'requested amount'],
  ['property.monthly_rent_usd', 'property monthly rent'],
])('a field of the application is named by its words: %s', (field, label) => {
  expect(labelOf({ field }, undefined)).toEqual({ label, of: 'application' });
});

// Rules: 10.23.23
test('the unit that a field of the application names stands with its value', () => {
  const choice = (rule: Rule) => ({ branches: { pass: branch(group('and', rule)) } });
  const reasons = (rule: Rule, applicant: JsonObject) =>
    documentOf({ definition: oneChoice({}, choice(rule), { purpose: 'credit' }), applicant }).reasons;
  expect(reasons(['start', 'applicant.ltv_percent', 'less_than_or_equal', 80], { ltv_percent: 95 })).toEqual([
    'Information in your application: loan-to-value ratio, 95% (required: at most 80%)',
  ]);
});

test('the last four of an account are no social security number, alone they may be', () => {
  for (const path of ['context.line.acct_last4', 'card_last_four', 'loan.accountLast4', 'bank.checking_last4']) {
    expect([path, isSecret(path)]).toEqual([path, false]);
  }
  for (const path of [
    'applicant.ssn_last4',
    'applicant.last4_ssn',
    'applicant.last4',
    'applicant.social_security_last_four',
  ]) {
    expect([path, isSecret(path)]).toEqual([path, true]);
  }
});
