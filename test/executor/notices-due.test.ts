import { sql } from 'kysely';
import { describe, expect, test } from '../support/jest.ts';
import type { JsonObject } from '../../core/json.ts';
import type { NoticeDue } from '../../core/notices/due.ts';
import { asJson, type Database } from '../../platform/database/index.ts';
import { wasDecided } from '../../platform/database/notices-due.ts';
import { createClient } from '../../platform/identity/index.ts';
import { announceOverdueNotices } from '../../services/executor/dispatch/overdue-notices.ts';
import { artifactsOf, db, run, tenant, useNotices } from './support/notices.ts';
import { decide, eventsOf, executionOf } from './support/runs.ts';

/*
 * C.12: notices that an execution owes are a column, written by the save that ends the run. It is emptied when the
 * notice goes out after all, and once its day is past one event is sent.
 */

useNotices();

const CREDIT = { purpose: 'credit' };
const EMPLOYMENT = { purpose: 'employment', action_taken: 'adverse_employment' };
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

/** A process that is killed before it commits. It fails only if it has written something. */
const dying = {
  transaction: (work: (trx: never) => Promise<number>) =>
    db.transaction(async (trx) => {
      const written = await work(trx as never);
      if (written > 0) throw new Error('killed');
      return written;
    }),
} as unknown as Database;

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
  test.each(['another client of the account', 'a run in test mode'])('is not answered by %s', async (by) => {
    const [owing, decided] = [await run(CREDIT), await run(CREDIT)];
    await change(owing.id, { ...of('same'), notices_due: asJson([NO_DECISION]) });
    await change(decided.id, of('same', by === 'a run in test mode' ? 'test' : 'live'));
    if (by !== 'a run in test mode') {
      const { id } = await createClient(db.kysely, { accountId: tenant.accountId, name: 'Other' });
      await change(decided.id, { api_client_id: id });
    }
    await decided.settle();
    expect((await executionOf(db, decided.id)).outcome).toBe('denied');
    expect((await executionOf(db, owing.id)).notices_due).toEqual([NO_DECISION]);
  });

  // Rules: 10.15.12
  test('is answered by a counter-offer, whose letter says what is offered', async () => {
    const [owing, decided] = [await run(CREDIT), await run({ ...CREDIT, action_taken: 'other_action' })];
    await change(owing.id, { ...of('offer'), notices_due: asJson([NO_DECISION]) });
    await change(decided.id, of('offer'));
    await decided.settle();
    expect([(await executionOf(db, decided.id)).outcome, (await executionOf(db, owing.id)).notices_due]).toEqual([
      'conditional',
      null,
    ]);
  });

  // Rules: 10.15.12
  test('is answered by no run that ends without an outcome, whether it fails or is cancelled', async () => {
    const [owing, failing] = [await run(CREDIT), await run(CREDIT, { product: 'credit_report' })];
    await change(owing.id, { ...of('again'), notices_due: asJson([NO_DECISION]) });
    await change(failing.id, { ...of('again'), status: 'failed', completed_at: new Date() });
    expect(await wasDecided(db.kysely, owing.id)).toBe(false);
    expect((await executionOf(db, owing.id)).notices_due).toEqual([NO_DECISION]);
  });

  // Rules: 10.15.12
  test('is answered by a decision of the 30 days before it, and by none of an earlier application', async () => {
    const [owing, earlier] = [await run(CREDIT), await run(CREDIT)];
    await change(owing.id, of('customer-17'));
    const decidedAt = (days: number) =>
      change(earlier.id, {
        ...of('customer-17'),
        ...{ status: 'completed', outcome: 'approved', completed_at: new Date(Date.now() - days * 86_400_000) },
      });
    const answers: boolean[] = [];
    for (const days of [0, 29, 31, 700]) {
      await decidedAt(days);
      answers.push(await wasDecided(db.kysely, owing.id));
    }
    expect(answers).toEqual([true, true, false, false]);
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
    // The guarantor has got no letter.
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
    await expect(announceOverdueNotices(dying)).rejects.toThrow('killed');
    expect(await overdueEvents(id)).toEqual([]);
    expect(await announceOverdueNotices(db)).toBe(1);
    expect(await announceOverdueNotices(db)).toBe(0);
    expect(await overdueEvents(id)).toHaveLength(1);
  });
});

describe('a letter that waits for a font past its day, while its execution runs', () => {
  /** The letter was requested, and the renderer has reported that it cannot print `stage`. */
  async function waiting(stage = 'single', settings: JsonObject = CREDIT, product?: string) {
    const waits = await run(settings, product === undefined ? {} : { product });
    // The pull, then the letter.
    if (product !== undefined) await waits.perform();
    await waits.perform();
    expect(await artifactsOf(waits.id, 'notice')).toMatchObject([{ status: 'pending' }]);
    await lacks(waits.id, stage, 'glyphs');
    return waits;
  }
  const lacks = (id: number, stage: string, needs: 'glyphs' | null) =>
    db.kysely
      .updateTable('artifact')
      .set({ needs })
      .where('execution_id', '=', id)
      .where('stage', '=', stage)
      .executeTakeFirstOrThrow();
  const isDue = (id: number, at: Date) =>
    db.kysely
      .updateTable('artifact')
      .set({ notice_due_at: at })
      .where('execution_id', '=', id)
      .where('kind', '=', 'notice')
      .execute();
  const PAST = new Date('2026-01-01T00:00:00.000Z');
  const saidOf = async (id: number) => (await overdueEvents(id)).map(({ body }) => JSON.parse(body).data);

  // Rules: 11.7.11
  test('is said once, however many replicas look', async () => {
    const { id } = await waiting();
    expect(await announceOverdueNotices(db)).toBe(0);
    await isDue(id, PAST);
    const said = await Promise.all(Array.from({ length: 5 }, () => announceOverdueNotices(db)));
    expect(said.reduce((sum, each) => sum + each, 0)).toBe(1);
    expect(await saidOf(id)).toEqual([
      expect.objectContaining({
        ...{ workflow_execution_id: id, node_id: 'deny', applicant: 'applicant', kind: 'credit' },
        ...{ due_at: PAST.toISOString(), why: 'no_font' },
      }),
    ]);
    expect(await announceOverdueNotices(db)).toBe(0);
  });

  test('is said of its enclosures too, once for all of them', async () => {
    const { id } = await waiting('pre_adverse', EMPLOYMENT, 'criminal_background');
    const enclosures = await artifactsOf(id, 'enclosure');
    for (const { stage } of enclosures) await lacks(id, stage, 'glyphs');
    await db.kysely
      .updateTable('artifact')
      .set({ status: 'ready', needs: null })
      .where('execution_id', '=', id)
      .where('kind', '=', 'notice')
      .execute();
    await isDue(id, PAST);
    expect(enclosures.length).toBeGreaterThan(1);
    expect(await announceOverdueNotices(db)).toBe(1);
    expect(await saidOf(id)).toMatchObject([{ kind: 'employment', why: 'no_font', node_id: 'deny' }]);
  });

  test('is not said once it can be printed, before its day, or of an execution that has ended', async () => {
    const [printed, early, ended] = [await waiting(), await waiting(), await waiting()];
    await isDue(printed.id, PAST);
    await isDue(ended.id, PAST);
    await lacks(printed.id, 'single', null);
    await db.kysely
      .updateTable('execution')
      .set({ status: 'cancelled', completed_at: new Date() })
      .where('id', '=', ended.id)
      .execute();
    expect(await announceOverdueNotices(db)).toBe(0);
    // A letter that later has the same lack again is still announced once.
    await lacks(printed.id, 'single', 'glyphs');
    expect(await announceOverdueNotices(db)).toBe(1);
    expect([await saidOf(early.id), await saidOf(ended.id)]).toEqual([[], []]);
  });

  test('is said by the next one if who said it dies before the commit', async () => {
    const { id } = await waiting();
    await isDue(id, PAST);
    await expect(announceOverdueNotices(dying)).rejects.toThrow('killed');
    expect(await overdueEvents(id)).toEqual([]);
    expect(await announceOverdueNotices(db)).toBe(1);
  });
});
