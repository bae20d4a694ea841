import { describe, expect, test } from '../../support/jest.ts';
import { draftOf, type DraftAnswer } from '../../../core/drafts/index.ts';
import { numbersInNone } from '../../../core/drafts/held.ts';
import { unquotedIn } from '../../../core/drafts/quoted.ts';
import type { WrittenCondition, WrittenRule } from '../../../core/drafts/form.ts';

/* Sentences and numbers of a policy that are in no rule of a model. */

function drafted(prompt: string, rules: readonly WrittenRule[], remarks: readonly string[] = []) {
  const answer: DraftAnswer = { rules, not_expressed: [], ambiguous: [], remarks };
  const draft = draftOf(answer, prompt);
  expect(draft.errors).toEqual([]);
  return draft;
}
const rule = (quote: string, when: WrittenCondition | null, also: readonly string[] = []): WrittenRule => ({
  ...{ quote, also, when },
  decision: when === null ? 'approve' : 'deny',
});
const score = (operator: 'less_than' | 'less_than_or_equal', value: number): WrittenCondition => ({
  ...{ field: 'credit_report.score', operator, value },
});

describe('sentences in no rule', () => {
  const unquoted = (prompt: string, rules: readonly WrittenRule[], remarks: readonly string[] = []) =>
    unquotedIn(prompt, drafted(prompt, rules, remarks)).map(({ text, part }) => `${part}: ${text}`);

  // Rules: 2.6.14
  test('are listed with what is left beside the quotes of the others, line by line and sentence by sentence', () => {
    const prompt =
      'RENTAL CRITERIA\n- Score below 600: no, sorry.\n- Pets: two at most. Call us!\nThe rest is approved.';
    const rules = [rule('Score below 600: no', score('less_than', 600)), rule('rest is approved', null)];
    expect(unquoted(prompt, rules)).toEqual([
      'sentence: RENTAL CRITERIA',
      'rest: sorry',
      'sentence: Pets: two at most',
      'sentence: Call us',
    ]);
  });

  test('are remarks by their words, whatever their number, and a number alone is none', () => {
    const prompt = '9.1 We are a family business.\n9.2 Deny below 600.\nThe rest is approved.';
    const rules = [rule('Deny below 600', score('less_than', 600)), rule('The rest is approved', null)];
    expect(unquotedIn(prompt, drafted(prompt, rules, ['We are a family business']))).toEqual([
      { text: '9.1 We are a family business', offset: 0, part: 'sentence', is_remark: true },
    ]);
  });

  test('are none where every word is in a quote, or in another span of a rule', () => {
    const prompt = 'Declined are:\n- scores below 600\nThe rest is approved.';
    const rules = [
      rule('scores below 600', score('less_than', 600), ['Declined are']),
      rule('The rest is approved', null),
    ];
    expect(unquoted(prompt, rules)).toEqual([]);
  });
});

describe('numbers in no rule', () => {
  const left = (words: string, when: WrittenCondition, also: readonly string[] = []) =>
    numbersInNone(`${words}. Approve the rest.`, drafted(`${words}. Approve the rest.`, [rule(words, when, also)])).map(
      ({ text }) => text,
    );
  const felonies = (operator: 'greater_than' | 'greater_than_or_equal', value: number): WrittenCondition => ({
    ...{ field: 'criminal_background.felony_count', operator, value },
  });
  const records = (months: number): WrittenCondition => ({
    field: 'criminal_background.records.count',
    where: [{ field: 'months_since_offense', operator: 'less_than', value: months }],
    ...{ operator: 'greater_than', value: 0 },
  });
  const rent = (times: number): WrittenCondition => ({
    ...{ field: 'income_verification.rent_usd', operator: 'greater_than' },
    value_from: { field: 'income_verification.monthly_income_usd', times },
  });

  // Rules: 2.6.14
  test.each<[string, WrittenCondition]>([
    ['Deny below 600', score('less_than', 600)],
    ['Deny 599 and lower', score('less_than', 600)],
    ['Deny more than two felonies', felonies('greater_than_or_equal', 3)],
    ['Deny three felonies or more', felonies('greater_than', 2)],
    ['Deny records of the last 7 years', records(84)],
    ['Deny if the rent is over 30% of the income', rent(0.3)],
    [
      'Deny two or more filings in 24 months',
      { field: 'eviction_history.filings_last_24_months', operator: 'greater_than', value: 1 },
    ],
    ['Deny two of the three', { at_least: 2, of: [felonies('greater_than', 0), score('less_than', 600), records(12)] }],
    ['Deny one who has a felony', felonies('greater_than', 0)],
  ])('are none in "%s"', (words, when) => {
    expect(left(words, when)).toEqual([]);
  });

  test.each<[string, WrittenCondition, string]>([
    ['Deny below 600', score('less_than', 640), '600'],
    ['Deny below six hundred', score('less_than', 640), 'six hundred'],
    ['Deny records of the last 7 years', records(36), '7'],
    ['Deny below 600 or a debt over $2,500', score('less_than', 600), '$2,500'],
    ['Deny two and a half', score('less_than', 600), 'two and a half'],
  ])('are listed in "%s" if its rule has another, or none', (words, when, number) => {
    expect(left(words, when)).toEqual([number]);
  });

  test('are listed where only another rule has them, in whose quotes they are not', () => {
    const prompt = 'Deny below 600. Deny debts over 600 dollars. Approve the rest.';
    const draft = drafted(prompt, [
      rule('Deny below 600', score('less_than', 600)),
      rule('Deny debts over 600 dollars', felonies('greater_than', 0)),
      rule('Approve the rest', null),
    ]);
    expect(numbersInNone(prompt, draft)).toEqual([{ text: '600', offset: prompt.lastIndexOf('600') }]);
  });
});
