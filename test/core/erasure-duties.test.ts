import { keptFor, type Keepable } from '../../core/erasures/duties.ts';
import { expect, test } from '../support/jest.ts';

const notice = (adverse_action: object) => ({ id: 'n', type: 'Action', action_type: 'AdverseAction', adverse_action });
const decided = (definition: readonly object[], at: string, more: Partial<Keepable> = {}): Keepable => ({
  ...{ definition: definition as Keepable['definition'], useCase: null, defaultPurpose: null, mode: 'live' },
  ...{ decidedAt: Date.parse(at) },
  ...more,
});
const until = (execution: Keepable, months = 0) =>
  keptFor(execution, months).map(({ rule, until: day }) => [rule, day]);

const CREDIT = [notice({ purpose: 'credit' })];
const hiring = (jurisdiction?: string) => [
  notice({ action_taken: 'adverse_employment', ...(jurisdiction === undefined ? {} : { jurisdiction }) }),
];

test('a period is over at the end of its last day, where letters are written', () => {
  expect(until(decided(CREDIT, '2026-03-02T12:00:00Z'))).toEqual([['credit', '2028-04-03T04:00:00.000Z']]);
});

test('a month that is too short ends the period with its last day', () => {
  expect(until(decided(hiring('US-TX'), '2024-02-29T12:00:00Z'))).toEqual([['employment', '2025-03-01T05:00:00.000Z']]);
});

// Rules: 23.2.1
test('a place counts by its state, and a cascade that names none may be about any', () => {
  const rules = (place?: string) => until(decided(hiring(place), '2026-03-02T12:00:00Z')).map(([rule]) => rule);
  expect(rules('US-TX')).toEqual(['employment']);
  expect(rules('US-CA-037')).toEqual(['employment_california', 'employment']);
  expect(rules('US-CO')).toEqual(['employment_colorado', 'employment']);
  expect(rules()).toEqual(['employment_colorado', 'employment_california', 'employment']);
});

// Rules: 23.2.2
test('tenants are kept by the choice of the account alone', () => {
  const tenant = decided([notice({ purpose: 'tenant' })], '2026-03-02T12:00:00Z');
  expect(until(tenant)).toEqual([]);
  expect(until(tenant, 60)).toEqual([['claims', '2031-03-03T05:00:00.000Z']]);
});

test('the use case says what a cascade without notices is about, and else the default of the account', () => {
  const plain = decided([], '2026-03-02T12:00:00Z');
  expect(until({ ...plain, useCase: 'lending' }).map(([rule]) => rule)).toEqual(['credit']);
  expect(until({ ...plain, defaultPurpose: 'tenant' })).toEqual([]);
  expect(until({ ...plain, defaultPurpose: 'tenant', mode: 'test', useCase: 'lending' })).toEqual([]);
});
