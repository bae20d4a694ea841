/**
 * The statistics of 90 days and a million executions of one client: 5 workflows with 2 versions, 12 rules and 20 reasons,
 * asked over HTTP. Facts are counted as the follower does it. Each time is compared with a floor: the same question about a
 * day without executions. The bench fails if a median is above 300 ms.
 *
 *   npm run bench:statistics [-- executions, default 1000000]
 */
import { sql } from 'kysely';
import type { Database } from '../platform/database/index.ts';
import { countNext } from '../services/executor/decision-hours.ts';
import { createWorkflow, type Seed } from './support/seed.ts';
import { onSeededGateway } from './support/seeded-gateway.ts';

const ROWS = Number(process.argv[2] ?? 1_000_000);
const DAYS = 90;
const CHUNK = 100_000;
const TURNS = 11;
const MOST_MS = 300;
const WORKFLOWS = 5;

const FROM = '2026-01-02';
const TO = '2026-03-31';
const NAMES = ['decisions', 'rules', 'reasons', 'reviews', 'vendors'];
const ASKED = [
  'time_zone=America/New_York',
  'time_zone=America/New_York&by=week',
  'time_zone=America/New_York&filter[workflow_id]=1',
  'filter[workflow_id]=1&filter[outcome]=denied',
  'time_zone=America/New_York&filter[workflow_id]=1&filter[workflow_version]=1',
];
const QUESTIONS = NAMES.flatMap((name) => ASKED.map((query) => [name, `from=${FROM}&to=${TO}&${query}`] as const));

async function fill(db: Database, { accountId, clientId }: Seed): Promise<void> {
  for (let more = 1; more < WORKFLOWS; more += 1) await createWorkflow(db, accountId, []);
  for (let from = 1; from <= ROWS; from += CHUNK) {
    const to = Math.min(ROWS, from + CHUNK - 1);
    await sql`
      insert into decision_fact (id, account_id, api_client_id, workflow_id, workflow_version, execution_mode, is_again,
        status, outcome, error_code, accepted_at, ended_at, decided_by, held, reasons, facts)
      select n, ${accountId}, ${clientId}, 1 + n % ${WORKFLOWS}, 1 + n % 2, 'live', n % 50 = 0,
        case when n % 40 = 0 then 'failed' else 'completed' end,
        case when n % 40 = 0 then null when n % 4 = 0 then 'denied' else 'approved' end,
        case when n % 40 = 0 then 'vendor_timeout' end,
        timestamptz '2026-01-01' + n * interval '1 day' * ${DAYS}::float8 / ${ROWS}::float8 - (n % 997) * interval '1 second',
        timestamptz '2026-01-01' + n * interval '1 day' * ${DAYS}::float8 / ${ROWS}::float8,
        'r' || n % 12, array['r' || n % 12, 'r' || n % 7],
        case when n % 4 = 0 then array['credit_report.' || n % 20, 'credit_report.' || n % 13] else '{}' end,
        '{"applicant.monthly_income": 4200}'
      from generate_series(${from}::int, ${to}::int) n`.execute(db.kysely);
  }
  await sql`vacuum (analyze) decision_fact`.execute(db.kysely);
  const begun = performance.now();
  let counted = 0;
  for (let more = 1; more > 0; counted += more) more = await countNext(db);
  const seconds = (performance.now() - begun) / 1_000;
  process.stderr.write(
    `${counted} facts counted in ${seconds.toFixed(0)} s: ${(counted / seconds).toFixed(0)} a second\n`,
  );
  await sql`vacuum (analyze) decision_fact, decision_hour, decision_day`.execute(db.kysely);
}

async function timesOf(url: string, token: string): Promise<readonly number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const begun = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    await response.text();
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    times.push(performance.now() - begun);
  }
  return times.toSorted((a, b) => a - b);
}

const medianOf = (sorted: readonly number[]): number => sorted[TURNS >> 1] ?? 0;

async function ask(baseUrl: string, token: string): Promise<void> {
  const floors = new Map<string, number>();
  for (const name of NAMES) {
    const empty = `/statistics/${name}?from=2025-01-02&to=2025-01-02`;
    floors.set(name, medianOf(await timesOf(`${baseUrl}/api/v1${empty}`, token)));
  }
  for (const [name, query] of QUESTIONS) {
    const times = await timesOf(`${baseUrl}/api/v1/statistics/${name}?${query}`, token);
    const [median, most] = [medianOf(times), times.at(-1) ?? 0];
    const ratio = median / (floors.get(name) ?? 1);
    process.stdout.write(
      `${median.toFixed(0).padStart(6)} ms, at most ${most.toFixed(0).padStart(5)}, ${ratio.toFixed(1).padStart(5)} floors  ${name}?${query}\n`,
    );
    if (median > MOST_MS) process.exitCode = 1;
  }
}

await onSeededGateway(fill, ({ baseUrl, seeded }) => ask(baseUrl, seeded.token));
