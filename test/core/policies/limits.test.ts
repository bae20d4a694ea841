import { describe, expect, test } from '../../support/jest.ts';
import { generate } from '../../../core/policies/generation.ts';
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

describe('a rule of which no condition says the opposite', () => {
  const errorsOf = (prompt: string) => {
    const answer = generate({ prompt, useCase: 'tenant_screening', now: Date.parse('2026-01-05') });
    return answer.ok ? [] : answer.errors;
  };
  test('is a row like any other', () =>
    expect(errorsOf('Deny if the employer name begins with "A". Approve the rest.')).toEqual([]));
  test('refuses the policy where the author asks for the opposite', () =>
    expect(errorsOf('Deny unless the employer name begins with "A". Approve the rest.')).toEqual([
      { field: 'prompt', message: expect.stringContaining('Of this no condition says the opposite.') },
    ]));
});
