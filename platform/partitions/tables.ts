import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../database/index.ts';
import type { Range } from '../database/table-record.ts';
import { TABLE_RECORDS } from '../database/tables.ts';

/*
 * The tables that stand in partitions, and the ids whose ranges they are of. Ids ascend with time.
 *
 * The last partition of a table has no end, so every row has a place whether or not somebody has made partitions ahead
 * (docs/decisions/13).
 */

/** The table whose ids a range counts. */
export type Of = Range;

/** By the registry of tables. */
export const PARTITIONED: Readonly<Record<string, Of>> = Object.fromEntries(
  TABLE_RECORDS.flatMap(({ table, kept }) =>
    typeof kept === 'object' && 'range' in kept ? [[table, kept.range]] : [],
  ),
);

export const SOURCES: Readonly<Record<Of, { readonly table: string; readonly column: string }>> = {
  execution: { table: 'execution', column: 'execution_id' },
  delivery: { table: 'webhook_delivery', column: 'delivery_id' },
};

export interface Partition {
  readonly table: string;
  readonly name: string;
  readonly of: Of;
  /** The first id that it may hold; null: it has no beginning. */
  readonly from: number | null;
  /** The first id that is behind it; null: it has no end, or it is detached. */
  readonly to: number | null;
  /** `detaching`: the detachment was begun and broke off. `over`: detached by retention, which drops it. */
  readonly state: 'attached' | 'detaching' | 'detached' | 'over';
  /** With indexes. */
  readonly bytes: number;
  /** As of the last vacuum or analyze. */
  readonly rows: number;
  /** Nothing in it will have to be frozen any more, however many transactions come. */
  readonly isFrozen: boolean;
}

/** The comment that retention writes on a partition that it detaches to drop it. */
export const IS_OVER = 'over: detached by retention, which drops it';

/** The name of a table's partition that begins there. */
export function partitionName(table: string, from: number | null): string {
  return `${table}_p${from ?? 0}`;
}

interface Row {
  readonly table: string;
  readonly name: string;
  readonly bound: string | null;
  readonly is_detaching: boolean;
  readonly comment: string | null;
  readonly bytes: number;
  readonly rows: number;
  readonly pages: number;
  readonly frozen_pages: number;
}

/** By table and range; those that were detached too. */
export async function readPartitions(db: Queryable): Promise<readonly Partition[]> {
  const { rows } = await sql<Row>`
    select coalesce(parent.relname, regexp_replace(c.relname, '_p[0-9]+$', ''))::text as table, c.relname::text as name,
      case when i.inhrelid is not null then pg_get_expr(c.relpartbound, c.oid) end as bound,
      coalesce(i.inhdetachpending, false) as is_detaching, obj_description(c.oid, 'pg_class') as comment,
      pg_total_relation_size(c.oid)::float8 as bytes, greatest(c.reltuples, 0)::float8 as rows,
      pg_relation_size(c.oid) / current_setting('block_size')::int as pages, c.relallfrozen as frozen_pages
    from pg_class c
    left join pg_inherits i on i.inhrelid = c.oid
    left join pg_class parent on parent.oid = i.inhparent
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname ~ ${NAMES}`.execute(db);
  const partitions = rows.map(presentPartition);
  const names = Object.keys(PARTITIONED);
  return partitions.toSorted(
    (a, b) => names.indexOf(a.table) - names.indexOf(b.table) || (a.from ?? 0) - (b.from ?? 0),
  );
}

const NAMES = `^(${Object.keys(PARTITIONED).join('|')})_p[0-9]+$`;
const BOUND = /^FOR VALUES FROM \((?:MINVALUE|'(\d+)')\) TO \((?:MAXVALUE|'(\d+)')\)$/;

function presentPartition({ table, name, bound, is_detaching: isDetaching, comment, ...row }: Row): Partition {
  const of = PARTITIONED[table];
  const [, from, to] = (bound === null ? /_p(\d+)$/.exec(name) : BOUND.exec(bound)) ?? [undefined, undefined];
  if (of === undefined) throw new Error(`${name} is of no partitioned table`);
  const detached = comment === IS_OVER ? 'over' : 'detached';
  return {
    table,
    name,
    of,
    from: from === undefined ? null : Number(from),
    to: to === undefined ? null : Number(to),
    state: bound === null ? detached : isDetaching ? 'detaching' : 'attached',
    bytes: row.bytes,
    rows: row.rows,
    isFrozen: row.frozen_pages >= row.pages,
  };
}

/** How many ids are left before the partition without an end, by table; negative once it holds rows. */
export async function idsAhead(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ table: string; from: number }>`
    select parent.relname::text as table, (regexp_match(pg_get_expr(c.relpartbound, c.oid), '[0-9]+'))[1]::float8 as from
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    join pg_class parent on parent.oid = i.inhparent
    where parent.relname = any (${Object.keys(PARTITIONED)}::text[]) and parent.relnamespace = 'public'::regnamespace
      and pg_get_expr(c.relpartbound, c.oid) like '%TO (MAXVALUE)'`.execute(db);
  const last = { execution: await lastId(db, 'execution'), delivery: await lastId(db, 'delivery') };
  return new Map(rows.map(({ table, from }) => [table, from - 1 - last[PARTITIONED[table] ?? 'execution']]));
}

/** The newest id that rows have; 0 if there is none. */
export async function lastId(db: Queryable, of: Of): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from ${source(of)} order by id desc limit 1`.execute(db);
  return rows[0]?.id ?? 0;
}

export function source(of: Of): RawBuilder<unknown> {
  return sql.table(SOURCES[of].table);
}
