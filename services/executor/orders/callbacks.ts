import { sql } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';

/** How long a callback waits for its order: the vendor may be faster than the commit of the pull. */
const WAITS_HOURS = 24;

/**
 * Takes callbacks that the gateway has stored: their orders are due at once. A callback of an order that has ended says
 * nothing new. One statement, so that none is lost between the two tables.
 */
export async function takeCallbacks({ kysely }: Database): Promise<void> {
  await sql`
    with taken as (
      delete from vendor_callback c using vendor_order o
      where o.idempotency_key = c.idempotency_key
      returning o.id
    )
    update vendor_order o set poll_at = now() from taken where o.id = taken.id and o.ended_at is null`.execute(kysely);
}

/** Removes those whose order never came. */
export async function dropCallbacks({ kysely }: Database): Promise<void> {
  await sql`
    delete from vendor_callback c
    where c.received_at < now() - make_interval(hours => ${WAITS_HOURS})
      and not exists (select from vendor_order o where o.idempotency_key = c.idempotency_key)`.execute(kysely);
}
