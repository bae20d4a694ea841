import fc from 'fast-check';
import { mailAddressKey } from '../../../core/mail-address.ts';
import type { Database } from '../../../platform/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { afterAll, beforeAll, expect, test } from '../../support/jest.ts';

/** PostgreSQL compares people by the same form as the code. */
let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open();
});
afterAll(() => database.drop());

async function keysOf(addresses: readonly string[]): Promise<(string | null)[]> {
  const { rows } = await db.pool.query<{ key: string | null }>(
    'select mail_address_key(a) as key from unnest($1::text[]) with ordinality u (a, at) order by at',
    [addresses],
  );
  return rows.map(({ key }) => key);
}

async function expectSame(addresses: readonly string[]): Promise<void> {
  const keys = await keysOf(addresses);
  const differing = addresses.flatMap((address, at) => {
    const key = mailAddressKey(address);
    return key === keys[at] ? [] : [{ address, key, postgres: keys[at] }];
  });
  expect(differing).toEqual([]);
}

const PART = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9.+_-]{0,12}$/),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom(
    'ADA',
    'ａｄａ',
    'ada+tag',
    'a.d.a',
    '"ada"',
    'Örjan',
    'o\u0308rjan',
    '𝒶da',
    ' ada',
    'ada\u00a0',
    'İ',
  ),
);
const DOMAIN = fc.oneof(
  fc.domain(),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    'gmail.com',
    'GoogleMail.com.',
    'münchen.example',
    'MU\u0308NCHEN.example',
    '例え.テスト',
    'ΣΟΦΟΣ.example',
  ),
  fc.constantFrom('example。com', 'ｅｘａｍｐｌｅ．com', '-x.example', 'localhost', 'example..com', 'ẞ.example'),
);
const WRITTEN = fc
  .tuple(PART, fc.constantFrom('@', '＠', '﹫', '@@', ''), DOMAIN, fc.constantFrom('', '.', ' ', '\n', '\u3000', '..'))
  .map((parts) =>
    parts.join('').replaceAll(/\0|[\ud800-\udfff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, ''),
  );

// Rules: 16.12.1
test('PostgreSQL and the code write an address alike, whatever it is', async () => {
  await fc.assert(fc.asyncProperty(fc.array(WRITTEN, { minLength: 200, maxLength: 400 }), expectSame), { numRuns: 40 });
});

test('PostgreSQL and the code fold every letter of the basic plane alike, in both parts', async () => {
  const letters = Array.from({ length: 0xffff }, (_, at) => at + 1)
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point));
  await expectSame(letters.flatMap((letter) => [`a${letter}b@example.com`, `ada@x${letter}y.example`]));
});

test('a form has one form: its own', async () => {
  await fc.assert(
    fc.property(WRITTEN, (address) => {
      const key = mailAddressKey(address);
      if (key !== null) expect(mailAddressKey(key)).toBe(key);
    }),
    { numRuns: 2_000 },
  );
});
