import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { administer } from '../../cli/program.ts';
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

async function cascade(...args: readonly string[]) {
  let [out, err] = ['', ''];
  const code = await administer([...args, '--json'], {
    env: { DATABASE_URL: database.url },
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, err, value: code === 0 ? (JSON.parse(out) as unknown) : undefined };
}

describe('the addresses of an account', () => {
  test('are those of its users and those that were confirmed, each once', async () => {
    await cascade('users', 'create', '--account', account, '--name', 'Robin', '--email', 'robin@example.com');
    await cascade('accounts', 'confirm-address', account, 'Desk@Example.com');
    const { value } = await cascade('accounts', 'confirm-address', account, 'desk@example.com');
    expect(value).toMatchObject([
      { address: 'robin@example.com', user_id: expect.any(Number), confirmed_at: null },
      { address: 'desk@example.com', user_id: null, confirmed_at: expect.any(String) },
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
