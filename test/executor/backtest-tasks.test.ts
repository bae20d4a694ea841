import { Work } from '../../core/work.ts';
import { BACKTEST_TASKS, type ChunkHead, type StoredJson } from '../../services/executor/backtests/tasks.ts';
import { expect, test } from '../support/jest.ts';
import { bands } from './support/backtest-scene.ts';

const ASKED = { definition: { definition: bands(), products: null }, workflow: { name: 'Bands', useCase: null } };
const HEAD: ChunkHead = { version: ASKED, against: null, ran: { 1: ASKED }, dictionaries: {} };

const FAILED: StoredJson = {
  ...{ id: 1, mode: 'live', externalReference: null, skipsWaits: false, retries: 0, payload: {} },
  ...{ status: 'failed', outcome: null, workflowVersion: 1, dictionaryVersion: null, reviewsNotComparable: false },
  noticeClock: { acceptedAt: 0, defaultPurpose: null },
  ...{ steps: [], effects: [], rounds: [] },
};
const UNREADABLE = {
  ...FAILED,
  effects: [{ key: 'k', nodeId: 'deny', visit: 1, request: { kind: 'notice', operation: 'prepare' } }],
};

// Rules: 21.6.5
test('an execution that cannot be read is counted, and its chunk has a result', () => {
  const executions = [UNREADABLE, FAILED].map((each) => JSON.stringify(each));
  const { tally, fault } = BACKTEST_TASKS.compareChunk({ head: JSON.stringify(HEAD), executions }, new Work());
  expect(tally.undetermined).toEqual([
    { cause: 'error', side: 'old', old: null, count: 1 },
    { cause: 'report_missing', side: 'new', old: 'failed', count: 1 },
  ]);
  expect(fault).toMatchObject({ name: 'TypeError' });
  const next = { head: JSON.stringify(HEAD), executions: [JSON.stringify(FAILED)] };
  expect(BACKTEST_TASKS.compareChunk(next, new Work())).toMatchObject({ fault: null });
});
