import { describe, expect, test } from '../../support/jest.ts';
import { nearestForms } from '../../../core/drafts/nearest.ts';
import { generate } from '../../../core/policies/generation.ts';
import type { Suggestion } from '../../../core/rules/generation.ts';

const formsOf = (text: string): readonly Suggestion[] => nearestForms({ text });
const said = (text: string): [string, readonly string[]][] =>
  formsOf(text).map(({ text: form, left_out: leftOut }) => [form, leftOut]);

// Rules: 2.6.19
describe('the nearest forms of a sentence that is not read', () => {
  test.each([
    ['Folks having a score below 600 get rejected', [['Deny if the credit score is less than 600', ['Folks']]]],
    [
      'Scores under 600 get the boot',
      [
        ['Deny if the credit score is less than 600', ['boot']],
        ['Send to human review if the credit score is less than 600', ['boot']],
        ['Approve if the credit score is less than 600', ['boot']],
      ],
    ],
    ['Deny recent evictions', [['Deny if the number of evictions is more than 0', ['recent']]]],
    [
      'Deny if the co-applicant has an eviction',
      [['Deny if the number of evictions is more than 0', ['co-applicant']]],
    ],
    ['Less than 2x? Denied', [['Deny if the income to rent ratio is less than 2', []]]],
    [
      'No evictions, ever',
      [
        ['Deny unless the number of evictions is 0', ['ever']],
        ['Send to human review unless the number of evictions is 0', ['ever']],
        ['Approve if the number of evictions is 0', ['ever']],
      ],
    ],
    [
      "We won't fund a borrower making less than $1,800 a month",
      [
        ['Deny if the monthly income is less than $1,800', ["won't", 'making']],
        ['Send to human review if the monthly income is less than $1,800', ["won't", 'making']],
        ['Approve if the monthly income is less than $1,800', ["won't", 'making']],
      ],
    ],
    [
      'Having a dozen or more inquiries on file means a rejected application',
      [['Deny if the number of inquiries in the last 24 months is at least 12', ['on', 'means']]],
    ],
  ])('%s', (text, expected) => {
    expect(said(text)).toEqual(expected);
  });

  test.each([
    ['Deny if score is 650', ['Deny if the credit score is less than 650']],
    ['Approve if score is 650', ['Approve if the credit score is at least 650']],
    [
      'Deny when utilization hits 95 percent',
      ['Deny if the credit utilization is more than 95%', 'Deny if the credit utilization is at most 95%'],
    ],
  ])('a figure without a comparison bounds the side that is asked for, or either: %s', (text, expected) => {
    expect(said(text).map(([form]) => form)).toEqual(expected);
  });

  // Rules: 2.6.20
  test.each([
    ['a figure', 'Deny anyone with an eviction and 3 gizmos'],
    ['how two conditions are joined', 'Approve so long as utilization is below 30%; at least five tradelines'],
    ['which condition is whose', 'Ratio: 3.0 and up pass, 2.75 to 2.99 is our call, below 2.75 fail'],
    ['a bound', 'Gross monthly income must equal or exceed three times the rent'],
    ['a time', 'Deny if the last eviction was over 3 years ago'],
    ['all of it', 'Deny women'],
    ['what was rude', 'Deny anyone who was rude on the tour or showed up 15 minutes late'],
  ])('there is none that would lose %s', (_, text) => {
    expect(said(text)).toEqual([]);
  });

  test('each is read as what it says, and by nothing else', () => {
    const sentences = ['Folks having a score below 600 get rejected', 'Deny recent evictions', 'Deny if score is 650'];
    for (const sentence of sentences)
      for (const { text, read_as: readAs } of formsOf(sentence)) {
        const prompt = `${text}. Send everyone else to human review.`;
        const answer = generate({ prompt, useCase: 'tenant_screening', now: Date.parse('2026-01-05') });
        expect([text, answer.ok && answer.explanation.sentences[0]?.read_as]).toEqual([text, readAs]);
      }
  });
});
