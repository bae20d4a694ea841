import { expect, test } from '../../support/jest.ts';
import { restated, type Restated } from './support/restated.ts';
import { sentencesOf } from './support/sentences.ts';

/** Issue 30 asks for 100,000: test/slow/policies.test.ts, with the time that each takes. */
const SENTENCES = 1_500;

test(`${SENTENCES} sentences of the lexicon: none crashes, and each that compiles restates to a policy that decides alike`, () => {
  const counts = new Map<Restated['is'], number>();
  const others: string[] = [];
  for (const text of sentencesOf(SENTENCES, 30)) {
    const result = restated(`${text}. Review the rest.`, 'tenant_screening', '2026-01-05');
    counts.set(result.is, (counts.get(result.is) ?? 0) + 1);
    if (result.is === 'other') others.push(result.what);
  }
  expect(others).toEqual([]);
  expect(counts.get('alike') ?? 0).toBeGreaterThan(100);
});

/** Found among 100,000 (`test/slow/policies.test.ts`). A repeated denial took the place of the one between, and a letter was lost. */
test.each([
  [
    'tier 700 — score above 600 required for approval , then with less a no go however sex offender registry hit a ' +
      'condition along with then let know consumer , but want to see : • score above 600 ,',
    'alike',
  ],
  [
    'tier nine hundred and forty four : watch list hit required for approval and that sex offender registry match ' +
      'wanted , along with if you do assessed individually while send them an email everyone ; sex offender registry ' +
      'hit expected',
    'has steps for everybody',
  ],
  // The other value of a comparison is missing, and not its own.
  [
    'first , judgment balance -> none with exception that job member whose either on a watch list , or watchlist match ' +
      'or any one of five hold • score above 600 need only from one third of gross monthly income',
    'alike',
  ],
  ['a maximum total gross in a month income : double payment of loan were no concern', 'alike'],
])('of a sentence that once restated to another policy, the reading decides as it does: %j', (text, expected) => {
  expect(restated(`${text}. Review the rest.`, 'tenant_screening', '2026-01-05').is).toBe(expected);
});
