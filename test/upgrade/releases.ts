import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientBase, Pool } from 'pg';

/**
 * The columns of the database and the statements of the services that each release expects. While a release is rolled
 * out, the one before it runs on the newer schema. So both must work after the newest migration.
 *
 * Recorded once for each release, before it is tagged:
 *
 *   export STATEMENTS_FOLDER=$(mktemp -d)
 *   NODE_OPTIONS="--import $PWD/test/upgrade/tap.mjs" npm test -- test/docs test/faults test/artifacts test/webhooks test/executor
 *   node test/upgrade/record.ts 0.1.0
 */
export interface Release {
  readonly columns: Columns;
  readonly statements: readonly string[];
}

/** By `table.column`. */
export type Columns = Readonly<Record<string, Column>>;

export interface Column {
  readonly type: string;
  /** An insert may leave it out. */
  readonly optional: boolean;
}

const FOLDER = join(import.meta.dirname, 'releases');

export const RELEASES: readonly string[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace(/\.json$/, ''));

export function readRelease(name: string): Release {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as Release;
}

export function writeRelease(name: string, release: Release): void {
  writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify(release, null, 2)}\n`);
}

export async function columnsOf(pool: Pool | ClientBase): Promise<Columns> {
  const { rows } = await pool.query<{ name: string; type: string; optional: boolean }>(`
    select c.table_name || '.' || c.column_name as name, format_type(a.atttypid, a.atttypmod) as type,
      c.is_nullable = 'YES' or c.column_default is not null or c.is_identity = 'YES' or c.is_generated = 'ALWAYS' as optional
    from information_schema.columns c
    join pg_attribute a on a.attrelid = format('%I.%I', c.table_schema, c.table_name)::regclass and a.attname = c.column_name
    where c.table_schema = 'public'
    order by 1`);
  return Object.fromEntries(rows.map(({ name, type, optional }) => [name, { type, optional }]));
}

/** Reads, inserts, updates and deletes that services sent, without those that differ in the length of a list only. */
export function statementsIn(folder: string): readonly string[] {
  const texts = readdirSync(folder)
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as string)
    .filter((text) => /^\s*(select|insert|update|delete|with)\b/i.test(text));
  const byShape = new Map(texts.map((text) => [shapeOf(text), text]));
  return [...byShape.values()].toSorted();
}

function shapeOf(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\$\d+/g, '$')
    .replace(/\b\d+\b/g, '0')
    .replace(/(\([^()]*\$[^()]*\))(, \([^()]*\$[^()]*\))+/g, '$1')
    .replace(/\$(, \$)+/g, '$');
}

/** Why the release could not run beside a database with these columns. */
export function faultsOfColumns(release: Columns, now: Columns): readonly string[] {
  const faults: string[] = [];
  const tables = new Set(Object.keys(release).map(tableOf));
  for (const [name, { type, optional }] of Object.entries(release)) {
    const column = now[name];
    if (column === undefined) faults.push(`${name} is gone`);
    else if (column.type !== type) faults.push(`${name} was ${type} and is ${column.type}`);
    else if (optional && !column.optional) faults.push(`${name} may not be left out any more`);
  }
  for (const [name, { optional }] of Object.entries(now)) {
    if (tables.has(tableOf(name)) && release[name] === undefined && !optional) {
      faults.push(`${name} is new and may not be left out`);
    }
  }
  return faults;
}

/** Columns that a recording lacks: it was made before the release's last migration, so its statements are old too. */
export function columnsLacking(release: Columns, now: Columns): readonly string[] {
  return Object.keys(now).filter((name) => release[name] === undefined);
}

/** The version that CHANGELOG.md begins with, and whether it says of it that it is unreleased. */
export function newestInChangelog(changelog: string): { readonly version: string; readonly isReleased: boolean } {
  const [, version = '', rest = ''] = /^## (\S+)(.*)$/m.exec(changelog) ?? [];
  return { version, isReleased: !rest.includes('unreleased') };
}

function tableOf(name: string): string {
  return name.split('.')[0] ?? '';
}

/** PostgreSQL's error for each statement that it would refuse. Nothing is executed. */
export async function faultsOfStatements(
  pool: Pool | ClientBase,
  statements: readonly string[],
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const text of statements) {
    try {
      await pool.query(`explain (generic_plan) ${text}`);
    } catch (error) {
      faults.push(`${error instanceof Error ? error.message : 'refused'}: ${text}`);
    }
  }
  return faults;
}
