import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { runJson } from '../support/command-line.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';

/* The products of an account at the command line. */

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'cascade-products-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const IDENTITY = ['--name', 'A', '--legal-name', 'A LLC', '--address', '1 Main St', '--phone', '555 0100'];
const OWN = {
  ...{ code: 'fraud_score', name: 'Fraud score', request: { kind: 'cascade' } },
  schema: { type: 'object', properties: { risk: { type: 'integer', 'x-kind': 'fact' } } },
};

const cascade = (...args: readonly string[]) => runJson(args, { DATABASE_URL: database.url });

async function fileWith(content: unknown): Promise<string> {
  const file = join(folder, 'product.json');
  await writeFile(file, JSON.stringify(content));
  return file;
}

async function newAccount(): Promise<readonly string[]> {
  const { value } = await cascade('accounts', 'create', ...IDENTITY);
  return ['--account', String((value as { id: number }).id)];
}

// Rules: 6.14.1
test('a file becomes a version, what is shown can be set again, and versions are listed', async () => {
  const own = await newAccount();
  expect((await cascade('products', 'set', await fileWith(OWN), ...own)).value).toMatchObject({ version: 1 });
  const { value: shown } = await cascade('products', 'show', 'fraud_score', ...own);
  expect(shown).toEqual({ object: 'product', version: 1, ...OWN });
  const again = await cascade('products', 'set', await fileWith(shown), ...own);
  expect([again.err, again.value]).toMatchObject(['', { version: 1 }]);
  await cascade('products', 'set', await fileWith({ ...OWN, name: 'Score' }), ...own);
  expect((await cascade('products', 'versions', 'fraud_score', ...own)).value).toMatchObject([
    { version: 2, withdrawn: false, created_by_user_id: null },
    { version: 1 },
  ]);
  const { value: listed } = await cascade('products', 'list', ...own);
  expect(listed).toContainEqual({ object: 'product', code: 'fraud_score', name: 'Score', version: 2 });
  expect(listed).toContainEqual(expect.objectContaining({ code: 'credit_report', version: null }));
});

test.each<[string, unknown, string]>([
  ['a fault is named at its place', { ...OWN, schema: { type: 'array' } }, 'schema/type'],
  ['a file that holds no object is no product', [1], 'must be'],
  ['a built-in code is refused', { ...OWN, code: 'credit_report' }, 'code is that of a built-in product'],
])('%s, and nothing is written', async (_what, content, message) => {
  const own = await newAccount();
  const { code, err } = await cascade('products', 'set', await fileWith(content), ...own);
  expect([code, err]).toEqual([1, expect.stringContaining(message)]);
  expect((await cascade('products', 'versions', 'fraud_score', ...own)).value).toEqual([]);
});

// Rules: 6.14.3
test('a product of another account is not there, nor is an account that does not exist', async () => {
  const [one, other] = [await newAccount(), await newAccount()];
  await cascade('products', 'set', await fileWith(OWN), ...one);
  expect((await cascade('products', 'show', 'fraud_score', ...other)).code).toBe(1);
  expect((await cascade('products', 'set', await fileWith(OWN), '--account', '999999')).code).toBe(1);
});
