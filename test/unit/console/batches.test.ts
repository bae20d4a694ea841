import { ALL_BATCHES, ALL_ROWS, batchFilterOf, rowFilterOf } from '../../../console/src/batches/filter.ts';
import { actsOf, leftWords, progressOf, secondsWords } from '../../../console/src/batches/words.ts';
import type { Batch, BatchSummary } from '../../../console/src/api/records.ts';
import { BATCH_STATUSES } from '../../../core/states.ts';
import { expect, test } from '../../support/jest.ts';

const SUMMARY: BatchSummary = {
  object: 'batch_summary',
  batch_id: 1,
  total_count: 24,
  by_status: {
    completed: 10,
    failed: 2,
    cancelled: 1,
    skipped: 1,
    queued: 4,
    running: 3,
    waiting: 1,
    awaiting_review: 2,
  },
  by_outcome: {},
  by_review_status: {},
  by_error_code: {},
  median_seconds: null,
  p95_seconds: null,
};
const BATCH: Batch = {
  ...{ id: 1, object: 'batch', workflow_id: 1, workflow_version: 1, status: 'running', interruption: null },
  ...{ execution_mode: 'test', external_reference: null, total_count: 24, completed_count: 10, failed_count: 2 },
  ...{ started_at: null, completed_at: null, created_at: '2026-11-25T10:00:00Z', updated_at: '2026-11-25T10:00:00Z' },
};

test('every row of a batch is counted once: as ended, or as what it waits for', () => {
  const progress = progressOf(SUMMARY);
  const { ended, atWork, notBegun, waiting, awaitingReview } = progress;
  expect([ended, atWork, notBegun, waiting, awaitingReview]).toEqual([14, 3, 4, 1, 2]);
  expect(ended + atWork + notBegun + waiting + awaitingReview).toBe(SUMMARY.total_count);
  expect(leftWords(progress)).toBe(
    '4 rows not begun, 3 rows at work, 1 row waiting for a time, 2 rows awaiting a person',
  );
});

test('what can be done about a batch is what the API does in its state', () => {
  const acts = BATCH_STATUSES.map((status) => [status, actsOf({ ...BATCH, status }, progressOf(SUMMARY))]);
  expect(Object.fromEntries(acts)).toEqual({
    pending: { cancel: true, resume: false, retry: false },
    running: { cancel: true, resume: false, retry: false },
    interrupted: { cancel: true, resume: true, retry: false },
    completed: { cancel: false, resume: false, retry: true },
    cancelled: { cancel: false, resume: false, retry: true },
    failed: { cancel: false, resume: false, retry: true },
  });
  const allWell = progressOf({ ...SUMMARY, by_status: { completed: 24 } });
  expect(actsOf({ ...BATCH, status: 'completed' }, allWell).retry).toBe(false);
});

test('the address of a view of batches or rows is read as far as it makes sense', () => {
  expect(batchFilterOf({ status: 'failed', workflow: '<b>' })).toEqual(ALL_BATCHES);
  expect(batchFilterOf({ status: 'running', workflow: '7' })).toEqual({ status: 'running', workflow: 7 });
  expect(rowFilterOf({ status: 'toString' })).toEqual(ALL_ROWS);
  expect(rowFilterOf({ status: 'failed' })).toEqual({ status: 'failed' });
});

test.each([
  [null, '–'],
  [0.0042, '4 ms'],
  [1.25, '1.3 s'],
  [600, '10 minutes'],
  [86_400, '24 hours'],
])('%p seconds are said as %p', (seconds, words) => {
  expect(secondsWords(seconds)).toBe(words);
});
