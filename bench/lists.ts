/**
 * Explains and runs each list under each of its filters. The database has a million executions and deliveries of 50
 * clients, and the planner settings of the services. Each must use the index that is named for it and read no more rows
 * than stated. Times are shown and not checked.
 *
 *   npm run bench:lists [-- rows, default 1000000]
 */
import { sql } from 'kysely';
import { Client } from 'pg';
import type { Database } from '../platform/database/index.ts';
import type { Seed } from './support/seed.ts';
import { onSeededGateway } from './support/seeded-gateway.ts';

const ROWS = Number(process.argv[2] ?? 1_000_000);
const CLIENTS = 50;
const CHUNK = 100_000;
const BIG_TABLES = ['execution', 'webhook_delivery', 'review_round'];

const CLIENT_ROWS = ROWS / CLIENTS;
const EXECUTIONS = 'execution_client_list';
const DELIVERIES = 'webhook_delivery_client';

/** The last thirtieth of the rows is newer. */
const RECENT = new Date(Date.UTC(2026, 0, 1) + ROWS * (29 / 30) * 20_005).toISOString();

/** Each list, the index that must serve it, and the most rows of big tables and indexes that it may read. */
const QUERIES: readonly (readonly [path: string, index: string, maxRows: number])[] = [
  ['/executions', EXECUTIONS, CLIENT_ROWS + 100],
  ['/executions?page=40', EXECUTIONS, CLIENT_ROWS + 2_000],
  ['/executions?filter[status]=running', 'execution_client_status', 500],
  ['/executions?filter[status]=completed', 'execution_client_status', 2 * CLIENT_ROWS],
  ['/executions?filter[status]=failed', 'execution_client_status', 2_000],
  ['/executions?filter[status]=awaiting_review', 'execution_client_status', 500],
  ['/executions?filter[review_status]=approved', EXECUTIONS, 2 * CLIENT_ROWS],
  ['/executions?filter[needs_human_review]=true', 'execution_client_review', 500],
  ['/executions?filter[needs_human_review]=false', EXECUTIONS, 2 * CLIENT_ROWS],
  ['/executions?filter[pending_review]=decision', 'execution_client_review', 500],
  ['/executions?filter[overdue]=true', 'execution_client_review', 500],
  ['/executions?filter[overdue]=false', EXECUTIONS, 2 * CLIENT_ROWS],
  ['/executions?filter[workflow_id]=1', 'execution_client_workflow', 4_000],
  ['/executions?filter[batch_execution_id]=7', 'execution_batch_row', 100],
  ['/executions?filter[external_reference]=application-51', 'execution_client_reference', 100],
  ['/executions?filter[execution_mode]=test', EXECUTIONS, 2 * CLIENT_ROWS],
  ['/executions?filter[outcome]=denied', EXECUTIONS, 2 * CLIENT_ROWS],
  ['/executions?filter[assigned_to_user_id]=me', 'execution_client_assignee', 500],
  ['/executions?filter[assigned_to_user_id]=none', EXECUTIONS, 2 * CLIENT_ROWS],
  [
    '/executions?filter[created_after]=2026-06-01T00:00:00Z&filter[created_before]=2026-06-02T00:00:00Z',
    EXECUTIONS,
    2 * CLIENT_ROWS,
  ],
  ['/executions?filter[updated_after]=RECENT', 'execution_client_updated', 4_000],
  ['/executions?filter[completed_after]=RECENT', 'execution_client_completed', 4_000],
  ['/executions?filter[status]=failed&filter[status]=running', 'execution_client_status', 4_000],
  ['/executions?cursor=NEXT', EXECUTIONS, 500],
  ['/executions?filter[status]=completed&cursor=NEXT', 'execution_client_status', 500],
  ['/webhook_deliveries?cursor=NEXT', DELIVERIES, 500],
  ['/webhook_deliveries?filter[status]=dead&filter[status]=failed', 'webhook_unsuccessful_status', 2 * CLIENT_ROWS],
  ['/webhook_deliveries', DELIVERIES, CLIENT_ROWS + 100],
  ['/webhook_deliveries?filter[subscription_id]=1', 'webhook_delivery_subscription', CLIENT_ROWS],
  ['/webhook_deliveries?filter[event]=execution.completed', 'webhook_delivery_event', 2 * CLIENT_ROWS],
  ['/webhook_deliveries?filter[status]=pending', 'webhook_queue_lane', 1_000],
  ['/webhook_deliveries?filter[status]=succeeded', DELIVERIES, 2 * CLIENT_ROWS],
  ['/webhook_deliveries?filter[status]=dead', 'webhook_unsuccessful_status', 2 * CLIENT_ROWS],
  [
    '/webhook_deliveries?filter[created_after]=2026-06-01T00:00:00Z&filter[created_before]=2026-06-02T00:00:00Z',
    'webhook_delivery_created',
    2_000,
  ],
];

async function fill(db: Database, { accountId, clientId, workflowId, userId }: Seed): Promise<void> {
  await sql`
    insert into webhook_subscription (id, account_id, api_client_id, url, event_filter, secret)
    select 1 + n, ${accountId}, ${clientId} + n % ${CLIENTS}, 'https://example.com/', '{}', ''
    from generate_series(0, ${3 * CLIENTS - 1}::int) n`.execute(db.kysely);
  for (let from = 0; from < ROWS; from += CHUNK) {
    const to = Math.min(ROWS, from + CHUNK) - 1;
    await sql`
      with run as (
        insert into execution (account_id, api_client_id, workflow_id, workflow_version, status, review_status, outcome,
          needs_human_review, external_reference, execution_mode, payload, run_key, created_at, updated_at, completed_at,
          assigned_to_user_id)
        select ${accountId}, ${clientId} + n % ${CLIENTS}, ${workflowId} + (n / ${CLIENTS}) % 20, 1,
          case when n % 997 = 0 then 'awaiting_review' when n % 499 = 0 then 'running' when n % 41 = 0 then 'failed'
               else 'completed' end,
          case when n % 997 = 0 then 'in_review' when n % 13 = 0 then 'approved' else 'none' end,
          case when n % 997 = 0 or n % 41 = 0 then null when n % 3 = 0 then 'denied' else 'approved' end,
          n % 997 = 0, 'application-' || n, 'test', '{}'::jsonb, gen_random_uuid(),
          timestamptz '2026-01-01' + n * interval '20 seconds', timestamptz '2026-01-01' + n * interval '20.005 seconds',
          case when n % 997 <> 0 and n % 499 <> 0 then timestamptz '2026-01-01' + n * interval '20.005 seconds' end,
          case when n % 1994 = 0 then ${userId}::bigint end
        from generate_series(${from}::int, ${to}::int) n
        returning id, needs_human_review
      )
      insert into review_round (execution_id, key, node_id, visit, kind, status, opened_at, due_at)
      select id, 'review', 'decide', 1, 'decision', 'open', now(), now() + (id % 3 - 1) * interval '1 day'
      from run where needs_human_review`.execute(db.kysely);
    await sql`
      with delivery as (
      insert into webhook_delivery (event_id, subscription_id, api_client_id, event, status, next_retry_at, created_at)
      select gen_random_uuid(), 1 + n % (3 * ${CLIENTS}), ${clientId} + n % ${CLIENTS},
        case when n % 7 = 0 then 'adverse_action.completed' else 'execution.completed' end,
        case when n % 991 = 0 then 'pending' when n % 211 = 0 then 'dead' else 'succeeded' end,
        case when n % 991 = 0 then now() end, timestamptz '2026-01-01' + n * interval '20 seconds'
      from generate_series(${from}::int, ${to}::int) n
      returning id, subscription_id, status, next_retry_at
      )
      insert into webhook_queue (delivery_id, subscription_id, lane, due_at)
      select id, subscription_id, 'fresh', next_retry_at from delivery where status = 'pending'`.execute(db.kysely);
    process.stderr.write(`${to + 1} rows\n`);
  }
  await sql`vacuum (analyze) execution, webhook_delivery, webhook_queue, webhook_subscription, review_round`.execute(
    db.kysely,
  );
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Records the statements that this process sends to PostgreSQL while `work` runs. */
async function statementsOf(work: () => Promise<void>): Promise<readonly Statement[]> {
  const statements: Statement[] = [];

  const original = Client.prototype.query as (this: Client, ...args: unknown[]) => unknown;
  const noting = function (this: Client, ...args: unknown[]): unknown {
    const [first, second] = args as [string | Statement, readonly unknown[] | undefined];
    const statement = typeof first === 'string' ? { text: first, values: second ?? [] } : first;
    statements.push({ text: statement.text, values: statement.values ?? [] });
    return original.apply(this, args);
  };
  Object.assign(Client.prototype, { query: noting });
  try {
    await work();
  } finally {
    Object.assign(Client.prototype, { query: original });
  }
  return statements;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

async function planOf(db: Database, { text, values }: Statement): Promise<readonly PlanNode[]> {
  const { rows } = await db.pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, format json) ${text}`,
    [...values],
  );
  const flat: PlanNode[] = [];
  const open = rows.map((row) => row['QUERY PLAN'][0].Plan);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    flat.push(node);
    open.push(...(node.Plans ?? []));
  }
  return flat;
}

/** Rows that a scan visited, kept or not. */
function rowsReadBy(node: PlanNode): number {
  if (!node['Node Type'].includes('Scan') || node['Relation Name'] === undefined) return 0;
  return ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1);
}

await onSeededGateway(fill, async ({ db, seeded, baseUrl }) => {
  let isWrong = false;
  for (const [template, index, maxRows] of QUERIES) {
    const get = async (at: string): Promise<string> => {
      const response = await fetch(`${baseUrl}/api/v1${at}`, {
        headers: { authorization: `Bearer ${seeded.token}` },
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${at}: status ${response.status}: ${text}`);
      return text;
    };
    let path = template.replace('RECENT', RECENT);
    if (path.includes('cursor=NEXT')) {
      const first = JSON.parse(await get(path.replace(/.cursor=NEXT/, ''))) as {
        readonly meta: { next_cursor: string };
      };
      path = path.replace('NEXT', first.meta.next_cursor);
    }
    const ask = async (): Promise<void> => void (await get(path));
    await ask();
    const begun = performance.now();
    const statements = await statementsOf(ask);
    const took = performance.now() - begun;
    const asked = statements.filter(({ text }) => BIG_TABLES.some((table) => text.includes(`"${table}"`)));
    const nodes = (await Promise.all(asked.map((statement) => planOf(db, statement)))).flat();
    const scans = nodes.filter(
      (node) => node['Node Type'] === 'Seq Scan' && BIG_TABLES.includes(node['Relation Name'] ?? ''),
    );
    const rowsRead = nodes.reduce((sum, node) => sum + rowsReadBy(node), 0);
    const indexes = [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))];
    const faults = [
      ...(asked.length === 0 || asked.length > 2 ? [`${asked.length} queries`] : []),
      ...(scans.length > 0 ? [`${scans.length} sequential scans`] : []),
      ...(indexes.includes(index) ? [] : [`not by ${index}`]),
      ...(rowsRead > maxRows ? [`more than ${maxRows} rows`] : []),
    ];
    if (faults.length > 0) isWrong = true;
    process.stdout.write(
      `${took.toFixed(0).padStart(5)} ms ${String(rowsRead).padStart(8)} rows  ${decodeURI(path)}  ` +
        `${indexes.join(', ')}${faults.length > 0 ? `  WRONG: ${faults.join(', ')}` : ''}\n`,
    );
  }
  if (isWrong) process.exitCode = 1;
});
