import { describe, expect, test } from '../../support/jest.ts';
import { decisions } from './support/decided.ts';

describe('a policy that asks a person', () => {
  test.each([
    'Ask a human when the score is from 600 to 679.',
    'If the score is from 600 to 679, ask a person to decide.',
    'Ask a reviewer if the score is at least 600 and the score is at most 679.',
  ])('%s', (sentence) => {
    const prompt = `Approve scores of 680 or more. ${sentence} Deny the rest.`;
    expect(decisions(prompt, ['score=680', 'score=679', 'score=599'])).toEqual(['approved', 'review', 'denied']);
  });

  test('sends everybody else to review by it', () => {
    const prompt = 'Approve scores of 680 or more. Otherwise, ask a human.';
    expect(decisions(prompt, ['score=680', 'score=679'])).toEqual(['approved', 'review']);
  });

  test.each(['Ask a human for pay stubs if the score is below 600.', 'Ask the applicant if the score is below 600.'])(
    'refuses: %s',
    (sentence) => {
      expect(decisions(`${sentence} Approve the rest.`, [''])).toEqual(expect.any(String));
    },
  );
});
