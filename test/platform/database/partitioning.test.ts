import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { openDatabase } from '../../../platform/database/index.ts';
import { migrate, openOrm } from '../../../platform/database/migrate.ts';
import { MIGRATIONS } from '../../../platform/database/migrations/index.ts';
import { readPartitions } from '../../../platform/partitions/tables.ts';
import { testEnvironment } from '../../support/environment.ts';
import { expect, test } from '../../support/jest.ts';
import { asAdministrator, databaseUrl } from '../../support/template-database.ts';

const PARTITIONING = 'Migration20261125081000_partitions';

const ROWS = `
  select setval('execution_id_seq', 700000);
  insert into step (execution_id, node_id, visit, node_type, status, output)
    values (7, 'a', 1, 'ApplicantSource', 'succeeded', '{"a": 1}'), (700000, 'a', 1, 'ApplicantSource', 'running', null);
  insert into effect (execution_id, key, node_id, visit, kind, request) values (7, 'k', 'a', 1, 'mail', '{}');
  insert into review_event (execution_id, event_type, note, metadata) values (7, 'note_added', 'n', '{}');
  insert into billing_entry (account_id, api_client_id, execution_id, node_id, visit, product_code)
    values (1, 1, 7, 'a', 1, 'credit_report');
  insert into webhook_attempt (delivery_id, attempt, attempted_at, duration_ms) values (3, 1, now(), 5)`;

test('rows that were there before their tables were partitioned stay as they are, and their numbers go on', async () => {
  const adminUrl = testEnvironment('TEST_DATABASE_ADMIN_URL');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdministrator(adminUrl, (client) => client.query(`CREATE DATABASE ${name}`));
  const db = openDatabase({ url: databaseUrl(adminUrl, name), poolMax: 2 });
  const all = async () => {
    const found: unknown[] = [];
    for (const table of ['step', 'effect', 'review_event', 'billing_entry', 'webhook_attempt']) {
      const { rows } = await sql<{
        row: object;
      }>`select to_jsonb(t) as row from ${sql.table(table)} t order by 1`.execute(db.kysely);
      found.push(...rows.map(({ row }) => [table, row]));
    }
    return found;
  };
  try {
    const before = MIGRATIONS.map((each) => each.name).filter((each) => each < PARTITIONING);
    await (await openOrm(db)).migrator.up({ migrations: before });
    await db.pool.query(ROWS);
    const rows = await all();
    expect(rows).toHaveLength(6);

    await migrate(db);
    expect(await all()).toEqual(rows);
    const partitions = await readPartitions(db.kysely);
    // 700,000 ids are used, and at least half a million are left.
    expect(partitions.filter(({ table }) => table === 'step').map(({ from, to }) => [from, to])).toEqual([
      [null, 2_000_000],
      [2_000_000, null],
    ]);
    const { rows: numbers } = await db.pool.query<{ id: number }>(
      "insert into effect (execution_id, key, node_id, visit, kind, request) values (9, 'k', 'a', 1, 'mail', '{}') returning id",
    );
    expect(numbers).toEqual([{ id: 2 }]);
  } finally {
    await db.close();
    await asAdministrator(adminUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  }
});
