import { describe, expect, test } from '../../support/jest.ts';
import { decisions } from './support/decided.ts';

const refusedAll = (prompts: readonly string[], words = ''): void => {
  for (const prompt of prompts)
    expect([prompt, decisions(prompt, [''])]).toEqual([prompt, expect.stringContaining(words)]);
};

/* A sentence that allows so much and that nothing else takes up would decide nothing: it is refused. */
describe('what is allowed up to a limit', () => {
  const fine = ['allowed', 'acceptable', 'fine', 'permitted', 'okay', 'tolerated'];
  const limited = [
    'Up to two evictions are',
    'One eviction is',
    'Two collections are',
    'A maximum of two collections is',
    'Collections up to $500 are',
    'Evictions older than 5 years are',
    'Bankruptcies over 7 years old are',
    'Dismissed evictions are',
    'Convictions before 2020 are',
  ];

  test.each(fine)('"%s" is refused where no rule takes the limit up', (word) => {
    for (const said of limited)
      for (const prompt of [`${said} ${word}. Minimum score of 600.`, `Minimum score of 600. ${said} ${word}.`])
        expect([prompt, decisions(prompt, ['evictions=9', ''])]).toEqual([prompt, expect.any(String)]);
  });

  test('a rule with that limit takes it up, another limit does not', () => {
    const people = ['evictions=2', 'evictions=3'];
    expect(
      decisions('Up to two evictions are allowed. Deny more than two evictions. Approve the rest.', people),
    ).toEqual(['approved', 'denied']);
    expect(decisions('Two evictions are fine. Deny three or more evictions. Approve the rest.', people)).toEqual([
      'approved',
      'denied',
    ]);
    refusedAll([
      'Up to two evictions are allowed. Deny more than five evictions. Approve the rest.',
      'Evictions are fine up to two. Score 600 minimum.',
    ]);
    expect(decisions('Evictions are fine. Score 600 minimum.', people)).toEqual(['approved', 'approved']);
  });
});

describe('"all of them"', () => {
  const lists = [
    ['collections', 'paid'],
    ['evictions', 'dismissed'],
    ['convictions', 'violent'],
  ] as const;

  test.each(lists)('%s are %s: of whoever has none nothing is said, and both readings are', (noun, trait) => {
    for (const all of [
      `all ${noun} are ${trait}`,
      `all of the ${noun} are ${trait}`,
      `every ${noun.slice(0, -1)} is ${trait}`,
    ])
      refusedAll(
        [
          `Approve if ${all}. Deny the rest.`,
          `Approve if ${all} and the score is at least 600. Deny the rest.`,
          `Deny unless ${all}. Approve the rest.`,
        ],
        'can be read in two ways',
      );
    refusedAll([`Approve applicants whose ${noun} are all ${trait}. Deny the rest.`]);
  });

  test('nobody is denied for having none', () => {
    expect(decisions('Deny if all evictions are dismissed. Approve the rest.', [''])).toEqual(['approved']);
  });
});

test.each(['can', 'could', 'may', 'might'])('what "%s" be denied need not be', (word) => {
  refusedAll(
    [
      `An eviction ${word} lead to denial`,
      `Applicants ${word} be denied for an eviction`,
      `Evictions ${word} be denied`,
      `Evictions ${word} be reviewed`,
      `An eviction ${word} mean a denial`,
    ].map((said) => `${said}. Approve the rest.`),
  );
});

test.each(['a judgment over $1,000', 'a judgment', 'a civil judgment over $500'])('evictions with %s', (judgment) => {
  refusedAll([
    `Evictions with ${judgment} are denied. Approve the rest.`,
    `Deny an eviction with ${judgment}. Approve the rest.`,
  ]);
});

test('of two limits the one behind "with" may be of the last alone', () => {
  refusedAll(['Approve scores over 700 or over 650 with no evictions. Deny the rest.'], 'can be read in two ways');
});
