import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { createUser } from '../../platform/identity/index.ts';
import type { CascadeDefinition, CascadeNode } from '../../core/cascade/registry.ts';
import { EMAIL, notifying } from './support/definitions.ts';
import { clock, db, prolongHour, resources, run, runOf, smtp, tenant, useNotices } from './support/notices.ts';
import { eventsOf, stepsOf } from './support/runs.ts';
import { startHttpReceiver, type HttpReceiver } from './support/vendor.ts';

useNotices();

let http: HttpReceiver;
beforeAll(async () => {
  http = await startHttpReceiver();
});
afterAll(() => http.stop());

/** A step that runs again and again. */
const looping = (step: Partial<CascadeNode>): CascadeDefinition =>
  [
    { id: 'start', type: 'ApplicantSource', next_step: ['step'] },
    { id: 'step', type: 'Action', ...step, next_step: ['again'] },
    { id: 'again', type: 'GoTo', target_step: 'step' },
  ] as CascadeDefinition;

/** Places that many steps side by side. */
const fan = (count: number, step: Partial<CascadeNode>): CascadeDefinition => {
  const ids = Array.from({ length: count }, (_, n) => `step${n}`);
  return [
    { id: 'start', type: 'ApplicantSource', next_step: ids },
    ...ids.map((id) => ({ id, type: 'Action', ...step })),
  ] as CascadeDefinition;
};

const MAIL = { action_type: 'SendEmail', email: { to: '{{applicant.email}}', subject: 'Hi', body: 'Hi' } } as const;
const notifyDesk = {
  action_type: 'InternalNotification',
  internal_notification: { channel: 'email', to: 'desk@example.com', message: 'Look' },
} as const;
const post = (url: string) =>
  ({
    action_type: 'InternalNotification',
    internal_notification: { channel: 'webhook', url, message: 'Look' },
  }) as const;

const TENANT = { purpose: 'tenant' } as const;

const addDesk = () => createUser(db.kysely, { accountId: tenant.accountId, name: 'Desk', email: 'desk@example.com' });
const errorsOf = async (id: number) =>
  (await stepsOf(db, id)).flatMap(({ error_code: code }) => (code === null ? [] : [code]));

describe('an execution', () => {
  // Rules: 12.6.3
  test('sends 20 e-mails in a loop and not one more, and says which cap ended it', async () => {
    const { id, settle } = await runOf(looping(MAIL), { effects: resources({ LETTERS_PER_RECIPIENT_PER_HOUR: 100 }) });
    expect((await settle()).done).toBe(true);
    expect(smtp.letters).toHaveLength(20);
    const failed = (await stepsOf(db, id)).find(({ status }) => status === 'failed');
    expect(failed).toMatchObject({
      error_code: 'letters_per_execution_exceeded',
      error_message: 'An execution sends at most 20 e-mails (LETTERS_PER_EXECUTION).',
    });
  });

  test('counts notifications by e-mail to its own desk too', async () => {
    await addDesk();
    const { id, settle } = await runOf(looping(notifyDesk));
    await settle();
    expect(smtp.letters).toHaveLength(20);
    expect(await errorsOf(id)).toEqual(['letters_per_execution_exceeded']);
  });

  test('counts what is asked for side by side', async () => {
    await addDesk();
    const { id, settle } = await runOf(fan(25, notifyDesk));
    await settle();
    expect(smtp.letters).toHaveLength(20);
    expect(await errorsOf(id)).toEqual(Array.from({ length: 5 }, () => 'letters_per_execution_exceeded'));
  });

  // Rules: 12.7.8
  test('posts 20 notifications to a URL and not one more', async () => {
    const before = http.requests.length;
    const { id, settle } = await runOf(looping(post(http.url)));
    await settle();
    expect(http.requests.length - before).toBe(20);
    expect(await errorsOf(id)).toEqual(['notifications_per_execution_exceeded']);
  });
});

describe('a client', () => {
  // Rules: 12.6.3, 12.6.4
  test('sends an address as many e-mails in an hour as it may, over all executions, tags in the address or not', async () => {
    const effects = resources({ LETTERS_PER_RECIPIENT_PER_HOUR: 2 });
    await prolongHour();
    const codes: string[] = [];
    for (const email of ['pat@example.com', 'Pat+1@example.com', 'pat+2@EXAMPLE.com', 'sam@example.com']) {
      const { id, settle } = await runOf(EMAIL, { effects, applicant: { email } });
      await settle();
      await prolongHour();
      codes.push(...(await errorsOf(id)));
    }
    expect(codes).toEqual(['letters_per_recipient_exceeded']);
    expect(smtp.letters.map(({ to }) => to[0])).toEqual(['pat@example.com', 'Pat+1@example.com', 'sam@example.com']);
  });

  // Rules: 12.6.4
  test('is not stopped at its own addresses, to which each application of a batch may notify', async () => {
    await addDesk();
    const { settle } = await runOf(fan(5, notifyDesk), { effects: resources({ LETTERS_PER_RECIPIENT_PER_HOUR: 2 }) });
    await settle();
    expect(smtp.letters).toHaveLength(5);
  });

  // Rules: 12.6.5
  test('counts a refused e-mail against nothing', async () => {
    const effects = resources({ LETTERS_PER_RECIPIENT_PER_HOUR: 1, LETTERS_PER_CLIENT_PER_HOUR: 2 });
    for (const email of ['pat@example.com', 'pat@example.com', 'sam@example.com']) {
      await (await runOf(EMAIL, { effects, applicant: { email } })).settle();
      await prolongHour();
    }
    expect(smtp.letters.map(({ to }) => to[0])).toEqual(['pat@example.com', 'sam@example.com']);
  });

  // Rules: 12.6.2
  test('waits for the next hour with what it sends beyond its hour, notifications too, and sends it then', async () => {
    await addDesk();
    const effects = resources({ LETTERS_PER_CLIENT_PER_HOUR: 1 });
    await (await runOf(EMAIL, { effects })).settle();
    await prolongHour();
    const second = await runOf(fan(1, notifyDesk), { effects });
    const { wakeAt, done } = await second.settle();
    expect([done, smtp.letters.length, (wakeAt ?? 0) % 3_600_000]).toEqual([false, 1, 0]);
    expect((await stepsOf(db, second.id)).at(-1)?.output).toMatchObject({ channel: 'email', status: 'deferred' });
    await db.kysely.deleteFrom('rate_window').execute();
    expect((await second.settle(wakeAt ?? 0)).done).toBe(true);
    expect(smtp.letters.map(({ to }) => to[0])).toEqual(['maribel@example.com', 'desk@example.com']);
  });

  // Rules: 12.7.9
  test('waits for the next hour with requests to URLs beyond its hour', async () => {
    const before = http.requests.length;
    const effects = resources({ NOTIFICATIONS_PER_CLIENT_PER_HOUR: 1 });
    await (await runOf(notifying(http.url), { effects })).settle();
    await prolongHour();
    const second = await runOf(notifying(http.url, 'slack'), { effects });
    const { wakeAt, done } = await second.settle();
    expect([done, http.requests.length - before]).toEqual([false, 1]);
    await db.kysely.deleteFrom('rate_window').execute();
    expect((await second.settle(wakeAt ?? 0)).done).toBe(true);
    expect(http.requests.length - before).toBe(2);
  });
});

describe('a notice', () => {
  // Rules: 12.6.1, 12.6.2
  test('goes out while the quota of other mail is used up, and uses none of it', async () => {
    const effects = resources({ LETTERS_PER_CLIENT_PER_HOUR: 1, LETTERS_PER_RECIPIENT_PER_HOUR: 1 });
    await (await run(TENANT, { mode: 'live', effects })).settle();
    await (await runOf(EMAIL, { effects })).settle();
    await prolongHour();
    const waiting = await runOf(EMAIL, { effects, applicant: { email: 'sam@example.com' } });
    expect((await waiting.settle()).done).toBe(false);
    expect((await (await run(TENANT, { mode: 'live', effects })).settle()).done).toBe(true);
    expect(smtp.letters.map(({ raw }) => raw.includes('application/pdf'))).toEqual([true, false, true]);
  });

  // Rules: 12.6.3
  test('is no mail that LETTERS_PER_EXECUTION counts', async () => {
    const effects = resources({ LETTERS_PER_EXECUTION: 0 });
    const { settle } = await run(TENANT, { mode: 'live', effects });
    expect((await settle()).done).toBe(true);
    expect(smtp.letters).toHaveLength(1);
  });

  // Rules: 12.6.8
  test('beyond the day of its recipient waits for the next day, in whatever spelling, and is not lost', async () => {
    const effects = resources({ NOTICES_PER_RECIPIENT_PER_DAY: 1 });
    for (const email of ['pat@example.com', 'sam@example.com']) {
      expect((await (await run(TENANT, { mode: 'live', effects, applicant: { email } })).settle()).done).toBe(true);
    }
    await prolongHour();
    const second = await run(TENANT, { mode: 'live', effects, applicant: { email: 'Pat+2@EXAMPLE.com' } });
    const { wakeAt, done } = await second.settle();
    expect([done, smtp.letters.length]).toEqual([false, 2]);
    expect(wakeAt).toBeGreaterThan(Date.now());
    await db.kysely.deleteFrom('rate_window').execute();
    expect((await second.settle(wakeAt ?? 0)).done).toBe(true);
    expect([smtp.letters.length, await errorsOf(second.id)]).toEqual([3, []]);
  });

  // Rules: 12.6.8
  test.each([
    ['goes on its last legal day', 20, 1],
    ['goes once its last legal day is over', 40, 1],
    ['waits on the day before', 19, 0],
  ])('beyond the limits %s', async (_what, days, sent) => {
    const effects = resources({ NOTICES_PER_RECIPIENT_PER_DAY: 0, NOTICES_PER_CLIENT_PER_HOUR: 0 });
    const { id, settle } = await run(TENANT, { mode: 'live', effects });
    await db.kysely
      .updateTable('execution')
      .set({ created_at: new Date(clock.now - days * 86_400_000) })
      .where('id', '=', id)
      .execute();
    await settle();
    expect(smtp.letters).toHaveLength(sent);
  });

  // Rules: 12.6.9
  test('of test mode is counted as other mail is, by its recipient', async () => {
    const effects = resources({ LETTERS_PER_RECIPIENT_PER_HOUR: 1, NOTICES_PER_CLIENT_PER_HOUR: 0 });
    await (await run({}, { effects })).settle();
    await prolongHour();
    const second = await run({}, { effects });
    await second.settle();
    expect(smtp.letters).toHaveLength(1);
    const output = JSON.stringify((await stepsOf(db, second.id)).at(-1)?.output);
    expect(output + JSON.stringify(await eventsOf(db, second.id))).toContain('adverse_action');
  });

  // Rules: 12.6.9
  test('of test mode is counted as other mail is, by its execution and by the hour of its client', async () => {
    await (await run({}, { effects: resources({ LETTERS_PER_EXECUTION: 0 }) })).settle();
    await (await run({}, { effects: resources({ LETTERS_PER_CLIENT_PER_HOUR: 0 }) })).settle();
    expect(smtp.letters).toHaveLength(0);
  });
});

// Rules: 12.6.5
test('a letter is counted once, however often it is tried', async () => {
  const effects = resources({ LETTERS_PER_RECIPIENT_PER_HOUR: 1, LETTERS_PER_EXECUTION: 1 });
  const { id, settle, perform } = await runOf(EMAIL, { effects });
  smtp.behave({ kind: 'refuse', at: 'data', code: 451 });
  await perform();
  await perform();
  smtp.behave({ kind: 'accept' });
  expect((await settle()).done).toBe(true);
  expect(await errorsOf(id)).toEqual([]);
  expect(smtp.letters.filter(({ isAccepted }) => isAccepted)).toHaveLength(1);
});
