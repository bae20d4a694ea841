import { sql } from 'kysely';
import { DELIVERY_TRANSITIONS, EXECUTION_TRANSITIONS } from '../../core/states.ts';
import type { Database, Queryable } from '../../platform/database/index.ts';

/** What is guarded: a table's `status`, and who may follow whom. */
const GUARDED = { execution: EXECUTION_TRANSITIONS, webhook_delivery: DELIVERY_TRANSITIONS };

/**
 * Makes the database of a test refuse every change of state that the tables of `core/states.ts` do not have, whichever
 * process tries it: each test on a stack is a test of them as well.
 */
export async function guardTransitions({ kysely }: Database): Promise<void> {
  await sql`
    create function guard_transition() returns trigger language plpgsql as $$
    begin
      if not (tg_argv[0]::jsonb -> old.status) ? new.status then
        raise exception 'no way leads from % to %', old.status, new.status;
      end if;
      return new;
    end $$`.execute(kysely);
  for (const [table, transitions] of Object.entries(GUARDED)) {
    await sql`
      create trigger guard_transition before update of status on ${sql.table(table)}
      for each row when (old.status is distinct from new.status)
      execute function guard_transition(${sql.lit(JSON.stringify(transitions))})`.execute(kysely);
  }
}

/** For fixtures: puts records into a state without the way that leads there. */
export function unguarded<T>(db: Database, work: (trx: Queryable) => Promise<T>): Promise<T> {
  return db.transaction(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    return work(trx);
  });
}
