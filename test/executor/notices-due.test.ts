import { sql } from 'kysely';
import { describe, expect, test } from '../support/jest.ts';
import type { NoticeDue } from '../../core/notices/due.ts';
import { asJson, type Database } from '../../platform/database/index.ts';
import { announceOverdueNotices } from '../../services/executor/dispatch/overdue-notices.ts';
import { db, run, tenant, useNotices } from './support/notices.ts';
import { decide, eventsOf, executionOf } from './support/runs.ts';

/*
 * C.12: what an execution owes is a column that the save which ends the run writes; it goes away when the notice goes out
 * after all, and once its day is past somebody is told, once.
 */

useNotices();

const CREDIT = { purpose: 'credit' };
const DUE: NoticeDue = {
  applicant: 'applicant',
  kind: 'credit',
  due_at: '2026-01-01T00:00:00.000Z',
  why: 'draft_discarded',
  node_id: 'deny',
};

/** A run that was declined, whose drafted letter a person discarded. */
async function discarded() {
  const declined = await run({ ...CREDIT, send_strategy: 'draft_first' });
  await declined.settle();
  await decide(db, declined.id, 'denied');
  expect((await declined.settle()).done).toBe(true);
  return declined;
}

async function makeOverdue(id: number): Promise<void> {
  await db.kysely
    .updateTable('execution')
    .set({
      notices_due: sql`jsonb_set(notices_due, '{0,due_at}', '"2026-01-01T00:00:00.000Z"')`,
      notices_overdue_at: new Date('2026-01-01T00:00:00.000Z'),
    })
    .where('id', '=', id)
    .execute();
}

const overdueEvents = async (id: number) =>
  (await eventsOf(db, id)).filter(({ name }) => name === 'adverse_action.overdue');

async function subscribe(events: readonly string[]): Promise<number> {
  const { id } = await db.kysely
    .insertInto('webhook_subscription')
    .values({
      account_id: tenant.accountId,
      api_client_id: tenant.apiClientId,
      url: 'https://example.com/hook',
      event_filter: sql`${[...events]}::text[]`,
      secret: 'x',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

describe('the save that ends a run', () => {
  // Rules: 10.15.8
  test('writes what is owed, and when somebody is to be told', async () => {
    const { id } = await discarded();
    const row = await executionOf(db, id);
    const dueAt = new Date(row.created_at.getTime() + 30 * 86_400_000);
    expect(row.notices_due).toEqual([
      { applicant: 'applicant', kind: 'credit', due_at: dueAt.toISOString(), why: 'draft_discarded', node_id: 'deny' },
    ]);
    expect(row).toMatchObject({ notice_due_at: dueAt, notices_overdue_at: dueAt, outcome: 'denied' });
  });

  test('writes nothing if the letter went out', async () => {
    const { id, settle } = await run(CREDIT);
    await settle();
    expect(await executionOf(db, id)).toMatchObject({
      status: 'completed',
      notices_due: null,
      notices_overdue_at: null,
    });
  });

  test('of a step that failed says so', async () => {
    // `revoked` for credit must say what was done.
    const { id, settle } = await run({ ...CREDIT, action_taken: 'revoked' });
    await settle();
    const { status, notices_due: due } = await executionOf(db, id);
    expect(status).toBe('failed');
    expect(due).toMatchObject([{ kind: 'credit', why: 'step_failed', node_id: 'deny' }]);
  });
});

describe('an application that had no decision', () => {
  const NO_DECISION: NoticeDue = { ...DUE, why: 'no_decision' };
  const change = (id: number, columns: object) =>
    db.kysely.updateTable('execution').set(columns).where('id', '=', id).execute();
  const of = (reference: string, mode: 'live' | 'test' = 'live') => ({
    external_reference: reference,
    execution_mode: mode,
  });

  // Rules: 10.15.12
  test('is answered by the save that ends another live run of its reference with an outcome', async () => {
    const [owing, foreign, decided] = [await run(CREDIT), await run(CREDIT), await run(CREDIT)];
    await change(owing.id, { ...of('loan'), notices_due: asJson([NO_DECISION]) });
    await change(foreign.id, { ...of('other'), notices_due: asJson([NO_DECISION]) });
    await change(decided.id, of('loan'));
    await decided.settle();
    expect((await executionOf(db, decided.id)).outcome).toBe('denied');
    expect((await executionOf(db, owing.id)).notices_due).toBeNull();
    expect((await executionOf(db, foreign.id)).notices_due).toEqual([NO_DECISION]);
  });

  // Rules: 10.15.12
  test('is answered by a re-evaluation without a reference', async () => {
    const [owing, decided] = [await run(CREDIT), await run(CREDIT)];
    await change(owing.id, { execution_mode: 'live', notices_due: asJson([NO_DECISION]) });
    await change(decided.id, { execution_mode: 'live', re_evaluated_from: owing.id });
    await decided.settle();
    expect((await executionOf(db, owing.id)).notices_due).toBeNull();
  });
});

describe('a notice that goes out after all', () => {
  // Rules: 10.15.9
  test('by a re-evaluation, settles the runs before it', async () => {
    const first = await discarded();
    const second = await run(CREDIT);
    await db.kysely.updateTable('execution').set({ re_evaluated_from: first.id }).where('id', '=', second.id).execute();
    await db.kysely
      .updateTable('execution')
      .set({ notices_due: asJson([DUE, { ...DUE, applicant: 'applicant.guarantor' }]) })
      .where('id', '=', first.id)
      .execute();
    await second.settle();
    // Nobody has told the guarantor.
    expect((await executionOf(db, first.id)).notices_due).toEqual([{ ...DUE, applicant: 'applicant.guarantor' }]);

    const third = await discarded();
    const fourth = await run(CREDIT);
    await db.kysely.updateTable('execution').set({ re_evaluated_from: third.id }).where('id', '=', fourth.id).execute();
    await db.kysely.updateTable('execution').set({ re_evaluated_from: second.id }).where('id', '=', third.id).execute();
    await fourth.settle();
    expect(await executionOf(db, third.id)).toMatchObject({ notices_due: null, notices_overdue_at: null });
  });
});

describe('a notice past its day', () => {
  // Rules: 10.15.10
  test('is said once, to subscriptions that name the event, however many replicas look', async () => {
    const everything = await subscribe([]);
    const named = await subscribe(['adverse_action.overdue']);
    const { id } = await discarded();
    expect(await announceOverdueNotices(db)).toBe(0);
    await makeOverdue(id);
    const said = await Promise.all(Array.from({ length: 5 }, () => announceOverdueNotices(db)));
    expect(said.reduce((sum, each) => sum + each, 0)).toBe(1);
    const [event, ...more] = await overdueEvents(id);
    expect(more).toEqual([]);
    expect(JSON.parse(event?.body ?? '').data).toMatchObject({
      workflow_execution_id: id,
      ...{ applicant: 'applicant', kind: 'credit', why: 'draft_discarded', node_id: 'deny' },
    });
    const deliveries = await db.kysely
      .selectFrom('webhook_delivery')
      .select('subscription_id')
      .where('event', '=', 'adverse_action.overdue')
      .execute();
    expect(deliveries).toEqual([{ subscription_id: named }]);
    expect(deliveries).not.toContainEqual({ subscription_id: everything });
    // It is still owed.
    expect(await executionOf(db, id)).toMatchObject({ notices_overdue_at: null, notices_due: [{ kind: 'credit' }] });
  });

  test('is said again by nobody, and not at all by who dies before the commit', async () => {
    const { id } = await discarded();
    await makeOverdue(id);
    const dying = {
      transaction: (work: (trx: never) => Promise<unknown>) =>
        db.transaction(async (trx) => {
          await work(trx as never);
          throw new Error('killed');
        }),
    } as unknown as Database;
    await expect(announceOverdueNotices(dying)).rejects.toThrow('killed');
    expect(await overdueEvents(id)).toEqual([]);
    expect(await announceOverdueNotices(db)).toBe(1);
    expect(await announceOverdueNotices(db)).toBe(0);
    expect(await overdueEvents(id)).toHaveLength(1);
  });
});
