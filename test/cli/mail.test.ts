import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { runJson } from '../support/command-line.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { deliveryReport } from '../support/mail-reports.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let account: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const created = await cascade('accounts', 'create', ...IDENTITY);
  account = String((created.value as { id: number }).id);
});
afterAll(() => database.drop());

const IDENTITY = ['--name', 'A', '--legal-name', 'A LLC', '--address', '1 Main St', '--phone', '555 0100'];

const cascade = (...args: readonly string[]) => runJson(args, { DATABASE_URL: database.url });

describe('the addresses of an account', () => {
  // Rules: 12.9.1
  test('are those of its users and those that were confirmed, each once', async () => {
    await cascade('users', 'create', '--account', account, '--name', 'Robin', '--email', 'robin@example.com');
    await cascade('accounts', 'confirm-address', account, 'Desk@Example.com');
    const { value } = await cascade('accounts', 'confirm-address', account, 'desk@example.com');
    expect(value).toMatchObject([
      { address: 'robin@example.com', user_id: expect.any(Number), confirmed_by: 'operator' },
      { address: 'desk@example.com', user_id: null, confirmed_by: 'operator', confirmed_at: expect.any(String) },
    ]);
  });

  test('lose what is withdrawn; a user is not withdrawn', async () => {
    const { value } = await cascade('accounts', 'withdraw-address', account, 'DESK@example.com');
    expect(value).toMatchObject([{ address: 'robin@example.com' }]);
    const refused = await cascade('accounts', 'withdraw-address', account, 'robin@example.com');
    expect([refused.code, refused.err]).toEqual([1, `Account ${account} has no such confirmed address.\n`]);
  });

  test('are of an account that there is, and are addresses', async () => {
    expect((await cascade('accounts', 'confirm-address', '999999', 'desk@example.com')).err).toContain(
      'There is no account 999999.',
    );
    expect((await cascade('accounts', 'confirm-address', account, 'desk')).code).toBe(2);
  });
});

describe('mail', () => {
  const ID = '<5f0c6f0e-6d4e-5b5e-8f63-6a1f7a1d2c3b@example.com>';
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cascade-reports-'));
    const db = await database.open();
    await sql`
      insert into execution (account_id, api_client_id, workflow_id, workflow_version, status, execution_mode, payload, run_key)
      values (1, 7, 1, 1, 'completed', 'test', '{}', gen_random_uuid())`.execute(db.kysely);
    await sql`
      insert into mail_message (message_id, execution_id, api_client_id, effect_id, sender, recipient, raw, accepted_at)
      select ${ID}, id, 7, 1, 'decisions@example.com', 'pat@example.com', 'x', now() from execution`.execute(db.kysely);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  async function file(raw: Buffer | string): Promise<string> {
    const path = join(folder, 'report.eml');
    await writeFile(path, raw);
    return path;
  }

  // Rules: 12.8.1
  test('records what came back, shows it without its recipient, and lifts it', async () => {
    const { value } = await cascade('mail', 'bounce', await file(deliveryReport({ messageId: ID })));
    expect(value).toMatchObject({ object: 'mail_report', api_client_id: 7, kind: 'bounce', lifted_at: null });
    expect(JSON.stringify(value)).not.toContain('pat');
    const { id } = value as { id: number };
    expect((await cascade('mail', 'list', '--client', '7')).value).toEqual([value]);
    const lifted = (await cascade('mail', 'lift', String(id))).value;
    expect(lifted).toMatchObject({ id, lifted_at: expect.any(String) });
    expect((await cascade('mail', 'lift', String(id))).value).toEqual(lifted);
    expect((await cascade('mail', 'lift', '999')).err).toBe('There is no report of a letter 999.\n');
  });

  test('says what it cannot record', async () => {
    expect((await cascade('mail', 'bounce', '/nowhere.eml')).err).toBe('/nowhere.eml cannot be read.\n');
    expect((await cascade('mail', 'bounce', await file('Subject: Re: Hello\r\n\r\nThanks'))).err).toContain('neither');
    const other = await cascade('mail', 'bounce', await file(deliveryReport({ messageId: '<a@b.example>' })));
    expect([other.code, other.err]).toEqual([1, 'It names no letter that was sent from here.\n']);
  });

  // Rules: 12.8.9
  test('lists whose mail is stopped, and lets it go on', async () => {
    expect((await cascade('mail', 'stopped')).value).toEqual([]);
    const db = await database.open();
    await sql`insert into mail_stop (api_client_id, refusing, recipients, stopped_at) values (7, 10, 20, now())`.execute(
      db.kysely,
    );
    expect((await cascade('mail', 'stopped')).value).toMatchObject([
      { api_client_id: 7, refusing: 10, recipients: 20 },
    ]);
    expect((await cascade('mail', 'resume', '7')).value).toMatchObject({ resumed_at: expect.any(String) });
    expect((await cascade('mail', 'stopped')).value).toEqual([]);
    expect((await cascade('mail', 'resume', '7')).err).toBe('The mail of API client 7 is not stopped.\n');
  });
});
