import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import type { Database } from '../../platform/database/index.ts';
import { createLogger } from '../../platform/log/index.ts';
import { pokeAbandonedRuns, reconcile } from '../../services/executor/dispatch/reconciler.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { APPROVE } from './support/definitions.ts';
import { createTenant, trigger } from './support/runs.ts';

let database: TestDatabase;
let db: Database;
let executionId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open();
  ({ id: executionId } = await trigger(db, await createTenant(db), { definition: APPROVE, isDispatched: true }));
});
beforeEach(async () => {
  await db.kysely.deleteFrom('command').execute();
});
afterAll(async () => {
  await database?.drop();
});

/** Sweeps over all live runs, whose workflows are as `describe` says; returns what it reported to the dispatcher. */
async function sweep(describeWorkflow: () => Promise<object>) {
  const heard = { poked: 0, untouched: 0 };
  const client = {
    withDeadline: (_at: number, work: () => Promise<unknown>) => work(),
    workflow: { getHandle: () => ({ describe: describeWorkflow }) },
  } as unknown as Client;
  await pokeAbandonedRuns(
    {
      db,
      client,
      log: createLogger('test', 'silent'),
      onPoked: () => (heard.poked += 1),
      onSwept: (count) => (heard.untouched = count),
    },
    0,
  );
  return heard;
}
const commands = () => db.kysely.selectFrom('command').select(['kind', 'execution_id']).execute();

describe('the sweep over live runs', () => {
  test('pokes one whose workflow is gone, and tells the dispatcher at once', async () => {
    const heard = await sweep(() => Promise.reject(new WorkflowNotFoundError('gone', 'execution', undefined)));
    expect(heard).toEqual({ poked: 1, untouched: 1 });
    expect(await commands()).toEqual([{ kind: 'poke', execution_id: executionId }]);
  });

  // Rules: 13.2.5
  test('leaves one alone that only waits for reports of vendors: the end of an order wakes it', async () => {
    const waits = (only_awaits_reports: boolean) =>
      db.kysely.updateTable('execution').set({ only_awaits_reports }).where('id', '=', executionId).execute();
    await waits(true);
    const heard = await sweep(() => Promise.reject(new WorkflowNotFoundError('gone', 'execution', undefined)));
    await waits(false);
    expect(heard).toEqual({ poked: 0, untouched: 0 });
    expect(await commands()).toEqual([]);
  });

  test('leaves one alone whose workflow is open', async () => {
    expect(await sweep(async () => ({ status: { name: 'RUNNING' } }))).toEqual({ poked: 0, untouched: 1 });
    expect(await commands()).toEqual([]);
  });
});

// Rules: 13.2.5
test('the dispatcher is told of runs that are past their time and were poked', async () => {
  const overdue = { status: 'waiting', wake_at: new Date(0), updated_at: new Date(0) } as const;
  await db.kysely.updateTable('execution').set(overdue).where('id', '=', executionId).execute();
  const stopping = new AbortController();
  let poked = 0;
  // The first look logs its result, and is the only one.
  const log = pino({ level: 'warn' }, { write: () => stopping.abort() });
  await reconcile({ db, client: {} as Client, log, onPoked: () => (poked += 1) }, stopping.signal);
  expect(poked).toBe(1);
  expect(await commands()).toEqual([{ kind: 'poke', execution_id: executionId }]);
});
