import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { administer } from '../../cli/program.ts';
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

async function cascade(...args: readonly string[]) {
  let out = '';
  let err = '';
  const code = await administer([...args, '--json'], {
    env: { DATABASE_URL: database.url },
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, err, value: code === 0 ? (JSON.parse(out) as unknown) : undefined };
}

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
    expect((await cascade('agencies', 'list', '--account', account)).value).toHaveLength(1);
  });

  test('a nationwide agency must have a toll-free number', async () => {
    const { code, err } = await cascade('agencies', 'set', '--account', account, ...AGENCY, '--nationwide');
    expect([code, err]).toEqual([1, expect.stringContaining('toll-free')]);
  });
});

describe('notices install', () => {
  test('puts a PDF in place, and the next one in its place', async () => {
    const file = join(folder, 'summary.pdf');
    await writeFile(file, '%PDF-1.7 one');
    await cascade('notices', 'install', 'summary-of-rights', file);
    await writeFile(file, '%PDF-1.7 two!');
    const { value } = await cascade('notices', 'install', 'summary-of-rights', file);
    expect(value).toMatchObject({ key: 'summary-of-rights', filename: 'summary.pdf', byte_size: 13 });
    expect((await cascade('notices', 'list')).value).toHaveLength(1);
  });

  test('refuses what is not a PDF', async () => {
    const file = join(folder, 'summary.txt');
    await writeFile(file, 'Your rights');
    const { code, err } = await cascade('notices', 'install', 'summary-of-rights', file);
    expect([code, err]).toEqual([1, expect.stringContaining('must be a PDF')]);
  });
});
