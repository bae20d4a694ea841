import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from '../support/jest.ts';
import { until } from '../support/until.ts';
import { DEFAULT_INBOX_WATCH } from '../../services/gateway/reviews/inbox-watch.ts';
import { SUBJECTS } from '../../platform/nats/index.ts';
import { executionOf, park } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

const NEVER_MS = 3_600_000;

let gateway: TestGateway;
let caller: Caller;
beforeAll(async () => {
  // Only hints make it look.
  gateway = await startGateway({ inboxWatch: { pollMs: NEVER_MS } });
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  caller = await gateway.caller();
});

interface Listening {
  readonly status: number;
  readonly contentType: string | null;
  /** The data of the events so far. */
  readonly events: unknown[];
  /** All that came. */
  text(): string;
  /** Resolves when the service ends the stream. */
  readonly ended: Promise<void>;
  stop(): void;
}

async function listen(token: string, baseUrl = gateway.baseUrl): Promise<Listening> {
  const stop = new AbortController();
  const response = await fetch(`${baseUrl}/api/v1/reviews/stream`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  const events: unknown[] = [];
  let all = '';
  const read = async (): Promise<void> => {
    for await (const chunk of response.body ?? []) {
      all += Buffer.from(chunk).toString();
      events.splice(
        0,
        events.length,
        ...[...all.matchAll(/event: inbox\ndata: (.*)\n\n/g)].map(([, data = '']) => JSON.parse(data)),
      );
    }
  };
  const ended = read().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  return {
    status: response.status,
    contentType: response.headers.get('content-type'),
    events,
    text: () => all,
    ended,
    stop: () => stop.abort(),
  };
}

const hint = () => gateway.hint(SUBJECTS.executionsSettled, [1]);
const total = (count: number) => ({ object: 'inbox', total: count });

/** Queries of this database that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(gateway.db.kysely);
  return rows[0]?.count ?? 0;
}

test('looks once at a time, so that no look tells what an earlier one saw, and a slow database gets no heap of them', async () => {
  const { baseUrl } = await gateway.another({ inboxWatch: { pollMs: 1, beatMs: 1 } });
  const listening = await listen(caller.token, baseUrl);
  const beats = (): number => listening.text().split('still here').length;
  try {
    await until(() => listening.events.length === 1);
    await gateway.db.transaction(async (trx) => {
      await sql`lock table review_round in access exclusive mode`.execute(trx);
      await until(async () => (await waiting()) > 0);
      const before = beats();
      await until(() => beats() > before + 50);
      expect(await waiting()).toBe(1);
    });
    await park(gateway.db, await executionOf(caller));
    await until(() => listening.events.length > 1);
    expect(listening.events).toEqual([total(0), total(1)]);
  } finally {
    listening.stop();
  }
});

// Rules: 9.3.4
test('says how many reviews are open, at once and whenever one opens, is claimed, given back or decided', async () => {
  const listening = await listen(caller.token);
  try {
    expect([listening.status, listening.contentType]).toEqual([200, 'text/event-stream']);
    await until(() => listening.events.length === 1);
    const id = await executionOf(caller);
    await park(gateway.db, id);
    hint();
    await until(() => listening.events.length === 2);
    // The gateway sends the hints of these acts itself.
    await caller.api.post(`/executions/${id}/review_assignment`, { assignee: 'me' });
    await until(() => listening.events.length === 3);
    await caller.api.post(`/executions/${id}/review_assignment`, { assignee: null });
    await until(() => listening.events.length === 4);
    await caller.api.post('/reviews/next', {});
    await until(() => listening.events.length === 5);
    await caller.api.post(`/executions/${id}/review_decisions`, { decision: 'approved' });
    await until(() => listening.events.length === 6);
    expect(listening.events).toEqual([total(0), total(1), total(1), total(1), total(1), total(0)]);
  } finally {
    listening.stop();
  }
});

test('says nothing of other clients, and nothing twice', async () => {
  const other = await gateway.caller({ of: caller });
  const [mine, theirs] = [await listen(caller.token), await listen(other.token)];
  try {
    await until(() => mine.events.length === 1 && theirs.events.length === 1);
    const id = await executionOf(other);
    await park(gateway.db, id);
    hint();
    await until(() => theirs.events.length === 2);
    hint();
    await other.api.post(`/executions/${id}/review_assignment`, { assignee: 'me' });
    await until(() => theirs.events.length === 3);
    expect(mine.events).toEqual([total(0)]);
  } finally {
    mine.stop();
    theirs.stop();
  }
});

// Rules: 9.3.5
test('a hint that is lost is made up for by the next look', async () => {
  const { baseUrl } = await gateway.another({ inboxWatch: { pollMs: 20 } });
  const listening = await listen(caller.token, baseUrl);
  try {
    await until(() => listening.events.length === 1);
    await park(gateway.db, await executionOf(caller));
    await until(() => listening.events.length === 2);
  } finally {
    listening.stop();
  }
});

// Rules: 9.3.4, 16.8.5
test('a stream ends within a minute, so that whoever has lost their role hears nothing after it', () => {
  expect(DEFAULT_INBOX_WATCH.longestMs).toBeLessThan(60_000);
});

// Rules: 9.3.4, 16.8.5
test('gives signs of life, and ends after its time, so that whoever comes back is asked who they are', async () => {
  const { baseUrl } = await gateway.another({ inboxWatch: { beatMs: 5, longestMs: 200 } });
  const listening = await listen(caller.token, baseUrl);
  await listening.ended;
  expect(listening.text()).toMatch(/^retry: \d+\n\n/);
  expect(listening.text()).toContain('\n: still here\n\n');
});

// Rules: 15.12.10
test('more than may listen are told to come back later, and whoever leaves makes room', async () => {
  const { baseUrl } = await gateway.another({ inboxWatch: { perAccount: 1 } });
  const first = await listen(caller.token, baseUrl);
  const refused = await caller.api.at(baseUrl).get('/reviews/stream');
  expect([refused.status, refused.error.code, refused.headers.get('retry-after')]).toEqual([429, 'rate_limited', '30']);
  // Another client of the account gets no further slot.
  const sibling = await gateway.caller({ of: caller });
  expect((await sibling.api.at(baseUrl).get('/reviews/stream')).status).toBe(429);
  const other = await listen((await gateway.caller()).token, baseUrl);
  expect(other.status).toBe(200);
  other.stop();
  first.stop();
  await until(async () => {
    const again = await listen(caller.token, baseUrl);
    again.stop();
    return again.status === 200;
  });
});

test('a gateway that closes ends the streams and waits for none of them', async () => {
  const { gateway: closing, baseUrl } = await gateway.another();
  const listening = await listen(caller.token, baseUrl);
  await until(() => listening.events.length === 1);
  // An open stream would delay the close until its grace is over.
  await closing.close({ graceMs: NEVER_MS });
  await listening.ended;
});

test('needs executions:read', async () => {
  const { api } = await gateway.caller({ scopes: ['workflows:read'] });
  const { status, error } = await api.get('/reviews/stream');
  expect([status, error.code]).toEqual([403, 'insufficient_scope']);
});
