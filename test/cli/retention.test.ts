import { administer } from '../../cli/program.ts';
import type { Database } from '../../platform/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { APPLICANT, APPROVE } from '../executor/support/definitions.ts';
import { createTenant, executionOf, trigger } from '../executor/support/runs.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open();
});
afterAll(() => database.drop());

async function run(env: Readonly<Record<string, string>>) {
  let out = '';
  let err = '';
  const code = await administer(['--json', 'retention', 'run'], {
    env: { DATABASE_URL: database.url, ...env },
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, out, err };
}

test('redacts by the periods of the environment, and nothing without them', async () => {
  const { id } = await trigger(db, await createTenant(db), {
    definition: APPROVE,
    payload: APPLICANT,
    isDispatched: true,
  });
  const completed_at = new Date(Date.now() - 40 * 86_400_000);
  await db.kysely.updateTable('execution').set({ status: 'completed', completed_at }).execute();

  expect(JSON.parse((await run({})).out)).toMatchObject({ redacted_executions: 0 });
  expect(JSON.parse((await run({ RETENTION_PII_DAYS: '41' })).out)).toMatchObject({ redacted_executions: 0 });
  expect(JSON.parse((await run({ RETENTION_PII_DAYS: '39' })).out)).toEqual({
    redacted_executions: 1,
    redacted_notes: 0,
    removed_reports: 0,
    removed_audit_rows: 0,
    removed_letters: 0,
  });
  expect(await executionOf(db, id)).toMatchObject({ payload: {}, status: 'completed' });
});

test('removes nothing when a period is wrong, and names the variable', async () => {
  const { code, err } = await run({ RETENTION_PII_DAYS: 'a month' });
  expect(code).toBe(1);
  expect(err).toContain('RETENTION_PII_DAYS');
});
