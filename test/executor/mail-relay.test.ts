import { describe, expect, test } from '../support/jest.ts';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { confirmAddress } from '../../cli/mail.ts';
import { createUser } from '../../platform/identity/index.ts';
import { APPLICANT, EMAIL } from './support/definitions.ts';
import {
  artifactsOf,
  db,
  eventNames,
  resources,
  run,
  runOf,
  signal,
  smtp,
  tenant,
  useNotices,
} from './support/notices.ts';
import { sendNextResend } from '../../services/executor/resends.ts';
import { executionOf, stepsOf } from './support/runs.ts';

useNotices();

const STRANGER = APPLICANT.applicant.email;

/** Notifications one behind the other, and back to the first one: a run of hundreds of them. */
function endless(to: string, count = 9): CascadeDefinition {
  return [
    { id: 'start', type: 'ApplicantSource', next_step: ['notify0'] },
    ...Array.from({ length: count }, (_, n) => ({
      id: `notify${n}`,
      type: 'Action' as const,
      action_type: 'InternalNotification' as const,
      internal_notification: { channel: 'email', to, message: 'Buy now' },
      next_step: [n === count - 1 ? 'again' : `notify${n + 1}`],
    })),
    { id: 'again', type: 'GoTo', target_step: 'notify0' },
  ];
}
const once = (to: string): CascadeDefinition =>
  endless(to, 1)
    .slice(0, 2)
    .map((node) => (node.type === 'Action' ? { ...node, next_step: [] } : node));

async function withoutAccess(): Promise<void> {
  await db.kysely.updateTable('account').set({ production_access: false }).where('id', '=', tenant.accountId).execute();
}
const addUser = (email: string) => createUser(db.kysely, { accountId: tenant.accountId, name: 'Desk', email });
const keptOf = (id: number) =>
  db.kysely.selectFrom('mail_message').selectAll().where('execution_id', '=', id).orderBy('file_id').execute();
const failure = async (id: number) => (await stepsOf(db, id)).find(({ status }) => status === 'failed');

describe('nine notifications in a loop to an address that the applicant sent', () => {
  test.each([
    ['with', true],
    ['without', false],
  ])('reach nobody, %s production access', async (_, hasAccess) => {
    if (!hasAccess) await withoutAccess();
    const { id, settle } = await runOf(endless('{{applicant.email}}'));
    expect((await settle()).done).toBe(true);
    expect(smtp.letters).toEqual([]);
    expect(await keptOf(id)).toEqual([]);
    expect(await failure(id)).toMatchObject({ error_code: 'step_limit_exceeded' });
  });

  test('are twenty files and reach nobody if each goes to a stranger', async () => {
    const { settle, id } = await runOf(endless(STRANGER));
    await settle();
    expect(smtp.letters).toEqual([]);
    const files = await keptOf(id);
    expect(files.map(({ kept_at, accepted_at }) => kept_at !== null && accepted_at === null)).toEqual(
      Array.from({ length: 20 }, () => true),
    );
    expect(await failure(id)).toMatchObject({ error_code: 'letters_per_execution_exceeded' });
  });
});

describe("a notification by e-mail to an address that is not the account's", () => {
  /** Asks a person afterwards. */
  const asking: CascadeDefinition = [
    ...once(STRANGER).map((node) => (node.type === 'Action' ? { ...node, next_step: ['ask'] } : node)),
    {
      id: 'ask',
      type: 'IfElse',
      branches: {
        human_review: {
          condition_groups: [
            { conditions: [{ source_node_id: 'context', field: 'applicant.email', operator: 'contains', value: '@' }] },
          ],
        },
      },
      human_review_steps: [],
    },
  ];
  const outputOf = async (id: number) => (await stepsOf(db, id)).find(({ node_id }) => node_id === 'notify0')?.output;

  // Rules: 12.9.3
  test.each([
    ['test', true],
    ['test', false],
    ['live', true],
  ] as const)('is a file, and the review behind it comes: %s mode, production access %s', async (mode, hasAccess) => {
    if (!hasAccess) await withoutAccess();
    const { id, settle } = await runOf(asking, { mode });
    await settle();
    expect(smtp.letters).toEqual([]);
    const [file, ...others] = await keptOf(id);
    expect(others).toEqual([]);
    expect(file?.raw.toString()).toMatch(/^To: maribel@example\.com\r$[^]*Buy now/m);
    expect(await outputOf(id)).toEqual({
      channel: 'email',
      status: 'kept',
      reason: 'recipient_forbidden',
      mail_artifact_id: file?.file_id,
    });
    expect(await executionOf(db, id)).toMatchObject({ status: 'awaiting_review' });
  });

  test('is kept once, however often it is performed', async () => {
    const { id, settle } = await runOf(once(STRANGER));
    await settle();
    await db.kysely
      .updateTable('effect')
      .set({ status: 'begun', result: null, finished_at: null })
      .where('execution_id', '=', id)
      .execute();
    await settle();
    expect(await keptOf(id)).toHaveLength(1);
  });

  // Rules: 12.9.4
  test('needs no mail server, though one to an address of the account does', async () => {
    const effects = resources({ SMTP_URL: undefined });
    const kept = await runOf(once(STRANGER), { mode: 'live', effects });
    await kept.settle();
    expect(await outputOf(kept.id)).toMatchObject({ status: 'kept' });
    await confirmAddress(db.kysely, tenant.accountId, 'desk@example.com');
    const sent = await runOf(once('desk@example.com'), { mode: 'live', effects });
    await sent.settle();
    expect(await failure(sent.id)).toMatchObject({ error_code: 'email_not_configured' });
    expect(await keptOf(sent.id)).toEqual([]);
  });

  // Rules: 12.9.4
  test('counts against no recipient: nobody gets it', async () => {
    const effects = resources({ LETTERS_PER_RECIPIENT_PER_HOUR: 1 });
    const runs = [await runOf(once(STRANGER), { effects }), await runOf(once(STRANGER), { effects })];
    for (const { id, settle } of runs) {
      await settle();
      expect(await outputOf(id)).toMatchObject({ status: 'kept' });
    }
  });

  // Rules: 12.9.4
  test("is kept too while the client's e-mail is stopped", async () => {
    await db.kysely
      .insertInto('mail_stop')
      .values({ api_client_id: tenant.apiClientId, refusing: 10, recipients: 20, stopped_at: new Date() })
      .execute();
    const { id, settle } = await runOf(once(STRANGER));
    await settle();
    expect(await outputOf(id)).toMatchObject({ status: 'kept' });
  });
});

describe('a notification by e-mail', () => {
  // Rules: 12.7.1
  test('reaches a user of the account, whatever the case of the address', async () => {
    await withoutAccess();
    await addUser('Desk@Example.com');
    const { settle, id } = await runOf(once('desk@EXAMPLE.com'));
    await settle();
    expect(smtp.letters.map(({ to }) => to)).toEqual([['desk@example.com']]);
    expect((await stepsOf(db, id)).at(-1)?.output).toEqual({ channel: 'email', status: 'sent' });
  });

  // Rules: 12.9.1, 12.9.2
  test('reaches an address that the operator confirmed', async () => {
    await confirmAddress(db.kysely, tenant.accountId, 'Leasing@Example.com');
    await (await runOf(once('leasing@example.com'))).settle();
    expect(smtp.letters).toHaveLength(1);
  });

  // Rules: 12.9.1
  test('does not reach the address of a user that nobody confirmed', async () => {
    await db.kysely
      .insertInto('account_user')
      .values({ account_id: tenant.accountId, name: 'E', email: 'e@example.com' })
      .execute();
    const { id, settle } = await runOf(once('e@example.com'));
    await settle();
    expect((await stepsOf(db, id)).at(-1)?.output).toMatchObject({ status: 'kept', reason: 'recipient_forbidden' });
    expect(smtp.letters).toEqual([]);
  });

  test("does not reach another account's user", async () => {
    const other = await db.kysely
      .insertInto('account')
      .values({ name: 'B', legal_name: 'B', address: 'B', phone: '1' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await createUser(db.kysely, { accountId: other.id, name: 'B', email: 'b@example.com' });
    await confirmAddress(db.kysely, other.id, 'c@example.com');
    for (const to of ['b@example.com', 'c@example.com']) {
      const { id, settle } = await runOf(once(to));
      await settle();
      expect((await stepsOf(db, id)).at(-1)?.output).toMatchObject({ status: 'kept', reason: 'recipient_forbidden' });
    }
    expect(smtp.letters).toEqual([]);
  });
});

describe('without production access', () => {
  // Rules: 12.9.7, 12.9.8
  test('an e-mail to an applicant is a file: its step succeeds, says so and names it', async () => {
    await withoutAccess();
    const { id, settle } = await runOf(EMAIL);
    expect((await settle()).done).toBe(true);
    expect(smtp.letters).toEqual([]);
    const [kept] = await keptOf(id);
    expect(kept?.raw.toString()).toContain('Dear Maribel, thank you.');
    expect(kept).toMatchObject({ accepted_at: null, kept_at: expect.any(Date) });
    expect((await stepsOf(db, id)).find(({ node_id }) => node_id === 'letter')).toMatchObject({
      status: 'succeeded',
      output: { status: 'kept', accepted_at: null, message_id: kept?.message_id, mail_artifact_id: kept?.file_id },
    });
    expect(await executionOf(db, id)).toMatchObject({ status: 'completed' });
  });

  // Rules: 12.9.10
  test('a letter that was stored before goes out yet: that was decided when it was stored', async () => {
    const { id, perform, settle } = await runOf(EMAIL);
    smtp.behave({ kind: 'refuse', at: 'data', code: 451 });
    await perform();
    expect(await keptOf(id)).toMatchObject([{ accepted_at: null, kept_at: null }]);
    await withoutAccess();
    smtp.behave({ kind: 'accept' });
    expect((await settle()).done).toBe(true);
    expect(await keptOf(id)).toMatchObject([{ accepted_at: expect.any(Date), kept_at: null }]);
    expect((await stepsOf(db, id)).find(({ node_id }) => node_id === 'letter')?.output).toMatchObject({
      status: 'sent',
    });
  });

  // Rules: 12.9.7
  test('an e-mail to an address of the account is sent', async () => {
    await withoutAccess();
    await addUser(STRANGER);
    const { id, settle } = await runOf(EMAIL);
    await settle();
    expect(smtp.letters.map(({ to }) => to)).toEqual([[STRANGER]]);
    expect((await stepsOf(db, id)).find(({ node_id }) => node_id === 'letter')?.output).toMatchObject({
      status: 'sent',
      accepted_at: expect.any(String),
    });
  });

  // Rules: 12.9.9
  test('a notice is a file with its PDF, and the run goes on as if it had been sent', async () => {
    await withoutAccess();
    const { id, settle, output } = await run({});
    expect((await settle()).done).toBe(true);
    expect(smtp.letters).toEqual([]);
    const [kept] = await keptOf(id);
    const [notice] = await artifactsOf(id, 'notice');
    expect(kept?.raw.toString()).toContain(notice?.filename);
    expect(await output()).toMatchObject({ notices: [{ status: 'sent', mail_artifact_id: kept?.file_id }] });
    expect(await eventNames(id)).toContain('adverse_action.completed');
  });

  test('a notice that is sent again is another file', async () => {
    await withoutAccess();
    const { id, settle, effects } = await run({});
    await settle();
    const [notice] = await artifactsOf(id, 'notice');
    await db.kysely
      .insertInto('notice_resend')
      .values({ api_client_id: tenant.apiClientId, execution_id: id, artifact_id: notice?.id ?? 0, number: 1 })
      .execute();
    expect(await sendNextResend(effects.notices, signal)).toBe(true);
    const files = await keptOf(id);
    expect(new Set(files.map(({ message_id }) => message_id)).size).toBe(2);
    expect(new Set(files.map(({ file_id }) => file_id)).size).toBe(2);
    expect(smtp.letters).toEqual([]);
  });

  // Rules: 12.9.11
  test('a notice of a live run is sent all the same: the law wants it, and the run began with access', async () => {
    const { id, settle } = await run({ purpose: 'tenant' }, { mode: 'live' });
    await withoutAccess();
    expect((await settle()).done).toBe(true);
    expect(smtp.letters).toHaveLength(1);
    expect(await keptOf(id)).toMatchObject([{ kept_at: null, file_id: null }]);
  });
});

// Rules: 12.6.1
describe('a notice has a sender of its own', () => {
  test('and other mail has MAIL_FROM', async () => {
    const effects = resources({ NOTICE_MAIL_FROM: 'Notices <notices@letters.example.com>' });
    await (await run({}, { effects })).settle();
    await (await runOf(EMAIL, { effects })).settle();
    expect(smtp.letters.map(({ from }) => from)).toEqual(['notices@letters.example.com', 'decisions@example.com']);
  });

  test('and is found to be sent again when that sender has changed since', async () => {
    const { id, settle } = await run({});
    await settle();
    const [notice] = await artifactsOf(id, 'notice');
    await db.kysely
      .insertInto('notice_resend')
      .values({ api_client_id: tenant.apiClientId, execution_id: id, artifact_id: notice?.id ?? 0, number: 1 })
      .execute();
    const { notices } = resources({ NOTICE_MAIL_FROM: 'notices@letters.example.com' });
    expect(await sendNextResend(notices, signal)).toBe(true);
    expect(smtp.letters.map(({ from }) => from)).toEqual(['decisions@example.com', 'notices@letters.example.com']);
  });
});
