import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { loadReferenceData } from '../reference-data/index.ts';
import { ENTITIES } from './entities/index.ts';
import type { Database } from './index.ts';
import { INITIAL, MIGRATIONS } from './migrations/index.ts';
import { storeTemplates } from './templates.ts';

/** An earlier text of the initial migration created the database. */
export class OldDatabaseError extends Error {
  override readonly name = 'OldDatabaseError';

  constructor() {
    super('The database was made before the first release and cannot be brought up to date; begin with an empty one.');
  }
}

/** Any number; the same in every process that migrates. */
const MIGRATION_LOCK = 727_001;

/**
 * Brings the schema and the published templates up to date. Several processes may call it at once: concurrent `up()`
 * calls race, so they queue on an advisory lock of a connection of their own. `afterwards` runs before the next process
 * migrates, and before `isBeingMigrated` returns false. Throws an OldDatabaseError without changing anything.
 */
export async function migrate(db: Database, afterwards: () => Promise<void> = async () => undefined): Promise<void> {
  await db.kysely.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(connection);
    try {
      const applied = await appliedMigrations(db);
      if (applied.size > 0 && !applied.has(INITIAL)) throw new OldDatabaseError();
      await (await openOrm(db)).migrator.up();
      await db.transaction((trx) => storeTemplates(trx, loadReferenceData().templates));
      await afterwards();
    } finally {
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(connection);
    }
  });
}

/** True if a process is migrating now: the migrations may be there before the templates and the grants. */
export async function isBeingMigrated({ kysely }: Database): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(${MIGRATION_LOCK}) as free`.execute(kysely);
  return rows[0]?.free !== true;
}

/** The migrations of this version that the database lacks: all of them if it was never migrated. Changes nothing. */
export async function pendingMigrations(db: Database): Promise<readonly string[]> {
  const applied = await appliedMigrations(db);
  return MIGRATIONS.map(({ name }) => name).filter((name) => !applied.has(name));
}

async function appliedMigrations({ kysely }: Database): Promise<ReadonlySet<string>> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('mikro_orm_migrations') is not null as exists`.execute(kysely);
  if (tables[0]?.exists !== true) return new Set();
  const { rows } = await sql<{ name: string }>`select name from mikro_orm_migrations`.execute(kysely);
  return new Set(rows.map(({ name }) => name));
}

/** Uses the connections of the database, so there is nothing to close. */
export function openOrm({ kysely, pool }: Database): Promise<MikroORM> {
  return MikroORM.init(
    defineConfig({
      clientUrl: pool.options.connectionString,
      entities: [...ENTITIES],
      driverOptions: kysely,
      extensions: [Migrator],
      allowGlobalContext: false,
      migrations: {
        migrationsList: MIGRATIONS,
        snapshot: false,
        allOrNothing: true,
        // Standard output belongs to the caller.
        silent: true,
      },
    }),
  );
}
