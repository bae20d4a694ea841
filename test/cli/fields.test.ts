import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { administer } from '../../cli/program.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';

/* The data dictionary at the command line. */

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'cascade-fields-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

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

/** A new account: its flag. */
async function newAccount(): Promise<readonly string[]> {
  const { value } = await cascade('accounts', 'create', ...IDENTITY);
  return ['--account', String((value as { id: number }).id)];
}

const FLAGS = ['--type', 'number', '--label', 'Loan to value', '--unit', 'percent', '--kind', 'fact'];

test('declares, lists and undeclares fields', async () => {
  const own = await newAccount();
  const set = await cascade(
    'fields',
    'set',
    'context.applicant.ltv_percent',
    ...own,
    ...FLAGS,
    '--above',
    'LTV too high',
  );
  expect(set.value).toMatchObject({
    ...{ object: 'field', path: 'applicant.ltv_percent', type: 'number', label: 'Loan to value', unit: 'percent' },
    reason: { above: 'LTV too high' },
  });
  await cascade('fields', 'set', 'applicant.ltv_percent', ...own, '--type', 'number', '--label', 'Share of the price');
  expect((await cascade('fields', 'list', ...own)).value).toEqual([
    expect.objectContaining({ path: 'applicant.ltv_percent', label: 'Share of the price', version: 2 }),
  ]);
  expect((await cascade('fields', 'remove', 'applicant.ltv_percent', ...own)).code).toBe(0);
  expect((await cascade('fields', 'list', ...own)).value).toEqual([]);
  const { code, err } = await cascade('fields', 'remove', 'applicant.ltv_percent', ...own);
  expect([code, err]).toEqual([1, expect.stringContaining('applicant.ltv_percent is not declared')]);
});

test.each([
  [['applicant.x'], ['--label', 'X'], '--type'],
  [['applicant.x'], ['--type', 'money'], 'number, integer'],
  [['applicant.x'], ['--type', 'text', '--of-person', 'my friend'], 'of_person is no person that is declared'],
  [['applicant.x'], ['--type', 'text', '--kind', 'secret'], 'identifier'],
  [['steps.credit.score'], FLAGS, 'must be a field of what you send'],
  [['applicant.x'], ['--type', 'text', '--label', 'x'.repeat(61)], 'label must have at most 60 characters'],
  [['applicant.x'], ['--type', 'text', '--label', '{{applicant.ssn}}'], 'label must not hold {{'],
  [['applicant.x'], [...FLAGS.slice(0, 2), '--unit', 'dollars'], 'unit is written "USD"'],
])('refuses %j %j', async (path, flags, message) => {
  const own = await newAccount();
  const { code, err } = await cascade('fields', 'set', ...path, ...own, ...flags);
  expect([code > 0, err]).toEqual([true, expect.stringContaining(message)]);
  expect((await cascade('fields', 'list', ...own)).value).toEqual([]);
});

test('refuses an account that there is not', async () => {
  const { err } = await cascade('fields', 'set', 'applicant.x', '--account', '999999', ...FLAGS);
  expect(err).toContain('there is no account 999999');
});
