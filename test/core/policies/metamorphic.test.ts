import { describe, expect, test } from '../../support/jest.ts';
import { differing } from '../../../core/rules/applicants.ts';
import { compilePolicy } from '../../../core/policies/compile.ts';
import type { Plan } from '../../../core/rules/plan.ts';

/** The plan, or the words of the refusal. */
function planOf(prompt: string): Plan | string {
  const result = compilePolicy(prompt, { useCase: 'tenant_screening', asOf: '2026-01-05' });
  return result.ok ? result.plan : result.details.map(({ message }) => message).join('\n');
}

function difference(a: string, b: string): unknown {
  const [one, other] = [planOf(a), planOf(b)];
  if (typeof one === 'string') return one;
  return typeof other === 'string' ? other : differing(one, other);
}

describe('the same policy in other words', () => {
  test.each([
    [
      'Approve if score is at least 650 and income is at least 3x rent. Deny the rest.',
      'Approve if income is at least 3x rent and score is at least 650. Deny the rest.',
    ],
    ['Approve if score is at least 650. Deny the rest.', 'Approve if score is no less than 650. Deny everyone else.'],
    [
      'Approve if score is at least 650. Deny the rest.',
      'Approve if the credit score is 650 or higher. Otherwise deny.',
    ],
    ['Deny if there is an eviction. Approve the rest.', 'Approve unless there is an eviction. Otherwise deny.'],
    [
      'Deny anyone with a felony or an eviction. Approve the rest.',
      'Deny anyone with an eviction or a felony. Everyone else is approved.',
    ],
    [
      'Deny if any of these apply:\n- a felony\n- more than one eviction\nApprove the rest.',
      'Deny anyone with a felony. Deny anyone with more than one eviction. Approve the rest.',
    ],
    ['Applicants must have a score of at least 620 and no evictions.', 'Minimum credit score: 620. No evictions.'],
    [
      'No evictions in the last two years. Minimum score 600.',
      'No evictions in the last 24 months. Minimum score 600.',
    ],
    [
      'Deny anyone with more than two late payments. Approve the rest.',
      'Deny anyone with three or more late payments. Approve the rest.',
    ],
    [
      'Deny anyone with a felony or an eviction. Approve the rest.',
      'Deny if at least one of these is true: a felony, an eviction. Approve the rest.',
    ],
    ...['Deny if there is an eviction, unless', 'Deny evictions, unless', 'Deny anyone with an eviction, unless'].map(
      (but) => [
        `${but} the score is over 700. Approve everyone else.`,
        'Deny if there is an eviction and not (the score is over 700). Approve everyone else.',
      ],
    ),
    ...[' unless', ', unless'].map((but) => [
      `Deny if there is an eviction and the score is below 600${but} the income is at least 5x rent. Approve everyone else.`,
      'Deny if there is an eviction, the score is below 600 and not (the income is at least 5x rent). Approve everyone else.',
    ]),
    [
      'Deny if (there is a felony or there is an eviction) unless the score is over 700. Approve everyone else.',
      'Deny if (there is a felony or there is an eviction) and not (the score is over 700). Approve everyone else.',
    ],
    [
      'Deny if the score is below 600 and there is a felony. Approve the rest.',
      'Approve if the score is at least 600 or the score is missing or there is no felony. Otherwise deny.',
    ],
    [
      'Approve if score >= 700, no evictions and no felonies. Review the rest.',
      'Approve if no felonies, score >= 700 and no evictions. Review the rest.',
    ],
  ])('%s = %s', (a = '', b = '') => {
    expect(difference(a, b)).toBeNull();
  });
});

describe('a word that says something is never dropped', () => {
  const POLICY = [
    'Deny',
    'anyone',
    'with',
    'an',
    'eviction',
    'or',
    'a',
    'credit',
    'score',
    'below',
    '600.',
    'Approve',
    'the',
    'rest.',
  ];
  const WORDS = [
    "landlord's",
    'former',
    'total',
    'spouse',
    'household',
    'medical',
    'rarely',
    'paid',
    'combined',
    'average',
    'stated',
    'not',
    'landlord',
    'guarantor',
  ];
  const original = planOf(POLICY.join(' '));

  test.each(WORDS)('%s, in every place', (word) => {
    if (typeof original === 'string') throw new Error(original);
    for (let at = 0; at <= POLICY.length; at += 1) {
      const plan = planOf(POLICY.toSpliced(at, 0, word).join(' '));
      if (typeof plan === 'string') continue;
      expect([word, at, differing(original, plan) === null]).toEqual([word, at, false]);
    }
  });
});
