import { describe, expect, test } from '../support/jest.ts';
import { liftReport, resumeClient } from '../../cli/mail.ts';
import { recordMailReport, type StopRule } from '../../platform/database/mail-reports.ts';
import { parseMailReport } from '../../platform/mail/report.ts';
import { complaint, deliveryReport } from '../support/mail-reports.ts';
import { EMAIL } from './support/definitions.ts';
import { db, eventNames, resources, run, runOf, smtp, tenant, useNotices } from './support/notices.ts';
import { createTenant, eventsOf, stepsOf } from './support/runs.ts';

useNotices();

const LENIENT: StopRule = { percent: 100, recipients: 1_000 };

async function comesBack(raw: Buffer, rule = LENIENT) {
  const report = await parseMailReport(raw);
  if (report === null) throw new Error('it is no report');
  return recordMailReport(db, report, rule);
}
/** Sends an e-mail and returns the status of its step. */
async function mail(email = 'pat@example.com'): Promise<string> {
  const { id, settle } = await runOf(EMAIL, { applicant: { email } });
  await settle();
  const step = (await stepsOf(db, id)).find(({ node_id }) => node_id === 'letter');
  return step?.error_code ?? 'sent';
}
async function notice(email = 'pat@example.com'): Promise<string> {
  const { settle, output } = await run({}, { applicant: { email } });
  const before = smtp.letters.length;
  const { done } = await settle();
  return done && smtp.letters.length > before ? 'sent' : JSON.stringify((await output()).notices);
}
const lastId = () => smtp.letters.at(-1)?.messageId ?? '';

describe('a letter that came back', () => {
  // Rules: 12.8.3, 12.8.5
  test("ends the client's mail to that address, in any spelling, and to no other one", async () => {
    expect(await mail()).toBe('sent');
    expect((await comesBack(deliveryReport({ messageId: lastId() }))).is).toBe('recorded');
    expect(await mail()).toBe('recipient_suppressed');
    expect(await mail('Pat+Home@EXAMPLE.com')).toBe('recipient_suppressed');
    expect(await mail('sam@example.com')).toBe('sent');
    expect(smtp.letters.map(({ to }) => to[0])).toEqual(['pat@example.com', 'sam@example.com']);
  });

  test("is no matter of another client's", async () => {
    await mail();
    await comesBack(deliveryReport({ messageId: lastId() }));
    Object.assign(tenant, await createTenant(db));
    expect(await mail()).toBe('sent');
  });

  // Rules: 12.8.3
  test('holds back a notice too, which is tried again and says why: nobody would get it', async () => {
    await mail();
    await comesBack(deliveryReport({ messageId: lastId() }));
    const { id, settle } = await run({}, { applicant: { email: 'pat@example.com' } });
    expect((await settle()).done).toBe(false);
    expect(await eventNames(id)).toEqual(
      expect.arrayContaining(['adverse_action.failed', 'adverse_action.retry_scheduled']),
    );
    expect(smtp.letters).toHaveLength(1);
  });

  // Rules: 12.8.9
  test('goes out again once an operator has lifted the report', async () => {
    await mail();
    const recorded = await comesBack(deliveryReport({ messageId: lastId() }));
    if (recorded.is !== 'recorded') throw new Error(recorded.is);
    await liftReport(db.kysely, recorded.reportId);
    expect(await mail()).toBe('sent');
  });

  // Rules: 12.8.6
  test('that its server only gave up on ends nothing', async () => {
    await mail();
    expect((await comesBack(deliveryReport({ messageId: lastId(), status: '4.4.7' }))).is).toBe('recorded');
    expect(await mail()).toBe('sent');
  });

  // Rules: 12.8.7
  test('and was a notice is an adverse_action.failed event, once, however often it is reported', async () => {
    const { id, settle } = await run({});
    await settle();
    const report = deliveryReport({ messageId: lastId() });
    expect([(await comesBack(report)).is, (await comesBack(report)).is]).toEqual(['recorded', 'known']);
    const failed = (await eventsOf(db, id)).filter(({ name }) => name === 'adverse_action.failed');
    expect(failed).toHaveLength(1);
    const { data } = JSON.parse(failed[0]?.body ?? '{}') as { data: object };
    expect(data).toMatchObject({
      workflow_execution_id: id,
      node_id: 'deny',
      action_taken: 'denied',
      stage: 'single',
      notice_artifact_id: expect.any(Number),
    });
  });
});

describe('a complaint', () => {
  // Rules: 12.8.4
  test("ends the client's mail to its author, notices aside: the address works and the law wants them sent", async () => {
    await mail();
    await comesBack(complaint({ messageId: lastId() }));
    expect(await mail()).toBe('recipient_suppressed');
    expect(await notice()).toBe('sent');
  });
});

describe('a report of a letter that nobody here has sent', () => {
  test.each([
    ['an unknown one', async () => '<5f0c6f0e-6d4e-5b5e-8f63-6a1f7a1d2c3b@example.com>'],
    [
      'one that was kept as a file',
      async () => {
        await db.kysely
          .updateTable('account')
          .set({ production_access: false })
          .where('id', '=', tenant.accountId)
          .execute();
        await mail();
        const row = await db.kysely
          .selectFrom('mail_message')
          .select('message_id')
          .where('api_client_id', '=', tenant.apiClientId)
          .executeTakeFirstOrThrow();
        return row.message_id;
      },
    ],
  ])('changes nothing: %s', async (_what, letter) => {
    expect(await comesBack(deliveryReport({ messageId: await letter() }))).toEqual({ is: 'unknown' });
  });
});

describe('too many letters that came back', () => {
  const rule: StopRule = { percent: 50, recipients: 2 };

  // Rules: 12.8.8, 12.8.9
  test("stop the client's mail but not its notices, until an operator lets it go on; then counting begins anew", async () => {
    const ids: string[] = [];
    for (const email of ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com', 'e@example.com']) {
      await mail(email);
      ids.push(lastId());
    }
    const stops: boolean[] = [];
    for (const messageId of ids.slice(0, 3)) {
      const recorded = await comesBack(deliveryReport({ messageId }), rule);
      stops.push(recorded.is === 'recorded' && recorded.hasStopped);
    }
    // One is below the least number, and two are less than half of five.
    expect(stops).toEqual([false, false, true]);
    expect(await mail('f@example.com')).toBe('client_mail_stopped');
    expect(await notice('g@example.com')).toBe('sent');

    await resumeClient(db.kysely, tenant.apiClientId);
    expect(await mail('f@example.com')).toBe('sent');
    expect(await comesBack(deliveryReport({ messageId: ids[3] ?? '' }), rule)).toMatchObject({ hasStopped: false });
    expect(await mail('h@example.com')).toBe('sent');
  });

  // Rules: 12.8.8
  test.each([
    ['tags', ['a@example.com', 'a+1@example.com', 'a+two@example.com', 'a+4+5@example.com']],
    ['capitals, dots and tags', ['ab@gmail.com', 'a.b+1@gmail.com', 'AB+two@GoogleMail.com', 'a.b@gmail.com']],
    ['tags after a dot', ['a.+1@gmail.com', 'a.+2@gmail.com', 'a.+3@gmail.com', 'A.+4@gmail.com']],
    ['tags of letters that have no one form', ['ሰላም@example.com', 'ሰላም+1@example.com', 'ሰላም+2@example.com']],
  ])('are not made few by %s of one mailbox, whose letters are those of one recipient', async (_what, own) => {
    for (const email of own) expect(await mail(email)).toBe('sent');
    const ids: string[] = [];
    for (const email of ['b@example.com', 'c+x@example.com']) {
      await mail(email);
      ids.push(lastId());
    }
    // Two of three.
    const said = [];
    for (const messageId of ids) said.push(await comesBack(complaint({ messageId }), rule));
    expect(said).toMatchObject([{ hasStopped: false }, { hasStopped: true }]);
  });

  // Rules: 12.8.8
  test('are not made many by one person who complains under several spellings of one mailbox', async () => {
    for (const email of ['a@example.com', 'A+1@example.com', 'a+2+3@EXAMPLE.com', 'b@example.com']) {
      // A complaint stops mail to that mailbox, so they complain only after all letters have arrived.
      await mail(email);
    }
    const ids = smtp.letters.slice(0, 3).map(({ messageId }) => messageId);
    for (const messageId of ids)
      expect(await comesBack(complaint({ messageId }), rule)).toMatchObject({ hasStopped: false });
    expect(await mail('c@example.com')).toBe('sent');
  });

  // Rules: 12.8.8
  test('stop nobody as long as they are few of many', async () => {
    for (const email of ['a@example.com', 'b@example.com', 'c@example.com']) await mail(email);
    const recorded = await comesBack(deliveryReport({ messageId: lastId() }), { percent: 50, recipients: 1 });
    expect(recorded).toMatchObject({ hasStopped: false });
    expect(await mail('d@example.com')).toBe('sent');
  });
});

test('what cannot be delivered comes back to MAIL_RETURN_PATH, and the reader sees the sender', async () => {
  const effects = resources({ MAIL_RETURN_PATH: 'bounces@example.com' });
  await (await runOf(EMAIL, { effects })).settle();
  expect(smtp.letters[0]?.from).toBe('bounces@example.com');
  expect(smtp.letters[0]?.raw).toMatch(/^From: decisions@example\.com\r$/m);
});
