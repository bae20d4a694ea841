import type { ExecutionStatus } from '../../core/states.ts';
import { Client } from 'pg';
import { afterEach, describe, expect, test } from '../support/jest.ts';
import { unguarded } from '../support/transitions.ts';
import { until } from '../support/until.ts';
import { executionOf, park } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway, type TestGatewaySettings } from './support.ts';

/** Requests of `GET /executions/{id}?wait=`. No time is measured here: a wait ends by a cause, or a test hangs. */
let gateway: TestGateway;
afterEach(() => gateway.stop());

/** Longer than any test may take, so a request that is answered was woken. */
const LONG = 'wait=50';
const NEVER_MS = 1_000_000;
const POLL_MS = 100;

const start = async (settings: TestGatewaySettings = {}): Promise<Caller> => {
  gateway = await startGateway(settings);
  return gateway.caller();
};
const setStatus = (id: number, status: ExecutionStatus) =>
  unguarded(gateway.db, (trx) => trx.updateTable('execution').set({ status }).where('id', '=', id).execute());

interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** Notes the statements of this process that name the executions. */
function watchReads(): { readonly seen: readonly Statement[]; stop(): void } {
  const original = Client.prototype.query as (this: Client, ...args: unknown[]) => unknown;
  const seen: Statement[] = [];
  const noting = function (this: Client, ...args: unknown[]): unknown {
    const [first, values] = args as [string | Statement, readonly unknown[] | undefined];
    const statement = typeof first === 'string' ? { text: first, values: values ?? [] } : first;
    if (/\bexecution\b/.test(statement.text)) seen.push(statement);
    return original.apply(this, args);
  };
  Object.assign(Client.prototype, { query: noting });
  return { seen, stop: () => void Object.assign(Client.prototype, { query: original }) };
}

describe('a request that waits', () => {
  test('returns at once if the execution has ended, or asks a person', async () => {
    const caller = await start();
    const [ended, parked] = [await executionOf(caller), await executionOf(caller)];
    await setStatus(ended, 'completed');
    await park(gateway.db, parked);
    expect((await caller.api.get(`/executions/${ended}?${LONG}`)).data.status).toBe('completed');
    expect((await caller.api.get(`/executions/${parked}?${LONG}`)).data.status).toBe('awaiting_review');
  });

  test('returns the present state when its time is over', async () => {
    const caller = await start();
    const id = await executionOf(caller);
    const { status, data } = await caller.api.get(`/executions/${id}?wait=1`);
    expect([status, data.status]).toEqual([200, 'pending']);
    expect((await caller.api.get(`/executions/${id}?wait=0`)).data.status).toBe('pending');
  });

  test('is woken by the hint, without a look in between', async () => {
    const caller = await start({ waits: { pollMs: NEVER_MS } });
    const id = await executionOf(caller);
    const waiting = caller.api.get(`/executions/${id}?${LONG}`);
    await until(() => gateway.waiting() === 1);
    await caller.api.post(`/executions/${id}/cancel`);
    expect((await waiting).data.status).toBe('cancelled');
    expect(gateway.waiting()).toBe(0);
  });

  test('is woken when its batch is cancelled', async () => {
    const caller = await start({ waits: { pollMs: NEVER_MS } });
    const { data: workflow } = await caller.api.post('/workflows', {
      name: 'W',
      definition: [{ id: 'a', type: 'ApplicantSource' }],
    });
    const { data: batch } = await caller.api.post(
      `/workflows/${workflow.id}/batches`,
      { rows: [{ external_reference: 'a' }] },
      { headers: { 'Idempotency-Key': 'batch' } },
    );
    const [row] = (await caller.api.get(`/batches/${batch.id}/executions`)).data;
    const waiting = caller.api.get(`/executions/${row.id}?${LONG}`);
    await until(() => gateway.waiting() === 1);
    await caller.api.post(`/batches/${batch.id}/cancel`);
    expect((await waiting).data.status).toBe('skipped');
  });

  test('goes on waiting when a hint was wrong', async () => {
    const caller = await start({ waits: { pollMs: NEVER_MS } });
    const id = await executionOf(caller);
    const waiting = caller.api.get(`/executions/${id}?${LONG}`);
    await until(() => gateway.waiting() === 1);
    const reads = watchReads();
    try {
      gateway.hint('executions.settled', [id, 'x', null]);
      await until(() => reads.seen.length > 0);
    } finally {
      reads.stop();
    }
    expect(gateway.waiting()).toBe(1);
    await setStatus(id, 'failed');
    gateway.hint('executions.settled', [id]);
    expect((await waiting).data.status).toBe('failed');
  });

  test('is refused for the execution of another client, and waits for nothing', async () => {
    const caller = await start();
    const stranger = await gateway.caller();
    const id = await executionOf(caller);
    expect((await stranger.api.get(`/executions/${id}?${LONG}`)).status).toBe(404);
    const blind = await gateway.caller({ of: caller, sameClient: true, scopes: ['workflows:read'] });
    expect((await blind.api.get(`/executions/${id}?${LONG}`)).error.code).toBe('insufficient_scope');
    expect(gateway.waiting()).toBe(0);
  });

  test.each(['-1', '51', '1.5', 'x', ''])('is refused with wait=%s', async (wait) => {
    const caller = await start();
    const { status, error } = await caller.api.get(`/executions/1?wait=${wait}`);
    expect([status, error.details[0].field]).toEqual([422, 'wait']);
  });

  test('is forgotten when its client is gone', async () => {
    const caller = await start({ waits: { pollMs: NEVER_MS } });
    const id = await executionOf(caller);
    const leaving = new AbortController();
    const waiting = fetch(`${gateway.baseUrl}/api/v1/executions/${id}?${LONG}`, {
      headers: { Authorization: `Bearer ${caller.token}` },
      signal: leaving.signal,
    }).catch((error: Error) => error.name);
    await until(() => gateway.waiting() === 1);
    leaving.abort();
    expect(await waiting).toBe('AbortError');
    await until(() => gateway.waiting() === 0);
  });

  test('is answered with the present state when the gateway closes', async () => {
    const caller = await start({ waits: { pollMs: NEVER_MS } });
    const id = await executionOf(caller);
    const { gateway: closing, baseUrl } = await gateway.another({ waits: { pollMs: NEVER_MS } });
    const waiting = caller.api.at(baseUrl).get(`/executions/${id}?${LONG}`);
    await until(() => closing.waiting() === 1);
    // A grace time that never ends: the wait itself has to end.
    await closing.close({ graceMs: NEVER_MS });
    const { status, data, headers } = await waiting;
    expect([status, data.status, headers.get('connection')]).toEqual([200, 'pending', 'close']);
  });
});

/** Fails if the request becomes a third one that waits, because by itself it would return the same after its time. */
async function withoutWaiting<T>(request: Promise<T>): Promise<T> {
  let isAnswered = false;
  const answered = request.finally(() => (isAnswered = true));
  await until(() => isAnswered || gateway.waiting() > 2);
  expect(gateway.waiting()).toBe(2);
  return answered;
}

describe('beyond the limits the present state is returned at once', () => {
  test.each([
    ['of an account', { perAccount: 2, perProcess: 100 }],
    ['of the process', { perAccount: 100, perProcess: 2 }],
  ])('%s', async (_, limits) => {
    const caller = await start({ waits: { ...limits, pollMs: NEVER_MS } });
    const other = await gateway.caller();
    const id = await executionOf(caller);
    const waiting = [1, 2].map(() => caller.api.get(`/executions/${id}?${LONG}`));
    await until(() => gateway.waiting() === 2);
    expect((await withoutWaiting(caller.api.get(`/executions/${id}?${LONG}`))).data.status).toBe('pending');
    const theirs = await executionOf(other);
    const their = other.api.get(`/executions/${theirs}?${LONG}`);
    if (limits.perProcess === 2) expect((await withoutWaiting(their)).data.status).toBe('pending');
    else await until(() => gateway.waiting() === 3);
    await setStatus(id, 'completed');
    await setStatus(theirs, 'completed');
    gateway.hint('executions.settled', [id, theirs]);
    expect((await Promise.all([...waiting, their])).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(gateway.waiting()).toBe(0);
  });
});

// Rules: 15.12.10
test('the clients of one account share its waits, and another account has its own', async () => {
  const caller = await start({ waits: { perAccount: 1, perProcess: 100, pollMs: NEVER_MS } });
  const [sibling, other] = [await gateway.caller({ of: caller }), await gateway.caller()];
  const [one, two, three] = [await executionOf(caller), await executionOf(sibling), await executionOf(other)];
  const waiting = [caller.api.get(`/executions/${one}?${LONG}`)];
  await until(() => gateway.waiting() === 1);
  expect((await sibling.api.get(`/executions/${two}?${LONG}`)).data.status).toBe('pending');
  waiting.push(other.api.get(`/executions/${three}?${LONG}`));
  await until(() => gateway.waiting() === 2);
  await setStatus(one, 'completed');
  await setStatus(three, 'completed');
  gateway.hint('executions.settled', [one, three]);
  await Promise.all(waiting);
});

test('200 clients that wait cost one query for each look, and a lost hint loses none of them', async () => {
  const caller = await start({ waits: { pollMs: POLL_MS }, losesHints: true });
  const other = await gateway.caller();
  const ids = [await executionOf(caller), await executionOf(other)];
  const waiting = Array.from({ length: 200 }, (_, index) =>
    (index % 2 === 0 ? caller : other).api.get(`/executions/${ids[index % 2]}?${LONG}`),
  );
  // If this test has failed, its requests are cut off, which is no failure of their own.
  for (const request of waiting) request.catch(() => undefined);
  await until(() => gateway.waiting() === 200);
  const reads = watchReads();
  const begun = performance.now();
  // Requests that have just begun to wait still read their executions; after the first common query none is under way.
  const afterFirst = () => {
    const first = reads.seen.findIndex(({ text }) => text.includes('unnest'));
    return first === -1 ? [] : reads.seen.slice(first + 1);
  };
  try {
    await until(() => afterFirst().length >= 6);
  } finally {
    reads.stop();
  }
  const looks = afterFirst();
  const tookMs = performance.now() - begun;
  for (const { text, values } of looks) {
    expect(text).toContain('unnest');
    expect(String(values?.[0]).match(/\d+/g)?.map(Number).toSorted()).toEqual(ids.toSorted());
  }
  // Under any load, queries are at least the pause apart.
  expect(tookMs).toBeGreaterThan((looks.length - 1) * POLL_MS * 0.9);

  for (const id of ids) await setStatus(id, 'completed');
  const answers = await Promise.all(waiting);
  expect(new Set(answers.map(({ data }) => data.status))).toEqual(new Set(['completed']));
});
