import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { AUDITED_COMMANDS } from '../../cli/audited.ts';
import { NOUNS } from '../../cli/nouns.ts';
import { commandLine } from '../../cli/program.ts';
import { Progress } from '../../cli/progress.ts';
import type { Database } from '../../platform/database/index.ts';
import { runCommand } from '../support/command-line.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { faultsOfExport } from '../support/tables-read.ts';
import { APPLICANT, APPROVE } from '../executor/support/definitions.ts';
import { createTenant, executionOf, trigger } from '../executor/support/runs.ts';
import { queuedBacktest } from '../support/backtests.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { deliveryReport } from '../support/mail-reports.ts';

let database: TestDatabase;
let db: Database;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-audit-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  database = await createTestDatabase();
  db = await database.open();
  return () => database.drop();
});

const KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`;

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  runCommand(args, {
    DATABASE_URL: database.url,
    CASCADE_OPERATOR: 'morgan',
    ENCRYPTION_KEYS: KEYS,
    CONNECTION_KEYS: KEYS,
    ...env,
  });

async function json(...args: readonly string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await run([...args, '--json']);
  if (code !== 0) throw new Error(err);
  return JSON.parse(out) as Record<string, unknown>;
}

const rows = async (where = 'true') =>
  (await db.pool.query(`select * from audit_event where ${where} order by account_id, sequence`)).rows as Record<
    string,
    unknown
  >[];

const OWN_PRODUCT = {
  ...{ code: 'fraud_score', name: 'Fraud score', request: { kind: 'cascade' } },
  schema: { type: 'object', properties: { risk: { type: 'integer' } } },
};
const CONNECTION = { url: 'https://93.184.215.14/', credentials: { type: 'bearer', token: 'sk_of_a_file' } };
async function setConnection(id: number): Promise<void> {
  const file = join(folder, 'connection.json');
  await writeFile(file, JSON.stringify(CONNECTION));
  await json('connections', 'set', '--account', String(id), '--product', 'credit_report', '--file', file);
}
const ACCOUNT = ['--name', 'Acme', '--legal-name', 'Acme LLC', '--address', '1 Main St', '--phone', '+1 555 0100'];
const account = async () => Number((await json('accounts', 'create', ...ACCOUNT)).id);

function leaves(command: Command, path: readonly string[] = []): string[] {
  const own = [...path, command.name()];
  return command.commands.length === 0 ? [own.slice(1).join(' ')] : command.commands.flatMap((one) => leaves(one, own));
}

test('every command says what it leaves in the audit log, or why nothing', () => {
  const silent = { env: {}, out: () => undefined, err: () => undefined };
  const { program } = commandLine(silent, new Progress({ err: () => undefined, isTerminal: false }));
  const reading = Object.keys(NOUNS).flatMap((noun) => [`${noun} list`, `${noun} show`]);
  const others = [
    'partitions list',
    'agencies list',
    'agencies show',
    'fields list',
    'products list',
    'products show',
    'connections list',
    'notices list',
    'notices show',
  ];
  const known = [...Object.keys(AUDITED_COMMANDS), ...reading, ...others];
  expect(leaves(program).toSorted()).toEqual(known.toSorted());
});

/** Runs the command so that it has its effect; returns the account whose log records it, 0 for none. */
const SCENARIOS: Readonly<Record<string, () => Promise<number>>> = {
  'accounts create': account,
  'accounts update': async () => {
    const id = await account();
    await json('accounts', 'update', String(id), '--four-eyes');
    return id;
  },
  'accounts grant-production': async () => {
    const id = await account();
    await json('accounts', 'grant-production', String(id));
    return id;
  },
  'accounts revoke-production': async () => {
    const id = await account();
    await json('accounts', 'revoke-production', String(id));
    return id;
  },
  'accounts confirm-address': async () => {
    const id = await account();
    await run(['accounts', 'confirm-address', String(id), 'desk@example.com']);
    return id;
  },
  'accounts withdraw-address': async () => {
    const id = await SCENARIOS['accounts confirm-address']?.();
    await run(['accounts', 'withdraw-address', String(id), 'desk@example.com']);
    return Number(id);
  },
  'agencies set': async () => {
    const id = await account();
    const agency = ['--name', 'Agency', '--address', '1 Main St', '--phone', '+1 555 0100'];
    await json('agencies', 'set', '--account', String(id), '--product', 'credit_report', ...agency);
    return id;
  },
  'products set': async () => {
    const id = await account();
    const file = join(folder, 'product.json');
    await writeFile(file, JSON.stringify(OWN_PRODUCT));
    await json('products', 'set', file, '--account', String(id));
    return id;
  },
  'fields set': async () => {
    const id = await account();
    await json('fields', 'set', 'applicant.ltv_percent', '--account', String(id), '--type', 'number');
    return id;
  },
  'fields import': async () => {
    const id = await account();
    const file = join(folder, 'fields.json');
    await writeFile(file, JSON.stringify({ type: 'object', properties: { pets: { type: 'integer' } } }));
    await json('fields', 'import', file, '--account', String(id));
    return id;
  },
  'fields answer': async () => {
    const id = await account();
    const question = ['--question', 'age', '--reason', 'Of a building.'];
    await json('fields', 'answer', 'applicant.age', '--account', String(id), ...question);
    return id;
  },
  'fields remove': async () => {
    const id = await account();
    const of = ['applicant.ltv_percent', '--account', String(id)];
    await json('fields', 'set', ...of, '--type', 'number');
    await json('fields', 'remove', ...of);
    return id;
  },
  'users create': async () => (await person()).accountId,
  'users update': async () => {
    const { accountId, userId } = await person();
    await json('users', 'update', String(userId), '--role', 'admin');
    return accountId;
  },
  'users withdraw-address': async () => {
    const { accountId, userId } = await person();
    await json('users', 'withdraw-address', String(userId), 'ADA+x@example.com');
    return accountId;
  },
  'clients create': async () => (await person()).accountId,
  'tokens create': async () => (await token()).accountId,
  'tokens revoke': async () => {
    const { accountId, tokenId } = await token();
    await json('tokens', 'revoke', String(tokenId));
    return accountId;
  },
  'users sign-in-link': async () => {
    const { accountId, userId } = await person();
    await json('users', 'sign-in-link', String(userId));
    return accountId;
  },
  'sessions revoke': async () => {
    const { accountId, userId, clientId } = await person();
    const { rows: made } = await db.pool.query<{ id: number }>(
      `insert into user_session (token_hash, approval_hash, account_id, user_id, api_client_id, roles, expires_at)
       values ('x', 'x', $1, $2, $3, '{viewer}', now() + interval '1 hour') returning id`,
      [accountId, userId, clientId],
    );
    await json('sessions', 'revoke', String(made[0]?.id));
    return accountId;
  },
  'notices install': async () => {
    const file = join(folder, 'summary.pdf');
    await writeFile(file, '%PDF-1.7');
    await json('notices', 'install', 'summary-of-rights', file);
    return 0;
  },
  'batches interrupt': async () => {
    const { accountId, clientId, userId } = await person();
    const { rows: made } = await db.pool.query<{ id: number }>(
      `insert into batch (account_id, api_client_id, workflow_id, workflow_version, status, execution_mode, total_count,
         submitted_by_user_id, run_key)
       values ($1, $2, 1, 1, 'running', 'test', 1, $3, gen_random_uuid()) returning id`,
      [accountId, clientId, userId],
    );
    await json('batches', 'interrupt', String(made[0]?.id));
    return accountId;
  },
  'backtests cancel': async () => {
    const { accountId, clientId } = await person();
    const id = await queuedBacktest(db.kysely, { accountId, clientId, workflowId: 1 });
    expect(await json('backtests', 'cancel', String(id))).toMatchObject({ id, status: 'cancelled' });
    expect((await run(['backtests', 'cancel', String(id)])).err).toContain(
      'is cancelled; only a queued or running one',
    );
    return accountId;
  },
  'mail resume': async () => {
    const { accountId, clientId } = await person();
    await db.pool.query(
      'insert into mail_stop (api_client_id, recipients, refusing, stopped_at) values ($1, 1, 1, now())',
      [clientId],
    );
    await json('mail', 'resume', String(clientId));
    return accountId;
  },
  'connections set': async () => {
    const id = await account();
    await setConnection(id);
    expect(await json('connections', 'list', '--account', String(id))).toMatchObject([{ url: CONNECTION.url }]);
    const [row] = await rows(`action = 'connection.set'`);
    expect(JSON.stringify(row)).not.toContain(CONNECTION.credentials.token);
    return id;
  },
  'connections remove': async () => {
    const id = await account();
    await setConnection(id);
    await json('connections', 'remove', '--account', String(id), '--product', 'credit_report');
    return id;
  },
  'connections settle': async () => {
    const { accountId, clientId } = await person();
    const { rows: made } = await db.pool.query<{ id: number }>(
      `insert into effect (execution_id, key, node_id, visit, kind, request, status, error_code)
       values (17, 'pull', 'credit', 1, 'live_pull', '{}', 'failed', 'vendor_unknown') returning id`,
    );
    await db.pool.query(
      `insert into vendor_order (idempotency_key, account_id, api_client_id, execution_id, effect_id, node_id, visit,
         product_code, connection, poll_at, deadline_at, ended_at, ended_as)
       values (gen_random_uuid(), $1, $2, 17, $3, 'credit', 1, 'credit_report', 'a', now(), now(), now(), 'unknown')`,
      [accountId, clientId, made[0]?.id],
    );
    await json('connections', 'settle', '17', '--node', 'credit', '--reference', 'ord_17');
    return accountId;
  },
  'deliveries requeue-dead': async () => {
    const { accountId, clientId } = await person();
    const { rows: made } = await db.pool.query<{ id: number }>(
      `insert into webhook_subscription (account_id, api_client_id, url, event_filter, secret)
       values ($1, $2, 'https://example.com/hook', '{}', 'sealed') returning id`,
      [accountId, clientId],
    );
    await db.pool.query(
      `insert into webhook_delivery (event_id, subscription_id, api_client_id, event, status, attempts)
       values (gen_random_uuid(), $1, $2, 'execution.completed', 'dead', 6)`,
      [made[0]?.id, clientId],
    );
    expect(await json('deliveries', 'requeue-dead')).toEqual({ requeued: 1 });
    // Those of all accounts.
    return 0;
  },
  'mail bounce': async () => (await bounced()).accountId,
  'applicants hold': async () => {
    const { accountId, clientId } = await person();
    await json('applicants', 'hold', String(await applicant(accountId, clientId)), '--matter', '26-cv-1');
    return accountId;
  },
  'applicants release': async () => {
    const { accountId, clientId } = await person();
    const id = String(await applicant(accountId, clientId));
    await json('applicants', 'hold', id, '--matter', '26-cv-1');
    await json('applicants', 'release', id);
    return accountId;
  },
  'mail lift': async () => {
    const { accountId, reportId } = await bounced();
    await json('mail', 'lift', String(reportId));
    return accountId;
  },
  'retention run': async () => {
    const { accountId, clientId } = await person();
    await db.pool.query(
      `insert into execution (account_id, api_client_id, workflow_id, workflow_version, status, execution_mode, payload,
         run_key, completed_at)
       values ($1, $2, 1, 1, 'completed', 'test', '{}', gen_random_uuid(), now() - interval '40 days')`,
      [accountId, clientId],
    );
    const { code } = await run(['retention', 'run'], { RETENTION_PII_DAYS: '39' });
    expect(code).toBe(0);
    return accountId;
  },
  'keys reencrypt': async () => {
    await json('keys', 'reencrypt');
    return 0;
  },
  'partitions ensure': async () => {
    // Beyond half of the first partition: the next one is due.
    await insertExecution(900_000);
    await json('partitions', 'ensure');
    return 0;
  },
  'partitions detach': async () => {
    // The first partition is over, and all its rows are past their retention.
    await db.pool.query('delete from execution');
    await insertExecution(1_000_001);
    await run(['partitions', 'detach', '--kept-days', '2000'], { RETENTION_PII_DAYS: '365' });
    return 0;
  },
  recover: async () => {
    await json('recover');
    const { accountId, clientId } = await person();
    const erased = { is: 'erased', erasure_id: 7, execution_ids: [17], at: '2026-03-02T00:00:00.000Z' };
    const asked = {
      ...{ is: 'requested', erasure_id: 7, account_id: accountId, api_client_id: clientId, execution_ids: [17] },
      applicant_id: await applicant(accountId, clientId),
      client_since: await clientSince(clientId),
      ...{ reason: 'objection', cancels: false, requested_at: '2026-03-02T00:00:00.000Z' },
    };
    await db.pool.query(
      `insert into execution (id, account_id, api_client_id, workflow_id, workflow_version, status, execution_mode, payload,
         run_key)
       values (17, $1, $2, 1, 1, 'completed', 'test', '{}', gen_random_uuid())`,
      [accountId, clientId],
    );
    const log = join(folder, 'erasures.log');
    await writeFile(log, `${JSON.stringify(asked)}\n${JSON.stringify(erased)}\n`);
    const { code } = await run(['recover', '--restored'], { ERASURE_LOG: log });
    expect(code).toBe(0);
    return 0;
  },
  migrate: async () => {
    await json('migrate', '--service-roles', 'test');
    return 0;
  },
  'billing export': async () => {
    const id = await account();
    await run(['billing', 'export', '--account', String(id)]);
    return id;
  },
  'audit export': async () => {
    const id = await account();
    await run(['audit', 'export', '--account', String(id)]);
    return id;
  },
};

const insertExecution = (id: number) =>
  db.pool.query(
    `insert into execution (id, account_id, api_client_id, workflow_id, workflow_version, status, execution_mode, payload,
       run_key) values ($1, 1, 1, 1, 1, 'completed', 'test', '{}', gen_random_uuid())`,
    [id],
  );

async function person() {
  const accountId = await account();
  const user = ['--name', 'Ada', '--email', 'ada@example.com', '--role', 'author'];
  const userId = Number((await json('users', 'create', '--account', String(accountId), ...user)).id);
  const clientId = Number((await json('clients', 'create', '--account', String(accountId), '--name', 'Desk')).id);
  return { accountId, userId, clientId };
}

async function applicant(accountId: number, clientId: number): Promise<number> {
  const { rows } = await db.pool.query<{ id: number }>(
    "insert into applicant (account_id, api_client_id, execution_mode) values ($1, $2, 'test') returning id",
    [accountId, clientId],
  );
  return rows[0]?.id ?? 0;
}

async function clientSince(clientId: number): Promise<string> {
  const { rows } = await db.pool.query<{ created_at: Date }>('select created_at from api_client where id = $1', [
    clientId,
  ]);
  return rows[0]?.created_at.toISOString() ?? '';
}

/** A letter of a client that came back. */
async function bounced() {
  const { accountId, clientId } = await person();
  const messageId = `<${randomUUID()}@example.com>`;
  await db.pool.query(
    `with run as (
       insert into execution (account_id, api_client_id, workflow_id, workflow_version, status, execution_mode, payload, run_key)
       values ($1, $2, 1, 1, 'completed', 'test', '{}', gen_random_uuid()) returning id)
     insert into mail_message (message_id, execution_id, api_client_id, effect_id, sender, recipient, raw, accepted_at)
     select $3, id, $2, 1, 'decisions@example.com', 'pat@example.com', 'x', now() from run`,
    [accountId, clientId, messageId],
  );
  const file = join(folder, 'report.eml');
  await writeFile(file, deliveryReport({ messageId }));
  return { accountId, reportId: Number((await json('mail', 'bounce', file)).id) };
}

async function token() {
  const of = await person();
  const flags = ['--client', String(of.clientId), '--user', String(of.userId), '--scopes', 'workflows:read'];
  return { ...of, tokenId: Number((await json('tokens', 'create', ...flags)).id) };
}

/** In test/cli/listen.test.ts, because it needs the other services. */
const ELSEWHERE = ['listen'];
/**
 * Acts whose rows were read back: audit.purged is below, others in test/cli/retention.test.ts and
 * test/cli/fields.test.ts.
 */
const produced = new Set<string>([
  ...['audit.purged', 'partition.dropped'],
  ...['activation.requested', 'activation.superseded'],
]);
const recording = Object.entries(AUDITED_COMMANDS).flatMap(([name, acts]) =>
  Array.isArray(acts) ? [[name, acts as readonly string[]] as const] : [],
);

describe('a command that changes something leaves a row with its operator:', () => {
  test('all of them are called', () => {
    const called = [...Object.keys(SCENARIOS), ...ELSEWHERE];
    expect(called.toSorted()).toEqual(recording.map(([name]) => name).toSorted());
  });

  // Rules: 19.1.1, 19.2.5
  test.each(recording.filter(([name]) => !ELSEWHERE.includes(name)))('%s', async (name, acts) => {
    const accountId = await SCENARIOS[name]?.();
    const all = await rows(`account_id = ${accountId}`);
    for (const { action, detail } of all) {
      expect(detail).toEqual(expect.any(Object));
      produced.add(String(action));
    }
    // Contains nothing about a recipient or an applicant.
    expect(JSON.stringify(all)).not.toContain('pat@example.com');
    const found = all.filter(({ action }) => acts.includes(String(action)));
    expect(found.at(-1)).toMatchObject({ actor_kind: 'operator', actor_name: 'morgan', actor_user_id: null });
    expect((await run(['audit', 'verify'])).code).toBe(0);
  });
});

test('every act that a command declares was produced and read back', () => {
  const declared = new Set(recording.flatMap(([, acts]) => acts));
  expect([...produced].filter((act) => declared.has(act)).toSorted()).toEqual([...declared].toSorted());
});

// Rules: 19.2.4
test('a command whose row cannot be written changes nothing; one of many transactions has a row of its beginning', async () => {
  const id = await account();
  const { id: execution } = await trigger(db, await createTenant(db), {
    ...{ definition: APPROVE, payload: APPLICANT, isDispatched: true },
  });
  const completed_at = new Date(Date.now() - 40 * 86_400_000);
  await db.kysely.updateTable('execution').set({ status: 'completed', completed_at }).execute();
  await db.pool.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'the log is full'; end $$`);
  await db.pool.query('create trigger refuse before insert on audit_event for each row execute function refuse()');
  const commands = [
    ['accounts', 'update', String(id), '--phone', '+1 555 0199'],
    ['retention', 'run'],
    ['keys', 'reencrypt'],
  ];
  for (const command of commands) {
    const { code, err } = await run(command, { RETENTION_PII_DAYS: '39' });
    expect([command[0], code, err]).toEqual([command[0], 1, expect.stringContaining('the log is full')]);
  }
  expect(await json('accounts', 'show', String(id))).toMatchObject({ phone: '+1 555 0100' });
  expect(await executionOf(db, execution)).toMatchObject({ payload: APPLICANT, redacted_at: null });

  await db.pool.query('drop trigger refuse on audit_event');
  // Sealed with a missing key: the work fails, and its beginning remains.
  await db.pool.query(
    `insert into idempotency_key (api_client_id, key, fingerprint, response_status, response_data, response_sealed)
     values (1, 'k', 'f', 201, '{}', 'v1.gone.x')`,
  );
  expect((await run(['keys', 'reencrypt'])).code).toBe(1);
  expect(await rows(`action = 'keys.reencrypted'`)).toHaveLength(1);
});

// Rules: 19.4.1
test('a row says what was and what is, and no token', async () => {
  const { accountId, userId } = await token();
  await json('users', 'update', String(userId), '--role', 'admin');
  const all = await rows(`account_id = ${accountId}`);
  expect(all.at(-1)).toMatchObject({
    action: 'user.updated',
    detail: { old: { role: 'author' }, new: { role: 'admin' } },
  });
  expect(all.find(({ action }) => action === 'token.created')).toMatchObject({
    detail: { new: { scopes: ['workflows:read'], user_id: userId } },
  });
  expect(JSON.stringify(all)).not.toMatch(/token_hash|"token"/);
});

test('an address of a user says who confirmed it, and who took it off', async () => {
  const { accountId, userId } = await person();
  const confirmed = {
    confirmed_address: 'ada@example.com',
    confirmed_by: 'operator',
    confirmed_at: expect.any(String),
  };
  await json('users', 'withdraw-address', String(userId), 'ada@example.com');
  expect(await json('users', 'show', String(userId))).toMatchObject({ email: '', confirmed_by: null });
  await json('users', 'update', String(userId), '--email', 'ada@example.com');
  expect(
    (await rows(`account_id = ${accountId} and subject_type = 'user'`)).map(({ action, detail }) => [action, detail]),
  ).toMatchObject([
    ['user.created', { new: confirmed }],
    ['user.address_withdrawn', { address: 'ada@example.com', was_confirmed_by: 'operator' }],
    ['user.updated', { old: { email: '', confirmed_by: null }, new: { email: 'ada@example.com', ...confirmed } }],
  ]);
  const again = await run(['users', 'withdraw-address', String(userId), 'nobody@example.com']);
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('never had it')]);
});

test('a command that reads cannot write: its connection is read-only', async () => {
  await account();
  await db.pool.query(`create function write_something() returns bigint language sql as
    $$ insert into account (name, legal_name, address, phone) values ('x', 'x', 'x', 'x') returning id $$`);
  await db.pool.query('alter table account rename to account_rows');
  await db.pool.query(`create view account as select * from account_rows where write_something() is null`);
  const { code, err } = await run(['accounts', 'list']);
  expect([code, err]).toEqual([1, expect.stringContaining('read-only transaction')]);
});

describe('cascade audit verify', () => {
  let accountId: number;
  beforeEach(async () => {
    ({ accountId } = await token());
  });
  const verify = async (...args: readonly string[]) => {
    const { code, out } = await run(['audit', 'verify', '--json', '--account', String(accountId), ...args]);
    const [chain] = JSON.parse(out) as { broken_at: number | null; reason: string | null }[];
    return [code, chain?.broken_at, chain?.reason];
  };
  const tamper = (statement: string) => db.pool.query(statement.replaceAll('$account', String(accountId)));
  const WHOLE = [0, null, null];

  // Rules: 19.6.1
  test('finds nothing in a log that nobody changed', async () => {
    expect(await verify()).toEqual(WHOLE);
  });

  // Rules: 19.6.1
  test.each([
    ['a detail', `update audit_event set detail = '{}' where account_id = $account and sequence = 2`, 2],
    ['who it was', `update audit_event set actor_name = 'x' where account_id = $account and sequence = 3`, 3],
    [
      'when it was',
      `update audit_event set occurred_at = now() - interval '1 day' where account_id = $account and sequence = 3`,
      3,
    ],
    ['a row that is gone', `delete from audit_event where account_id = $account and sequence = 2`, 2],
    ['the first row, gone', `delete from audit_event where account_id = $account and sequence = 1`, 1],
    ['the last row, gone', `delete from audit_event where account_id = $account and sequence = 4`, 4],
    ['all rows, gone', `delete from audit_event where account_id = $account`, 1],
    [
      'a row that was put in between',
      `update audit_event set sequence = sequence + 100 where account_id = $account and sequence > 2;
       update audit_event set sequence = sequence - 99 where account_id = $account and sequence > 100`,
      3,
    ],
    [
      'a row that was changed with its hash',
      `update audit_event e set detail = '{}' where account_id = $account and sequence = 2;
       update audit_event e set hash = audit_hash(e) where account_id = $account and sequence = 2`,
      3,
    ],
    [
      'a beginning that was removed and declared purged, which no row records',
      `delete from audit_event where account_id = $account and sequence <= 2;
       update audit_chain set purged_sequence = 2, purged_hash = (select previous_hash from audit_event
         where account_id = $account and sequence = 3) where account_id = $account`,
      1,
    ],
  ])('finds %s', async (_what, statement, sequence) => {
    await tamper(statement);
    expect(await verify()).toEqual([5, sequence, expect.any(String)]);
  });

  // Rules: 19.6.1
  test('names the account and the first sequence that is broken, and goes on with the others', async () => {
    const other = await account();
    await tamper(`update audit_event set detail = '{}' where account_id = $account and sequence >= 2`);
    const { code, out } = await run(['audit', 'verify']);
    expect(code).toBe(5);
    expect(out).toMatch(new RegExp(`^ *${accountId} .* 2 +the row was`, 'm'));
    expect(out).toMatch(new RegExp(`^ *${other} `, 'm'));
  });

  describe('with --since, what an earlier run printed', () => {
    let file: string;
    beforeEach(async () => {
      file = join(folder, 'heads.json');
      await writeFile(file, (await run(['audit', 'verify', '--json'])).out);
    });

    // Rules: 19.6.2
    test('takes a log that only grew', async () => {
      await json('accounts', 'update', String(accountId), '--phone', '+1 555 0199');
      expect(await verify('--since', file)).toEqual(WHOLE);
    });

    // Rules: 19.6.2
    test('finds a log that the owner of the database wrote anew, whose hashes all agree', async () => {
      await tamper(`create table kept as select * from audit_event where account_id = $account and sequence <> 2 order by sequence;
        delete from audit_event where account_id = $account; delete from audit_chain where account_id = $account;
        insert into audit_event (account_id, action, actor_kind, actor_name, subject_type, subject_id, detail)
          select account_id, action, actor_kind, actor_name, subject_type, subject_id, detail from kept;
        insert into audit_event (account_id, action, actor_kind, actor_name, subject_type, subject_id, detail)
          select account_id, action, actor_kind, actor_name, subject_type, subject_id, detail from kept limit 1`);
      expect(await verify()).toEqual(WHOLE);
      expect(await verify('--since', file)).toEqual([5, 4, expect.stringContaining('written down')]);
    });

    test('finds a chain that is gone as a whole', async () => {
      await tamper(
        'delete from audit_event where account_id = $account; delete from audit_chain where account_id = $account',
      );
      expect(await verify('--since', file)).toEqual([5, 1, expect.stringContaining('written down')]);
    });

    // Rules: 19.6.3
    test('with --heads writes the file anew while nothing is broken, and keeps it once something is', async () => {
      const heads = join(folder, `${randomUUID()}.json`);
      const verified = async () => (await run(['audit', 'verify', '--heads', heads])).code;
      expect(await verified()).toBe(0);
      await json('accounts', 'update', String(accountId), '--phone', '+1 555 0199');
      expect(await verified()).toBe(0);
      const kept = await readFile(heads, 'utf8');
      expect(JSON.parse(kept)).toMatchObject([{ account_id: accountId, sequence: 5 }]);
      // Deletes the last row and lets the chain end before it: only the file shows that it existed.
      await tamper(`delete from audit_event where account_id = $account and sequence = 5;
        update audit_chain set last_sequence = 4, last_hash = (select hash from audit_event
          where account_id = $account and sequence = 4) where account_id = $account`);
      expect((await run(['audit', 'verify'])).code).toBe(0);
      expect([await verified(), await verified()]).toEqual([5, 5]);
      expect(await readFile(heads, 'utf8')).toBe(kept);
    });

    test('takes --heads alone, and says if the file cannot be written', async () => {
      const alone = await run(['audit', 'verify', '--heads', file, '--since', file]);
      expect([alone.code, alone.err]).toEqual([1, expect.stringContaining('--heads: leave --since and --account out')]);
      const nowhere = await run(['audit', 'verify', '--heads', '/nonexistent/heads.json']);
      expect([nowhere.code, nowhere.err]).toEqual([
        1,
        expect.stringContaining('/nonexistent/heads.json cannot be written'),
      ]);
    });

    test('refuses a file that has a key twice', async () => {
      await writeFile(file, (await readFile(file, 'utf8')).replace('"sequence":', '"sequence": 1, "sequence":'));
      const { code, err } = await run(['audit', 'verify', '--since', file]);
      expect([code, err]).toEqual([1, expect.stringContaining('[0].sequence is there twice')]);
    });

    test('refuses a file of something else', async () => {
      await writeFile(file, '[]');
      const { code, err } = await run(['audit', 'verify', '--since', file]);
      expect([code, err]).toEqual([1, expect.stringContaining('is not what audit verify --json printed')]);
    });
  });
});

describe('retention of the audit log', () => {
  const age = (accountId: number, through: number) =>
    // Pretends that they were added long ago: the hashes are those of that time.
    db.pool.query(`do $$
      declare one audit_event; before text := repeat('0', 64);
      begin
        for one in select * from audit_event where account_id = ${accountId} order by sequence loop
          if one.sequence <= ${through} then one.occurred_at := now() - interval '3000 days'; end if;
          one.previous_hash := before;
          before := audit_hash(one);
          update audit_event set occurred_at = one.occurred_at, previous_hash = one.previous_hash, hash = before where id = one.id;
        end loop;
        update audit_chain set last_hash = before where account_id = ${accountId};
      end $$`);

  // Rules: 19.7.2
  test('removes the oldest rows, records that, and leaves a chain that verifies', async () => {
    const { accountId } = await token();
    await age(accountId, 2);
    expect(await json('retention', 'run')).toMatchObject({ removed_audit_rows: 2 });
    const left = await rows(`account_id = ${accountId}`);
    expect(left.map(({ sequence, action }) => [sequence, action])).toEqual([
      [3, 'client.created'],
      [4, 'token.created'],
      [5, 'audit.purged'],
    ]);
    expect(left.at(-1)).toMatchObject({
      actor_name: 'morgan',
      detail: { rows: 2, through_sequence: 2, kept_days: 2557 },
    });
    expect((await run(['audit', 'verify'])).code).toBe(0);
    expect(await json('retention', 'run')).toMatchObject({ removed_audit_rows: 0 });
  });

  test('may remove all of them, and again', async () => {
    const { accountId } = await token();
    for (const last of [4, 5]) {
      await age(accountId, 0);
      await db.pool.query('select audit_purge($1, 0, 1000, $2)', [accountId, 'morgan']);
      expect((await rows(`account_id = ${accountId}`)).map(({ sequence }) => sequence)).toEqual([last + 1]);
      expect((await run(['audit', 'verify'])).code).toBe(0);
    }
  });

  // Rules: 19.7.1
  test('is not shorter than that of what the log is about', async () => {
    const { code, err } = await run(['retention', 'run'], { RETENTION_AUDIT_DAYS: '100', RETENTION_PII_DAYS: '365' });
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('RETENTION_AUDIT_DAYS (100) must be at least RETENTION_PII_DAYS (365)'),
    ]);
  });
});

test('audit export reads what the registry of tables says, and no words about an applicant', async () => {
  const { accountId } = await person();
  const faults = await faultsOfExport('audit', () => run(['audit', 'export', '--account', String(accountId)]));
  expect(faults).toEqual({ unread: [], unsaid: [] });
});

test('audit export writes CSV, the oldest first, and records itself', async () => {
  const { accountId } = await token();
  const { out } = await run(['audit', 'export', '--account', String(accountId)]);
  const [head, ...lines] = out.trimEnd().split('\r\n');
  expect(head).toContain('sequence,occurred_at,action');
  expect(lines.map((line) => line.split(',')[2])).toEqual([
    'account.created',
    'user.created',
    'client.created',
    'token.created',
    'audit.exported',
  ]);
});
