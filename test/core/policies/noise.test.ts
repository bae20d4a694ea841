import { expect, test } from '../../support/jest.ts';
import { decisions } from './support/decided.ts';

/* Words that were once left out of account wherever they stood: each means something there, or the sentence is refused. */
const RECORDS = [
  'a bankruptcy',
  'an eviction',
  'a charge',
  'a felony',
  'two evictions',
  'a bankruptcy in the last 3 years',
];
const NOW = ['currently', 'today', 'presently', 'right now'];

const refusedAll = (prompts: readonly string[], useCase?: string): void => {
  for (const prompt of prompts)
    expect([prompt, decisions(prompt, [''], useCase)]).toEqual([prompt, expect.any(String)]);
};

test.each(NOW)('"%s" of a record is no record at all times', (now) => {
  refusedAll(
    RECORDS.flatMap((record) =>
      [
        `Deny applicants who ${now} have ${record}`,
        `Deny if there is ${now} ${record}`,
        `Deny anyone ${now} with ${record}`,
        `Deny if they ${now} have ${record}`,
      ].map((said) => `${said}. Approve the rest.`),
    ),
  );
  refusedAll([
    `Deny applicants ${now} being evicted. Approve the rest.`,
    `Deny anyone ${now} in bankruptcy. Approve the rest.`,
  ]);
});

test('the first, the second, the last or an earlier one is none of all', () => {
  const measures = [
    'score must be at least 640',
    'income must be at least 3x rent',
    'monthly income must be at least $3,000',
  ];
  const records = ['eviction is denied', 'bankruptcy is denied', 'evictions are denied', 'felony is reviewed'];
  refusedAll(
    ['first', 'second', 'third', 'last', 'next'].flatMap((which) =>
      [`The ${which}`, `A ${which}`, which.replace(/^./, (letter) => letter.toUpperCase())].flatMap((one) =>
        [...measures, ...records].map((said) => `${one} ${said}. Review the rest.`),
      ),
    ),
  );
  refusedAll(
    ['previous', 'past', 'prior', 'former', 'earlier', 'old'].flatMap((which) =>
      ['The', 'A', 'Their', 'Any'].flatMap((article) => measures.map((said) => `${article} ${which} ${said}.`)),
    ),
  );
  for (const step of ['First, deny evictions', 'First deny evictions', 'First, deny scores below 600'])
    expect(decisions(`${step}. Approve the rest.`, ['', 'evictions=1 score=500'])).toEqual(['approved', 'denied']);
});

test.each(['once', 'formerly', 'previously', 'ever'])(
  'what somebody "%s" had or earned is asked by no report',
  (word) => {
    refusedAll([
      `The applicant must ${word} earn at least 3 times the rent.`,
      `Applicants must ${word} have a score of at least 600.`,
      `Self-employed applicants must ${word} have a score of at least 600. No evictions.`,
    ]);
  },
);

test.each(['a month', 'per month', 'monthly', 'each month', 'a year', 'per year', 'annually'])(
  'a sum that is no monthly one has none "%s"',
  (per) => {
    refusedAll(
      [
        `Decline a total balance over $5,000 ${per}`,
        `Decline collections over $500 ${per}`,
        `Decline a collections balance over $500 ${per}`,
        `Decline a score under 600 ${per}`,
        `Decline more than one eviction ${per}`,
        `Decline total debt above $5,000 ${per}`,
      ].map((said) => `${said}. Approve the rest.`),
      'consumer_lending',
    );
  },
);

test('a monthly one has', () => {
  const prompt = 'Decline monthly payments over $500 per month. Approve the rest.';
  expect(decisions(prompt, [''], 'consumer_lending')).toEqual(['approved']);
});
