import type { FieldSpec, FieldSpecsJson } from '../../../core/fields/spec.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { labelOf, statedOf, unitOfCondition } from '../../../core/notices/decided/labels.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { branch, documentOf, group, oneChoice, type Rule } from './letter-of.ts';

/* How a line prints a value, by what is declared of it and of nothing else. Each was read aloud, and by an enemy. */

function lineOf(
  fields: FieldSpecsJson,
  field: string,
  payload: JsonObject,
  ...[operator, value]: readonly [operator: string, value?: string | number]
): string {
  const rule: Rule = value === undefined ? ['start', field, operator] : ['start', field, operator, value];
  const definition = oneChoice({}, { branches: { pass: branch(group('and', rule)) } }, { purpose: 'tenant' });
  return documentOf({ definition, payload, fields })
    .reasons.join(' | ')
    .replace('Information in your application: ', '');
}

const about = (spec: Partial<FieldSpec>, had: Json, operator: string, limit?: string | number): string =>
  lineOf({ zz: { type: 'number', label: 'Qux', kind: 'fact', ...spec } }, 'context.zz', { zz: had }, operator, limit);

// Rules: 10.23.24
describe('numbers are grouped, but for years and codes', () => {
  test.each([
    ['USD', 2500, 'greater_than_or_equal', 5000, 'qux, $2,500 (required: at least $5,000)'],
    ['cents', 129_950, 'less_than_or_equal', 120_000, 'qux, $1,299.50 (required: at most $1,200)'],
    ['calendar_year', 2013, 'greater_than_or_equal', 2015, 'qux, 2013 (required: 2015 or later)'],
    ['calendar_year', 1920, 'greater_than', 1950, 'qux, 1920 (required: after 1950)'],
    ['calendar_year', 2024, 'less_than_or_equal', 2020, 'qux, 2024 (required: 2020 or earlier)'],
    ['calendar_year', 2024, 'less_than', 2020, 'qux, 2024 (required: before 2020)'],
    ['calendar_year', 2024, 'equals', 2020, 'qux, 2024 (required: 2020)'],
    ['calendar_year', 3, 'greater_than_or_equal', 5, 'qux, 3 (required: at least 5)'],
    ['code', 71_321, 'less_than', 70_000, 'qux, 71321 (required: less than 70000)'],
    ['count', 2, 'equals', 0, 'qux, 2 (required: none)'],
    ['count', 2, 'less_than', 1, 'qux, 2 (required: none)'],
    [undefined, 52_000, 'greater_than', 60_000, 'qux, 52,000 (required: more than 60,000)'],
  ])('%s: %j %s %j', (unit, had, operator, limit, line) => {
    expect(about(unit === undefined ? {} : { unit }, had, operator, limit)).toBe(line);
  });
});

/* A condition on a text's beginning whose text is a number gave no reason, and so no letter. */
test.each(['starts_with', 'ends_with', 'contains'])('a text that %s a number is a reason by its label', (operator) => {
  expect(about({ type: 'text' }, '10001', operator, '606')).toBe('qux');
  expect(about({ type: 'text' }, 'B-12', operator, '7')).toBe('qux');
});

describe('a date', () => {
  const BEFORE = ['less_than', '2025-10-01'] as const;

  test('is printed in full, and where there is none it is not provided', () => {
    const asked = (had: Json) => about({ type: 'date' }, had, ...BEFORE);
    expect(asked('2026-01-01')).toBe('qux, January 1, 2026 (required: before October 1, 2025)');
    expect(asked(null)).toBe('qux, not provided (required: before October 1, 2025)');
  });

  // Rules: 10.23.24
  test.each([
    ['max', 'latest', 'June 1, 2026'],
    ['min', 'earliest', 'February 10, 2026'],
  ] as const)('of a list the %s is the %s', (figure, word, day) => {
    const list: FieldSpecsJson = {
      homes: { type: 'list', item: { one: 'home', many: 'homes' } },
      'homes.since': { type: 'date', label: 'Move-in date', kind: 'fact' },
    };
    const homes = [{ since: '2026-06-01' }, { since: '2026-02-10' }];
    expect(lineOf(list, `context.homes.${figure}.since`, { homes }, ...BEFORE)).toBe(
      `${word} move-in date of the homes, ${day} (required: before October 1, 2025)`,
    );
  });
});

describe('a figure of a list', () => {
  const { dictionary } = dictionaryIn({
    'asmt.certs': { type: 'list', label: 'Certificates of first aid' },
    'asmt.certs.hrs': { type: 'number', label: 'Hours of the course', kind: 'fact' },
    'asmt.certs.fee': { type: 'number', label: 'Fee', unit: 'USD', kind: 'fact' },
    'asmt.certs.holder': { type: 'number', label: 'Age of the holder', kind: 'age' },
  });
  // Rules: 10.23.25
  test.each([
    ['context.asmt.certs.count', 'number of certificates of first aid'],
    ['context.asmt.certs.max.hrs', 'highest hours of the course of the certificates of first aid'],
  ])('is named by what is declared of the list and its member: %s', (field, label) => {
    expect(labelOf({ field }, undefined, dictionary)).toEqual({ label, of: 'application' });
  });

  test('of a member that nobody declared has its path', () => {
    const label = { label: 'asmt.certs.sum.pts', of: 'undeclared' };
    expect(labelOf({ field: 'context.asmt.certs.sum.pts' }, undefined, dictionary)).toEqual(label);
  });

  // Rules: 10.23.25
  test('has the unit of its member', () => {
    expect(unitOfCondition({ field: 'context.asmt.certs.sum.fee' }, undefined, undefined, dictionary)).toBe('USD');
  });

  test('is printed to nobody if its member is declared as an age, or not at all', () => {
    const stated = (field: string) => statedOf({ field, actual: 44 }, undefined, dictionary);
    expect(stated('context.asmt.certs.max.hrs')).toEqual({ value: 44 });
    expect(stated('context.asmt.certs.max.holder')).toEqual({ value: null, is_withheld: true });
    expect(stated('context.asmt.certs.max.pts')).toEqual({ value: null, is_withheld: true });
  });
});
