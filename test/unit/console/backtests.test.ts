import { backtestSentence, movesOf, sidesWords, reasonWords } from '../../../console/src/backtests/words.ts';
import { describe, expect, test } from '../../support/jest.ts';

const moved = (old: string, oldAsked: boolean, now: string, nowAsked: boolean, count: number) =>
  ({ old, old_asked: oldAsked, new: now, new_asked: nowAsked, count }) as Parameters<typeof movesOf>[0][number];
const REVIEWED = moved('approved', true, 'denied', false, 11);
const SAME = [moved('approved', false, 'approved', false, 190), moved('denied', true, 'denied', true, 13)];
const all = { is_drawn: false, matching: 214 };
const of = (outcomes: readonly ReturnType<typeof moved>[], undetermined = 0) => ({
  ...{ outcomes, compared: outcomes.reduce((sum, { count }) => sum + count, 0) },
  undetermined: { count: undetermined, causes: [] },
});

describe('a backtest in one sentence', () => {
  test('says who would be decided otherwise, the worst first', () => {
    expect(backtestSentence(of([...SAME, REVIEWED]), all)).toBe(
      'Of the last 214 applicants 11 would be denied who were reviewed.',
    );
    const other = moved('denied', false, 'approved', false, 1);
    expect(backtestSentence(of([...SAME, other, REVIEWED]), all)).toBe(
      'Of the last 215 applicants 11 would be denied who were reviewed, and 1 would be approved who was denied.',
    );
  });

  test('counts together whom a person was asked about, whatever that person decided', () => {
    const both = [REVIEWED, moved('denied', true, 'denied', false, 2), moved('review', false, 'denied', false, 3)];
    expect(movesOf([...SAME, ...both])).toEqual([{ from: 'reviewed', to: 'denied', count: 16 }]);
  });

  test.each([
    [of([]), all, 'There is no past applicant to try it on.'],
    [of(SAME), all, 'None of the last 203 applicants would be decided otherwise.'],
    [of([], 7), all, 'It cannot be told of the last 7 applicants what would become of them.'],
    [
      of([...SAME, REVIEWED], 50),
      { is_drawn: true, matching: 48_210 },
      'Of 264 applicants, drawn from the last 48,210, 11 would be denied who were reviewed. ' +
        'Of 50 it cannot be told what would become of them.',
    ],
    [
      of(SAME, 50),
      all,
      'None of the 203 of whom it can be told would be decided otherwise. Of 50 it cannot be told what would become of them.',
    ],
  ])('claims nothing that is not known: %#', (result, sample, sentence) => {
    expect(backtestSentence(result, sample)).toBe(sentence);
  });
});

test('shares have an interval only where applicants were drawn', () => {
  const share = (count: number, of100: number) => ({ count, share: of100 / 100, low: null, high: null });
  const sides = { old: share(70, 70), new: share(69, 69), difference: { share: -0.01, low: null, high: null } };
  expect(sidesWords(sides)).toBe('70.0 % → 69.0 %, −1.0 points');
  expect(sidesWords({ ...sides, difference: { share: -0.01, low: -0.02, high: 0.001 } })).toBe(
    '70.0 % → 69.0 %, −1.0 points (−2.0 to +0.1)',
  );
});

test('a letter is told in words, and by its code where there are none', () => {
  const letter = { node_id: 'deny', action: 'denied', reasons: ['credit_report/score', 'applicant.own'] };
  expect(reasonWords({ ...letter, texts: ['Credit score', null] })).toEqual(['Credit score', 'applicant.own']);
});
