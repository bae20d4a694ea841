import type { Pool } from 'pg';
import { expect, test } from '../../support/jest.ts';
import { BatchRows } from '../../../services/executor/dispatch/batch-rows.ts';
import { until } from '../../support/until.ts';

/** Rows that PostgreSQL has as begun. */
function rowsOver(isBegun: () => readonly number[]) {
  const query = ({ values: [ids] }: { values: [number[]] }) =>
    Promise.resolve({ rows: ids.filter((id) => isBegun().includes(id)).map((id) => ({ id })) });
  const rows = new BatchRows({ query } as unknown as Pool);
  rows.admit('free', 2);
  return rows;
}

/** Ids in the order in which they begin. */
function beginAll(rows: BatchRows, ids: readonly number[]): number[] {
  const begun: number[] = [];
  for (const id of ids) void rows.begin(id).then((row) => (row === null ? undefined : begun.push(id)));
  return begun;
}

const settled = () => new Promise(setImmediate);

// Rules: 17.2.2
test('few rows are begun at once, and the next one begins as soon as one was advanced', async () => {
  const rows = rowsOver(() => [1, 2, 3, 4]);
  const begun = beginAll(rows, [1, 2, 3, 4]);
  await settled();
  expect([begun, rows.waiting]).toEqual([[1, 2], 2]);
  rows.end(2);
  await settled();
  expect(begun).toEqual([1, 2, 3]);
  rows.stop();
});

test('rows that are held do not begin; those that are owed a turn begin once, and the others when nothing holds', async () => {
  const rows = rowsOver(() => [1, 2, 3, 4, 5]);
  rows.admit('held', 2);
  const begun = beginAll(rows, [1, 2, 3, 4, 5]);
  await settled();
  expect(begun).toEqual([]);
  rows.admit('owed', 2);
  rows.end(1);
  rows.end(2);
  await settled();
  expect(begun).toEqual([1, 2]);
  rows.admit('free', 2);
  await settled();
  expect(begun).toEqual([1, 2, 3, 4]);
  rows.stop();
});

test('fewer rows begin at once when fewer may, and those that are begun are not counted again', async () => {
  const rows = rowsOver(() => [1, 2, 3, 4]);
  const begun = beginAll(rows, [1, 2, 3, 4]);
  rows.admit('free', 1);
  rows.end(1);
  await settled();
  expect(begun).toEqual([1, 2]);
  rows.end(2);
  await settled();
  expect(begun).toEqual([1, 2, 3]);
  rows.stop();
});

test('a row that another replica advances makes room, too', async () => {
  let open = [1, 2];
  const rows = rowsOver(() => open);
  const begun = beginAll(rows, [1, 2, 3]);
  await settled();
  open = [2];
  await until(() => begun.includes(3));
  expect(begun).toEqual([1, 2, 3]);
  rows.stop();
});

test('a row that was claimed twice ends twice, and nothing waits after the stop', async () => {
  const rows = rowsOver(() => [1, 2]);
  const [first, second] = await Promise.all([rows.begin(1), rows.begin(1)]);
  rows.end(1);
  await Promise.all([first?.advanced, second?.advanced]);
  const [begun, , waiting] = [await rows.begin(1), await rows.begin(2), rows.begin(3)];
  rows.stop();
  await begun?.advanced;
  expect([await waiting, await rows.begin(4)]).toEqual([null, null]);
});
