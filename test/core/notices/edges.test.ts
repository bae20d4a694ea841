import { describe, expect, test } from '../../support/jest.ts';
import { restsOnFreeText } from '../../../core/notices/insufficient.ts';
import { lackingReasons } from '../../../core/notices/lacking.ts';
import { statementText } from '../../../core/notices/decided/index.ts';
import type { DecidedReason } from '../../../core/notices/decided/types.ts';
import { branch, documentOf, group, oneChoice } from './letter-of.ts';

/* Letters at the edges of their rules: each was a change of the code that no other test noticed. */

const FACTORS = {
  key_factors: [{ code: null, text: 'High balances' }],
  score_minimum: 300,
  score_maximum: 850,
  scored_on: '2026-11-20',
};

// Rules: 10.22.2
test('that there were no score is asked for only if there is nothing else to say', () => {
  const none = ['credit', 'score', 'is_empty'] as const;
  const letter = (...rules: Parameters<typeof group>[1][]) =>
    documentOf({
      definition: oneChoice(
        { credit: 'credit_report' },
        { branches: { pass: branch(group('and', ...rules)) } },
        { purpose: 'tenant' },
      ),
      applicant: { first_name: 'Vera', savings: 2 },
      reports: { credit: { ...FACTORS, score: 700 } },
    }).reasons;
  expect(letter(none)).toHaveLength(1);
  expect(letter(none, ['start', 'applicant.savings', 'greater_than', 5])).toEqual([
    'Information in your application: savings, 2 (required: more than 5)',
  ]);
});

describe('an account that keeps its thresholds to itself', () => {
  const said = (than: object) =>
    statementText(
      {
        ...{ label: 'savings', of: 'application', unit: null, value: 2 },
        comparison: { is: 'required', operator: 'greater_than', value: 9, than: { label: 'rent', ...than } },
      },
      false,
    );
  // Rules: 11.4.2
  test('names what a value was compared with', () => expect(said({})).toContain('rent'));
  test('but not where that is not to be said', () => expect(said({ is_withheld: true })).not.toContain('rent'));
});

const reviewer = (text: string): DecidedReason => ({ kind: 'reviewer', code: null, text });
const factor: DecidedReason = {
  ...{ kind: 'factor', code: null, text: 'High balances' },
  source: { product_code: 'credit_report', read: { node_id: 'credit', visit: 1 }, field: 'score' },
};
const requestWith = (...reasons: DecidedReason[]) =>
  ({
    decided: { reasons, denialWithoutReasons: false, missingFactors: [] },
    extra_reason: null,
  }) as unknown as Parameters<typeof lackingReasons>[0];
const needsOf = (...reasons: DecidedReason[]) =>
  lackingReasons(
    requestWith(...reasons),
    'credit',
    reasons.map(({ text }) => text),
  ).needs;

describe("a reviewer's own words", () => {
  const NONE = 'Did not pass our scoring model';
  const SPECIFIC = 'The pay stubs are older than sixty days';

  // Rules: 10.26.6
  test('that are no reason wait for others, unless one of them is', () => {
    expect(needsOf(reviewer(NONE))).toBe('reasons');
    expect(needsOf(reviewer(NONE), reviewer(SPECIFIC))).toBeNull();
  });

  test('are not all that a letter rests on which has a factor of the score, with a code or without', () => {
    expect(restsOnFreeText(requestWith(reviewer(SPECIFIC)))).toBe(true);
    expect(restsOnFreeText(requestWith(reviewer(SPECIFIC), factor))).toBe(false);
  });
});
