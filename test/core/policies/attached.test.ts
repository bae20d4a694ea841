import { describe, expect, test } from '../../support/jest.ts';
import { decisions } from './support/decided.ts';

/*
 * A condition beside a list: of the last of its members, or of all? Each family is made of its parts in every order. A
 * sentence of it is refused with both readings, or decides as a careful reader would.
 */
const BAD = ['an eviction', 'a felony', 'a bankruptcy'];
const GOOD = ['the score is over 700', 'income is at least 4x rent'];
const POOR = 'score=650 ratio=3';

const pairsOf = (of: readonly string[]): (readonly [string, string])[] =>
  of.flatMap((one) => of.filter((other) => other !== one).map((other) => [one, other] as const));

describe('an exception and one more member behind its comma', () => {
  const exceptions = ['unless', 'except if', 'except when'].flatMap((unless) =>
    GOOD.flatMap((good) => pairsOf(BAD).map(([bad, other]) => [unless, good, bad, other] as const)),
  );

  test.each(exceptions)('%s %s: %s is denied, and does %s save from it?', (unless, good, bad, other) => {
    for (const [joiner, there] of [
      [', or', other],
      [', or', `there is ${other}`],
      [', and', other],
      [',', other],
    ] as const)
      for (const said of [
        `Deny if there is ${bad}, ${unless} ${good}${joiner} ${there}`,
        `Deny anyone with ${bad} ${unless} ${good}${joiner} ${there}`,
        `Applicants with ${bad} are denied ${unless} ${good}${joiner} ${there}`,
        `If there is ${bad}, deny ${unless} ${good}${joiner} ${there}`,
      ])
        expect([said, decisions(`${said}. Approve the rest.`, [''])]).toEqual([said, expect.any(String)]);
  });

  test.each([
    'Deny if there is a felony, except with a score over 700, or a bankruptcy. Approve the rest.',
    'Deny unless the score is over 600, or with an eviction. Approve the rest.',
    'Deny evictions if the score is under 600, or felonies. Approve the rest.',
    'The score must be at least 650 unless income is at least 4x rent, and there must be no evictions or no felonies.',
    'Evictions are denied if the score is under 600, or felonies. Approve the rest.',
    'Review evictions unless the score is over 700, or income is at least 4x rent. Approve the rest.',
  ])('the same with other words: %s', (prompt) => {
    expect(decisions(prompt, [''])).toEqual(expect.any(String));
  });
});

describe('a condition behind a list', () => {
  const conditions = ['unless the score is over 700', 'if the score is under 700'];
  const lists = pairsOf(['evictions', 'felonies', 'bankruptcies']);

  test.each(conditions)('"%s" is of the last, or of all', (condition) => {
    for (const [one, other] of lists)
      for (const said of [
        `Deny ${one}, and ${other} ${condition}`,
        `Deny ${one} and ${other} ${condition}`,
        `Deny ${one} or ${other} ${condition}`,
        `We deny ${one}, or ${other} ${condition}`,
        `Deny applicants with ${one} and applicants with ${other} ${condition}`,
        `Deny if there are ${one} or ${other} ${condition}`,
      ])
        expect([said, decisions(`${said}. Approve the rest.`, [''])]).toEqual([said, expect.any(String)]);
  });

  test('behind a comma, behind the decision or of one person it is of all', () => {
    const people = ['evictions=1', 'felonies=1', `evictions=1 ${POOR}`, `felonies=1 ${POOR}`, POOR];
    for (const said of [
      'Deny evictions, felonies or bankruptcies, unless the score is over 700',
      'Evictions and felonies are denied unless the score is over 700',
      'Deny anyone with an eviction or a felony unless the score is over 700',
      'Unless the score is over 700, deny evictions and felonies',
      'If the score is not over 700, deny evictions and felonies',
    ]) {
      const outcomes = decisions(`${said}. Approve the rest.`, people);
      if (typeof outcomes !== 'string')
        expect([said, outcomes]).toEqual([said, ['approved', 'approved', 'denied', 'denied', 'approved']]);
    }
  });

  test('behind several of which each is enough it is refused with the question of which', () => {
    for (const said of [
      'Deny if there is an eviction or a felony unless the score is over 700',
      'Deny if there is an eviction or there is a felony, unless the score is over 700',
      'Deny anyone with an eviction or a felony unless the score is over 700',
    ])
      expect(decisions(`${said}. Approve everyone else.`, [''])).toContain('of the last one or of all of them');
  });

  test.each([
    'Deny felonies unless there is a dismissed felony',
    'Deny if there is an eviction, unless there is an eviction that was dismissed',
    'Applicants with a felony are denied, unless there is no felony conviction',
  ])('of records of the same kind it could be of those alone: %s', (said) => {
    expect(decisions(`${said}. Approve everyone else.`, [''])).toContain('of those records alone');
  });

  test.each([
    'Deny evictions unless the score is over 700. Deny felonies unless the score is over 700.',
    'Deny if (there is an eviction or there is a felony) and the score is at most 700.',
  ])('of which each has its own, or all stand in parentheses: %s', (said) => {
    const people = ['evictions=1', 'felonies=1', `evictions=1 ${POOR}`, `felonies=1 ${POOR}`, POOR];
    expect(decisions(`${said} Approve the rest.`, people)).toEqual([
      'approved',
      'approved',
      'denied',
      'denied',
      'approved',
    ]);
  });
});
