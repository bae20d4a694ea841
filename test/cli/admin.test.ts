import { runCommand, type Ran } from '../support/command-line.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { administer } from '../../cli/program.ts';
import { SCOPES } from '../../core/access.ts';
import { type ExecutionStatus } from '../../core/states.ts';
import { tokenHash } from '../../platform/crypto.ts';
import { openDatabase, type Database } from '../../platform/database/index.ts';
import { GRANT_LOCK, roleName, grantToServices, lacksPrivileges } from '../../platform/database/roles.ts';
import { until } from '../support/until.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let testDatabase: TestDatabase;
let db: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  db = await testDatabase.open();
});
afterAll(() => testDatabase.drop());

const cascade = (args: readonly string[], env: Record<string, string> = {}): Promise<Ran> =>
  runCommand(args, { DATABASE_URL: testDatabase.url, ...env });

async function json(...args: string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await cascade([...args, '--json']);
  if (code !== 0) throw new Error(err);
  const value: unknown = JSON.parse(out);
  if (typeof value !== 'object' || value === null) throw new Error(`not a document: ${out}`);
  return value as Record<string, unknown>;
}

const ACCOUNT = ['--name', 'Acme', '--legal-name', 'Acme LLC', '--address', '1 Main St', '--phone', '+1 555 0100'];

test('migrate --wait returns once another process has migrated, and changes nothing itself', async () => {
  const unmigrated = await createTestDatabase();
  try {
    const other = await unmigrated.open();
    await other.pool.query('alter table mikro_orm_migrations rename to hidden');
    let err = '';
    const waiting = administer(['migrate', '--wait'], {
      env: { DATABASE_URL: unmigrated.url },
      out: () => undefined,
      err: (text) => (err += text),
    });
    await until(() => err.includes('waiting for'));
    const { rows } = await other.pool.query(`select to_regclass('mikro_orm_migrations') as migrations`);
    expect(rows).toEqual([{ migrations: null }]);
    await other.pool.query('alter table hidden rename to mikro_orm_migrations');
    expect(await waiting).toBe(0);
  } finally {
    await unmigrated.drop();
  }
});

test('migrate --wait returns only when whoever migrates has granted the services their privileges as well', async () => {
  const fresh = await createTestDatabase();
  const other = await fresh.open();
  const run = (...args: readonly string[]): { readonly code: Promise<number>; readonly err: () => string } => {
    let err = '';
    const output = { out: () => undefined, err: (text: string) => void (err += text) };
    return { code: administer(['migrate', ...args], { env: { DATABASE_URL: fresh.url }, ...output }), err: () => err };
  };
  // The migrations are done, and the grants wait for this lock.
  const holder = await other.pool.connect();
  const codes: Promise<number>[] = [];
  try {
    await holder.query('select pg_advisory_lock($1)', [GRANT_LOCK]);
    codes.push(run('--service-roles', 'test').code);
    await until(async () => {
      const { rows } = await other.pool.query(`
        select from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where locktype = 'advisory' and not granted and datname = current_database()`);
      return rows.length === 1;
    });
    const waiting = run('--wait');
    codes.push(waiting.code);
    let hasReturned = false;
    void waiting.code.then(() => (hasReturned = true));
    await until(() => hasReturned || waiting.err() !== '');
    expect([waiting.err(), hasReturned]).toEqual(['waiting for another process to end its migration\n', false]);
  } finally {
    await holder.query('select pg_advisory_unlock($1)', [GRANT_LOCK]);
    holder.release();
    expect(await Promise.all(codes)).toEqual(codes.map(() => 0));
    await fresh.drop();
  }
});

test('migrate --wait does not return while a process that died has migrated and granted nothing', async () => {
  const fresh = await createTestDatabase();
  try {
    const other = await fresh.open();
    const webhooks = await fresh.open({ as: 'webhooks' });
    const { rows } = await webhooks.pool.query<{ name: string }>('select current_user::text as name');
    const role = rows[0]?.name ?? '';
    // A later release adds a table, and columns to another.
    await other.pool.query(`revoke all on webhook_attempt from "${role}"`);
    let said = '';
    const code = administer(['migrate', '--wait'], {
      env: { DATABASE_URL: webhooks.pool.options.connectionString },
      out: () => undefined,
      err: (text: string) => void (said += text),
    });
    await until(() => said !== '');
    expect(said).toBe('waiting for the privileges of this role, which the migration grants\n');
    expect(await lacksPrivileges(other)).toBe(false);
    await grantToServices(other, role.replace(/_webhooks$/, ''));
    expect(await code).toBe(0);
  } finally {
    await fresh.drop();
  }
});

test('migrate --service-roles grants each role what its service needs, and names the roles that are missing', async () => {
  const fresh = await createTestDatabase();
  try {
    const webhooks = await fresh.open({ as: 'webhooks' });
    const owner = await fresh.open();
    await owner.pool.query(`revoke all on all tables in schema public from ${roleName('test', 'webhooks')}`);
    await expect(webhooks.pool.query('select from webhook_queue')).rejects.toThrow('permission denied');
    const run = async (...args: readonly string[]): Promise<readonly [number, string]> => {
      let err = '';
      const output = { out: () => undefined, err: (text: string) => void (err += text) };
      return [await administer(['migrate', ...args], { env: { DATABASE_URL: fresh.url }, ...output }), err];
    };
    expect(await run('--service-roles', 'test')).toEqual([0, expect.any(String)]);
    await webhooks.pool.query('select from webhook_queue');
    const [code, err] = await run('--service-roles');
    expect(code).toBe(1);
    expect(err).toContain('The database has no roles cascade_gateway, cascade_executor');
  } finally {
    await fresh.drop();
  }
});

describe('the admin command line', () => {
  // Rules: 16.1.1, 16.1.2, 16.2.1, 16.2.2
  test('creates an account, a user, a client and a token that is stored as a hash', async () => {
    const account = await json('accounts', 'create', ...ACCOUNT);
    expect(account).toMatchObject({ name: 'Acme', legal_name: 'Acme LLC', production_access: false });
    const accountId = String(account.id);
    const user = await json('users', 'create', '--account', accountId, '--name', 'Ann', '--email', 'ann@example.com');
    const client = await json('clients', 'create', '--account', accountId, '--name', 'Desk');
    const token = await json(
      ...['tokens', 'create', '--client', String(client.id), '--user', String(user.id)],
      ...['--scopes', 'executions:read,webhooks:read', '--expires-in', '1h'],
    );

    const row = await db.kysely
      .selectFrom('api_token')
      .selectAll()
      .where('token_hash', '=', tokenHash(String(token.token)))
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      id: token.id,
      account_id: account.id,
      api_client_id: client.id,
      user_id: user.id,
      prefix: String(token.token).slice(0, 8),
      scopes: ['executions:read', 'webhooks:read'],
    });
    const hours = (Number(row.expires_at) - Number(row.created_at)) / 3_600_000;
    expect(hours).toBeCloseTo(1, 1);
    expect(JSON.stringify(row)).not.toContain(String(token.token));
  });

  // Rules: 16.6.1
  test('gives users roles, and tokens the new scopes', async () => {
    const { clientId, userId } = await newClient();
    expect(await json('users', 'show', String(userId))).toMatchObject({ role: null });
    expect(await json('users', 'update', String(userId), '--role', 'reviewer')).toMatchObject({ role: 'reviewer' });
    expect(await json('users', 'update', String(userId), '--role', 'none')).toMatchObject({ role: null });
    const wrong = await cascade(['users', 'update', String(userId), '--role', 'boss', '--json']);
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('viewer, reviewer, author, publisher, admin')]);
    const names = 'reviews:decide,workflows:activate,pii:read,audit:read';
    const flags = ['--client', String(clientId), '--user', String(userId), '--scopes', names];
    expect((await json('tokens', 'create', ...flags)).scopes).toEqual(names.split(','));
  });

  test('lists tokens without their values, and revokes one', async () => {
    const { clientId, userId } = await newClient();
    const token = await json(
      ...['tokens', 'create', '--client', String(clientId), '--user', String(userId), '--scopes', 'all'],
    );
    expect(token.scopes).toEqual(SCOPES);
    const first = await json('tokens', 'revoke', String(token.id));
    const second = await json('tokens', 'revoke', String(token.id));
    expect(first.revoked_at).not.toBeNull();
    expect(second.revoked_at).toBe(first.revoked_at);
    const list = await cascade(['tokens', 'list', '--json']);
    expect(JSON.parse(list.out)).toContainEqual(
      expect.objectContaining({ id: token.id, revoked_at: first.revoked_at }),
    );
    expect(list.out).not.toContain(String(token.token));
  });

  test('grants and revokes production access', async () => {
    const { accountId } = await newClient();
    expect(await json('accounts', 'grant-production', String(accountId))).toMatchObject({ production_access: true });
    expect(await json('accounts', 'revoke-production', String(accountId))).toMatchObject({ production_access: false });
  });

  test.each([
    [['accounts', 'create', '--name', 'Acme'], '--legal-name'],
    [['users', 'create', '--account', 'x', '--name', 'Ann', '--email', 'ann@example.com'], '--account'],
    [['users', 'create', '--account', '1', '--name', 'Ann', '--email', 'nobody'], '--email'],
    [['tokens', 'create', '--client', '1', '--user', '1', '--scopes', 'everything'], '--scopes'],
    [['tokens', 'create', '--client', '1', '--user', '1', '--scopes', 'all', '--expires-in', 'soon'], '--expires-in'],
  ])('refuses %j and names the flag', async (args, flag) => {
    const { code, out, err } = await cascade(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(flag);
  });

  test('refuses a token for a user of another account', async () => {
    const [one, other] = [await newClient(), await newClient()];
    const { code, err } = await cascade([
      'tokens',
      'create',
      '--client',
      String(one.clientId),
      '--user',
      String(other.userId),
      '--scopes',
      'all',
    ]);
    expect(code).toBe(1);
    expect(err).toBe(`--user: user ${other.userId} is of another account than API client ${one.clientId}.\n`);
  });

  test('explains how to name a stack if none runs on the data folder', async () => {
    const { code, err } = await cascade(['tokens', 'list'], { DATABASE_URL: '', CASCADE_DATA_DIR: '/nonexistent' });
    expect(code).toBe(1);
    expect(err).toContain('No stack is running on the data folder /nonexistent');
  });

  // Rules: 13.2.1
  test('recover pokes each live execution that has no command, and leaves the others and every run_key', async () => {
    const live = await newExecution('waiting');
    const done = await newExecution('completed');

    expect(await json('recover')).toEqual({ recovered: 1 });
    expect(await json('recover')).toEqual({ recovered: 0 });

    expect(await runKeyOf(live.id)).toBe(live.runKey);
    expect(await runKeyOf(done.id)).toBe(done.runKey);
    const commands = await db.kysely.selectFrom('command').select(['kind', 'execution_id', 'lane']).execute();
    expect(commands).toEqual([{ kind: 'poke', execution_id: live.id, lane: 'recovery' }]);
  });

  // Rules: 13.2.4
  test('recover --restored starts each live execution under a new run key, and no id is used again', async () => {
    const [live, queued, done] = [
      await newExecution('waiting'),
      await newExecution('queued'),
      await newExecution('failed'),
    ];
    const { recovered } = await json('recover', '--restored');
    expect(recovered).toBeGreaterThan(0);
    expect(await runKeyOf(live.id)).not.toBe(live.runKey);
    expect(await runKeyOf(queued.id)).not.toBe(queued.runKey);
    expect(await runKeyOf(done.id)).toBe(done.runKey);
    const commands = await db.kysely
      .selectFrom('command')
      .select(['kind', 'execution_id', 'lane'])
      .where('execution_id', 'in', [live.id, queued.id, done.id])
      .execute();
    expect(commands).toEqual([{ kind: 'start', execution_id: live.id, lane: 'recovery' }]);

    const first = await newExecution('completed');
    expect(first.id).toBeGreaterThan(1e14);
    expect(String(first.id)).toHaveLength(15);
    await json('recover', '--restored');
    expect((await newExecution('completed')).id).toBeGreaterThan(first.id + 1);
  });

  // Rules: 13.2.4
  test('recover --restored refuses while a service is connected, and names it', async () => {
    const service = openDatabase({ url: testDatabase.url, applicationName: 'cascade-executor' });
    try {
      await service.ping();
      const { code, err } = await cascade(['recover', '--restored']);
      expect(code).toBe(1);
      expect(err).toContain('Services are connected to the database: cascade-executor. Stop all of them first');
    } finally {
      await service.close();
    }
  });

  test('requeue-dead gives dead deliveries one more attempt', async () => {
    const { accountId, clientId } = await newClient();
    const subscription = await db.kysely
      .insertInto('webhook_subscription')
      .values({
        account_id: accountId,
        api_client_id: clientId,
        url: 'https://example.com/hook',
        event_filter: [],
        secret: 'sealed',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const delivery = await db.kysely
      .insertInto('webhook_delivery')
      .values({
        event_id: '5f1d9c5e-2b0a-4b7e-9a43-5f0c7a8e21d4',
        subscription_id: subscription.id,
        api_client_id: clientId,
        event: 'execution.completed',
        status: 'dead',
        attempts: 6,
        next_retry_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();

    expect(await json('deliveries', 'requeue-dead')).toEqual({ requeued: 1 });

    const row = await db.kysely
      .selectFrom('webhook_delivery')
      .select(['status', 'max_attempts'])
      .where('id', '=', delivery.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ status: 'retrying', max_attempts: 7 });
  });
});

async function newClient(): Promise<{ accountId: number; clientId: number; userId: number }> {
  const account = await db.kysely
    .insertInto('account')
    .values({ name: 'A', legal_name: 'A LLC', address: '1 Main St', phone: '555' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const user = await db.kysely
    .insertInto('account_user')
    .values({ account_id: account.id, name: 'Ann', email: 'ann@example.com' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const client = await db.kysely
    .insertInto('api_client')
    .values({ account_id: account.id, name: 'Desk' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { accountId: account.id, clientId: client.id, userId: user.id };
}

async function newExecution(status: ExecutionStatus): Promise<{ id: number; runKey: string }> {
  const row = await db.kysely
    .insertInto('execution')
    .values({
      account_id: 1,
      api_client_id: 1,
      workflow_id: 1,
      workflow_version: 1,
      status,
      execution_mode: 'test',
      payload: {},
      run_key: crypto.randomUUID(),
    })
    .returning(['id', 'run_key'])
    .executeTakeFirstOrThrow();
  return { id: row.id, runKey: row.run_key };
}

async function runKeyOf(id: number): Promise<string> {
  const row = await db.kysely.selectFrom('execution').select('run_key').where('id', '=', id).executeTakeFirstOrThrow();
  return row.run_key;
}
