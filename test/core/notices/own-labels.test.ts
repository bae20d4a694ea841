import { dictionaryIn } from '../../../core/fields/standard.ts';
import { describe, expect, test } from '../../support/jest.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { labelOf, statedOf, unitOfCondition } from '../../../core/notices/decided/labels.ts';
import { branch, group, letterOf, oneChoice, type Rule } from './letter-of.ts';

/* A field without a label is called by the words of its name. Each line was read aloud, and by an enemy. */

function lineOf(field: string, had: Json, ...asked: readonly [operator: string, value?: string | number]): string {
  const names = field.split('.');
  const payload: JsonObject = {};
  let at: JsonObject | Json[] = payload;
  for (const [index, name] of names.entries()) {
    const next = names[index + 1];
    const held: Json = next === undefined ? had : /^\d+$/.test(next) ? [] : {};
    if (Array.isArray(at)) at[Number(name)] = held;
    else at[name] = held;
    if (next !== undefined) at = held as JsonObject | Json[];
  }
  return lineFor(`context.${field}`, payload, ...asked);
}

function lineFor(field: string, payload: JsonObject, operator: string, value?: string | number): string {
  const rule: Rule = value === undefined ? ['start', field, operator] : ['start', field, operator, value];
  const definition = oneChoice({}, { branches: { pass: branch(group('and', rule)) } }, { purpose: 'tenant' });
  const { applicant = {}, ...rest } = payload;
  const { request } = letterOf({ definition, applicant: applicant as JsonObject, payload: rest });
  return (request?.decided.reasons ?? [])
    .map(({ text }) => text)
    .join(' | ')
    .replace('Information in your application: ', '');
}

// Rules: 10.23.23
describe('a span in a name says of when the value is, and is no unit of it', () => {
  test.each([
    ['bank.nsf_fees_last_90_days', 'bank NSF fees in the last 90 days, 4 (required: less than 2)'],
    ['applicant.accidents_last_3_years', 'accidents in the last 3 years, 4 (required: less than 2)'],
    ['applicant.moves_past_months', 'moves past months, 4 (required: less than 2)'],
    ['applicant.number_of_days', 'number of days, 4 (required: less than 2)'],
    ['applicant.overdraftsLast12Mo', 'overdrafts in the last 12 months, 4 (required: less than 2)'],
    ['applicant.latePayments90d', 'late payments 90 days, 4 (required: less than 2)'],
    ['applicant.on_time_rent_pmts_12mo', 'on time rent payments 12 months, 4 (required: less than 2)'],
    ['applicant.income_last_year', 'income last year, 4 (required: less than 2)'],
    ['applicant.term_mo', 'term, 4 months (required: less than 2 months)'],
    ['applicant.experience_in_years', 'experience in years, 4 (required: less than 2)'],
    ['applicant.rate_in_percent', 'rate, 4% (required: less than 2%)'],
  ])('%s', (field, line) => {
    expect(lineOf(field, 4, 'less_than', 2)).toBe(line);
  });

  // Whatever the span, no value has its unit.
  test.each(['last', 'past', 'prior', 'previous', 'next', 'in', 'per', 'within'])('%s', (word) => {
    for (const unit of ['days', 'months', 'years']) {
      for (const number of ['', '_3', '_24']) {
        const line = lineOf(`applicant.visits_${word}${number}_${unit}`, 4, 'less_than', 2);
        expect(line).toMatch(/, 4 \(required: less than 2\)$/);
      }
    }
  });
});

// Rules: 10.23.24
describe('numbers are grouped, but for years and codes', () => {
  test.each([
    ['loan.amount', 2500, 'greater_than_or_equal', 5000, 'loan amount, $2,500 (required: at least $5,000)'],
    ['vehicle.modelYear', 2013, 'greater_than_or_equal', 2015, 'vehicle model year, 2013 (required: 2015 or later)'],
    ['property.year_built', 1920, 'greater_than', 1950, 'property year built, 1920 (required: after 1950)'],
    ['vehicle.year', 2024, 'less_than_or_equal', 2020, 'vehicle year, 2024 (required: 2020 or earlier)'],
    ['vehicle.model_yr', 2010, 'greater_than', 2015, 'vehicle model year, 2010 (required: after 2015)'],
    ['boat.built', 1990, 'greater_than_or_equal', 2000, 'boat built, 1990 (required: 2000 or later)'],
    ['applicant.experience_year', 3, 'greater_than_or_equal', 5, 'experience year, 3 (required: at least 5)'],
    [
      'applicant.income_tax_year',
      52_000,
      'greater_than',
      60_000,
      'income tax year, 52,000 (required: more than 60,000)',
    ],
    ['collateral.value_k_usd', 200, 'greater_than', 220, 'collateral value k usd, 200 (required: more than 220)'],
    ['vehicle.price_usd_cents', 200_000, 'less_than', 150_000, 'vehicle price, $2,000 (required: less than $1,500)'],
    ['vehicle.year', 2024, 'less_than', 2020, 'vehicle year, 2024 (required: before 2020)'],
    ['vehicle.year', 2024, 'equals', 2020, 'vehicle year, 2024 (required: 2020)'],
    ['business.naics', 71_321, 'less_than', 70_000, 'business NAICS, 71321 (required: less than 70000)'],
    ['order.total_cents', 129_950, 'less_than_or_equal', 120_000, 'order total, $1,299.50 (required: at most $1,200)'],
    ['applicant.evictions_count', 2, 'equals', 0, 'number of evictions, 2 (required: none)'],
    ['household.pet_count', 2, 'less_than', 1, 'household pet count, 2 (required: none)'],
  ])('%s %j %s %j', (field, had, operator, limit, line) => {
    expect(lineOf(field, had, operator, limit)).toBe(line);
  });
});

describe('words of names', () => {
  test.each([
    ['loan.ltv', 1.1, 'loan-to-value ratio, 1.1 (required: less than 1)'],
    ['employment.employment_gap_months', 3, 'employment gap, 3 months (required: less than 1 month)'],
    ['references.0.rating', 2, 'references rating, 2 (required: less than 1)'],
    ['applicant.w2_income', 2, 'W-2 income, 2 (required: less than 1)'],
    ['applicant.section8_share', 2, 'section 8 share, 2 (required: less than 1)'],
    ['applicant.commute_minutes', 2, 'commute in minutes, 2 (required: less than 1)'],
    ['vehicle.odometer_mi', 2, 'vehicle odometer in miles, 2 (required: less than 1)'],
    ['application.incomeMonthlyUsd', 2, 'application monthly income, $2 (required: less than $1)'],
    ['applicant.inc_mo_usd', 2, 'monthly income, $2 (required: less than $1)'],
    ['debts.total_monthly', 2, 'debts total monthly amount, 2 (required: less than 1)'],
    ['applicant.mos_at_residence', 2, 'months at residence, 2 (required: less than 1)'],
    ['unit.sqft', 2, 'unit square feet, 2 (required: less than 1)'],
    ['velocity.applications_24h', 2, 'velocity applications 24 hours, 2 (required: less than 1)'],
    ['applicant.i9_gaps', 2, 'I-9 gaps, 2 (required: less than 1)'],
    ['applicant.num_pets', 2, 'number of pets, 2 (required: less than 1)'],
  ])('%s', (field, had, line) => {
    expect(lineOf(field, had, 'less_than', 1)).toBe(line);
  });
});

/* A condition on a text's beginning whose text is a number gave no reason, and so no letter. */
test.each(['starts_with', 'ends_with', 'contains'])('a text that %s a number is a reason by its label', (operator) => {
  expect(lineOf('property.zip', '10001', operator, '606')).toBe('property zip');
  expect(lineOf('unit.name', 'B-12', operator, '7')).toBe('unit name');
});

describe('dates', () => {
  const BEFORE = ['less_than', '2025-10-01'] as const;
  test.each([
    ['applicant.last_late_payment_on', 'last late payment date'],
    ['applicant.retired_on', 'retirement date'],
    ['application.submitted_at', 'application submission date'],
    ['kyc.verified_at', 'KYC verification date'],
    ['listing.opened_at', 'listing opening date'],
    ['applicant.moved_in_on', 'move-in date'],
    ['applicant.moveInDate', 'move-in date'],
  ])('%s', (field, label) => {
    expect(lineOf(field, '2026-01-01', ...BEFORE)).toBe(`${label}, January 1, 2026 (required: before October 1, 2025)`);
    // What was not sent is no other field.
    expect(lineOf(field, null, ...BEFORE)).toBe(`${label}, not provided (required: before October 1, 2025)`);
  });

  test('what is no date is not called one', () => {
    expect(lineOf('applicant.add_on', true, 'is_false')).toBe('add on, yes (required: no)');
    expect(lineOf('applicant.looked_at', 3, 'less_than', 2)).toBe('looked at, 3 (required: less than 2)');
  });

  // Rules: 10.23.24
  test.each([
    ['max', 'latest', 'before October 1, 2023', 'less_than', '2023-10-01'],
    ['min', 'earliest', 'before October 1, 2023', 'less_than', '2023-10-01'],
  ] as const)('of a list the %s is the %s', (figure, word, words, operator, limit) => {
    const priorAddresses = [{ moved_in_on: '2025-06-01' }, { moved_in_on: '2024-02-10' }];
    const line = lineFor(
      `applicant.priorAddresses.${figure}.moved_in_on`,
      { applicant: { priorAddresses } },
      operator,
      limit,
    );
    const day = figure === 'max' ? 'June 1, 2025' : 'February 10, 2024';
    expect(line).toBe(`${word} move-in date of the prior addresses, ${day} (required: ${words})`);
    const amounts = [{ owed: 5 }, { owed: 7 }];
    const ofAmounts = lineFor(`applicant.debts.${figure}.owed`, { applicant: { debts: amounts } }, 'less_than', 1);
    expect(ofAmounts).toContain(figure === 'max' ? 'highest owed of the debts, 7' : 'lowest owed of the debts, 5');
  });
});

// Rules: 10.23.16
test.each([
  ['applicant.dispatch_years', 'many', 'dispatch years'],
  ['applicant.dispatch_years', 7, 'dispatch, 7 years (required: 10 years)'],
  ['applicant.monthly_usd', 'much', 'monthly amount'],
])('%s, %j: %s', (field, had, line) => {
  expect(lineOf(field, had, 'equals', typeof had === 'number' ? 10 : 'enough')).toBe(line);
});

describe('a figure of a list', () => {
  const { dictionary } = dictionaryIn({
    'asmt.certs': { type: 'list', label: 'Certificates of first aid' },
    'asmt.certs.hrs': { type: 'number', label: 'Hours of the course' },
    'asmt.certs.fee': { type: 'number', label: 'Fee', unit: 'USD' },
  });
  // Rules: 10.23.25
  test.each([
    ['context.asmt.certs.count', 'number of certificates of first aid'],
    ['context.asmt.certs.max.hrs', 'highest hours of the course of the certificates of first aid'],
    ['context.asmt.certs.sum.pts', 'total points of the certificates of first aid'],
  ])('is named by what the account calls the list and its member: %s', (field, label) => {
    expect(labelOf({ field, items: 2 }, undefined, dictionary).label).toBe(label);
  });

  // Rules: 10.23.25
  test('has the unit of its member', () => {
    const trace = { field: 'context.asmt.certs.sum.fee', items: 2 };
    expect(unitOfCondition(trace, undefined, undefined, dictionary)).toBe('USD');
  });

  test('is printed to nobody if its member is declared as an age', () => {
    const named = dictionaryIn({
      'crew.since': { type: 'number', label: 'Age of the sailor', kind: 'age' },
    }).dictionary;
    const trace = { field: 'context.crew.max.since', items: 2, actual: 44 };
    expect(statedOf(trace, undefined, named)).toEqual({ value: null, is_withheld: true });
    expect(statedOf(trace, undefined)).toEqual({ value: 44 });
  });
});
