import { sql, type RawBuilder } from 'kysely';
import { SetupError } from '../dev/servers/errors.ts';
import type { Queryable } from '../platform/database/index.ts';
import type { Row } from './print.ts';

/**
 * What `list` and `show` read of each noun. A column that is not named here is never printed: no token, secret, hash,
 * payload, report or e-mail body is.
 */
interface Noun {
  readonly table: string;
  /** `object` of each record. */
  readonly object: string;
  /** In words: "There is no user 7." */
  readonly label: string;
  /** Of `show`, and of `--json`. */
  readonly columns: readonly string[];
  /** Of the table that people read: what tells records apart and fits 80 columns. */
  readonly listed: readonly string[];
  /** The column that each flag of `list` compares. */
  readonly filters: Partial<Record<Filter, string>>;
  /** Columns that are shown in part. */
  readonly shortened?: Readonly<Record<string, (text: string) => string>>;
  /** Records that are gone. */
  readonly without?: string;
}

export type Filter = 'account' | 'client' | 'status' | 'workflow' | 'subscription';

/** A query of a URL may hold a secret of the receiver. */
const withoutQuery = (url: string): string => url.replace(/\?.*$/s, '?…');

const noun = <const T extends Noun>(definition: T): T => definition;

export const NOUNS = {
  accounts: noun({
    table: 'account',
    object: 'account',
    label: 'account',
    columns: [
      'id',
      'name',
      'legal_name',
      'address',
      'phone',
      'production_access',
      'default_purpose',
      'ecoa_agency',
      'keeps_esign_consent',
      'hides_thresholds',
      'created_at',
      'updated_at',
    ],
    listed: ['id', 'name', 'legal_name', 'production_access', 'created_at'],
    filters: {},
  }),
  users: noun({
    table: 'account_user',
    object: 'user',
    label: 'user',
    columns: ['id', 'account_id', 'name', 'email', 'created_at'],
    listed: ['id', 'account_id', 'name', 'email', 'created_at'],
    filters: { account: 'account_id' },
  }),
  clients: noun({
    table: 'api_client',
    object: 'api_client',
    label: 'API client',
    columns: ['id', 'account_id', 'name', 'created_at'],
    listed: ['id', 'account_id', 'name', 'created_at'],
    filters: { account: 'account_id' },
  }),
  tokens: noun({
    table: 'api_token',
    object: 'api_token',
    label: 'token',
    columns: [
      'id',
      'account_id',
      'api_client_id',
      'user_id',
      'prefix',
      'scopes',
      'expires_at',
      'revoked_at',
      'last_used_at',
      'created_at',
    ],
    listed: ['id', 'api_client_id', 'user_id', 'prefix', 'expires_at', 'revoked_at', 'scopes'],
    filters: { account: 'account_id', client: 'api_client_id' },
  }),
  workflows: noun({
    table: 'workflow',
    object: 'workflow',
    label: 'workflow',
    columns: [
      'id',
      'account_id',
      'code',
      'name',
      'active',
      'trigger_type',
      'use_case',
      'version',
      'created_at',
      'updated_at',
    ],
    listed: ['id', 'account_id', 'code', 'name', 'active', 'version', 'updated_at'],
    filters: { account: 'account_id' },
    without: 'deleted_at',
  }),
  executions: noun({
    table: 'execution',
    object: 'execution',
    label: 'execution',
    columns: [
      'id',
      'account_id',
      'api_client_id',
      'workflow_id',
      'workflow_version',
      'batch_id',
      'row_index',
      'status',
      'execution_mode',
      'needs_human_review',
      'review_status',
      'assigned_to_user_id',
      'outcome',
      're_evaluated_from',
      'retry_count',
      'advance_failures',
      'wake_at',
      'started_at',
      'completed_at',
      'redacted_at',
      'created_at',
      'updated_at',
    ],
    listed: ['id', 'api_client_id', 'workflow_id', 'status', 'outcome', 'execution_mode', 'created_at'],
    filters: { account: 'account_id', client: 'api_client_id', workflow: 'workflow_id', status: 'status' },
  }),
  batches: noun({
    table: 'batch',
    object: 'batch',
    label: 'batch',
    columns: [
      'id',
      'account_id',
      'api_client_id',
      'workflow_id',
      'workflow_version',
      'status',
      'execution_mode',
      'total_count',
      'interrupted_code',
      'submitted_by_user_id',
      'started_at',
      'completed_at',
      'created_at',
      'updated_at',
    ],
    listed: ['id', 'api_client_id', 'workflow_id', 'status', 'execution_mode', 'total_count', 'created_at'],
    filters: { account: 'account_id', client: 'api_client_id', workflow: 'workflow_id', status: 'status' },
  }),
  subscriptions: noun({
    table: 'webhook_subscription',
    object: 'webhook_subscription',
    label: 'subscription',
    columns: [
      'id',
      'account_id',
      'api_client_id',
      'url',
      'event_filter',
      'active',
      'secret_rotated_at',
      'failing_since',
      'created_at',
      'updated_at',
    ],
    listed: ['id', 'api_client_id', 'active', 'failing_since', 'url', 'event_filter'],
    filters: { account: 'account_id', client: 'api_client_id' },
    shortened: { url: withoutQuery },
    without: 'deleted_at',
  }),
  deliveries: noun({
    table: 'webhook_delivery',
    object: 'webhook_delivery',
    label: 'delivery',
    columns: [
      'id',
      'subscription_id',
      'api_client_id',
      'event',
      'event_id',
      'status',
      'attempts',
      'max_attempts',
      'next_retry_at',
      'last_response_status',
      'last_error',
      'last_attempt_at',
      'delivered_at',
      'created_at',
    ],
    listed: ['id', 'subscription_id', 'event', 'status', 'attempts', 'last_response_status', 'next_retry_at'],
    filters: { client: 'api_client_id', subscription: 'subscription_id', status: 'status' },
  }),
};

export type NounName = keyof typeof NOUNS;

export interface ListFlags extends Partial<Record<Filter, number | string>> {
  readonly limit: number;
  readonly before?: number;
}

/** The newest first. */
export async function listRecords(
  db: Queryable,
  name: NounName,
  { limit, before, ...flags }: ListFlags,
): Promise<readonly Row[]> {
  const definition: Noun = NOUNS[name];
  const conditions = Object.entries(definition.filters).flatMap(([flag, column]) => {
    const wanted = flags[flag as Filter];
    return wanted === undefined ? [] : [sql`${sql.ref(column)} = ${wanted}`];
  });
  if (before !== undefined) conditions.push(sql`id < ${before}`);
  return select(db, definition, conditions, limit);
}

export async function showRecord(db: Queryable, name: NounName, id: number): Promise<Row> {
  const definition: Noun = NOUNS[name];
  const [record] = await select(db, definition, [sql`id = ${id}`], 1);
  if (record === undefined) {
    throw new SetupError(`There is no ${definition.label} ${id}; "${name} list" shows those that there are.`);
  }
  return record;
}

async function select(
  db: Queryable,
  { table, object, columns, without, shortened = {} }: Noun,
  conditions: readonly RawBuilder<unknown>[],
  limit: number,
): Promise<Row[]> {
  const all = without === undefined ? conditions : [...conditions, sql`${sql.ref(without)} is null`];
  const where = all.length === 0 ? sql`` : sql`where ${sql.join(all, sql` and `)}`;
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)} ${where}
    order by id desc limit ${limit}`.execute(db);
  return rows.map((row) => {
    const short = Object.entries(shortened).map(([column, shorten]) => [column, shorten(String(row[column]))]);
    return { object, ...row, ...Object.fromEntries(short) };
  });
}
