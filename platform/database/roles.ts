import { sql, type RawBuilder } from 'kysely';
import {
  FUNCTION_GRANTS,
  ROLE_GRANTS,
  SERVICE_ROLES,
  type Columns,
  type Grants,
  type ServiceRole,
  type TableGrant,
} from './grants.ts';
import type { Database, Queryable } from './index.ts';

/* The roles of the services: their names, and how each gets exactly the privileges in `grants.ts`. */

/** Any number; the same in every process that grants. */
export const GRANT_LOCK = 727_002;

/** A role that is missing, with what makes it. */
export class RolesMissingError extends Error {
  override readonly name = 'RolesMissingError';
}

/** The database role of a service: `<prefix>_gateway`. */
export function roleName(prefix: string, role: ServiceRole): string {
  return `${prefix}_${role}`;
}

/**
 * Grants each role the privileges that its service needs and revokes all others, in one transaction, so that a running
 * service sees no gap. Safe to repeat; runs after each migration, as the owner of the tables. Throws RolesMissingError.
 */
export async function grantToServices(db: Database, prefix: string): Promise<void> {
  await db.transaction(async (trx) => {
    await sql`select pg_advisory_xact_lock(${GRANT_LOCK})`.execute(trx);
    await refuseMissing(trx, prefix);
    // In a new database everybody may create temporary tables, which can fill its disk and shadow our tables.
    await sql`revoke temporary on database ${sql.id(await databaseName(trx))} from public`.execute(trx);
    for (const role of SERVICE_ROLES) {
      await grantTo(trx, roleName(prefix, role), ROLE_GRANTS[role]);
      for (const name of FUNCTION_GRANTS[role] ?? []) {
        await sql`grant execute on function ${sql.raw(name)} to ${sql.id(roleName(prefix, role))}`.execute(trx);
      }
    }
  });
}

/**
 * True if the current login is a service that lacks any of its privileges. The migrations may be there without them, if
 * the process that migrated died between the two. False for the owner of the tables, and for roles of other names.
 */
export async function lacksPrivileges({ kysely }: Database): Promise<boolean> {
  const { rows: users } = await sql<{ name: string }>`select current_user::text as name`.execute(kysely);
  const role = SERVICE_ROLES.find((one) => users[0]?.name.endsWith(`_${one}`));
  if (role === undefined) return false;
  const needs = Object.entries(ROLE_GRANTS[role]).flatMap(([table, grant]) => needsOf(table, grant));
  const { rows } = await sql<{ lacks: boolean }>`
    select exists (
      select from json_to_recordset(${JSON.stringify(needs)}::json) as n (tab text, kind text, col text)
      where not case when col is null then has_table_privilege(tab, kind) else has_column_privilege(tab, col, kind) end
    ) as lacks`.execute(kysely);
  return rows[0]?.lacks === true;
}

async function databaseName(trx: Queryable): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database()::text as name`.execute(trx);
  return rows[0]?.name ?? '';
}

interface Need {
  readonly tab: string;
  readonly kind: string;
  /** Null: the whole table. */
  readonly col: string | null;
}

function needsOf(table: string, grant: TableGrant): readonly Need[] {
  const tab = `public.${table}`;
  return (['select', 'insert', 'update', 'delete'] as const).flatMap((kind): Need[] => {
    const columns = grant[kind];
    if (columns === undefined) return [];
    return columns === true ? [{ tab, kind, col: null }] : columns.map((col) => ({ tab, kind, col }));
  });
}

async function refuseMissing(trx: Queryable, prefix: string): Promise<void> {
  const names = SERVICE_ROLES.map((role) => roleName(prefix, role));
  const { rows } = await sql<{ rolname: string }>`
    select rolname::text from pg_roles where rolname = any (${names}::text[])`.execute(trx);
  const missing = names.filter((name) => !rows.some(({ rolname }) => rolname === name));
  if (missing.length === 0) return;
  throw new RolesMissingError(
    `The database has no ${missing.length === 1 ? 'role' : 'roles'} ${missing.join(', ')}. Create each of them as a ` +
      "superuser: create role … login password '…'; grant connect on database … to …",
  );
}

async function grantTo(trx: Queryable, role: string, grants: Grants): Promise<void> {
  const grantee = sql.id(role);
  await sql`revoke all on all tables in schema public from ${grantee}`.execute(trx);
  await sql`revoke all on all sequences in schema public from ${grantee}`.execute(trx);
  await sql`revoke all on all functions in schema public from ${grantee}`.execute(trx);
  await sql`revoke temporary on database ${sql.id(await databaseName(trx))} from ${grantee}`.execute(trx);
  await sql`grant usage on schema public to ${grantee}`.execute(trx);
  for (const [table, grant] of Object.entries(grants)) {
    const privileges = [
      ...(['select', 'insert', 'update'] as const).flatMap((kind) => privilege(kind, grant[kind])),
      ...(grant.delete === true ? [sql`delete`] : []),
    ];
    await sql`grant ${sql.join(privileges)} on ${sql.table(table)} to ${grantee}`.execute(trx);
    if (grant.insert !== undefined) await grantSequences(trx, grantee, table);
  }
}

function privilege(kind: 'select' | 'insert' | 'update', columns: Columns | undefined): readonly RawBuilder<unknown>[] {
  if (columns === undefined) return [];
  if (columns === true) return [sql.raw(kind)];
  return [sql`${sql.raw(kind)} (${sql.join(columns.map((column) => sql.ref(column)))})`];
}

/** Privileges on the sequences that number the table's rows. */
async function grantSequences(trx: Queryable, grantee: RawBuilder<unknown>, table: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select pg_get_serial_sequence(${`public.${table}`}, attname) as name from pg_attribute
    where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped
      and pg_get_serial_sequence(${`public.${table}`}, attname) is not null`.execute(trx);
  for (const { name } of rows) await sql`grant usage on sequence ${sql.raw(name)} to ${grantee}`.execute(trx);
}
