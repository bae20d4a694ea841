import { describe, expect, test } from '../../support/jest.ts';
import type { JsonObject } from '../../../core/json.ts';
import { branch, group, letterOf, oneChoice, type Rule } from './letter-of.ts';

/* Tiers: approved, approved on other terms, a person, denied. An offer is told what would have made it an approval. */
const OFFER = 690;
const when = (...rules: readonly Rule[]): object => branch(group('and', ...rules));
const score = (least: number): Rule => ['credit', 'score', 'greater_than_or_equal', least];
const choice = (id: string, branches: object, steps: JsonObject): object => ({
  id,
  type: 'IfElse',
  branches,
  ...steps,
});
const notice = (id: string, action_taken: string): object => ({
  id,
  type: 'Action',
  action_type: 'AdverseAction',
  adverse_action: {
    ...{ action_taken, recipient: 'dana@example.com', send_strategy: 'auto_send', purpose: 'tenant' },
    ...(action_taken === 'other_action' ? { statement: 'We can rent to you with a deposit of two months.' } : {}),
  },
});

function tiers(first: readonly object[]): readonly object[] {
  return [
    { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
    { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['first'] },
    ...first,
    choice('third', { human_review: when(score(600)) }, { human_review_steps: ['approve'], fail_steps: ['decline'] }),
    { id: 'approve', type: 'Action', action_type: 'Approve' },
    notice('deposit', 'other_action'),
    notice('decline', 'denied'),
  ];
}

function fieldsOf(definition: readonly object[], value: number): readonly (string | undefined)[] {
  const reports = { credit: { score: value, key_factors: [{ code: 'F1', text: 'Balances too high' }] } };
  const { request } = letterOf({ definition, reports, notice: 'deposit' });
  return (request?.decided.choices ?? []).map(({ node_id: id, better }) => `${id}: ${better.join()}`);
}

const SECOND = choice('second', { pass: when(score(660)) }, { pass_steps: ['deposit'], fail_steps: ['third'] });

describe('an offer on other terms', () => {
  test('is not explained by a worse value that would have led to a person', () => {
    const approved = choice('first', { pass: when(score(720)) }, { pass_steps: ['approve'], fail_steps: ['second'] });
    expect(fieldsOf(tiers([approved, SECOND]), OFFER)).toEqual(['first: pass']);
  });

  // Rules: 10.18.4
  test('is explained by the review, where nothing else leads past it', () => {
    const asked = choice(
      'first',
      { human_review: when(score(720)) },
      { human_review_steps: ['approve'], fail_steps: ['deposit'] },
    );
    expect(fieldsOf(tiers([asked]), OFFER)).toEqual(['first: human_review']);
  });
});

test('the day on which a licence was issued is stated: it identifies nobody', () => {
  const pass = when(['start', 'applicant.license_issued_on', 'less_than_or_equal', '2023-11-25']);
  const definition = oneChoice({}, { branches: { pass } }, { purpose: 'tenant' });
  const { request } = letterOf({ definition, applicant: { license_issued_on: '2025-02-01' } });
  expect(request?.decided.reasons.map(({ text }) => text)).toEqual([
    'Information in your application: license issue date, February 1, 2025 (required: on or before November 25, 2023)',
  ]);
});
