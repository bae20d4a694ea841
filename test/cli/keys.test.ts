import { randomBytes } from 'node:crypto';
import { administer } from '../../cli/program.ts';
import { newWebhookSecret, SecretBox } from '../../platform/crypto.ts';
import { loadConfig } from '../../platform/config/index.ts';
import { subscriptionSecretContext } from '../../platform/database/deliveries.ts';
import type { Database } from '../../platform/database/index.ts';
import { reencrypt, responseSecretContext } from '../../platform/database/sealed.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from '../support/jest.ts';
import { createCaller, type Caller } from '../support/stack.ts';

const key = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const [OLD, NEW] = [key('k1'), key('k2')];
const boxOf = (keys: string) =>
  new SecretBox(loadConfig(['ENCRYPTION_KEYS'], { ENCRYPTION_KEYS: keys }).ENCRYPTION_KEYS);

let database: TestDatabase;
let db: Database;
let caller: Caller;
const secret = newWebhookSecret();
beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open();
});
afterAll(() => database.drop());

beforeEach(async () => {
  await db.kysely.deleteFrom('webhook_subscription').execute();
  await db.kysely.deleteFrom('idempotency_key').execute();
  caller = await createCaller(db);
  const { accountId, clientId } = caller;
  const old = boxOf(OLD);
  const seal = () => old.seal(secret, subscriptionSecretContext(clientId));
  for (const previous of [seal(), null]) {
    await db.kysely
      .insertInto('webhook_subscription')
      .values({
        account_id: accountId,
        api_client_id: clientId,
        url: 'https://hooks.example.com',
        event_filter: [],
        secret: seal(),
        previous_secret: previous,
      })
      .execute();
  }
  await db.kysely
    .insertInto('idempotency_key')
    .values({
      api_client_id: clientId,
      key: 'create',
      fingerprint: 'f',
      response_status: 201,
      response_data: '{}',
      response_sealed: old.seal('{"id":1}', responseSecretContext(clientId)),
    })
    .execute();
});

async function keys(verb: string, ENCRYPTION_KEYS: string) {
  let [out, err] = ['', ''];
  const code = await administer(['keys', verb, '--json'], {
    env: { DATABASE_URL: database.url, ENCRYPTION_KEYS },
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, err, answer: out === '' ? undefined : (JSON.parse(out) as unknown) };
}

// Rules: 18.1.2
test('keys reencrypt seals every value with the first key, and then the old key can be removed', async () => {
  expect((await keys('reencrypt', `${NEW},${OLD}`)).answer).toEqual({ reencrypted: 4 });
  const onlyNew = boxOf(NEW);
  const rows = await db.kysely.selectFrom('webhook_subscription').select(['secret', 'previous_secret']).execute();
  const sealed = rows.flatMap((row) => [row.secret, row.previous_secret]).filter((value) => value !== null);
  expect(sealed.map((value) => onlyNew.open(value, subscriptionSecretContext(caller.clientId)))).toEqual([
    secret,
    secret,
    secret,
  ]);
  const { response_sealed: response } = await db.kysely
    .selectFrom('idempotency_key')
    .select('response_sealed')
    .executeTakeFirstOrThrow();
  expect(onlyNew.open(response ?? '', responseSecretContext(caller.clientId))).toBe('{"id":1}');
  expect((await keys('reencrypt', NEW)).answer).toEqual({ reencrypted: 0 });
});

// Rules: 18.1.2
test('keys status counts the values of each key and names keys that are missing or unused', async () => {
  expect((await keys('status', `${NEW},${OLD}`)).answer).toEqual([
    { keys: 'ENCRYPTION_KEYS', key: 'k1', state: 'decrypts', column: 'webhook_subscription.secret', values: 2 },
    {
      keys: 'ENCRYPTION_KEYS',
      key: 'k1',
      state: 'decrypts',
      column: 'webhook_subscription.previous_secret',
      values: 1,
    },
    { keys: 'ENCRYPTION_KEYS', key: 'k1', state: 'decrypts', column: 'idempotency_key.response_sealed', values: 1 },
    { keys: 'ENCRYPTION_KEYS', key: 'k2', state: 'encrypts', column: null, values: 0 },
  ]);
  expect((await keys('status', NEW)).answer).toContainEqual(
    expect.objectContaining({ keys: 'ENCRYPTION_KEYS', key: 'k1', state: 'MISSING' }),
  );
});

// Rules: 18.1.4
test('keys reencrypt changes nothing that it cannot read, and says so', async () => {
  const { code, err } = await keys('reencrypt', NEW);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('4 could not be decrypted') });
  expect((await keys('reencrypt', `${NEW},${OLD}`)).answer).toEqual({ reencrypted: 4 });
});

// Rules: 18.1.3
test('keys reencrypt that was interrupted is done again, and does the rest', async () => {
  class Interrupted extends SecretBox {
    #sealed = 0;
    override seal(plaintext: string, context: string): string {
      if ((this.#sealed += 1) === 3) throw new Error('interrupted');
      return super.seal(plaintext, context);
    }
  }
  const both = loadConfig(['ENCRYPTION_KEYS'], { ENCRYPTION_KEYS: `${NEW},${OLD}` }).ENCRYPTION_KEYS;
  await expect(reencrypt(db, { ENCRYPTION_KEYS: new Interrupted(both) })).rejects.toThrow('interrupted');
  expect((await keys('reencrypt', `${NEW},${OLD}`)).answer).toEqual({ reencrypted: 2 });
  expect((await keys('reencrypt', `${NEW},${OLD}`)).answer).toEqual({ reencrypted: 0 });
  expect((await keys('status', NEW)).answer).toMatchObject([{ values: 2 }, { values: 1 }, { values: 1 }]);
});
