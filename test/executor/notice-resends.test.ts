import { describe, expect, test } from '../support/jest.ts';
import { sendNextResend } from '../../services/executor/resends.ts';
import {
  artifactsOf,
  attachmentsOf,
  db,
  prolongHour,
  resources,
  run,
  signal,
  smtp,
  tenant,
  useNotices,
} from './support/notices.ts';

useNotices();

describe('a notice that is sent again', () => {
  async function sentNotice(mode: 'test' | 'live' = 'test') {
    const { id, settle, effects } = await run({ purpose: 'tenant' }, { mode });
    await settle();
    const [artifact] = await artifactsOf(id, 'notice');
    await db.kysely
      .insertInto('notice_resend')
      .values({
        api_client_id: tenant.apiClientId,
        execution_id: id,
        artifact_id: artifact?.id ?? 0,
        number: 1,
        requested_by_user_id: 9,
        due_at: new Date(0),
      })
      .execute();
    return { id, dependencies: effects.notices };
  }
  const resendOf = (id: number) =>
    db.kysely.selectFrom('notice_resend').selectAll().where('execution_id', '=', id).executeTakeFirstOrThrow();

  // Rules: 12.6.6
  test('goes to the same person with the same letter, under a Message-ID of its own', async () => {
    const { id, dependencies } = await sentNotice();
    expect(await sendNextResend(dependencies, signal)).toBe(true);
    const [first, again] = smtp.letters;
    expect([again?.to, attachmentsOf(again?.raw ?? '')]).toEqual([first?.to, attachmentsOf(first?.raw ?? '')]);
    expect(again?.messageId).not.toBe(first?.messageId);
    const events = await db.kysely.selectFrom('review_event').selectAll().where('execution_id', '=', id).execute();
    expect(events.at(-1)).toMatchObject({ event_type: 'adverse_action_replayed', actor_user_id: 9 });
    expect(await sendNextResend(dependencies, signal)).toBe(false);
  });

  test('is recorded as sent alone, while others wait for their turn', async () => {
    const { id: one, dependencies } = await sentNotice();
    const { id: other } = await sentNotice();
    const statuses = async () => [await resendOf(one), await resendOf(other)].map(({ status }) => status).toSorted();
    await sendNextResend(dependencies, signal);
    expect(await statuses()).toEqual(['pending', 'sent']);
    await sendNextResend(dependencies, signal);
    expect(await statuses()).toEqual(['sent', 'sent']);
    const events = await db.kysely
      .selectFrom('review_event')
      .select('execution_id')
      .where('execution_id', 'in', [one, other])
      .where('event_type', '=', 'adverse_action_replayed')
      .orderBy('execution_id')
      .execute();
    expect(events.map((event) => event.execution_id)).toEqual([one, other]);
  });

  test.each([
    ['whose PDF is not stored any more', (id: number) => removeFile(id), 'notice_not_stored'],
    ['that was never mailed', (id: number) => forgetMail(id), 'notice_not_stored'],
  ])('%s fails at once', async (_, remove, code) => {
    const { id, dependencies } = await sentNotice();
    await remove(id);
    await sendNextResend(dependencies, signal);
    expect(await resendOf(id)).toMatchObject({ status: 'failed', error_code: code, lease_until: null });
    expect(smtp.letters).toHaveLength(1);
  });
  const removeFile = async (id: number): Promise<void> => {
    const [artifact] = await artifactsOf(id, 'notice');
    await db.kysely
      .deleteFrom('artifact_blob')
      .where('artifact_id', '=', artifact?.id ?? 0)
      .execute();
  };
  const forgetMail = (id: number) => db.kysely.deleteFrom('mail_message').where('execution_id', '=', id).execute();

  test('fails after its fourth attempt, and waits longer after each', async () => {
    const { id, dependencies } = await sentNotice();
    smtp.behave({ kind: 'refuse', at: 'data', code: 451 });
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const before = Date.now();
      await sendNextResend(dependencies, signal);
      const { status, due_at } = await resendOf(id);
      if (status === 'pending') waits.push(Math.floor((due_at.getTime() - before) / 3_600_000));
      await db.kysely
        .updateTable('notice_resend')
        .set({ due_at: new Date(0) })
        .where('execution_id', '=', id)
        .execute();
    }
    expect(waits).toEqual([1, 6, 24]);
    expect(await resendOf(id)).toMatchObject({ status: 'failed', attempts: 4, error_code: 'mail_unavailable' });
    expect(await sendNextResend(dependencies, signal)).toBe(false);
  });

  test('beyond the limit of the hour waits for the next one, which is no attempt', async () => {
    const { id } = await sentNotice('live');
    await prolongHour();
    const limited = resources({ NOTICES_PER_CLIENT_PER_HOUR: 1 });
    await sendNextResend(limited.notices, signal);
    const waiting = await resendOf(id);
    expect(waiting).toMatchObject({ status: 'pending', attempts: 0, error_code: null, lease_until: null });
    expect(waiting.due_at.getTime() % 3_600_000).toBe(0);
    expect(smtp.letters).toHaveLength(1);
  });

  // Rules: 12.6.8
  test('counts for the day of its recipient, and waits for the next one: it is owed to nobody today', async () => {
    const { id } = await sentNotice('live');
    await db.kysely
      .updateTable('execution')
      .set({ created_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    await sendNextResend(resources({ NOTICES_PER_RECIPIENT_PER_DAY: 1 }).notices, signal);
    const waiting = await resendOf(id);
    expect(waiting).toMatchObject({ status: 'pending', attempts: 0, error_code: null, lease_until: null });
    expect([smtp.letters.length, waiting.due_at.getTime() % 3_600_000]).toEqual([1, 0]);
  });

  test('is not sent while another process holds it, and is taken over when that one is gone', async () => {
    const { id, dependencies } = await sentNotice();
    const hold = (until: Date) =>
      db.kysely.updateTable('notice_resend').set({ lease_until: until }).where('execution_id', '=', id).execute();
    await hold(new Date(Date.now() + 3_600_000));
    expect(await sendNextResend(dependencies, signal)).toBe(false);
    await hold(new Date(0));
    expect(await sendNextResend(dependencies, signal)).toBe(true);
    expect((await resendOf(id)).status).toBe('sent');
  });

  test('is not handed to the mail server once the work was cancelled, and goes out when it is taken up again', async () => {
    const { id, dependencies } = await sentNotice();
    await expect(sendNextResend(dependencies, AbortSignal.abort())).rejects.toThrow();
    expect([smtp.letters.length, (await resendOf(id)).status]).toEqual([1, 'pending']);
    await db.kysely.updateTable('notice_resend').set({ lease_until: null }).where('execution_id', '=', id).execute();
    await sendNextResend(dependencies, signal);
    expect([smtp.letters.length, (await resendOf(id)).status]).toEqual([2, 'sent']);
  });

  test('that was accepted is recorded when the database is back, and not sent a second time', async () => {
    const { id, dependencies } = await sentNotice();
    let failures = 0;
    const transaction: typeof db.transaction = (work) => {
      // The letter is stored by a transaction, too.
      if (smtp.letters.length < 2 || failures === 2) return db.transaction(work);
      failures += 1;
      throw Object.assign(new Error('the server is shutting down'), { code: '57P01' });
    };
    const away = new Proxy(db, {
      get: (target, member) => (member === 'transaction' ? transaction : Reflect.get(target, member)),
    });
    await sendNextResend({ ...dependencies, db: away }, signal);
    expect([failures, smtp.letters.length]).toEqual([2, 2]);
    expect(await resendOf(id)).toMatchObject({ status: 'sent', lease_until: null });
  });

  test('that another process has recorded meanwhile is recorded once', async () => {
    const { id, dependencies } = await sentNotice();
    const record = { status: 'sent', sent_at: new Date() } as const;
    const mailer = {
      ...dependencies.mailer,
      reachesRecipients: true,
      send: async () => {
        await db.kysely.updateTable('notice_resend').set(record).where('execution_id', '=', id).execute();
        return { response: '250 queued' };
      },
    };
    await sendNextResend({ ...dependencies, mailer }, signal);
    const events = await db.kysely.selectFrom('review_event').selectAll().where('execution_id', '=', id).execute();
    expect(events.filter(({ event_type }) => event_type === 'adverse_action_replayed')).toEqual([]);
  });

  test('that the server defers is tried again an hour later under the same Message-ID', async () => {
    const { id, dependencies } = await sentNotice();
    smtp.behave({ kind: 'refuse', at: 'data', code: 451 });
    await sendNextResend(dependencies, signal);
    const waiting = await resendOf(id);
    expect([waiting.status, waiting.error_code]).toEqual(['pending', 'mail_unavailable']);
    expect(waiting.due_at.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
    smtp.behave({ kind: 'accept' });
    await db.kysely.updateTable('notice_resend').set({ due_at: new Date() }).where('id', '=', waiting.id).execute();
    await sendNextResend(dependencies, signal);
    expect(await resendOf(id)).toMatchObject({ status: 'sent', error_code: null, lease_until: null });
    expect(smtp.letters.at(-1)?.messageId).toBe(smtp.letters.at(-2)?.messageId);
  });
});
