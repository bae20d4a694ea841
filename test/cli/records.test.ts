import { runCommand } from '../support/command-line.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { SCOPES } from '../../core/access.ts';
import { NOUNS } from '../../cli/nouns.ts';
import type { Database } from '../../platform/database/index.ts';
import { createAccount, createClient, createToken, createUser } from '../../platform/identity/index.ts';
import { queuedBacktest } from '../support/backtests.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const SECRET = 'v1.key-1.c2VhbGVk';

let testDatabase: TestDatabase;
let db: Database;
const ids: Record<string, number> = {};
let clientId: number;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  db = await testDatabase.open();
  await fill();
});
afterAll(() => testDatabase.drop());

const cascade = (...args: string[]) => runCommand(args, { DATABASE_URL: testDatabase.url });

async function fill(): Promise<void> {
  const { kysely } = db;
  const long = 'Larkspur Apartments of the Upper Mill Street and Orchard Park Rentals';
  const account = await createAccount(kysely, {
    ...{ name: long, legalName: `${long} LLC`, address: '1 Main St', phone: '+1 555 0100' },
    productionAccess: true,
  });
  const user = await createUser(kysely, {
    accountId: account.id,
    name: long,
    email: 'ann.example@larkspur.example.com',
  });
  const client = await createClient(kysely, { accountId: account.id, name: long });
  const token = await createToken(kysely, {
    ...{ clientId: client.id, userId: user.id, scopes: SCOPES },
    expiresAt: new Date('2030-01-01T00:00:00Z'),
  });
  clientId = client.id;
  const scope = { account_id: account.id, api_client_id: client.id };
  const insert = async (table: Parameters<typeof kysely.insertInto>[0], values: object) =>
    (await kysely
      .insertInto(table)
      .values(values as never)
      .returning('id' as never)
      .executeTakeFirstOrThrow()) as {
      id: number;
    };
  const workflow = await insert('workflow', {
    ...{ account_id: account.id, code: 'CAS-ABC123', name: long, active: true, trigger_type: 'manual' },
    version: 1,
  });
  const run = { ...scope, workflow_id: workflow.id, workflow_version: 1, execution_mode: 'test' };
  const batch = await insert('batch', { ...run, total_count: 500, run_key: crypto.randomUUID() });
  const execution = (status: string) =>
    insert('execution', {
      ...{ ...run, status, payload: { applicant: { ssn: 'secret-payload' } } },
      run_key: crypto.randomUUID(),
    });
  const [first] = [await execution('failed'), await execution('cancelled')];
  await kysely
    .updateTable('execution')
    .set({ first_error_code: 'recipient_unresolved', first_error_message: 'It does not know secret-payload.' })
    .where('id', '=', first.id)
    .execute();
  const subscription = await insert('webhook_subscription', {
    ...{
      ...scope,
      url: `https://example.com/${'hook/'.repeat(20)}?token=hidden`,
      event_filter: ['execution.completed'],
    },
    ...{ secret: SECRET, previous_secret: SECRET, previous_secret_until: new Date(), failing_since: new Date() },
  });
  const delivery = await insert('webhook_delivery', {
    ...{ event_id: crypto.randomUUID(), subscription_id: subscription.id, api_client_id: client.id },
    ...{ event: 'adverse_action.retry_scheduled', status: 'dead', attempts: 6, next_retry_at: null },
  });
  const session = await insert('user_session', {
    ...{
      ...scope,
      user_id: user.id,
      token_hash: SECRET,
      approval_hash: SECRET,
      roles: ['reviewer', 'publisher'],
      address: '203.0.113.9',
    },
    expires_at: new Date('2030-01-01T00:00:00Z'),
  });
  const report = await insert('mail_report', {
    ...{ api_client_id: client.id, execution_id: first.id, message_id: '<a@example.com>', recipient_hash: 'c2VhbGVk' },
    ...{ kind: 'undelivered', status: '4.4.7' },
  });
  Object.assign(ids, {
    mail: report.id,
    sessions: session.id,
    ...{ accounts: account.id, users: user.id, clients: client.id, tokens: token.id, workflows: workflow.id },
    backtests: await queuedBacktest(kysely, { accountId: account.id, clientId: client.id, workflowId: workflow.id }),
    ...{ batches: batch.id, executions: first.id, subscriptions: subscription.id, deliveries: delivery.id },
  });
}

describe.each(Object.keys(NOUNS))('%s', (noun) => {
  test('list fits 80 columns, and shows each record without a secret', async () => {
    const { code, out, err } = await cascade(noun, 'list');
    expect([code, err]).toEqual([0, '']);
    const lines = out.trimEnd().split('\n');
    expect(lines.filter(({ length }) => length > 80)).toEqual([]);
    expect(lines.slice(1).map((line) => Number(line.split(/\s/)[0]))).toContain(ids[noun]);
    for (const text of [out, (await cascade(noun, 'list', '--json')).out]) {
      expect(text).not.toMatch(/c2VhbGVk|token=hidden|secret-payload|"token_hash"/);
    }
  });

  test('show is one record, and says so if there is none', async () => {
    const { code, out } = await cascade(noun, 'show', String(ids[noun]), '--json');
    expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ id: ids[noun] })]);
    expect(out).not.toMatch(/c2VhbGVk|token=hidden|secret-payload|"token_hash"/);
    const missing = await cascade(noun, 'show', '999999');
    expect([missing.code, missing.out]).toEqual([1, '']);
    expect(missing.err).toMatch(new RegExp(`^There is no .+ 999999; "${noun} list" shows those that there are\\.\n$`));
  });
});

test('lists go on before an id, and keep to their flags', async () => {
  const list = async (...flags: string[]) =>
    (JSON.parse((await cascade('executions', 'list', '--json', ...flags)).out) as { id: number }[]).map(({ id }) => id);
  const all = await list();
  expect(all).toEqual(all.toSorted((a, b) => b - a));
  expect(await list('--limit', '1')).toEqual(all.slice(0, 1));
  expect(await list('--before', String(all[0]))).toEqual(all.slice(1));
  expect(await list('--status', 'completed')).toEqual([]);
  expect(await list('--code', 'recipient_unresolved')).toEqual([ids.executions]);
  expect(await list('--code', 'too_much_work')).toEqual([]);
  expect(await list('--client', String(clientId), '--status', 'failed')).toEqual([ids.executions]);
  expect(await list('--client', '999999')).toEqual([]);
});

test('the table of executions has the whole code of each that failed', async () => {
  const { out } = await cascade('executions', 'list', '--status', 'failed');
  expect(out.split('\n')[1]).toMatch(new RegExp(`^${ids.executions} .* failed +recipient_unresolved `));
});

test.each([
  [['executions', 'list', '--status', 'done'], 'It must be one of: queued, pending'],
  [['users', 'show', 'x'], 'It must be a positive whole number.'],
  [['tokens', 'list', '--limit', '5000'], 'It must be at most 1000.'],
  [['users', 'shwo', '1'], "unknown command 'shwo'"],
])('%j is refused with exit code 2 and what would be right', async (args, message) => {
  const { code, out, err } = await cascade(...args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(message);
});

test('--version is that of the package', async () => {
  expect(await cascade('--version')).toEqual({ code: 0, out: '0.1.0\n', err: '' });
});
