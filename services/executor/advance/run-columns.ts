import type { Selectable } from 'kysely';
import type { DB } from '../../../platform/database/index.ts';

/**
 * Columns of an execution's row that an advance both reads and writes, with PostgreSQL's types. They are listed only
 * here: loading, comparing and saving use this list.
 */
const COLUMNS = {
  status: 'text',
  review_status: 'text',
  needs_human_review: 'boolean',
  user_approved: 'boolean',
  outcome: 'text',
  wake_at: 'timestamptz',
  first_error_message: 'text',
  first_error_code: 'text',
  pending_reports: 'jsonb',
  only_awaits_reports: 'boolean',
} as const satisfies Partial<Record<keyof DB['execution'], string>>;

type Row = Selectable<DB['execution']>;
type Column = keyof typeof COLUMNS;

/** Times are milliseconds since the epoch when loaded, and RFC 3339 when saved. */
export type RunColumns<Time extends number | string> = {
  readonly [C in Column]: Exclude<Row[C], Date> | (Extract<Row[C], Date> extends never ? never : Time);
};

const NAMES = Object.keys(COLUMNS) as Column[];

/** SQL: the columns of `alias`, as they are loaded. */
export function selectedColumns(alias: string): string {
  const selected = NAMES.map((name) =>
    COLUMNS[name] === 'timestamptz' ? `${milliseconds(`${alias}.${name}`)} as ${name}` : `${alias}.${name}`,
  );
  return selected.join(', ');
}

/** SQL: sets the columns to those of `alias`. */
export function assignedColumns(alias: string): string {
  return NAMES.map((name) => `${name} = ${alias}.${name}`).join(', ');
}

/** SQL: the columns and their types, for `jsonb_to_record`. */
export function declaredColumns(): string {
  return NAMES.map((name) => `${name} ${COLUMNS[name]}`).join(', ');
}

/** The columns of a loaded run as a save would write them. */
export function columnsToSave(run: RunColumns<number>): RunColumns<string> {
  return { ...pickColumns(run), wake_at: run.wake_at === null ? null : new Date(run.wake_at).toISOString() };
}

/** The columns as they are loaded after they were saved. */
export function columnsAsLoaded(saved: RunColumns<string>): RunColumns<number> {
  return { ...pickColumns(saved), wake_at: saved.wake_at === null ? null : Date.parse(saved.wake_at) };
}

/** The columns without other members. */
export function pickColumns<Time extends number | string>(columns: RunColumns<Time>): RunColumns<Time> {
  return Object.fromEntries(NAMES.map((name) => [name, columns[name]])) as RunColumns<Time>;
}

export function milliseconds(column: string): string {
  return `(extract(epoch from ${column}) * 1000)::float8`;
}
