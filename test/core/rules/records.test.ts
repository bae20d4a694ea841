import { expect, test } from '../../support/jest.ts';
import { listsFor, type Counting } from '../../../core/rules/records.ts';

const newer = (months: number): Counting => ({
  ...{ source: 'criminal_background', list: 'records' },
  where: [{ field: 'months_since_offense', operator: 'less_than', value: months }],
});
const lists = (countings: readonly Counting[]) => listsFor('criminal_background', 'records', countings);

test('lists that make a difference take no longer for hundreds of conditions than for those that are told apart', () => {
  const countings = Array.from({ length: 1_200 }, (_, index) => newer(index + 1));
  const started = process.cpuUsage();
  const made = lists(countings);
  const { user } = process.cpuUsage(started);
  expect(made).toEqual(lists(countings.slice(0, 48)));
  // Each by each they take a minute.
  expect(user / 1e6).toBeLessThan(5);
});

test('a condition that is asked for again adds no list', () => {
  expect(lists([newer(12), newer(60), newer(12)])).toEqual(lists([newer(12), newer(60)]));
});
