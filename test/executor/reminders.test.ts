import { sql } from 'kysely';
import { describe, expect, test } from '../support/jest.ts';
import { createUser } from '../../platform/identity/index.ts';
import type { ReminderSettings } from '../../core/cascade/definition.ts';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { until } from '../support/until.ts';
import { REVIEW } from './support/definitions.ts';
import { clock, db, resources, runOf, smtp, tenant, useNotices, type RunOptions } from './support/notices.ts';
import { decide, effectsOf, executionOf } from './support/runs.ts';

useNotices();

const HOUR_MS = 3_600_000;
const reminder = (hours: number, to = 'desk@example.com'): ReminderSettings => ({
  after: { duration: hours, unit: 'hours' },
  to,
  subject: `{{applicant.last_name}} waits for ${hours} h`,
  body: 'Case {{execution.id}}',
});
const reminding = (reminders: readonly ReminderSettings[]): CascadeDefinition =>
  REVIEW.map((node) => (node.type === 'IfElse' ? { ...node, review: { reminders } } : node));
const addDesk = () => createUser(db.kysely, { accountId: tenant.accountId, name: 'Desk', email: 'desk@example.com' });
const eventsOf = async (id: number) =>
  (
    await db.kysely
      .selectFrom('review_event')
      .select(['event_type', 'metadata'])
      .where('execution_id', '=', id)
      .orderBy('id')
      .execute()
  ).filter(({ event_type }) => event_type === 'reminded');

/** A run that has been in review for that many hours. */
async function inReview(reminders: readonly ReminderSettings[], hours: number, options: RunOptions = {}) {
  const started = await runOf(reminding(reminders), options);
  await started.settle();
  clock.now += hours * HOUR_MS;
  return started;
}

describe('a reminder', () => {
  // Rules: 9.13.9
  test('is mailed to a user of the account, and is a review event; the run waits for the decision alone', async () => {
    await addDesk();
    const { id, settle } = await inReview([reminder(24)], 24);
    expect(await settle()).toEqual({ wakeAt: null, done: false });
    expect(smtp.letters.map(({ to }) => to)).toEqual([['desk@example.com']]);
    expect(smtp.letters[0]?.raw).toMatch(/^Subject: \w+ waits for 24 h\r?$/m);
    expect(smtp.letters[0]?.raw).toContain(`Case ${id}`);
    expect(await eventsOf(id)).toEqual([
      { event_type: 'reminded', metadata: { node_id: expect.any(String), status: 'sent' } },
    ]);
    await decide(db, id, 'approved');
    clock.now += 1_000 * HOUR_MS;
    expect((await settle()).done).toBe(true);
    expect(smtp.letters).toHaveLength(1);
  });

  test('wakes its run by itself, at a time that the row of the run has', async () => {
    const { id } = await inReview([reminder(24), reminder(48)], 0);
    expect((await executionOf(db, id)).wake_at).toEqual(new Date(clock.now + 24 * HOUR_MS));
  });

  test('is not sent twice by a run that goes on elsewhere, and the next one comes in its time', async () => {
    await addDesk();
    const { id, settle } = await inReview([reminder(24), reminder(48)], 24);
    await settle();
    // The view of a new process: everything is read from the rows.
    await settle(clock.now + HOUR_MS);
    expect(smtp.letters).toHaveLength(1);
    await settle(clock.now + 24 * HOUR_MS);
    expect(smtp.letters.map(({ raw }) => /waits for (\d+) h/.exec(raw)?.[1])).toEqual(['24', '48']);
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'done' }, { status: 'done' }]);
  });

  // Rules: 9.13.6, 9.13.9
  test("is a file if its address is not the account's, also with production access", async () => {
    const { id, settle } = await inReview([reminder(1, 'stranger@example.com')], 1);
    await settle();
    expect(smtp.letters).toEqual([]);
    const kept = await db.kysely
      .selectFrom('mail_message')
      .select(['recipient', 'file_id', 'kept_at'])
      .where('execution_id', '=', id)
      .execute();
    expect(kept).toEqual([
      { recipient: 'stranger@example.com', file_id: expect.any(Number), kept_at: expect.any(Date) },
    ]);
    expect(await eventsOf(id)).toMatchObject([{ metadata: { status: 'kept', mail_artifact_id: kept[0]?.file_id } }]);
  });

  // Rules: 9.13.7
  test('counts among the e-mails of its execution, each by itself', async () => {
    await addDesk();
    const effects = resources({ LETTERS_PER_EXECUTION: 1 });
    const { id, settle } = await inReview([reminder(1), reminder(2)], 3, { effects });
    expect((await settle()).done).toBe(false);
    expect(smtp.letters).toHaveLength(1);
    expect(await eventsOf(id)).toMatchObject([
      { metadata: { status: 'sent' } },
      { metadata: { status: 'failed', code: 'letters_per_execution_exceeded' } },
    ]);
    expect(await executionOf(db, id)).toMatchObject({ status: 'awaiting_review' });
  });

  // Rules: 9.13.7
  test("waits for the next hour when the client's hour is used up", async () => {
    await addDesk();
    const effects = resources({ LETTERS_PER_CLIENT_PER_HOUR: 0 });
    // Uses PostgreSQL's clock, which counts the hours.
    const { id, settle } = await inReview([reminder(0)], 0, { effects });
    const { wakeAt } = await settle();
    expect(wakeAt).toBeGreaterThan(clock.now);
    expect([smtp.letters, await eventsOf(id)]).toEqual([[], []]);
  });
});

describe('a decision ends reminders', () => {
  // Rules: 9.13.4
  test('also one that is tried again because the mail server was away', async () => {
    await addDesk();
    smtp.behave({ kind: 'refuse', at: 'sender', code: 451 });
    const { id, perform, settle } = await inReview([reminder(1)], 1);
    await perform();
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'begun', error_code: 'mail_unavailable' }]);
    smtp.behave({ kind: 'accept' });
    await decide(db, id, 'approved');
    expect((await settle()).done).toBe(true);
    expect([smtp.letters, await eventsOf(id)]).toEqual([[], []]);
  });

  // Rules: 9.13.4
  test('that comes in the moment of sending: it is waited for, and nothing is sent', async () => {
    await addDesk();
    const { id, perform } = await inReview([reminder(1)], 1);
    let sending: Promise<void> = Promise.resolve();
    await db.transaction(async (trx) => {
      await trx.updateTable('review_round').set({ status: 'decided' }).where('execution_id', '=', id).execute();
      sending = perform();
      await until(
        async () =>
          (
            await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
              db.kysely,
            )
          ).rows.length > 0,
      );
    });
    await sending;
    expect(smtp.letters).toEqual([]);
    expect(await effectsOf(db, id)).toMatchObject([{ status: 'failed', error_code: 'review_decided' }]);
    expect(await db.kysely.selectFrom('mail_message').selectAll().where('execution_id', '=', id).execute()).toEqual([]);
  });
});
