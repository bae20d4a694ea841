import { describe, expect, test } from '../../support/jest.ts';
import { generate } from '../../../core/policies/generation.ts';
import { decisions } from './support/decided.ts';

const asked = (prompt: string) => generate({ prompt, useCase: 'tenant_screening', now: Date.parse('2026-01-05') });

describe("the product's own words", () => {
  // Rules: 2.6.21
  test('a policy may say which reports are pulled, what goes to human review and that a denial has its notice', () => {
    const prompt =
      'Pull a credit report. Approve if the score is at least 680. Send scores from 620 to 679 to human review. Otherwise decline with an adverse action notice.';
    expect(decisions(prompt, ['score=680', 'score=679', 'score=620', 'score=619'])).toEqual([
      'approved',
      'review',
      'review',
      'denied',
    ]);
    const answer = asked(prompt);
    expect(answer.ok && answer.explanation.sentences[0]).toEqual({
      text: 'Pull a credit report',
      offset: 0,
      decision: 'pull',
      node_ids: ['credit'],
      read_as: 'Pull credit report, before the rules that read it.',
    });
  });

  // Rules: 2.6.21
  test.each([
    ['Run a background check. Minimum score 600.', 'Run a background check'],
    ['Pull a credit report and an eviction report. Minimum score 600.', 'Pull a credit report and an eviction report'],
  ])('a report that no rule reads refuses the policy: %s', (prompt, quote) => {
    const answer = asked(prompt);
    expect(answer.ok ? [] : answer.errors).toEqual([
      { field: 'prompt', message: expect.stringContaining(`"${quote}" (at 0): No rule reads such a report`) },
    ]);
  });

  test('an approval has no adverse action notice', () => {
    expect(asked('Approve with an adverse action notice if the score is at least 600. Deny the rest.').ok).toBe(false);
  });

  test.each([
    'Send evictions to human review',
    'Send more than two late payments to review',
    'Send an eviction to review',
  ])('%s', (sentence) => {
    const answer = asked(`${sentence}. Approve everyone else.`);
    expect(answer.ok && answer.explanation.sentences[0]?.decision).toBe('review');
  });
});
