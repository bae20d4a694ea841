import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { faultsOfExport } from '../support/tables-read.ts';
import { administer } from '../../cli/program.ts';
import { createAccount } from '../../platform/identity/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let testDatabase: TestDatabase;
let db: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  db = await testDatabase.open();
});
afterAll(() => testDatabase.drop());

async function exported(...flags: string[]): Promise<string[]> {
  let out = '';
  const surroundings = { env: { DATABASE_URL: testDatabase.url }, out: (text: string) => (out += text), err: () => '' };
  expect(await administer(['billing', 'export', ...flags], surroundings)).toBe(0);
  return out.split('\r\n').slice(0, -1);
}

async function bill(accountId: number, nodeId: string, createdAt: string): Promise<void> {
  await db.kysely
    .insertInto('billing_entry')
    .values({
      account_id: accountId,
      api_client_id: 5,
      execution_id: 7,
      node_id: nodeId,
      visit: 1,
      product_code: 'credit_report',
      created_at: new Date(createdAt),
    })
    .execute();
}

// Rules: 6.5.1
test('the ledger is exported as CSV, by account and time, safe to open in a spreadsheet', async () => {
  const details = { legalName: 'X', address: 'X', phone: 'X', productionAccess: true };
  const { id: first } = await createAccount(db.kysely, { ...details, name: 'Harbor, "Homes"' });
  const { id: second } = await createAccount(db.kysely, { ...details, name: '=1+1' });
  await bill(first, 'pull', '2026-03-01T08:00:00.000Z');
  await bill(second, 'pull2', '2026-03-02T08:00:00.000Z');

  const [header, ...lines] = await exported();
  expect(header).toBe(
    'entry_id,billed_at,account_id,account_name,api_client_id,execution_id,node_id,visit,product_code',
  );
  expect(lines).toEqual([
    `1,2026-03-01T08:00:00.000Z,${first},"Harbor, ""Homes""",5,7,pull,1,credit_report`,
    `2,2026-03-02T08:00:00.000Z,${second},'=1+1,5,7,pull2,1,credit_report`,
  ]);
  expect(await exported('--account', String(second))).toEqual([header, lines[1]]);
  expect(await exported('--from', '2026-03-01', '--to', '2026-03-02')).toEqual([header, lines[0]]);
});

test('the ledger reads what the registry of tables says, and no words about an applicant', async () => {
  expect(await faultsOfExport('billing', () => exported())).toEqual({ unread: [], unsaid: [] });
});
