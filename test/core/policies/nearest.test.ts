import { readFileSync } from 'node:fs';
import { specsIn } from '../../../core/fields/spec.ts';
import { fieldNouns } from '../../../core/policies/field-nouns.ts';
import { numbersIn } from '../../../core/policies/numbers.ts';
import { readPrompt } from '../../../core/policies/read.ts';
import { readWords } from '../../../core/policies/words.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { nearestForms, NO_RULE } from '../../../core/policies/nearest/index.ts';
import { generate } from '../../../core/policies/generation.ts';
import type { Suggestion } from '../../../core/rules/generation.ts';

const isForm = ({ text }: Suggestion): boolean => text !== '';
const formsOf = (text: string): readonly Suggestion[] => nearestForms({ text }).filter(isForm);
const said = (text: string): [string, readonly string[]][] =>
  formsOf(text).map(({ text: form, left_out: leftOut }) => [form, leftOut]);
const textsOf = (text: string): string[] => formsOf(text).map((form) => form.text);

// Rules: 2.6.19
describe('the nearest forms of a sentence that is not read', () => {
  test.each([
    ['Less than 2x? Denied', [['Deny if the income to rent ratio is less than 2', []]]],
    ['Two evictions at most', [['Deny unless the number of evictions is at most 2', []]]],
    [
      'Deny if utilization somehow climbs above 95%',
      [['Deny if the credit utilization is more than 95%', ['somehow climbs']]],
    ],
    ['We require 18 months of established credit', [['Deny if the credit history length is less than 18 months', []]]],
    [
      'Folks having a score below 600 get rejected',
      [
        ['Send to human review if the credit score is less than 600', ['Folks having', 'get rejected']],
        ['Deny if the credit score is less than 600', ['Folks having', 'get']],
      ],
    ],
    [
      'Scores under 600 get the boot',
      [
        ['Send to human review if the credit score is less than 600', ['get the boot']],
        ['Deny if the credit score is less than 600', ['get the boot']],
      ],
    ],
    [
      'No evictions, ever',
      [
        ['Send to human review unless the number of evictions is 0', ['ever']],
        ['Deny unless the number of evictions is 0', ['ever']],
        ['Approve if the number of evictions is 0', ['ever']],
      ],
    ],
  ])('%s', (text, expected) => {
    expect(said(text)).toEqual(expected);
  });

  test.each([
    ['Deny if score is 650', ['Deny if the credit score is less than 650']],
    ['Approve if score is 650', ['Approve if the credit score is at least 650']],
    ['Deny when utilization hits 95 percent', ['Deny if the credit utilization is more than 95%']],
  ])('a figure without a comparison bounds the side that is asked for: %s', (text, expected) => {
    expect(textsOf(text)).toEqual(expected);
  });

  // Rules: 2.6.19
  test.each([
    [
      'conditions of what is asked for',
      'A 650 score and income of three times rent together get a same-day offer',
      'Deny if the credit score is less than 650 or the income to rent ratio is less than 3',
    ],
    [
      'two figures of one thing',
      'Scores under 680 but over 600 go to a loan officer',
      'Deny if the credit score is more than 600 and the credit score is less than 680',
    ],
    [
      'several decisions',
      'Auto decline below 560, auto accept above 720',
      'Deny if the credit score is less than 560. Approve if the credit score is more than 720',
    ],
    [
      'two wishes of one thing',
      "We'd like a score of 700, but we'll talk to anyone at 650 and up",
      'Approve if the credit score is at least 700. Send to human review if the credit score is at least 650 and the credit score is less than 700',
    ],
    [
      'everybody else',
      'Six months on the job minimum, else refer to underwriting',
      'Approve if the employment length is at least 6 months. Otherwise, send to human review',
    ],
    [
      'a time',
      'Eviction filed 3 years ago or less: decline',
      'Deny if the applicant has an eviction in the last 3 years',
    ],
    [
      'how many in a time',
      'Not more than 1 late payment in 24 months',
      'Deny if the applicant has more than 1 late payment in the last 24 months',
    ],
    [
      'what records add up to',
      'Collections adding up to over $1,000: decline',
      'Deny if the collection balance is more than $1,000',
    ],
    [
      'a share',
      'Decline where rent would be more than 35% of their income',
      'Deny if the rent is more than 35% of the monthly income',
    ],
    ['a related word', 'Employment of 12+ months is wanted', 'Deny unless the employment length is at least 12 months'],
    ['a state', 'Decline where the identity check came back failed', 'Deny if the overall result is "not_verified"'],
    ['what is not known', 'No credit score, no approval', 'Deny if the credit score is not known'],
    ['two words of one name', 'Minimum trade lines required: 2', 'Deny if the number of tradelines is less than 2'],
  ])('say %s: %s', (_, text, expected) => {
    const [first] = textsOf(text).filter((form) => !/^Send to human review (?:if|unless) [^.]*$/.test(form));
    expect(first).toBe(expected);
  });

  // Rules: 2.6.20
  test('name another condition that they leave out', () => {
    const [, second] = formsOf('Approve so long as utilization is below 30%; at least five gizmos');
    expect(second?.text).toBe('Approve if the credit utilization is less than 30%');
    expect(second?.left_out.join(' … ')).toContain('at least five gizmos');
  });

  // Rules: 2.6.33
  test.each([
    ['no lower than', 'Income has to be no lower than 3x rent'],
    ['cannot go over', 'Utilization cannot go over 80%'],
    ['never', 'Utilization should never go over 80%'],
  ])('deny the side that is held against somebody, whatever "%s" says', (_, text) => {
    const [, second] = formsOf(text);
    expect(second?.text).toMatch(/^Deny if .* is (?:less than 3|more than 80%)$/);
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
      'Send to human review if the income to rent ratio is less than 3',
      'Deny if the income to rent ratio is less than 3',
      'Approve if the income to rent ratio is at least 3',
    ]);
  });

  // Rules: 2.6.20
  test('join conditions in either way where both words join them', () => {
    expect(said('Deny applicants: evictions and felonies or a score below 500').map(([form]) => form)).toEqual(
      ['and', 'or'].map(
        (word) =>
          `Deny if the number of evictions is more than 0 ${word} the number of felonies is more than 0 ${word} the credit score is less than 500`,
      ),
    );
  });

  // Rules: 2.6.36
  test('no word that takes a decision back leaves that decision the first one', () => {
    const sentences = [
      'deny evictions',
      'we decline anyone with a felony',
      'evictions are denied',
      'a score below 600 : reject',
      'approve scores of at least 700',
      'bankruptcies are accepted',
      'deny if there is an eviction',
    ].map((text) => text.split(' '));
    const polar = ['not', 'no', 'unless', 'only', 'without', 'never', 'nobody'];
    const unknown = ['seldom', 'welcome', 'glorp', 'no need to', 'few', 'we used to'];
    let tried = 0;
    for (const words of sentences)
      for (const [at] of [...words, ''].entries())
        for (const word of [...polar, ...unknown]) {
          const text = [...words.slice(0, at), word, ...words.slice(at)].join(' ');
          const behindIf = words.indexOf('if');
          const isNarrowing = behindIf >= 0 && at > behindIf + 1 && unknown.includes(word);
          const isRead = readPrompt(text).sentences.every(({ ways }) => ways.length > 0);
          const forms = isRead || isNarrowing ? [] : nearestForms({ text });
          if (forms.length === 0) continue;
          tried += 1;
          const [first] = forms;
          expect([text, first?.text.startsWith('Send to human review'), forms.at(-1)]).toEqual([text, true, NO_RULE]);
        }
    expect(tried).toBeGreaterThan(150);
  });

  // Rules: 2.6.36
  test.each([
    'Felons are welcome',
    'No need to decline for a bankruptcy',
    'Deny nobody for an eviction',
    'An eviction does not bother us',
    'No evictions are accepted',
    'Evictions denied?',
    'A conviction is not an automatic bar to employment',
    'Pending charges alone shall not lead to denial',
  ])('that no rule is made is offered, too: %s', (text) => {
    const forms = nearestForms({ text });
    expect([forms[0]?.text.startsWith('Send to human review'), forms.at(-1)]).toEqual([true, NO_RULE]);
  });

  // Rules: 2.6.36
  test.each(['A guarantor with 700', 'A guarantor at 700 is needed', 'We want a co-signer of at least 700'])(
    'a figure without a name is of nobody else than the applicant: %s',
    (text) => {
      expect(nearestForms({ text })).toEqual([]);
    },
  );

  // Rules: 2.6.36
  test.each([
    ['Two pay stubs or a letter', []],
    ['Rental history of 6 months is wanted', []],
    ['Renters insurance of $100,000 must be in place prior to that', []],
    ['Deny drug crimes within the prior seven years', 'employment'],
    ['Any eviction judgment from the past 7 yrs means denial', 'more than 7'],
  ])('no measure is made of half of another name: %s', (text, wrong) => {
    const texts = textsOf(text);
    if (typeof wrong === 'string') expect(texts.join(' ')).not.toContain(wrong);
    else expect(texts).toEqual(wrong);
  });

  // Rules: 2.6.30
  test.each([
    ['what nobody knows', 'Deny women'],
    ['what was rude', 'Deny anyone who was rude on the tour or showed up 15 minutes late'],
    ['what a figure is of', 'Debt ratio beyond 43% is dead on arrival'],
    ['the other side of a time', 'Deny if the last eviction was over 3 years ago'],
    ['the other side of a figure', 'Deny those with a score over 700'],
    ['a number of gizmos', 'Deny anyone with an eviction and 3 gizmos'],
  ])('are none of %s', (_, text) => {
    expect(said(text)).toEqual([]);
  });

  const figuresIn = (text: string): number[] => [
    ...numbersIn(readWords(text)).map(({ value }) => value),
    ...(/\bone\b/i.test(text) ? [1] : []),
    ...(/\btwice\b/i.test(text) ? [2] : []),
  ];
  const linesOf = (file: string): string[] =>
    readFileSync(new URL(file, import.meta.url), 'utf8')
      .split('\n')
      .filter(Boolean);
  const REFUSED = ['sentences-aside.txt', 'sentences-of-authors.txt', 'sentences-of-pages.txt'].flatMap(linesOf);

  // Rules: 2.6.19, 2.6.29, 2.6.30, 2.6.34
  test('are read without a doubt, invent no figure and turn no decision round, of every sentence that is refused', () => {
    for (const sentence of REFUSED) {
      // Years are said in months, and shares as multiples; a list that must be empty has 0 items.
      const own = figuresIn(sentence).flatMap((value) => [value, value * 12, value / 100]);
      for (const { text, left_out: leftOut } of formsOf(sentence)) {
        const { sentences, refusals } = readPrompt(text);
        const isSilent =
          refusals.every(({ isGap }) => isGap === true) && sentences.every(({ ways }) => ways.length > 0);
        const figures = figuresIn(text.replaceAll('"', ''));
        const invented = figures.filter(
          (value) =>
            !own.includes(value) &&
            value !== 0 &&
            !(value === 24 && / in the last 24 months is /.test(text)) &&
            !(value === 1 && / whose /.test(text)),
        );
        const said = figuresIn(`${text} ${leftOut.join(' ')}`.replaceAll('"', ''));
        const lost = (sentence.match(/\d[\d,]*(?:\.\d+)?/g) ?? [])
          .map((figure) => Number(figure.replaceAll(',', '')))
          .filter((value) => ![value, value * 12, value / 100].some((each) => said.includes(each)));
        const isDenied =
          /\b(?:den(?:y|ied)|declined?|reject(?:ed)?)\b/i.test(sentence) && !/\b(?:approv|accept|pass)/i.test(sentence);
        const turned =
          isDenied && !/n't|\b(?:not|no|never|unless|cannot)\b/i.test(sentence) && text.startsWith('Approve');
        expect([sentence, text, isSilent, invented, lost, turned]).toEqual([sentence, text, true, [], [], false]);
        if (own.length > 0)
          expect([sentence, text, figures.some((value) => own.includes(value))]).toEqual([sentence, text, true]);
      }
    }
  });

  // Rules: 2.6.19
  test.each([
    ['kept aside', 'sentences-aside.txt', 47],
    ['of authors', 'sentences-of-authors.txt', 52],
    ['of public pages', 'sentences-of-pages.txt', 40],
  ])('there is one for most of the sentences that were %s', (_, file, least) => {
    expect(linesOf(file).filter((sentence) => formsOf(sentence).length > 0).length).toBeGreaterThanOrEqual(least);
  });

  const OWN = fieldNouns(
    specsIn({
      'applicant.dogs': { type: 'integer', label: 'Number of dogs', unit: 'count' },
      'applicant.ltv': { type: 'number', label: 'Loan to value', unit: 'percent' },
      'applicant.down': { type: 'number', label: 'Down payment', unit: 'USD' },
      'applicant.driving': { type: 'integer', label: 'Driving experience', unit: 'months' },
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
      'More than two dogs are not for us',
      [
        'Send to human review if the number of dogs is more than 2',
        'Deny if the number of dogs is more than 2',
        'Deny unless the number of dogs is more than 2',
        'Approve if the number of dogs is more than 2',
      ],
    ],
    [
      'Candidates need at least 24 months of experience behind the wheel',
      [
        'Send to human review unless the driving experience is at least 24 months',
        'Deny unless the driving experience is at least 24 months',
        'Approve if the driving experience is at least 24 months',
      ],
    ],
    [
      'Deny when the down payment hits $900',
      ['Deny if the down payment is more than $900', 'Deny if the down payment is at most $900'],
    ],
    [
      'The down payment must exceed $2,000',
      [
        'Send to human review unless the down payment is more than $2,000',
        'Deny unless the down payment is more than $2,000',
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
    expect(
      nearestForms({ text }, OWN)
        .filter(isForm)
        .map((form) => form.text),
    ).toEqual(forms);
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
