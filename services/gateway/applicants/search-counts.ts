import { sql } from 'kysely';
import type { ActorKind } from '../../../core/audit.ts';
import { recordAudit, type Actor } from '../../../platform/database/audit.ts';
import type { Database, Queryable } from '../../../platform/database/index.ts';

/*
 * How often each person searched for people in an hour, and how many people they were shown. The audit log has one row for
 * it when the hour is over, and never what was searched for.
 */

/** Before the response is sent: what cannot be counted is not shown. */
export async function countSearch(db: Queryable, actor: Actor, shown: number): Promise<void> {
  await sql`
    insert into applicant_search as s (account_id, actor_kind, actor_id, actor_user_id, api_client_id, hour, searches, shown)
    values (${actor.accountId}, ${actor.kind}, ${actor.id}, ${actor.userId}, ${actor.apiClientId},
      date_trunc('hour', now(), 'UTC'), 1, ${shown})
    on conflict (actor_kind, actor_id, hour) do update set searches = s.searches + 1, shown = s.shown + excluded.shown`.execute(
    db,
  );
}

interface CountedRow {
  readonly account_id: number;
  readonly actor_kind: ActorKind;
  readonly actor_id: number;
  readonly actor_user_id: number | null;
  readonly api_client_id: number | null;
  readonly hour: Date;
  readonly searches: number;
  readonly shown: number;
}

const CHUNK = 100;

/** Records the hours that are over. A count goes in the transaction that records it, so it is recorded once. */
export async function recordSearches(db: Database): Promise<void> {
  for (let recorded = CHUNK; recorded === CHUNK;) {
    recorded = await db.transaction(async (trx) => {
      const { rows } = await sql<CountedRow>`
        delete from applicant_search where (actor_kind, actor_id, hour) in (
          select actor_kind, actor_id, hour from applicant_search
          where hour < date_trunc('hour', now(), 'UTC') order by hour limit ${CHUNK} for update skip locked)
        returning *`.execute(trx);
      // In the order in which others lock the chains of accounts.
      for (const row of rows.toSorted((a, b) => a.account_id - b.account_id)) {
        await recordAudit(trx, actorOf(row), {
          action: 'applicants.searched',
          subject: { type: 'account', id: row.account_id },
          detail: { hour: row.hour.toISOString(), searches: row.searches, people_shown: row.shown },
        });
      }
      return rows.length;
    });
  }
}

function actorOf(row: CountedRow): Actor {
  return {
    ...{ accountId: row.account_id, kind: row.actor_kind, id: row.actor_id, userId: row.actor_user_id },
    ...{ name: null, apiClientId: row.api_client_id, address: null, requestId: null },
  };
}
