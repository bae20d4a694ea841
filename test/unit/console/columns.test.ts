import { BY_DUE, columnsOf, constantWords, foundIn, sorted } from '../../../console/src/inbox/columns.ts';
import { expect, test } from '../../support/jest.ts';

const condition = (field: string, actual: unknown, found: string | null, more: object = {}) => ({
  ...{ product_code: 'credit_report', field, actual, found, text: `${field} is ${found}`, ...more },
});
type Condition = ReturnType<typeof condition>;

const row = (id: number, conditions: readonly Condition[], more: object = {}) => ({
  ...{ id, due_at: null, opened_at: `2026-03-0${id}T00:00:00.000Z`, execution_mode: 'test' as const },
  ...{ workflow_id: 12, workflow_name: 'Tenant screening', assigned_to_user_id: null, queue: null },
  rules: [
    {
      ...{ number: 1, id: null, text: 'Review', is_requirement: false, decision: 'review' as const },
      ...{ conditions: [...conditions], nearest: null },
    },
  ],
  ...more,
});

const ROWS = [
  row(1, [condition('score', 641, '641'), condition('ratio', 2.5, '2.5')]),
  row(2, [condition('score', 700, '700'), condition('score', 700, '700'), condition('ratio', 3, '3')]),
  row(3, [condition('score', 90, '90'), condition('ssn', '1', null), condition('pets', 2, '2')]),
  row(4, []),
];

test('each value that the rules of half of the rows read has a column, and what is masked has none', () => {
  const columns = columnsOf(ROWS);
  expect(columns.map(({ label }) => label)).toEqual(['Score', 'Ratio']);
  expect(ROWS.map((one) => columns.map((column) => foundIn(one, column)))).toEqual([
    ['641', '2.5'],
    ['700', '3'],
    ['90', null],
    [null, null],
  ]);
});

test('what only some items of a list were asked for has no column: two such values would be two things', () => {
  const where = [{ field: 'severity', operator: 'equals', value: 'felony' }];
  expect(columnsOf([row(1, [condition('records.count', 2, '2', { where })])])).toEqual([]);
});

test('rows are sorted by number, not by its digits, and those without it are last either way', () => {
  const [score] = columnsOf(ROWS);
  const by = (isDown: boolean) => sorted(ROWS, { by: { key: score?.key ?? '' }, isDown }).map(({ id }) => id);
  expect([by(false), by(true)]).toEqual([
    [3, 1, 2, 4],
    [2, 1, 3, 4],
  ]);
  expect(sorted(ROWS, { by: 'waits', isDown: true }).map(({ id }) => id)).toEqual([4, 3, 2, 1]);
  expect(sorted(ROWS, BY_DUE)).toEqual(ROWS);
});

test('what is the same in all rows is said once, and of one row alone nothing is', () => {
  expect(constantWords(ROWS)).toBe('All of these: Tenant screening, test mode, no time limit, claimed by nobody.');
  const claimed = { assigned_to_user_id: 9, execution_mode: 'live', due_at: '2026-03-09T00:00:00.000Z' };
  expect(constantWords([...ROWS, row(5, [], { ...claimed, workflow_id: 13 })])).toBe('');
  expect(constantWords(ROWS.slice(0, 1))).toBe('');
});
