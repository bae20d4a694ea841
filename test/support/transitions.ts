import { sql } from 'kysely';
import { DELIVERY_TRANSITIONS, EXECUTION_TRANSITIONS } from '../../core/states.ts';
import type { Database, Queryable } from '../../platform/database/index.ts';

/** Tables whose `status` is guarded, with the allowed transitions. */
const GUARDED = { execution: EXECUTION_TRANSITIONS, webhook_delivery: DELIVERY_TRANSITIONS };

/**
 * Makes the test database refuse every transition that the tables of `core/states.ts` lack. So each test on a stack
 * also tests those tables.
 */
export async function guardTransitions({ kysely }: Database): Promise<void> {
  await sql`
    create function guard_transition() returns trigger language plpgsql as $$
    begin
      if not (tg_argv[0]::jsonb -> old.status) ? new.status then
        raise exception 'no transition from % to %', old.status, new.status;
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

/** For fixtures: sets a state without the transitions that lead to it. */
export function unguarded<T>(db: Database, work: (trx: Queryable) => Promise<T>): Promise<T> {
  return db.transaction(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    return work(trx);
  });
}
