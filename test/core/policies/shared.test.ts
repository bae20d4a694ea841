import { describe, expect, test } from '../../support/jest.ts';
import { decisions } from './support/decided.ts';

/*
 * A word before or behind a list ("open", "convicted of") that may be said of each of its members, or of one: refused, or
 * read of each.
 */
const OPEN = ['bankruptcies', 'evictions', 'collections', 'liens', 'tradelines', 'charges'];
const ASKED = ['No', 'Applicants should have no', 'We require no', 'There must be no'];
const HELD = [
  ['Deny anyone with', 'Approve the rest.'],
  ['Deny', 'Approve the rest.'],
  ['Approve applicants with no', 'Deny the rest.'],
  ['Approve applicants without', 'Deny the rest.'],
  ['Approve applicants who do not have any', 'Deny the rest.'],
] as const;

describe.each(['open', 'pending', 'active', 'unpaid'])('"%s" before the first of a list', (quality) => {
  const knows = (noun: string): boolean => !decided(`Deny ${quality} ${noun}. Approve the rest.`);

  test('may be meant of the others that can be so', () => {
    const own = OPEN.filter(knows);
    expect(own.length).toBeGreaterThan(1);
    for (const one of own)
      for (const other of own.filter((each) => each !== one && each !== 'tradelines'))
        for (const joiner of [' or', ', or', ' and'])
          for (const said of [
            ...ASKED.map((asks) => `${asks} ${quality} ${one}${joiner} ${other}.`),
            ...HELD.map(([asks, rest]) => `${asks} ${quality} ${one}${joiner} ${other}. ${rest}`),
          ])
            expect([said, decided(said)]).toEqual([said, 'refused']);
  });
});

/** 'refused', or nothing. */
function decided(said: string): string | null {
  return typeof decisions(said, ['']) === 'string' ? 'refused' : null;
}

test('a word that cannot be said of the others is said of the first alone', () => {
  const people = ['', 'evictions=1', 'rec=felony/convicted/12', 'rec=felony/convicted/12/violent'];
  expect(decisions('No violent felonies or evictions.', people)).toEqual(['approved', 'denied', 'approved', 'denied']);
});

describe('convicted of several', () => {
  const felony = (disposed: string, of = 'convicted'): object => ({
    criminal_background: {
      records_count: 1,
      felony_count: 1,
      records: [
        { severity: 'felony', disposition: of, is_violent: false, offense_on: '2018-01-05', disposed_on: disposed },
      ],
    },
  });

  test.each(['convicted of', 'found guilty of', 'who was convicted of', 'who has been convicted of'])(
    'a time behind "%s" is that of the conviction',
    (verb) => {
      for (const time of ['since 2021', 'within the past 5 years', 'in the last 60 months']) {
        const prompt = `Reject any candidate ${verb} a felony ${time}. Hire the rest.`;
        const people = [felony('2022-06-05'), felony('2019-06-05'), felony('2022-06-05', 'dismissed')];
        const outcomes = decisions(prompt, people as never, 'employment');
        expect([prompt, outcomes]).toEqual([prompt, ['denied', 'approved', 'approved']]);
      }
    },
  );

  test('is of each of them', () => {
    const people = [
      'rec=felony/dismissed/12',
      'rec=misdemeanor/dismissed/12',
      'rec=felony/convicted/12',
      'rec=misdemeanor/convicted/12',
    ];
    for (const crimes of ['a felony or a misdemeanor', 'a felony or misdemeanor', 'a misdemeanor or a felony']) {
      const denied = decisions(`Deny anyone convicted of ${crimes}. Approve the rest.`, people);
      expect([crimes, denied]).toEqual([crimes, ['approved', 'approved', 'denied', 'denied']]);
      const asked = decisions(`Approve anyone who has not been convicted of ${crimes}. Deny the rest.`, people);
      expect([crimes, asked]).toEqual([crimes, ['approved', 'approved', 'denied', 'denied']]);
    }
    for (const crimes of ['a felony or two misdemeanors', 'a felony, a misdemeanor or a crime', 'an eviction'])
      expect(decided(`Deny anyone convicted of ${crimes}. Approve the rest.`)).toBe('refused');
  });
});
