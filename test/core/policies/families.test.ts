import { readFileSync } from 'node:fs';
import { describe, expect, test } from '../../support/jest.ts';
import type { JsonObject } from '../../../core/json.ts';
import { compilePolicy } from '../../../core/policies/compile.ts';
import { generate } from '../../../core/policies/generation.ts';
import { ENEMY } from '../../generator/policies/enemy.ts';
import { outcomeOf } from '../../generator/policies/foreign.ts';
import { REFUSED } from '../../generator/policies/refused.ts';
import { decisions, decisionsOrRefused } from './support/decided.ts';

/* Families of texts that were read as something else without a word: each has one cause. */

const isRead = (prompt: string): boolean => typeof decisions(prompt, ['']) !== 'string';
const read = (prompts: readonly string[]): string[] => prompts.filter(isRead);
const each = <A, B>(as: readonly A[], bs: readonly B[], text: (a: A, b: B) => string): string[] =>
  as.flatMap((a) => bs.map((b) => text(a, b)));

const GOOD = ['the score is at least 650', 'the income is at least 3 times the rent', 'there is no eviction'];
const RECORDS = ['evictions', 'felonies', 'bankruptcies', 'collections', 'misdemeanors', 'late payments'];
const RESTS = ['Approve the rest.', 'Review the rest.', 'Deny the rest.'];

describe('refused', () => {
  test('what somebody found who looked for texts that are read as something else', () => {
    expect(ENEMY.length).toBeGreaterThan(300);
    expect(read(ENEMY)).toEqual([]);
  });

  test.each(REFUSED)('%s', (prompt) => {
    expect(isRead(prompt)).toBe(false);
  });

  test('a word between the items of a list that says more than its introduction', () => {
    const introductions = [
      'Approve if',
      'Approve if any of these are true',
      'Approve if all of these are true',
      'Deny if',
    ];
    const ends = [', or', ', and', ' or', ' and', '; or', '; and'];
    const told = introductions.filter((of) => /these/.test(of));
    const lists = each(told, ends, (of, end) => `${of}:\n- ${GOOD[0]}${end}\n- ${GOOD[1]}\nDeny the rest.`);
    const lines = each(introductions, ends, (of, end) => `${of}: ${GOOD[0]}${end} ${GOOD[1]}. Deny the rest.`);
    const numbered = each(
      introductions,
      ends,
      (of, end) => `${of} (1) ${GOOD[0]}${end} (2) ${GOOD[1]}. Deny the rest.`,
    );
    const chosen = ['Deny if all of these apply: an eviction, a felony or a bankruptcy. Approve the rest.'];
    expect(read([...lists, ...lines, ...numbered, ...chosen])).toEqual([]);
  });

  test('a heading that turns what is below it round, or makes it optional, or is of somebody else', () => {
    const headings = ['Knockouts', 'Grounds', 'Optional requirements', 'Possible criteria', 'Waived', 'Exceptions'];
    const others = [
      'Old requirements',
      'Previous criteria',
      'Either',
      'Any of these requirements',
      'Guarantors',
      'Pets',
    ];
    const items = ['Score under 600', 'Minimum score 650', 'Score of at least 650'];
    const texts = each([...headings, ...others], items, (heading, item) => `${heading}:\n- ${item}\nApprove the rest.`);
    const later = each(others, items, (heading, item) => `No evictions.\n${heading}:\n- ${item}`);
    expect(read([...texts, ...later])).toEqual([]);
  });

  test('more of a list than it has', () => {
    const counts = ['three', 'three or more', 'more than three', 'at least four'];
    expect(read(counts.map((count) => `Deny if ${count} of: evictions, felonies. Approve the rest.`))).toEqual([]);
  });

  test('a label of a denial or a review before what is asked for', () => {
    const labels = ['Deny', 'Decline', 'Denied', 'Review', 'HR', 'Managers', 'On hold'];
    const limits = ['minimum score 600', 'score of at least 600', 'maximum of two late payments', 'lowest score 600'];
    const texts = each(labels, limits, (label, limit) => `${label}: ${limit}. Approve the rest.`);
    expect(read([...texts, 'Deny applicants with a score of 600 minimum. Approve the rest.'])).toEqual([]);
  });

  test('"collections under $500", which holds of who has none, too', () => {
    const amounts = ['under $500', 'below $500', 'up to $500', 'of $500 or less', 'of at most $500'];
    expect(read(amounts.map((amount) => `Deny applicants with collections ${amount}. Approve the rest.`))).toEqual([]);
  });

  test('a year, an age or a chapter as a number of records', () => {
    const times = [
      'from 2023',
      'between 2020 and 2023',
      'up to 2023',
      'under 2023',
      '2020-2023',
      'under 18',
      'over 18',
    ];
    const texts = each(RECORDS, times, (noun, time) => `Deny ${noun} ${time}. Approve the rest.`);
    const no = each(RECORDS, times, (noun, time) => `No ${noun} ${time}. Minimum score 600.`);
    const chapters = each([7, 11], [11, 13], (a, b) => `Deny chapter ${a} or ${b} bankruptcies. Approve the rest.`);
    expect(read([...texts, ...no, ...chapters])).toEqual([]);
  });

  test('"past 3 years" and "last year" behind a record', () => {
    const times = ['past 3 years', 'in 3 years', 'last 3 years', 'last year'];
    expect(read(each(RECORDS, times, (noun, time) => `Deny ${noun} ${time}. Approve the rest.`))).toEqual([]);
  });

  test('"no evictions are denied", which says that they are not', () => {
    const told = ['denied', 'approved', 'reviewed', 'accepted'].map((done) => `are ${done}`);
    const texts = each(RECORDS, [...told, 'go to review', 'lead to denial'], (noun, of) => `No ${noun} ${of}.`);
    const asked = each(['Deny', 'Approve', 'Review', 'We accept'], RECORDS, (of, noun) => `${of} no ${noun}.`);
    expect(read([...texts, ...asked].flatMap((text) => RESTS.map((rest) => `${text} ${rest}`)))).toEqual([]);
  });

  test('a denial that takes its "not" back, another tense, and a question', () => {
    const told = [
      'not immediately approved',
      'not approved right away',
      'never automatically approved',
      'not always approved',
    ];
    const told2 = each(RECORDS, told, (noun, of) => `Applicants with ${noun} are ${of}. Approve the rest.`);
    const tenses = ['were denied', 'had been denied', 'would be denied', 'could be denied', 'may be denied'];
    const told3 = each(RECORDS, tenses, (noun, of) => `Applicants with ${noun} ${of}. Approve the rest.`);
    const questions = RECORDS.map((noun) => `Deny ${noun}? Minimum score 600.`);
    expect(read([...told2, ...told3, ...questions])).toEqual([]);
  });

  test('a rule that other rules leave nobody at the bound that it names', () => {
    const texts = [
      ...RESTS.map((rest) => `Deny evictions. Approve evictions if the score is over 700. ${rest}`),
      'Deny evictions. Dismissed evictions are approved. Approve the rest.',
      'Review evictions if the score is over 700. Deny evictions. Review the rest.',
      'Evictions are approved only if the score is over 650. Approve the rest.',
      'Minimum score 650. Approve scores of at least 600 if the income is at least 5 times the rent. Deny the rest.',
      'Minimum score 650. Review 600 to 649. Review the rest.',
      ...RESTS.slice(1).map((rest) => `Deny evictions. Approve if there are no evictions. ${rest}`),
    ];
    expect(read(texts)).toEqual([]);
  });

  test('an order that only some of the words tell, and one of somebody', () => {
    const texts = [
      'Deny evictions. First, approve scores over 750. Approve the rest.',
      'First approve scores over 750. Deny evictions. Approve the rest.',
      'Approve scores over 750, then deny evictions, then approve the rest.',
      '1. Approve scores over 750.\n2. Deny evictions.\n3. Review the rest.',
      'Step 2: deny evictions. Step 1: approve scores over 750. Step 3: approve the rest.',
      ...['first', 'second', 'next', 'last', 'other', 'then'].flatMap((of) => [
        `The ${of} applicant must have a score of at least 650.`,
        `The ${of} eviction is denied. Approve the rest.`,
      ]),
    ];
    expect(read(texts)).toEqual([]);
  });

  test('figures and words that may be others', () => {
    const incomes = ['$4.000', '4.000', 'A$4,000', '-2'];
    const words = ['corrections', 'conventions', 'elections', 'collectors', 'felonys-like'];
    const texts = [
      ...incomes.map((income) => `The monthly income must be at least ${income}.`),
      ...words.map((word) => `Deny applicants with ${word}. Approve the rest.`),
      'Deny applicants with a score =< 620. Approve the rest.',
      'Loans over 700 are denied. Approve the rest.',
      'Deny everything over 700. Approve the rest.',
      'The annual income must be at least 3 times the rent.',
      'Deny if the verified income is under $4,000 a month. Approve the rest.',
      'Deny if the income is not partially verified. Approve the rest.',
      'DTI is the monthly income divided by the monthly payments. Deny a DTI over 43%. Approve the rest.',
    ];
    expect(read(texts)).toEqual([]);
  });

  test('sentences that take back what stands before, and a thing by itself at the end', () => {
    const back = ['Ignore the previous sentence.', 'Strike that.', 'This is a draft.', 'Maybe.', 'At our discretion.'];
    const things = ['Felonies.', 'Open bankruptcies.', 'Late payments.', 'Criminal history.', 'Identity.'];
    expect(read(back.map((text) => `Deny evictions. ${text} Approve the rest.`))).toEqual([]);
    expect(read(things.map((text) => `Minimum score 600.\n${text}`))).toEqual([]);
  });
});

/** By cause, the texts of somebody who looked for such texts in this grammar, and what should become of them. */
interface Found {
  readonly cause: string;
  readonly text: string;
  readonly use_case?: string;
  readonly applicants?: readonly { readonly facts: JsonObject; readonly outcome: string }[];
}
const foundBy = (enemy: string): Found[] =>
  readFileSync(new URL(`../../generator/policies/${enemy}-enemy.jsonl`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Found);

test.each([...Map.groupBy(foundBy('third'), ({ cause }) => cause)])(
  '%s of the third enemy is refused, or decides as it is written',
  (_, found) => {
    const wrong = found.filter(({ text, use_case: useCase = 'tenant_screening', applicants }) => {
      const compiled = compilePolicy(text, { useCase, asOf: '2026-11-25' });
      if (!compiled.ok) return false;
      return applicants?.every(({ facts, outcome }) => outcomeOf(compiled.definition, facts) === outcome) !== true;
    });
    expect(wrong.map(({ text }) => text)).toEqual([]);
  },
);

test.each([
  [
    'Approve if:\n- the score is at least 650, or\n- there is no eviction\nDeny the rest.',
    ['approved', 'approved', 'approved', 'denied'],
  ],
  [
    'Approve if:\n- the score is at least 650, and\n- there is no eviction\nDeny the rest.',
    ['approved', 'denied', 'denied', 'denied'],
  ],
  ['If the score is under 650, deny evictions. Approve the rest.', ['approved', 'approved', 'approved', 'denied']],
])('the word at the end of an item, and a condition before, say which is meant: %s', (prompt, expected) => {
  const people = ['', 'score=600', 'evictions=1', 'score=600 evictions=1'];
  expect(['refused', expected]).toContainEqual(decisionsOrRefused(prompt, people));
});

test.each([
  [
    'Approve if any of these are true:\n- the score is at least 650\n- there is no eviction\nDeny the rest.',
    ['approved', 'approved', 'approved', 'denied'],
  ],
  [
    'Approve if all of these are true:\n- the score is at least 650\n- there is no eviction\nDeny the rest.',
    ['approved', 'denied', 'denied', 'denied'],
  ],
  [
    'Deny if the score is under 650 and there is an eviction. Approve the rest.',
    ['approved', 'approved', 'approved', 'denied'],
  ],
])('the introduction of a list, and "and", say which is meant: %s', (prompt, expected) => {
  expect(decisions(prompt, ['', 'score=600', 'evictions=1', 'score=600 evictions=1'])).toEqual(expected);
});

const DOUBTED: readonly string[] = ['better_is_worse', 'decides_everybody'];

test.each([...Map.groupBy([...foundBy('fourth'), ...foundBy('fifth')], ({ cause }) => cause)])(
  '%s of the fourth and the fifth enemy is refused, is warned of with an applicant, or decides as it is written',
  (_, found) => {
    const wrong = found.filter(({ text, use_case: useCase = 'tenant_screening', applicants }) => {
      const made = generate({ prompt: text, useCase, now: Date.UTC(2026, 10, 26) });
      if (!made.ok || made.warnings.some(({ code }) => DOUBTED.includes(code))) return false;
      return applicants?.every(({ facts, outcome }) => outcomeOf(made.definition, facts) === outcome) !== true;
    });
    expect(wrong.map(({ text }) => text)).toEqual([]);
  },
);

describe('the plain forms beside them are read', () => {
  test.each([
    ['Approve if any of these are true:\n- the score is at least 650\n- there is no eviction\nDeny the rest.'],
    ['No evictions and no felonies. Minimum score 620.'],
    ['Deny evictions within 3 years. Approve the rest.'],
    ['Deny evictions that were not dismissed. Approve the rest.'],
    ['Deny evictions in the last 3 years. Approve the rest.'],
    ['Deny if at least two of these are true: a felony, an eviction, a score below 600. Approve the rest.'],
    ['First approve scores over 750. Then deny evictions. Then approve everyone else.'],
    ['The monthly income must be at least $4,000.'],
    ['Deny anyone with a collection over $500. Approve the rest.'],
    ['Deny evictions unless the score is over 700. Approve the rest.'],
  ])('%s', (prompt) => {
    expect(isRead(prompt)).toBe(true);
  });
});
