import { describe, expect, test } from '../../../support/jest.ts';
import { chiSquare, fisher, judge, stabilityIndex, type Series } from '../../../../services/executor/drift/judge.ts';

/**
 * By SciPy 1.17.1: `chi2_contingency(table, correction=False)`, `fisher_exact(table)`, and `rel_entr` both ways, with half a
 * decision for a value that was not seen. `test/nightly/scipy` asks SciPy itself about tables drawn at random.
 */
const BY_SCIPY = [
  { before: [700, 300], now: [140, 60], chi_square: 1.0, fisher: 1.0, psi: 0.0 },
  {
    before: [700, 300],
    now: [100, 100],
    chi_square: 4.3204630578274955e-8,
    fisher: 1.1034973406945471e-7,
    psi: 0.1694595720774407,
  },
  {
    before: [820, 20],
    now: [190, 30],
    chi_square: 2.3827476715936137e-12,
    fisher: 5.576845821796095e-10,
    psi: 0.21022242329591082,
  },
  {
    before: [5000, 5000],
    now: [90, 130],
    chi_square: 0.007638702263688586,
    fisher: 0.0078254687751948,
    psi: 0.03342952546593794,
  },
  {
    before: [100, 200, 300, 400],
    now: [30, 60, 80, 40],
    chi_square: 2.556972746216306e-7,
    fisher: null,
    psi: 0.2206506147392301,
  },
  {
    before: [50, 51, 52, 53, 54, 55, 56, 57, 58, 59],
    now: [20, 21, 22, 23, 24, 25, 26, 27, 28, 200],
    chi_square: 2.925878954848572e-31,
    fisher: null,
    psi: 0.759387868492964,
  },
  {
    before: [798, 2],
    now: [195, 5],
    chi_square: 0.0006409909535728377,
    fisher: 0.004522348148986763,
    psi: 0.052321494842104896,
  },
  {
    before: [1000, 0],
    now: [198, 2],
    chi_square: 0.001551276276909294,
    fisher: 0.027661940505977204,
    psi: 0.028555685859488478,
  },
];

/** Days that differ by chance alone. */
const series = (before: readonly number[], now: readonly number[]): Series => ({
  ...{ before, now },
  days: Array.from({ length: 28 }, () => before.map((count) => count / 4)),
});

describe('certainty (rules: 21.5.3)', () => {
  test.each(BY_SCIPY)(
    '$before against $now is as SciPy has it',
    ({ before, now, chi_square: chi, fisher: exact, psi }) => {
      const table = { before, now };
      // Smaller probabilities count as 0.
      if (chi > 1e-9) expect(chiSquare(table) / chi).toBeCloseTo(1, 6);
      else expect(chiSquare(table)).toBeLessThan(1e-9);
      if (exact !== null) expect(fisher(table) / exact).toBeCloseTo(1, 6);
      expect(stabilityIndex(table)).toBeCloseTo(psi, 9);
    },
  );
});

describe('a share (rules: 21.5.2, 21.5.3)', () => {
  test.each([
    ['drifts by 12 points of 1,000', [3_000, 1_000], [630, 370], true],
    ['does not by 8 points, however certain', [300_000, 100_000], [67_000, 33_000], false],
    ['does not by 11 points of 200, which chance makes', [300, 100], [128, 72], false],
    ['drifts from none to 24 of 200', [800, 0], [176, 24], true],
    ['does not while it stays', [3_000, 1_000], [750, 250], false],
  ] as const)('%s', (_, before, now, isDrifted) => {
    expect(judge(series(before, now), 10)?.isDrifted).toBe(isDrifted);
  });

  test('is asked with 200 decisions in the window and before', () => {
    expect([judge(series([100, 99], [0, 200]), 1), judge(series([100, 100], [0, 199]), 1)]).toEqual([null, null]);
  });

  test('needs more certainty the more series are asked', () => {
    const drawn = series([600, 200], [112, 88]);
    expect([1, 100].map((asked) => judge(drawn, asked)?.isDrifted)).toEqual([true, false]);
  });

  // Rules: 21.5.4
  test('that differs as much from day to day anyway does not drift', () => {
    const days = Array.from({ length: 28 }, (_, day) => (day % 2 === 0 ? [74, 69] : [140, 3]));
    const before = [400, 172];
    const calm = Array.from({ length: 28 }, () => [100, 43]);
    const now = [90, 131];
    expect([calm, days].map((each) => judge({ before, now, days: each }, 10)?.isDrifted)).toEqual([true, false]);
  });
});

test('values of a field drift by their stability index (rules: 21.5.2)', () => {
  const tenths = Array.from({ length: 10 }, () => 100);
  const moved = [10, 10, 10, 10, 10, 30, 30, 30, 30, 30];
  const little = [18, 18, 19, 20, 20, 20, 21, 22, 22, 20];
  expect([moved, little].map((now) => judge(series(tenths, now), 1)?.isDrifted)).toEqual([true, false]);
});
