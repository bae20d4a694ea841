import { describe, expect, test } from '../../support/jest.ts';
import { decisions, decisionsOrRefused } from './support/decided.ts';

/*
 * Words that may reach one or several of what is joined: "no", "not", "without", "unless", what stands before or behind.
 * Each family is made of many sentences; every one is refused, or decides as a careful reader of both readings would.
 */

type Person = Readonly<Record<'score' | 'ratio' | 'evictions' | 'felonies' | 'bankr', number>>;

const PEOPLE: readonly Person[] = [600, 599].flatMap((score) =>
  [3, 2.9].flatMap((ratio) =>
    [0, 1].flatMap((evictions) =>
      [0, 1].flatMap((felonies) => [0, 1].map((bankr) => ({ score, ratio, evictions, felonies, bankr }))),
    ),
  ),
);
const factsOf = (person: Person): string =>
  Object.entries(person)
    .map(([key, value]) => `${key}=${value}`)
    .join(' ');

type Holds = (person: Person) => boolean;

/** Things to have, the bad ones first, each with the people who have it. */
const BAD: readonly (readonly [string, Holds])[] = [
  ['an eviction', ({ evictions }) => evictions > 0],
  ['a felony', ({ felonies }) => felonies > 0],
  ['a bankruptcy', ({ bankr }) => bankr > 0],
  ['a score below 600', ({ score }) => score < 600],
];
const GOOD: readonly (readonly [string, Holds])[] = [
  ['a score of at least 600', ({ score }) => score >= 600],
  ['an income of at least 3x rent', ({ ratio }) => ratio >= 3],
];

/** The outcomes that each reading of the sentence gives; where one is none, the sentence must be refused. */
function expectCareful(prompt: string, readings: readonly Holds[], [yes, no]: readonly [string, string]): void {
  const got = decisions(prompt, PEOPLE.map(factsOf));
  if (typeof got === 'string') {
    expect([prompt, got]).toEqual([prompt, expect.stringMatching(/\(at \d+\)/)]);
    return;
  }
  for (const holds of readings) expect([prompt, got]).toEqual([prompt, PEOPLE.map((one) => (holds(one) ? yes : no))]);
}

const pairs = <T>(of: readonly T[]): (readonly [T, T])[] =>
  of.flatMap((one) => of.flatMap((other) => (one === other ? [] : [[one, other] as const])));

const LACKING = ['do not have', "don't have", 'have never had', 'lack'];

describe('a negation before what is joined', () => {
  test.each([...LACKING, 'without'])('%s', (lacking) => {
    for (const [[a, isA], [b, isB]] of [...pairs(BAD), ...pairs(GOOD)]) {
      const who = lacking === 'without' ? 'without' : `who ${lacking}`;
      const readings = {
        and: [(one: Person) => !(isA(one) && isB(one)), (one: Person) => !isA(one) && !isB(one)],
        or: [(one: Person) => !isA(one) && !isB(one)],
      };
      for (const joiner of ['and', 'or'] as const) {
        const approve = `Approve applicants ${who} ${a} ${joiner} ${b}. Deny the rest.`;
        expectCareful(approve, readings[joiner], ['approved', 'denied']);
        expectCareful(`Deny applicants ${who} ${a} ${joiner} ${b}. Approve the rest.`, readings[joiner], [
          'denied',
          'approved',
        ]);
      }
    }
  });

  test.each([...LACKING, 'without'])('%s, before three', (lacking) => {
    const who = lacking === 'without' ? 'without' : `who ${lacking}`;
    for (const [[a, isA], [b, isB]] of pairs(BAD.slice(0, 3))) {
      const [c, isC] = BAD[3] ?? BAD[0] ?? [a, isA];
      expectCareful(
        `Approve applicants ${who} ${a}, ${b} or ${c}. Deny the rest.`,
        [(one) => !isA(one) && !isB(one) && !isC(one)],
        ['approved', 'denied'],
      );
    }
  });

  test('no', () => {
    const nouns = [
      ['evictions', BAD[0]?.[1]],
      ['felonies', BAD[1]?.[1]],
      ['scores below 600', BAD[3]?.[1]],
      ['a score below 600', BAD[3]?.[1]],
    ] as const;
    for (const [[a, isA], [b, isB]] of pairs(nouns)) {
      if (isA === undefined || isB === undefined || a.includes('score')) continue;
      const neither: Holds = (one) => !isA(one) && !isB(one);
      expectCareful(`Approve if there are no ${a} or ${b}. Deny the rest.`, [neither], ['approved', 'denied']);
      expectCareful(`Applicants must have no ${a} or ${b}.`, [neither], ['approved', 'denied']);
    }
  });

  test.each([
    ['Approve applicants with no evictions and a score of at least 600. Deny the rest.'],
    ['Approve if there is no eviction and the score is at least 600. Deny the rest.'],
    ['Approve if there are no evictions and the score is at least 600. Deny the rest.'],
  ])('is read where it reaches one only: %s', (prompt) => {
    const got = decisions(prompt, PEOPLE.map(factsOf));
    expect(got).toEqual(
      PEOPLE.map(({ evictions, score }) => (evictions === 0 && score >= 600 ? 'approved' : 'denied')),
    );
  });

  test.each([
    'Approve applicants who do not have an eviction and whose score is at least 600. Deny the rest.',
    'Hire candidates who have never been convicted of a felony, a misdemeanor or an infraction. Reject the rest.',
    'Hire candidates with a verified identity, no felonies or a pending charge. Reject the rest.',
    'Hire candidates with no felonies, or misdemeanors over 3 years old. Reject the rest.',
    'Deny applicants whose score is not at least 600 or income at least 3x rent. Approve the rest.',
    'Applicants must not have an eviction and a felony.',
    'Approve borrowers with no charge-offs, late payments or DTI over 43%. DTI is monthly payments divided by monthly income. Decline the rest.',
    'Borrowers must have no charge-offs or utilization over 80%.',
    'Applicants must have no evictions or more than two collections.',
    'Applicants with no evictions, felonies, bankruptcies or collections over $500 are approved. Deny the rest.',
  ])('is refused: %s', (prompt) => {
    expect(decisions(prompt, [])).toEqual(expect.any(String));
  });
});

describe('an exception before what is joined', () => {
  test.each(
    ['a bankruptcy', 'an eviction', 'a felony'].flatMap((thing) =>
      [
        'it is older than 7 years',
        'it was dismissed',
        'it is discharged',
        'it was filed more than 4 years ago',
        'it is over 4 years old',
      ].map((exception) => [thing, exception] as const),
    ),
  )('%s unless %s', (thing, exception) => {
    for (const joiner of ['and', 'or'])
      for (const other of ['the score is over 700', 'there is no felony', 'income is at least 4x rent'])
        for (const does of ['Deny', 'Review']) {
          const prompt = `${does} anyone with ${thing} unless ${exception} ${joiner} ${other}. Approve the rest.`;
          expect([prompt, typeof decisions(prompt, [''])]).toEqual([prompt, 'string']);
        }
  });
});

test.each([
  'Deny evictions. Those with a score over 700 are reviewed. Approve the rest.',
  'Review evictions. Those with a felony are denied. Approve the rest.',
  'Approve scores over 700. Those with an eviction are reviewed. Deny the rest.',
  'Approve scores over 700. Those who have an eviction are denied. Review the rest.',
])('"those with" after some is refused: %s', (prompt) => {
  expect(decisions(prompt, [])).toContain('"Those" is not understood here');
});

test.each([
  'Income must be at least 3x rent. Applicants with a score over 750 need an income of 2.5x rent.',
  'Minimum score 650. Self-employed applicants need a score of 600.',
  'Self-employed applicants need a score of 600. Minimum score 650.',
  'Minimum score 650. Applicants with income over 5x rent need a score of 600.',
])('a requirement of some that another one of all makes idle is refused: %s', (prompt) => {
  expect(decisions(prompt, [])).toEqual(expect.any(String));
});

test.each([
  'Applicants over 18 need a score of at least 600. No evictions.',
  'Anyone under 18 is denied. Deny evictions. Approve the rest.',
])('a figure without a thing is none of what is counted later: %s', (prompt) => {
  expect(decisions(prompt, [])).toEqual(expect.any(String));
});

describe('what is said of the first or of the last of several', () => {
  const nouns = [
    ['felony', 'misdemeanor', 'conviction'],
    ['felony', 'violent', 'conviction'],
    ['felony', 'violent misdemeanor', 'conviction'],
    ['felony', 'misdemeanor', 'charge that is pending'],
    ['felony', 'misdemeanor', 'that was dismissed'],
    ['tax lien', 'judgment', 'over $1,000'],
    ['judgment', 'tax lien', 'over $1,000'],
    ['tax lien', 'judgment', 'that is not satisfied'],
    ['charge-off', 'collection', 'over $500'],
  ] as const;
  test.each(nouns)('%s, %s … %s', (a, b, last) => {
    for (const joiner of ['or', 'and'])
      for (const [before, does] of [
        ['Deny anyone with a ', '. Approve the rest.'],
        ['Deny a ', '. Approve the rest.'],
        ['No ', '. Minimum score 600.'],
      ] as const) {
        const prompt = `${before}${a} ${joiner} ${b} ${last}${does}`;
        expect([prompt, typeof decisions(prompt, [''], 'consumer_credit')]).toEqual([prompt, 'string']);
      }
  });

  test.each([
    'Reject candidates with a felony charge or conviction. Hire the rest.',
    'Reject candidates with charges or convictions that are violent. Hire the rest.',
    'Reject felonies, misdemeanors or infractions that are pending. Hire the rest.',
  ])('is refused: %s', (prompt) => {
    expect(decisions(prompt, [], 'employment_screening')).toEqual(expect.any(String));
  });

  test('is read where it can be of one only', () => {
    const prompt = 'Deny anyone with an eviction or a violent felony. Approve the rest.';
    expect(
      decisions(prompt, ['', 'evictions=1', 'rec=felony/convicted/12', 'rec=felony/convicted/12/violent']),
    ).toEqual(['approved', 'denied', 'approved', 'denied']);
  });
});

describe('nouns joined by "and" that are held against somebody', () => {
  const nouns = ['scores under 600', 'evictions', 'felonies', 'incomes under 3x rent', 'bankruptcies'];
  test.each(pairs(nouns).filter(([a, b]) => /\d/.test(a) || /\d/.test(b)))('%s and %s', (a, b) => {
    const other = nouns.find((each) => each !== a && each !== b && !/\d/.test(each)) ?? a;
    for (const list of [`${a} and ${b}`, `${a}, ${b} and ${other}`, `${a}, ${other}, and ${b}`])
      for (const prompt of [`Deny ${list}. Approve the rest.`, `${capital(list)} are denied. Approve the rest.`])
        expect([prompt, typeof decisions(prompt, [''])]).toEqual([prompt, 'string']);
  });

  test.each([
    'Evictions with felonies are denied. Approve the rest.',
    'Deny bankruptcies with charge-offs. Approve the rest.',
  ])('either of them alone is not meant by "with": %s', (prompt) => {
    const got = decisions(prompt, ['evictions=1', 'bankr=1', 'felonies=1']);
    expect(typeof got === 'string' ? got : got.every((each) => each === 'approved')).toBeTruthy();
  });

  test('evictions and felonies are either of them, "if" asks for both', () => {
    const people = ['evictions=1', 'felonies=1', 'evictions=1 felonies=1 score=500', 'evictions=1 score=500'];
    const either = 'Evictions and felonies are denied. Approve the rest.';
    expect(['refused', Array(4).fill('denied')]).toContainEqual(decisionsOrRefused(either, people));
    const said = 'Evictions are denied, and felonies are denied. Approve the rest.';
    expect(decisions(said, people)).toEqual(Array(4).fill('denied'));
    const both = 'Deny if the score is under 600 and there is an eviction. Approve the rest.';
    expect(decisions(both, people)).toEqual(['approved', 'approved', 'denied', 'denied']);
  });
});

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
