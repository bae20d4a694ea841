import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { launchPostgres } from '../../dev/servers/postgres.ts';
import { openDatabase } from '../../platform/database/index.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { makePassableFolder } from '../support/servers-folder.ts';
import { columnsOf, statementsIn, writeRelease } from './releases.ts';

/** Writes what a release expects of the database, from the folder that tap.mjs has filled: see releases.ts. */
const [, , name] = process.argv;
const statements = process.env.STATEMENTS_FOLDER;
if (name === undefined || statements === undefined) {
  process.stderr.write('usage: STATEMENTS_FOLDER=… node test/upgrade/record.ts VERSION\n');
  process.exit(2);
}
const folder = await makePassableFolder('cascade-record-');
const server = await launchPostgres({
  folder: join(folder, 'data'),
  logFile: join(folder, 'postgres.log'),
  durable: false,
});
try {
  const db = openDatabase({ url: server.databaseUrl('postgres') });
  await migrate(db);
  writeRelease(name, { columns: await columnsOf(db.pool), statements: statementsIn(statements) });
  await db.close();
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
