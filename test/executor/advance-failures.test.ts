import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import type { Database } from '../../platform/database/index.ts';
import { createLogger } from '../../platform/log/index.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import type { Activities } from '../../services/executor/activities.ts';
import { MOST_ADVANCE_FAILURES, MOST_ADVANCES_BEGUN } from '../../services/executor/advance/attempts.ts';
import { createAdvance } from '../../services/executor/advance/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { blockedBy } from '../support/locks.ts';
import { until } from '../support/until.ts';
import { APPLICANT, APPROVE, EMAIL, TWO_EMAILS, TWO_REVIEWS, waiting } from './support/definitions.ts';
import {
  createTenant,
  effectsOf,
  eventsOf,
  executionOf,
  stepsOf,
  trigger,
  type Tenant,
  type TriggerOptions,
} from './support/runs.ts';

let database: TestDatabase;
let db: Database;
/** Logs in like the service, so that acts beyond its privileges fail here. */
let own: Database;
let tenant: Tenant;
let advance: Activities['advance'];

beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open();
  own = await database.open({ as: 'executor' });
  advance = createAdvance({
    db: own,
    bus: { publish: () => undefined },
    sandbox: loadReferenceData().sandbox,
    log: createLogger('test', 'silent'),
  });
});
beforeEach(async () => {
  tenant = await createTenant(db);
});
afterAll(async () => {
  await database?.drop();
});

/** A run that the dispatcher has begun, and no workflow drives. */
const dispatched = (options: TriggerOptions) => trigger(db, tenant, { ...options, isDispatched: true });

async function roundsOf(id: number): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom('review_round')
    .select(['node_id', 'status'])
    .where('execution_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ node_id, status }) => `${node_id} ${status}`);
}

const NOW = Date.parse('2026-03-02T10:00:00.000Z');

describe('a run that cannot be advanced', () => {
  /** An executor whose interpreter fails like this. */
  function failingWith(error: Error): Activities['advance'] {
    const sandbox = {
      find: () => {
        throw error;
      },
    };
    return createAdvance({ db: own, bus: { publish: () => undefined }, sandbox, log: createLogger('test', 'silent') });
  }

  /** Advances the run in a process of its own, which is killed once it has begun. */
  async function killWhileAdvancing(id: number, runKey: string): Promise<void> {
    const { advance_failures: before } = await executionOf(db, id);
    await db.transaction(async (trx) => {
      // The process waits for this lock when it reads the definition.
      await sql`lock table workflow_version in access exclusive mode`.execute(trx);
      const child = fork(join(import.meta.dirname, 'support', 'advance-process.ts'), [
        database.url,
        String(id),
        runKey,
        String(NOW),
      ]);
      await until(async () => (await executionOf(db, id)).advance_failures === before + 1);
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    });
  }

  /**
   * Does `work` while another session holds the lock of `statement`. The lock is released even if the test fails,
   * because otherwise the teardown would wait for the run that waits for it.
   */
  async function holding<T>(statement: string, work: (holder: PoolClient) => Promise<T>): Promise<T> {
    const holder = await db.pool.connect();
    try {
      await holder.query('begin');
      await holder.query(statement);
      return await work(holder);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  }

  test('waits for a later release if that one wrote its state, however often it is tried', async () => {
    const { id, runKey } = await dispatched({ definition: waiting(60), payload: APPLICANT });
    await advance(id, runKey, NOW);
    const setVersion = (version: number) =>
      sql`update execution set state = jsonb_set(state, '{version}', to_jsonb(${version}::int)) where id = ${id}`.execute(
        db.kysely,
      );
    const { version } = (await executionOf(db, id)).state ?? { version: 0 };
    await setVersion(99);
    for (let attempt = 0; attempt <= MOST_ADVANCE_FAILURES; attempt += 1) {
      await expect(advance(id, runKey, NOW + 61_000)).rejects.toThrow('cannot be read');
    }
    expect(await executionOf(db, id)).toMatchObject({ status: 'waiting', advance_failures: 0 });
    await setVersion(version);
    expect(await advance(id, runKey, NOW + 61_000)).toMatchObject({ done: true });
    expect(await executionOf(db, id)).toMatchObject({ status: 'completed', outcome: 'approved' });
  });

  test('ends also if its state is of no version that ever was', async () => {
    const { id, runKey } = await dispatched({ definition: waiting(60), payload: APPLICANT });
    await advance(id, runKey, NOW);
    await sql`update execution set state = jsonb_set(state, '{version}', '-1') where id = ${id}`.execute(db.kysely);
    for (let attempt = 0; attempt < MOST_ADVANCE_FAILURES; attempt += 1) {
      await expect(advance(id, runKey, NOW)).rejects.toThrow('cannot be read');
    }
    expect(await advance(id, runKey, NOW)).toMatchObject({ done: true });
    expect(await executionOf(db, id)).toMatchObject({ status: 'failed', wake_at: null });
    expect((await eventsOf(db, id)).map(({ name }) => name)).toEqual(['execution.failed']);
  });

  // Rules: 8.6.1
  test('fails after that many failures in a row, whichever processes they happened in', async () => {
    const { id, runKey } = await dispatched({ definition: APPROVE, payload: APPLICANT });
    for (let attempt = 0; attempt < MOST_ADVANCE_FAILURES; attempt += 1) {
      await expect(failingWith(new Error('a bug'))(id, runKey, NOW)).rejects.toThrow('a bug');
    }
    expect(await executionOf(db, id)).toMatchObject({ status: 'running' });
    expect(await failingWith(new Error('a bug'))(id, runKey, NOW)).toMatchObject({ done: true });
    expect(await executionOf(db, id)).toMatchObject({ status: 'failed', state: { failed: ['applicant'], tokens: [] } });
    expect(await stepsOf(db, id)).toMatchObject([{ node_id: 'applicant', error_code: 'internal_error' }]);
    expect((await eventsOf(db, id)).map(({ name }) => name)).toEqual(['execution.failed']);
  });

  // Rules: 8.6.2, 8.6.4
  test('fails as poison once three attempts in a row took their process down', async () => {
    const { id, runKey } = await dispatched({ definition: APPROVE, payload: APPLICANT });
    const late = { updated_at: sql<Date>`now() - interval '10 seconds'` };
    await db.kysely.updateTable('execution').set(late).where('id', '=', id).execute();
    for (let died = 0; died < MOST_ADVANCES_BEGUN; died += 1) await killWhileAdvancing(id, runKey);
    expect(await executionOf(db, id)).toMatchObject({ status: 'running', advances_begun: MOST_ADVANCES_BEGUN });
    expect(await advance(id, runKey, NOW)).toMatchObject({ done: true });
    expect(await executionOf(db, id)).toMatchObject({ status: 'failed', first_error_code: 'poison_run' });
    expect(await stepsOf(db, id)).toMatchObject([{ node_id: 'applicant', error_code: 'poison_run' }]);
    expect((await eventsOf(db, id)).map(({ name }) => name)).toEqual(['execution.failed']);
  });

  test('is no poison if its attempts end in errors: those have a result', async () => {
    const { id, runKey } = await dispatched({ definition: APPROVE, payload: APPLICANT });
    for (let attempt = 0; attempt <= MOST_ADVANCES_BEGUN; attempt += 1) {
      await expect(failingWith(new Error('a bug'))(id, runKey, NOW)).rejects.toThrow('a bug');
    }
    expect(await executionOf(db, id)).toMatchObject({ status: 'running', advances_begun: 0 });
    expect(await advance(id, runKey, NOW)).toMatchObject({ done: true });
    expect(await executionOf(db, id)).toMatchObject({ status: 'completed', advance_failures: 0 });
  });

  test('is no poison once an attempt had a result in between', async () => {
    const { id, runKey } = await dispatched({ definition: EMAIL, payload: APPLICANT });
    const died = { advance_failures: MOST_ADVANCES_BEGUN - 1, advances_begun: MOST_ADVANCES_BEGUN - 1 };
    await db.kysely.updateTable('execution').set(died).where('id', '=', id).execute();
    await advance(id, runKey, NOW);
    expect(await executionOf(db, id)).toMatchObject({ advance_failures: 0, advances_begun: 0, status: 'running' });
  });

  // Rules: 8.6.2
  test('counts a late first attempt that takes its process down', async () => {
    const { id, runKey } = await dispatched({ definition: APPROVE, payload: APPLICANT });
    const late = { updated_at: sql<Date>`now() - interval '10 seconds'` };
    await db.kysely.updateTable('execution').set(late).where('id', '=', id).execute();
    await killWhileAdvancing(id, runKey);
    expect(await executionOf(db, id)).toMatchObject({ status: 'running', advance_failures: 1 });
  });

  test('begins to count anew once an advance succeeds', async () => {
    const { id, runKey } = await dispatched({ definition: EMAIL, payload: APPLICANT });
    await db.kysely.updateTable('execution').set({ advance_failures: 19 }).where('id', '=', id).execute();
    await advance(id, runKey, NOW);
    expect(await executionOf(db, id)).toMatchObject({ advance_failures: 0 });
    await db.kysely.updateTable('execution').set({ advance_failures: 19 }).where('id', '=', id).execute();
    await advance(id, runKey, NOW);
    expect(await executionOf(db, id)).toMatchObject({ advance_failures: 0, status: 'running' });
  });

  // Rules: 8.6.1
  test('fails at once if it made a text that is too long', async () => {
    const { id, runKey } = await dispatched({ definition: APPROVE, payload: APPLICANT });
    expect(await failingWith(new RangeError('Invalid string length'))(id, runKey, NOW)).toMatchObject({ done: true });
    expect(await executionOf(db, id)).toMatchObject({ status: 'failed', advance_failures: 0 });
  });

  // Rules: 8.6.3
  test('does not count an unreachable database', async () => {
    const { id, runKey } = await dispatched({ definition: APPROVE, payload: APPLICANT });
    const error = Object.assign(new Error('terminating connection'), { code: '57P01' });
    await expect(failingWith(error)(id, runKey, NOW)).rejects.toThrow();
    expect(await executionOf(db, id)).toMatchObject({ advance_failures: 0 });
  });

  test('is attempted alone once it has failed, so that a crash in the middle counts against no other', async () => {
    const suspects = [
      await dispatched({ definition: APPROVE, payload: APPLICANT }),
      await dispatched({ definition: APPROVE, payload: APPLICANT }),
    ];
    const ids = suspects.map(({ id }) => id);
    await db.kysely.updateTable('execution').set({ advance_failures: 3 }).where('id', 'in', ids).execute();
    const counts = async () =>
      (await Promise.all(ids.map((id) => executionOf(db, id)))).map((run) => run.advance_failures);
    // An attempted advance waits for this lock when it reads the definition, as if the process hung there.
    const advancing = await holding('lock table workflow_version in access exclusive mode', async () => {
      const begun = suspects.map(({ id, runKey }) => advance(id, runKey, NOW));
      await until(async () => (await counts()).includes(4));
      // After many round trips the second one has not begun.
      for (let turn = 0; turn < 20; turn += 1) await counts();
      expect((await counts()).toSorted()).toEqual([3, 4]);
      return begun;
    });
    expect(await Promise.all(advancing)).toMatchObject([{ done: true }, { done: true }]);
    expect(await counts()).toEqual([0, 0]);
  });

  test('that waits for a suspect does not hold up a run that never failed', async () => {
    const [suspect, sound] = [
      await dispatched({ definition: APPROVE, payload: APPLICANT }),
      await dispatched({ definition: APPROVE, payload: APPLICANT }),
    ];
    await advance(sound.id, sound.runKey, NOW);
    await db.kysely.updateTable('execution').set({ advance_failures: 3 }).where('id', '=', suspect.id).execute();
    const asleep = await dispatched({ definition: waiting(60) });
    const [advancing] = await holding(`select from execution where id = ${suspect.id} for update`, async (holder) => {
      const begun = advance(suspect.id, suspect.runKey, NOW);
      await blockedBy(db, holder);
      expect(await advance(asleep.id, asleep.runKey, NOW)).toMatchObject({ wakeAt: NOW + 60_000 });
      return [begun];
    });
    expect(await advancing).toMatchObject({ done: true });
  });

  test('keeps its count if the database was unreachable: that says nothing about the run', async () => {
    const { id, runKey } = await dispatched({ definition: APPROVE, payload: APPLICANT });
    await db.kysely.updateTable('execution').set({ advance_failures: 3 }).where('id', '=', id).execute();
    const error = Object.assign(new Error('terminating connection'), { code: '57P01' });
    await expect(failingWith(error)(id, runKey, NOW)).rejects.toThrow();
    expect(await executionOf(db, id)).toMatchObject({ advance_failures: 3 });
    await expect(failingWith(new Error('a bug'))(id, runKey, NOW)).rejects.toThrow();
    expect(await executionOf(db, id)).toMatchObject({ advance_failures: 4 });
  });

  test('calls back the effects that have not begun, its own and no others', async () => {
    const [failing, bystander] = [
      await dispatched({ definition: TWO_EMAILS, payload: APPLICANT }),
      await dispatched({ definition: TWO_EMAILS, payload: APPLICANT }),
    ];
    for (const { id, runKey } of [failing, bystander]) await advance(id, runKey, NOW);
    const [begun] = await effectsOf(db, failing.id);
    await db.kysely
      .updateTable('effect')
      .set({ status: 'begun' })
      .where('id', '=', begun?.id ?? 0)
      .execute();
    await db.kysely
      .updateTable('execution')
      .set({ advance_failures: MOST_ADVANCE_FAILURES })
      .where('id', '=', failing.id)
      .execute();
    expect(await advance(failing.id, failing.runKey, NOW + 1)).toMatchObject({ done: true });
    expect(await effectsOf(db, failing.id)).toMatchObject([
      { status: 'begun', finished_at: null },
      { status: 'cancelled', finished_at: new Date(NOW + 1) },
    ]);
    expect((await effectsOf(db, bystander.id)).map(({ status }) => status)).toEqual(['intended', 'intended']);
  });

  test('closes its open and its queued reviews', async () => {
    const { id, runKey } = await dispatched({ definition: TWO_REVIEWS, payload: APPLICANT });
    await advance(id, runKey, NOW);
    await db.kysely
      .updateTable('execution')
      .set({ advance_failures: MOST_ADVANCE_FAILURES })
      .where('id', '=', id)
      .execute();
    await advance(id, runKey, NOW + 1);
    expect(await roundsOf(id)).toEqual(['check closed', 'second closed']);
    expect(await executionOf(db, id)).toMatchObject({
      status: 'failed',
      needs_human_review: false,
      review_status: 'none',
      completed_at: new Date(NOW + 1),
    });
  });

  test('ends even if its definition is gone', async () => {
    const { id, runKey } = await dispatched({ definition: APPROVE, payload: APPLICANT });
    const { workflow_id: workflowId } = await executionOf(db, id);
    await db.kysely.deleteFrom('workflow_version').where('workflow_id', '=', workflowId).execute();
    await db.kysely
      .updateTable('execution')
      .set({ advance_failures: MOST_ADVANCE_FAILURES })
      .where('id', '=', id)
      .execute();
    expect(await advance(id, runKey, NOW)).toMatchObject({ done: true });
    expect(await executionOf(db, id)).toMatchObject({ status: 'failed' });
  });
});
