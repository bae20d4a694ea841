/**
 * Measures the cost of waiting for vendors. The loop of orders runs in this process, its vendor in another, on a durable
 * PostgreSQL:
 *
 * 1. 10,000 orders that wait: less than 2 % of a core.
 * 2. 1,000 orders that are asked for each minute: less than 10 % of a core.
 * 3. Pulls of one account beside 200 of another at a vendor that hangs, with an executor's 60 slots: p95 at most 1.5
 *    times alone.
 *
 *   npm run bench:vendors [-- seconds of 1 and 2 each, default 60]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { PRODUCTS } from '../core/products/index.ts';
import type { Database } from '../platform/database/index.ts';
import { createLogger } from '../platform/log/index.ts';
import { createOutboundClient } from '../platform/outbound/index.ts';
import { askForOrders } from '../services/executor/orders/loop.ts';
import { installationConnection } from '../services/executor/perform/connection.ts';
import type { BegunEffect } from '../services/executor/perform/effect.ts';
import { livePullExecutor } from '../services/executor/perform/live-pull.ts';
import { cascadeSource } from '../services/executor/perform/source.ts';
import { Vendor } from '../services/executor/perform/vendor.ts';
import { Vendors } from '../services/executor/perform/vendors.ts';
import { onDatabase } from './support/database.ts';
import { say } from './support/executor.ts';
import { seed, type Seed } from './support/seed.ts';
import { loadReferenceData } from '../platform/reference-data/index.ts';

const SECONDS = Number(process.argv[2] ?? 60);
const WAITING = 10_000;
const POLLED = 1_000;
const HANGING = 200;
const PLACES = 60;
const MEASURED = 200;

/** The child: it accepts, reports at once, or hangs, by the path. */
if (process.send !== undefined) {
  const report = JSON.stringify(PRODUCTS.credit_report.synthetic({ last_name: 'Bench' }, '2026-03-01'));
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/hangs') return;
    if (request.url === '/reports') response.writeHead(200, { 'content-type': 'application/json' }).end(report);
    else response.writeHead(202, { 'content-type': 'application/json', 'retry-after': '60' }).end('{}');
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
} else {
  await onDatabase({ poolMax: 10 }, measure);
}

async function measure(db: Database): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url));
  try {
    const [port] = (await once(child, 'message')) as [number];
    const origin = `http://127.0.0.1:${port}`;
    const seeded = await seed(db, []);
    const ofWaiting = await costOfOrders(db, { origin, seeded, orders: WAITING, isDue: false });
    const ofPolled = await costOfOrders(db, { origin, seeded, orders: POLLED, isDue: true });
    say('warming up');
    await p95Beside(db, { origin, seeded, hanging: 0 });
    const alone = await p95Beside(db, { origin, seeded, hanging: 0 });
    const beside = await p95Beside(db, { origin, seeded, hanging: HANGING });
    const ratio = beside / alone;
    const figures = [
      [`${WAITING} orders that wait`, `${ofWaiting.toFixed(2)} % of a core`, '2 %', ofWaiting < 2],
      [`${POLLED} orders asked for each minute`, `${ofPolled.toFixed(2)} % of a core`, '10 %', ofPolled < 10],
      [
        `beside ${HANGING} pulls that hang`,
        `p95 ${beside.toFixed(0)} ms, alone ${alone.toFixed(0)} ms: ${ratio.toFixed(2)} times`,
        '1.5 times',
        ratio <= 1.5,
      ],
    ] as const;
    for (const [what, figure, most, isReached] of figures) {
      say(`${isReached ? 'reached' : 'MISSED '}  ${what}: ${figure} (most: ${most})`);
      if (!isReached) process.exitCode = 1;
    }
  } finally {
    child.kill();
  }
}

interface Load {
  readonly origin: string;
  readonly seeded: Seed;
}

function openVendors(db: Database, url: string) {
  const outbound = createOutboundClient({
    ...{ allowPrivate: true, connectTimeoutMs: 5_000, readTimeoutMs: 30_000, totalTimeoutMs: 60_000 },
    ...{ maxResponseBytes: 512 * 1_024, perOriginConnections: 20 },
  });
  const connection = installationConnection({ productCode: 'credit_report', url, deadlineMs: 86_400_000 });
  const vendor = new Vendor(cascadeSource(PRODUCTS.credit_report), connection, outbound);
  const installation = new Map([['credit_report', vendor]]);
  const log = createLogger('bench', 'silent');
  const vendors = new Vendors({
    db,
    log,
    installation,
    outbound,
    keys: [],
    deadlineMs: 86_400_000,
    subjects: { has: () => false },
  });
  return { vendors, log, close: () => outbound.close() };
}

/** Percent of a core that this process takes for them. */
async function costOfOrders(
  db: Database,
  { origin, seeded, orders, isDue }: Load & { readonly orders: number; readonly isDue: boolean },
): Promise<number> {
  const { accountId, clientId, workflowId } = seeded;
  await sql`truncate vendor_order`.execute(db.kysely);
  const { rows } = await sql<{ id: number }>`
    insert into execution (account_id, api_client_id, workflow_id, workflow_version, status, execution_key, execution_mode,
      payload, run_key, request_id)
    values (${accountId}, ${clientId}, ${workflowId}, 1, 'running', gen_random_uuid()::text, 'live', '{"applicant": {}}',
      gen_random_uuid(), 'bench')
    returning id`.execute(db.kysely);
  await sql`
    insert into vendor_order (idempotency_key, account_id, api_client_id, execution_id, effect_id, node_id, visit,
      product_code, connection, location, poll_at, deadline_at)
    select gen_random_uuid(), ${accountId}, ${clientId}, ${rows[0]?.id}, n, 'credit', 1, 'credit_report',
      'installation.credit_report', ${`${origin}/orders`},
      now() + case when ${isDue} then n * interval '60 seconds' / ${orders} else interval '1 day' end, now() + interval '9 days'
    from generate_series(1, ${orders}) n`.execute(db.kysely);
  await sql`vacuum (analyze) vendor_order`.execute(db.kysely);
  const { vendors, log, close } = openVendors(db, `${origin}/pulls`);
  const stopping = new AbortController();
  const asking = askForOrders({ db, vendors, keys: [], log }, stopping.signal);
  await sleep(3_000);
  const [begun, before] = [performance.now(), process.cpuUsage()];
  await sleep(SECONDS * 1_000);
  const { user, system } = process.cpuUsage(before);
  const percent = ((user + system) / 1_000 / (performance.now() - begun)) * 100;
  stopping.abort();
  await asking;
  await close();
  return percent;
}

/** Milliseconds from the order to the report, of pulls that follow each other while the others hang. */
async function p95Beside(db: Database, { origin, seeded, hanging }: Load & { readonly hanging: number }) {
  const quick = openVendors(db, `${origin}/reports`);
  const slow = openVendors(db, `${origin}/hangs`);
  // One set of slots, as in a process.
  const pull = livePullExecutor(
    db,
    {
      of: (execution, code) => (execution.accountId === seeded.accountId ? quick : slow).vendors.of(execution, code),
    },
    loadReferenceData().sandbox,
  );
  let places = PLACES;
  const waiting: (() => void)[] = [];
  const inAPlace = async <T>(work: () => Promise<T>): Promise<T> => {
    if (places === 0) await new Promise<void>((resolve) => void waiting.push(resolve));
    else places -= 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) places += 1;
      else next();
    }
  };
  let isOver = false;
  const perform = async (id: number, accountId: number): Promise<void> => {
    const effect = effectOf(id, { ...seeded, accountId });
    while (!isOver) {
      const outcome = await inAPlace(() => pull(effect, { signal: new AbortController().signal, log: quick.log }));
      if (outcome.is !== 'postponed') return;
      await sleep(outcome.retryAfterMs);
    }
  };
  for (let n = 0; n < hanging; n += 1) void perform(1_000_000 + n, seeded.accountId + 1).catch(() => undefined);
  await sleep(500);
  const times: number[] = [];
  for (let n = 0; n < MEASURED; n += 1) {
    const begun = performance.now();
    await perform(n + 1, seeded.accountId);
    times.push(performance.now() - begun);
    await sleep(20);
  }
  isOver = true;
  await quick.close();
  void slow.close();
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
}

function effectOf(id: number, { accountId, clientId }: Seed): BegunEffect {
  return {
    ...{ id, nodeId: 'credit', visit: 1, attempts: 1, elapsedMs: 0, askedAt: new Date() },
    request: { kind: 'live_pull', key: `pull${id}`, product_code: 'credit_report' },
    execution: {
      ...{ id, runKey: 'bench', accountId, apiClientId: clientId, mode: 'live', externalReference: null },
      ...{ payload: { applicant: { last_name: 'Bench' } }, requestId: null },
    },
  };
}
