import { describe, expect, test } from '../../../support/jest.ts';
import { constantFields } from '../../../../services/executor/drift/constant-fields.ts';

/** The newest first. */
const scores = (recent: readonly (number | undefined)[], before = 200) =>
  [...recent, ...Array.from({ length: before }, (_, index) => 600 + ((index * 37) % 90))].map(
    (score): Readonly<Record<string, number>> => ({ ...(score === undefined ? {} : { score }), 'applicant.rent': 900 }),
  );
const same = (count: number, value?: number) => Array.from({ length: count }, () => value);
const ofScore = (facts: Parameters<typeof constantFields>[0]) =>
  constantFields(facts).find(({ key }) => key === 'score');

describe('a field that had many values (rules: 21.5.5)', () => {
  test('is constant after 30 decisions with one value, and not after 29', () => {
    expect([30, 29].map((count) => ofScore(scores(same(count, 0)))?.isConstant)).toEqual([true, false]);
  });

  test('is constant and empty after 30 decisions without one', () => {
    expect(ofScore(scores(same(30)))).toEqual({ key: 'score', isConstant: true, isEmpty: true });
  });

  test('is so no longer after another value', () => {
    expect(ofScore(scores([640, ...same(30, 0)]))?.isConstant).toBe(false);
  });

  test('says nothing of what it was before with fewer than 100 decisions', () => {
    expect([99, 100].map((before) => ofScore(scores(same(30, 0), before))?.isConstant)).toEqual([null, true]);
  });
});

test('a field that had one value in most decisions is not constant', () => {
  const usual = Array.from({ length: 300 }, (_, index) => ({ felonies: index % 10 === 0 ? 1 : 0 }));
  expect(constantFields([...Array.from({ length: 40 }, () => ({ felonies: 0 })), ...usual])[0]?.isConstant).toBe(false);
});

test('a field that batches fill with one value is constant only after twice their length', () => {
  const batches = Array.from({ length: 300 }, (_, index) => ({ rent: 900 + Math.floor(index / 25) }));
  const recent = (count: number) => Array.from({ length: count }, () => ({ rent: 1 }));
  expect([40, 50].map((count) => constantFields([...recent(count), ...batches])[0]?.isConstant)).toEqual([false, true]);
});
