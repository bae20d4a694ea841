import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand, runJson } from '../support/command-line.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let folder: string;
let account: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'cascade-texts-'));
  const created = await cascade('accounts', 'create', ...IDENTITY);
  account = String((created.value as { id: number }).id);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const IDENTITY = ['--name', 'A', '--legal-name', 'A LLC', '--address', '1 Main St', '--phone', '555 0100'];
const AGENCY = [
  '--product',
  'credit_report',
  '--name',
  'Bureau',
  '--address',
  '1 Way\nAustin',
  '--phone',
  '800 555 0100',
];

const table = (...args: readonly string[]) => runCommand(args, { DATABASE_URL: database.url });
const cascade = (...args: readonly string[]) => runJson(args, { DATABASE_URL: database.url });

describe('accounts update', () => {
  test('changes what is given and nothing else', async () => {
    const flags = ['--default-purpose', 'credit', '--ecoa-agency', 'federal_trade_commission', '--keeps-esign-consent'];
    expect((await cascade('accounts', 'update', account, ...flags)).value).toMatchObject({
      legal_name: 'A LLC',
      default_purpose: 'credit',
      ecoa_agency: 'federal_trade_commission',
      keeps_esign_consent: true,
      hides_thresholds: false,
    });
    const { value } = await cascade('accounts', 'update', account, '--no-keeps-esign-consent', '--hides-thresholds');
    expect(value).toMatchObject({ default_purpose: 'credit', keeps_esign_consent: false, hides_thresholds: true });
  });

  test('refuses an unknown federal agency and lists those that there are', async () => {
    const before = (await cascade('accounts', 'list')).value as unknown[];
    const { code, err } = await cascade('accounts', 'create', ...IDENTITY, '--ecoa-agency', 'ftc');
    expect([code, err]).toEqual([1, expect.stringContaining('federal_trade_commission:')]);
    expect((await cascade('accounts', 'list')).value).toHaveLength(before.length);
  });

  // Rules: 10.2.8
  test('refuses employment while active cascades would send one letter for it, and names them', async () => {
    const db = await database.open();
    const values = { account_id: Number(account), code: 'CAS-000001', name: 'Desk', active: true, version: 1 };
    const workflow = await db.kysely
      .insertInto('workflow')
      .values({ ...values, trigger_type: 'manual', use_case: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const definition = [
      { id: 'start', type: 'ApplicantSource', next_step: ['records'] },
      { id: 'records', type: 'BillingProduct', billing_product_code: 'criminal_background', next_step: ['deny'] },
      { id: 'deny', type: 'Action', action_type: 'AdverseAction', adverse_action: { recipient: 'a@example.com' } },
    ];
    await db.kysely
      .insertInto('workflow_version')
      .values({ workflow_id: workflow.id, version: 1, name: 'Desk', definition: JSON.stringify(definition) as never })
      .execute();
    const { code, err } = await cascade('accounts', 'update', account, '--default-purpose', 'employment');
    expect([code, err]).toEqual([1, expect.stringContaining('CAS-000001: deny')]);
    expect((await cascade('accounts', 'update', account, '--default-purpose', 'tenant')).code).toBe(0);
    await db.kysely.updateTable('workflow').set({ active: false }).where('id', '=', workflow.id).execute();
    expect((await cascade('accounts', 'update', account, '--default-purpose', 'employment')).code).toBe(0);
  });

  test('refuses an unknown purpose', async () => {
    const { code, err } = await cascade('accounts', 'update', account, '--default-purpose', 'renting');
    expect([code, err]).toEqual([2, expect.stringContaining('tenant, credit, employment')]);
  });
});

describe('agencies', () => {
  test('set replaces the agency of a product, and list shows it', async () => {
    await cascade('agencies', 'set', '--account', account, ...AGENCY);
    const set = await cascade('agencies', 'set', '--account', account, ...AGENCY, '--toll-free', '--nationwide');
    expect(set.value).toMatchObject({ name: 'Bureau', toll_free: true, nationwide: true, consumer_report: true });
    expect((await cascade('agencies', 'list', '--account', account)).value).toEqual([set.value]);
  });

  test('show is the agency of a product, and says so if there is none', async () => {
    const { value } = await cascade('agencies', 'set', '--account', account, ...AGENCY);
    expect((await cascade('agencies', 'show', account, 'credit_report')).value).toEqual(value);
    const { code, err } = await cascade('agencies', 'show', account, 'eviction_history');
    expect([code, err]).toEqual([1, expect.stringContaining('"agencies set" sets one')]);
  });

  test('list is a table of 80 columns', async () => {
    await cascade('agencies', 'set', '--account', account, ...AGENCY, '--name', 'Bureau of reports '.repeat(8));
    const { out } = await table('agencies', 'list');
    expect(out.split('\n').filter(({ length }) => length > 80)).toEqual([]);
    // The names of fields are cut before a value is.
    expect(out).toMatch(/^acc… .*\n1 .*Bureau of/);
  });

  test('a nationwide agency must have a toll-free number', async () => {
    const { code, err } = await cascade('agencies', 'set', '--account', account, ...AGENCY, '--nationwide');
    expect([code, err]).toEqual([1, expect.stringContaining('toll-free')]);
  });
});

describe('notices install', () => {
  // Rules: 11.6.2
  test('puts a PDF in place, and the next one in its place', async () => {
    const { err } = await cascade('notices', 'show', 'summary-of-rights');
    expect(err).toContain('"notices install summary-of-rights FILE" installs it.');
    const file = join(folder, 'summary.pdf');
    await writeFile(file, '%PDF-1.7 one');
    await cascade('notices', 'install', 'summary-of-rights', file);
    await writeFile(file, '%PDF-1.7 two!');
    const { value } = await cascade('notices', 'install', 'summary-of-rights', file);
    expect(value).toMatchObject({ key: 'summary-of-rights', filename: 'summary.pdf', byte_size: 13 });
    const { byte_size: _size, ...listed } = value as Record<string, unknown>;
    expect((await cascade('notices', 'list')).value).toEqual([listed]);
    expect((await cascade('notices', 'show', 'summary-of-rights')).value).toEqual(listed);
    const { out } = await table('notices', 'list');
    expect(out.split('\n').filter(({ length }) => length > 80)).toEqual([]);
    expect(out).toContain('summary.pdf');
  });

  test('refuses what is not a PDF', async () => {
    const file = join(folder, 'summary.txt');
    await writeFile(file, 'Your rights');
    const { code, err } = await cascade('notices', 'install', 'summary-of-rights', file);
    expect([code, err]).toEqual([1, expect.stringContaining('must be a PDF')]);
  });
});
