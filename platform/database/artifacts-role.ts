import { sql } from 'kysely';
import type { Queryable } from './index.ts';

/**
 * Grants a role what the artifacts service needs, and nothing else: its process runs a browser. Safe to repeat; runs after
 * each migration, as the owner of the tables.
 */
export async function grantToArtifacts(db: Queryable, role: string): Promise<void> {
  const grantee = sql.id(role);
  for (const privileges of [
    sql`usage on schema public`,
    // Whether the schema is up to date, for `cascade migrate --wait`.
    sql`select on mikro_orm_migrations`,
    sql`select, update on artifact`,
    sql`select, insert, update on artifact_blob`,
    // The documents of reports and notices.
    sql`select on execution, step, account`,
    // The accounts take turns.
    sql`select (id, account_id) on api_client`,
    // The result of the effect that waits for a notice, and the poke of its run.
    sql`select, update on effect`,
    sql`select, insert, update on command`,
    sql`usage on all sequences in schema public`,
  ]) {
    await sql`grant ${privileges} to ${grantee}`.execute(db);
  }
}
