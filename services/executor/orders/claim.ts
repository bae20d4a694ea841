import { sql } from 'kysely';
import type { Json } from '../../../core/json.ts';
import { STORED_NOW, type Database } from '../../../platform/database/index.ts';

/** An order that this process asks for, until `lease_until`. */
export interface ClaimedOrder {
  readonly id: number;
  readonly idempotency_key: string;
  readonly account_id: number;
  readonly execution_id: number;
  readonly product_code: string;
  readonly connection: string;
  readonly reference: string | null;
  readonly location: string | null;
  /** Steps of a pull with several requests that are done. A repeated pull begins after them. */
  readonly steps_done: number;
  readonly answer: Json;
  readonly polls: number;
  readonly poll_at: Date;
  readonly lease_until: Date;
  readonly age_ms: number;
  /** `reported`: it has its report, and is asked whether that was corrected. */
  readonly ended_as: 'reported' | null;
  /** A person entered its reference. */
  readonly is_entered: boolean;
  /** Its deadline has passed: it is asked for a last time. */
  readonly is_overdue: boolean;
}

/** Longer than the longest exchange and its recording. */
const LEASE_SECONDS = 120;
/** Candidate orders, all of connections and accounts with a free slot. */
const MOST_LOOKED_AT = 1_000;

/** The number of orders that are being asked for, by connection and by account, and the limits. */
export interface Busy {
  readonly connections: ReadonlyMap<string, number>;
  readonly accounts: ReadonlyMap<number, number>;
  readonly most: number;
  /** Connections of the installation with a lower limit, by name. */
  readonly fewer?: ReadonlyMap<string, number>;
}

/**
 * Claims up to `limit` orders that are due and unclaimed, in one statement that commits before anything is asked.
 * Connections take turns, and in each its accounts, so that a backlog of one costs the others nothing.
 */
export async function claimOrders(db: Database, limit: number, busy: Busy): Promise<readonly ClaimedOrder[]> {
  const { connections, accounts, most, fewer = new Map<string, number>() } = busy;
  const fullAccounts = [...accounts].flatMap(([id, count]) => (count >= most ? [id] : []));
  const counted = (counts: ReadonlyMap<string | number, number>) => JSON.stringify(Object.fromEntries(counts));
  // `own` is true for the connection of an account.
  const slotsOf = (name: 'busy.key' | 'turn.connection') => sql`
    coalesce((own.settings ->> 'slots')::int, (${counted(fewer)}::jsonb ->> ${sql.ref(name)})::int, ${most}::int)`;
  const { rows } = await sql<ClaimedOrder>`
    with due as materialized (
      select id, connection, account_id, poll_at from vendor_order
      where ended_at is null and poll_at <= ${sql.raw(STORED_NOW)} and (lease_until is null or lease_until <= now())
        and connection <> all (array(
          select key from jsonb_each_text(${counted(connections)}::jsonb) busy
          left join product_connection own on own.name = busy.key
          where value::int >= ${slotsOf('busy.key')}))
        and account_id <> all (${fullAccounts}::bigint[])
      order by poll_at, id
      limit ${MOST_LOOKED_AT}
    ),
    turn as (
      select *, row_number() over (partition by connection, account_id order by poll_at, id) as turn from due
    ),
    place as (
      select turn.id, poll_at, turn,
        ${slotsOf('turn.connection')} as slots,
        row_number() over (partition by connection order by turn, poll_at, turn.id)
          + coalesce((${counted(connections)}::jsonb ->> connection)::int, 0) as of_connection,
        row_number() over (partition by turn.account_id order by turn, poll_at, turn.id)
          + coalesce((${counted(accounts)}::jsonb ->> turn.account_id::text)::int, 0) as of_account
      from turn left join product_connection own on own.name = turn.connection
    ),
    chosen as materialized (
      select o.id from vendor_order o join place on place.id = o.id
      where place.of_connection <= place.slots and place.of_account <= ${most}
        and o.ended_at is null and (o.lease_until is null or o.lease_until <= now())
      order by place.turn, place.poll_at, o.id
      limit ${limit}
      for update of o skip locked
    )
    update vendor_order o
    set lease_until = now() + make_interval(secs => ${LEASE_SECONDS}), polls = o.polls + 1
    from chosen
    where o.id = chosen.id
    returning o.id, o.idempotency_key, o.account_id, o.execution_id, o.product_code, o.connection, o.reference,
      o.location, o.steps_done, case when o.location is null then o.answer end as answer, o.ended_as,
      o.entered_at is not null as is_entered, o.polls, o.poll_at, o.lease_until,
      o.deadline_at <= ${sql.raw(STORED_NOW)} as is_overdue,
      (extract(epoch from now() - o.created_at) * 1000)::float8 as age_ms`.execute(db.kysely);
  return rows;
}
