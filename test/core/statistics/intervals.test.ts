import { pairedDifference, wilson } from '../../../core/statistics/intervals.ts';
import { expect, test } from '../../support/jest.ts';

/** `scipy.stats.binomtest(count, total).proportion_ci(0.95, 'wilson')` of SciPy 1.17.1. */
const WILSON = [
  [0, 10, 0, 0.27753279986288926],
  [1, 10, 0.017876213095072896, 0.4041500267952385],
  [11, 214, 0.028941217098882435, 0.08968385528444335],
  [5, 10, 0.236593090512564, 0.7634069094874361],
  [10, 10, 0.7224672001371109, 1],
  [263, 1000, 0.23665685979107837, 0.2911570237310747],
  [99999, 100000, 0.9999433529034095, 0.9999982347522695],
] as const;

/**
 * Method 10 of Newcombe (1998) in Python, over the intervals of SciPy 1.17.1 (`test/nightly/scipy.test.ts` asks the same of
 * tables drawn at random). The second one is an example of the paper: 0.0569 to 0.3404, with the sides exchanged.
 */
const PAIRED = [
  [139, 11, 0, 64, -0.08295784517735279, -0.02033964302527343],
  [36, 12, 2, 0, -0.3404276029749408, -0.05692958400323875],
  [0, 3, 2, 95, -0.06676504315959268, 0.04422805442978606],
  [20, 10, 30, 40, 0.07828429094118625, 0.31294254612623223],
  [0, 0, 0, 50, -0.07134759913335872, 0.07134759913335872],
  [43, 0, 1, 0, -0.05971800835089891, 0.11807709698213287],
] as const;

// Rules: 21.6.6
test.each(WILSON)('the interval of %d out of %d is that of Wilson', (count, total, low, high) => {
  const found = wilson(count, total);
  expect(found.low).toBeCloseTo(low, 12);
  expect(found.high).toBeCloseTo(high, 12);
});

test.each(PAIRED)(
  'the difference of pairs %d, %d, %d, %d has the interval of Newcombe',
  (...[a, b, c, d, low, high]) => {
    const found = pairedDifference({ both: a, onlyOld: b, onlyNew: c, neither: d });
    expect(found.low).toBeCloseTo(low, 12);
    expect(found.high).toBeCloseTo(high, 12);
  },
);

test('nothing is known of no one', () => {
  expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
  expect(pairedDifference({ both: 0, onlyOld: 0, onlyNew: 0, neither: 0 })).toEqual({ low: -1, high: 1 });
});
