import { readFileSync } from 'node:fs';
import { specsIn } from '../../../core/fields/spec.ts';
import { fieldNouns } from '../../../core/policies/field-nouns.ts';
import { readPrompt } from '../../../core/policies/read.ts';
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
    ['Deny when utilization hits 95 percent', ['Deny if the credit utilization is more than 95%']],
  ])('a figure without a comparison bounds the side that is asked for, or either: %s', (text, expected) => {
    expect(said(text).map(([form]) => form)).toEqual(expected);
  });

  // Rules: 2.6.20
  test.each([
    [
      'another rule',
      'Approve so long as utilization is below 30%; at least five tradelines',
      'at least five tradelines',
    ],
    [
      'another decision',
      'Income-to-rent ratio: 3.0 and up pass, 2.75 to 2.99 is our call, below 2.75 fail',
      '2.75 to 2.99',
    ],
    [
      'another measure',
      'A 650 score and income of three times rent together get a same-day approval',
      'three times rent',
    ],
  ])('that cannot say %s name it among what they leave out', (_, text, lost) => {
    const [first, ...others] = formsOf(text);
    expect(first?.left_out.join(' … ')).toContain(lost);
    for (const { left_out: leftOut } of others) expect(leftOut.length).toBeGreaterThan(0);
  });

  // Rules: 2.6.29
  test.each([
    'No one with a violent felony gets in',
    'Scores under 600 get the boot',
    'Nobody with evictions will be approved by us',
    'We need a co-signer if the length of employment is under 6 months',
    'A bankruptcy keeps folks from being approved',
  ])('approve nobody for what is held against them: %s', (text) => {
    for (const { text: form } of formsOf(text)) expect(form).not.toMatch(/^Approve if/);
  });

  // Rules: 2.6.29
  test.each(['Deny no one whose score beats 700', 'A score that tops 740 is never rejected'])(
    'deny nobody for what speaks for them: %s',
    (text) => {
      for (const { text: form } of formsOf(text)) expect(form).not.toMatch(/^Deny if .* (?:more than|at least)/);
    },
  );

  // Rules: 2.6.20
  test('bound a figure on either side where a word of its bound is not understood', () => {
    expect(said('Gross monthly income must equal or exceed three times the rent').map(([form]) => form)).toEqual([
      'Deny if the income to rent ratio is less than 3',
      'Send to human review if the income to rent ratio is less than 3',
      'Approve if the income to rent ratio is at least 3',
    ]);
  });

  // Rules: 2.6.20
  test('join conditions in either way where both words join them', () => {
    expect(said('Deny folks: evictions and felonies or a score below 500').map(([form]) => form)).toEqual(
      ['and', 'or'].map(
        (word) =>
          `Deny if the number of evictions is more than 0 ${word} the number of felonies is more than 0 ${word} the credit score is less than 500`,
      ),
    );
  });

  // Rules: 2.6.30
  test.each([
    ['what nobody knows', 'Deny women'],
    ['what was rude', 'Deny anyone who was rude on the tour or showed up 15 minutes late'],
    ['what a figure is of', 'Anything under a 550 is dead on arrival'],
    ['a time', 'Deny if the last eviction was over 3 years ago'],
    ['a number of gizmos', 'Deny anyone with an eviction and 3 gizmos'],
  ])('are none of %s', (_, text) => {
    expect(said(text)).toEqual([]);
  });

  /** Every figure and every known noun of the sentence is in the form, or among what it leaves out. */
  test('lose no figure of the sentences kept aside without saying so', () => {
    const aside = readFileSync(new URL('sentences-aside.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter(Boolean);
    let withForms = 0;
    for (const sentence of aside) {
      const forms = formsOf(sentence);
      withForms += forms.length > 0 ? 1 : 0;
      for (const { text, left_out: leftOut } of forms)
        for (const figure of sentence.match(/\d[\d,]*(?:\.\d+)?/g) ?? []) {
          const plain = (written: string) => written.replaceAll(/[^\d.]/g, ' ');
          const [value] = [Number(figure.replaceAll(',', ''))];
          const numbers = plain(`${text} ${leftOut.join(' ')}`.replaceAll(/(\d),(?=\d{3})/g, '$1'))
            .split(/\s+/)
            .map(Number);
          // Years are said in months.
          expect([sentence, text, leftOut, numbers.includes(value) || numbers.includes(value * 12)]).toEqual([
            ...[sentence, text, leftOut, true],
          ]);
        }
    }
    expect(withForms).toBeGreaterThanOrEqual(38);
  });

  const OWN = fieldNouns(
    specsIn({
      'applicant.dogs': { type: 'integer', label: 'Number of dogs', unit: 'count' },
      'applicant.ltv': { type: 'number', label: 'Loan to value', unit: 'percent' },
      'applicant.down': { type: 'number', label: 'Down payment', unit: 'USD' },
      'applicant.signed': { type: 'yes_no', label: 'Guarantor signed' },
    }),
  );

  // Rules: 2.6.19
  test.each([
    ['Deny if the number of dogs exceeds 2', ['Deny if the number of dogs is more than 2']],
    ['Deny if the number of dogs are more than 2', ['Deny if the number of dogs is more than 2']],
    ['Deny if the down payment is below 5000 dollars', ['Deny if the down payment is less than $5,000']],
    ['Deny if the down payment is below 5,000', ['Deny if the down payment is less than $5,000']],
    [
      'A person reviews if the loan to value is above 80%',
      ['Send to human review if the loan to value is more than 80%'],
    ],
    [
      'Someone should look if the loan to value exceeds 80',
      ['Send to human review if the loan to value is more than 80%'],
    ],
    [
      'Deny when the down payment hits $900',
      ['Deny if the down payment is more than $900', 'Deny if the down payment is at most $900'],
    ],
    [
      'The down payment must exceed $2,000',
      [
        'Deny unless the down payment is more than $2,000',
        'Send to human review unless the down payment is more than $2,000',
        'Approve if the down payment is more than $2,000',
      ],
    ],
    [
      'Deny applicants, guarantor signed',
      ['Deny if the guarantor signed is yes', 'Deny if the guarantor signed is no'],
    ],
    // A percentage is no sum.
    ['Deny if the down payment is below 10%', []],
  ])('are made of the fields of the account: %s', (text, forms) => {
    expect(nearestForms({ text }, OWN).map((form) => form.text)).toEqual(forms);
    for (const form of forms) expect(readPrompt(form, OWN).sentences.map(({ ways }) => ways.length)).toEqual([1]);
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
