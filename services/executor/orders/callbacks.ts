import { sql } from 'kysely';
import type { Json } from '../../../core/json.ts';
import type { EncryptionKey } from '../../../platform/crypto.ts';
import type { Database } from '../../../platform/database/index.ts';
import { cleanText } from '../../../platform/validation/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { openCallback, type CallbackContent } from '../../../platform/vendor-callbacks.ts';
import { isDataError } from '../data-error.ts';
import type { Connection } from '../perform/connection.ts';
import { jsonIn, referenceAt } from '../perform/source.ts';
import type { PlacedOrder, VendorDirectory } from '../perform/vendors.ts';
import { isProved } from './proof.ts';
import { recordOrderFailed, recordReport } from './record.ts';

/*
 * Takes the callbacks that the gateway has stored. One that came before its order was committed waits for it, for a
 * day. If a process dies between two writes, the callback is taken again, and its record changes nothing twice.
 */

const WAITS_HOURS = 24;
/** Callbacks of one turn; the next follows at once. */
const MOST_READ = 20;

export interface CallbackDependencies {
  readonly db: Database;
  readonly vendors: Pick<VendorDirectory, 'named' | 'ofOrder'>;
  readonly keys: readonly EncryptionKey[];
  readonly log: Logger;
}

/** Returns true if there may be more. */
export async function takeCallbacks(dependencies: CallbackDependencies): Promise<boolean> {
  const { db } = dependencies;
  const names = await connectionsCalled(db);
  if (names.length === 0) return false;
  const connections = await dependencies.vendors.named(names);
  const known = { ...dependencies, connections };
  const believed = [...connections].flatMap(([name, { fetch }]) => (fetch ? [] : [name]));
  const isUnproved = sql`c.idempotency_key is null and c.reference is null and c.connection = any (${names}::text[])`;
  const unproved = await readCallbacks(db, isUnproved);
  for (const callback of unproved) await each(known, callback, prove);
  await wakeOrders(
    db,
    names.filter((name) => !believed.includes(name)),
  );
  const isReadable = sql`c.connection = any (${believed}::text[]) and exists (select from vendor_order o where ${IS_ABOUT})`;
  const readable = believed.length === 0 ? [] : await readCallbacks(db, isReadable);
  for (const callback of readable) await each(known, callback, takeReport);
  return unproved.length === MOST_READ || readable.length === MOST_READ;
}

/**
 * Connections in one turn. They are chosen at random, so that callbacks that wait for their orders delay no other
 * connection.
 */
const MOST_CONNECTIONS = 200;

async function connectionsCalled({ kysely }: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ connection: string }>`
    select connection from (select distinct connection from vendor_callback where taken_at is null) c
    order by random() limit ${MOST_CONNECTIONS}`.execute(kysely);
  return rows.map(({ connection }) => connection);
}

/** Also has the connections that were called, by name. */
interface Taking extends CallbackDependencies {
  readonly connections: ReadonlyMap<string, Connection>;
}

/** A callback that cannot be taken delays no other. */
async function each(dependencies: Taking, callback: StoredCallback, take: typeof prove): Promise<void> {
  try {
    await take(dependencies, callback);
  } catch (error) {
    if (!isDataError(error)) throw error;
    dependencies.log.error({ err: error, connection: callback.connection }, 'a callback cannot be stored');
    await markTaken(dependencies.db, callback);
  }
}

/** An order that a callback is about. It is of the callback's own connection, whatever the reference says. */
const IS_ABOUT = sql<boolean>`o.connection = c.connection and (
  o.idempotency_key = c.idempotency_key or (c.idempotency_key is null and (o.reference = c.reference or
    o.idempotency_key = case when c.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then c.reference::uuid end)))`;

/**
 * Makes orders whose vendors are asked due at once. An order with a report is asked once more within a day if the
 * callback was proved, because the report may be corrected. One statement, so that none is lost between the two tables.
 */
async function wakeOrders({ kysely }: Database, asked: readonly string[]): Promise<void> {
  await sql`
    with taken as (
      update vendor_callback c set taken_at = now(), sealed = null from vendor_order o
      where c.taken_at is null and (c.idempotency_key is not null or c.reference is not null)
        and c.connection = any (${[...asked]}::text[]) and ${IS_ABOUT}
      returning o.id, c.idempotency_key is null as is_proved
    )
    update vendor_order o set poll_at = now(),
      deadline_at = case when o.ended_at is null then o.deadline_at else now() + interval '1 day' end, ended_at = null
    from taken
    where o.id = taken.id and (o.ended_at is null or (o.ended_as = 'reported' and taken.is_proved and exists (
      select from execution e where e.id = o.execution_id and e.redacted_at is null)))`.execute(kysely);
}

interface StoredCallback {
  readonly id: number;
  readonly connection: string;
  readonly idempotency_key: string | null;
  readonly reference: string | null;
  readonly digest: string;
  readonly sealed: string | null;
  readonly received_at: Date;
}

async function readCallbacks({ kysely }: Database, which: ReturnType<typeof sql>): Promise<readonly StoredCallback[]> {
  const { rows } = await sql<StoredCallback>`
    select c.id, c.connection, c.idempotency_key, c.reference, c.digest, c.sealed, c.received_at
    from vendor_callback c
    where c.taken_at is null and ${which}
    order by c.id
    limit ${MOST_READ}`.execute(kysely);
  return rows;
}

/** Finds out if a callback of a connection is from the vendor, and for which order. */
async function prove(dependencies: Taking, callback: StoredCallback): Promise<void> {
  const connection = dependencies.connections.get(callback.connection);
  const terms = connection?.callback;
  if (terms === undefined) return refuse(dependencies, callback, 'its connection has none');
  const content = contentOf(dependencies, callback);
  if (content === undefined || !isProved(terms, content, callback.received_at)) {
    return refuse(dependencies, callback, 'it is not proved');
  }
  const body = bodyIn(content);
  const { only, match } = terms;
  if (only !== undefined && !only.is.some((event) => event === referenceAt(body, only.path))) {
    return markTaken(dependencies.db, callback);
  }
  const reference = referenceAt(body, match);
  if (reference === undefined) return refuse(dependencies, callback, 'it names no order');
  const isBelieved = connection?.fetch === false;
  await dependencies.db.kysely
    .updateTable('vendor_callback')
    .set({ reference, ...(isBelieved ? {} : { sealed: null }) })
    .where('id', '=', callback.id)
    .execute();
}

/** A form is read as an object of texts. Like JSON, it counts as nothing if a name is repeated. */
function bodyIn({ headers, body }: CallbackContent): Json | undefined {
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')) return jsonIn(body);
  const form = new URLSearchParams(body.toString());
  const names = [...form.keys()];
  return names.length === new Set(names).size ? cleanText(Object.fromEntries(form)) : undefined;
}

/** Records the report that a callback brings. */
async function takeReport(dependencies: Taking, callback: StoredCallback): Promise<void> {
  const { db, log, vendors } = dependencies;
  const connection = dependencies.connections.get(callback.connection);
  const content = contentOf(dependencies, callback);
  if (connection === undefined || content === undefined) return refuse(dependencies, callback, 'it cannot be read');
  const { rows: orders } = await sql<PlacedOrder & { id: number; ended_as: string | null }>`
    select o.id, o.execution_id, o.ended_as, o.connection from vendor_order o, vendor_callback c
    where c.id = ${callback.id} and ${IS_ABOUT}`.execute(db.kysely);
  for (const order of orders) {
    const isSigned = callback.idempotency_key === null && connection.callback?.signature !== undefined;
    const outcome = (await vendors.ofOrder(order))?.readSent(content.body) ?? { is: 'accepted' as const };
    if (order.ended_as === 'reported' && !isSigned) {
      log.warn({ order_id: order.id, connection: callback.connection }, 'a report came again that nobody has signed');
    } else if (outcome.is === 'pulled') {
      await recordReport(db, order, outcome);
    } else if (outcome.is === 'failed') {
      const { code, message } = outcome;
      await recordOrderFailed(db, order.id, { as: 'failed', code, message });
      log.warn({ order_id: order.id, connection: callback.connection, code }, 'a vendor has sent no report');
    }
  }
  await markTaken(db, callback);
}

function contentOf({ keys, log }: Taking, callback: StoredCallback): CallbackContent | undefined {
  const { connection, idempotency_key: idempotencyKey, digest, sealed } = callback;
  if (sealed === null) return undefined;
  try {
    return openCallback(keys, { connection, idempotencyKey }, { digest, sealed });
  } catch (error) {
    log.error({ err: error, connection }, 'a callback cannot be opened');
    return undefined;
  }
}

async function refuse({ db, log }: Taking, callback: StoredCallback, why: string): Promise<void> {
  log.warn({ connection: callback.connection, why }, 'a callback of a vendor was refused');
  await markTaken(db, callback);
}

/** Unless the callback came again meanwhile. */
async function markTaken({ kysely }: Database, { id, received_at: receivedAt }: StoredCallback): Promise<void> {
  await kysely
    .updateTable('vendor_callback')
    .set({ taken_at: sql`now()`, sealed: null })
    .where('id', '=', id)
    .where('received_at', '=', receivedAt)
    .execute();
}

/**
 * Removes callbacks whose order never came, or ended so long ago that its token has expired. A report may be waiting at
 * the vendor for an order that a restored database lacks, so a call without an order is a warning.
 */
export async function dropCallbacks({ db: { kysely }, log }: Pick<CallbackDependencies, 'db' | 'log'>): Promise<void> {
  const { rows } = await sql<{ connection: string; our_reference: string | null; is_taken: boolean }>`
    delete from vendor_callback c
    where c.received_at < now() - make_interval(hours => ${WAITS_HOURS}) and not exists (
      select from vendor_order o
      where o.idempotency_key = c.idempotency_key and (o.ended_at is null or o.ended_as = 'unknown'
        or o.ended_at > now() - make_interval(hours => ${WAITS_HOURS})))
    returning c.connection, c.idempotency_key as our_reference, c.taken_at is not null as is_taken`.execute(kysely);
  for (const [connection, calls] of Map.groupBy(
    rows.filter(({ is_taken: isTaken }) => !isTaken),
    byConnection,
  )) {
    const references = calls.flatMap(({ our_reference: reference }) => reference ?? []).slice(0, MOST_READ);
    const noted = { connection, calls: calls.length, our_references: references };
    log.warn(noted, 'a vendor has called about orders that nobody placed');
  }
}

const byConnection = ({ connection }: { readonly connection: string }) => connection;
