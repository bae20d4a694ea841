import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import type { Database } from '../../platform/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startPostgresProxy, type PostgresProxy } from '../support/postgres-proxy.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { ApiCaller } from './api-caller.ts';
import { SIMPLE } from './fixtures.ts';
import { startGatewayOn, type Caller, type TestGateway } from './support.ts';

let database: TestDatabase;
/** Past the proxy. */
let db: Database;
let proxy: PostgresProxy;
let stack: Stack;
/** A gateway in this process, for the preparation. */
let gateway: TestGateway;
let caller: Caller;
let workflowId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open({ poolMax: 5 });
  proxy = await startPostgresProxy(database.url);
  stack = await startStack({
    services: ['gateway', 'generator'],
    databaseUrl: database.url,
    env: { DATABASE_URL: proxy.url },
  });
  gateway = await startGatewayOn(db);
  caller = await gateway.caller();
  workflowId = (await caller.api.post('/workflows', { name: 'W', definition: SIMPLE })).data.id;
});
afterAll(async () => {
  await gateway?.stop();
  await stack?.stop();
  await proxy?.stop();
  await database?.drop();
});

const post = (path: string, body: object, key: string) =>
  new ApiCaller(stack.baseUrl, caller.token).post(path, body, { headers: { 'Idempotency-Key': key } });

interface Moment {
  readonly isMoment: (message: Buffer) => boolean;
  /** True if PostgreSQL still gets the message. */
  readonly isSent: boolean;
}

/** Sends a request, and kills the gateway when it sends the message. */
async function killAt({ isMoment, isSent }: Moment, request: () => Promise<unknown>): Promise<void> {
  let killed: Promise<void> | undefined;
  proxy.holdAt = (message) => {
    if (killed !== undefined || !isMoment(message)) return false;
    killed = stack.kill('gateway');
    return !isSent;
  };
  expect(await request().catch(() => undefined)).toBeUndefined();
  await until(() => killed !== undefined);
  await killed;
  await until(() => proxy.held === 0 && proxy.unanswered === 0);
  proxy.release();
  await stack.restart('gateway');
}

const PARSE_OR_BIND = [0x50, 0x42];
const says = (text: string) => (message: Buffer) => PARSE_OR_BIND.includes(message[0] ?? 0) && message.includes(text);
const isCommit = (message: Buffer) => message[0] === 0x51 && message.includes('commit');
const count = async (table: 'workflow' | 'execution') =>
  Number((await db.pool.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]?.count);

describe('a gateway that is killed', () => {
  // Rules: 1.9.1, 1.1.1
  test.each([
    ['before it holds the key', { isMoment: says('insert into idempotency_key'), isSent: false }, 0],
    ['while it holds the key', { isMoment: says('update "idempotency_key"'), isSent: false }, 0],
    ['before its COMMIT', { isMoment: isCommit, isSent: false }, 0],
    ['after its COMMIT, before the response', { isMoment: isCommit, isSent: true }, 1],
  ])('%s has done the work or not, and a repeat does it once', async (_, moment, done) => {
    const [before, key, body] = [await count('workflow'), randomUUID(), { name: 'Once', definition: SIMPLE }];
    await killAt(moment, () => post('/workflows', body, key));
    // PostgreSQL notices the end of the connection by itself.
    await until(async () => (await count('workflow')) === before + done);
    const repeated = await post('/workflows', body, key);
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([201, done === 1 ? 'true' : null]);
    expect((await post('/workflows', body, key)).data).toEqual(repeated.data);
    expect(await count('workflow')).toBe(before + 1);
  });

  // Rules: 1.1.1, 1.4.2
  test.each([
    ['before a trigger is written', { isMoment: says('trigger_write'), isSent: false }, 0],
    ['after a trigger is written, before the response', { isMoment: says('trigger_write'), isSent: true }, 1],
  ])('%s has accepted it or not, and a repeat accepts it once', async (_, moment, done) => {
    // Reads the workflow, so that the next trigger is one statement.
    await post(`/workflows/${workflowId}/trigger`, {}, randomUUID());
    const [before, key] = [await count('execution'), randomUUID()];
    await killAt(moment, () => post(`/workflows/${workflowId}/trigger`, {}, key));
    await until(async () => (await count('execution')) === before + done);
    const repeated = await post(`/workflows/${workflowId}/trigger`, {}, key);
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([202, done === 1 ? 'true' : null]);
    expect(await count('execution')).toBe(before + 1);
  });

  // Rules: 1.9.4
  test.each([
    ['before it confirms its reservation', { isMoment: says('set "reserved_by"'), isSent: false }, 0],
    ['before the COMMIT of what it reserved its key for', { isMoment: isCommit, isSent: false }, 0],
    ['after the COMMIT of what it reserved its key for', { isMoment: isCommit, isSent: true }, 1],
  ])('%s leaves a reservation that ends, or a response', async (_, moment, done) => {
    const [before, key] = [await count('workflow'), randomUUID()];
    const body = { prompt: 'Approve if the credit score is at least 680, otherwise deny.' };
    await killAt(moment, () => post('/workflows/generate', body, key));
    await until(async () => (await count('workflow')) === before + done);
    const reservations = await db.kysely
      .updateTable('idempotency_key')
      .set({ reserved_until: new Date(0) })
      .where('reserved_by', 'is not', null)
      .executeTakeFirst();
    expect(Number(reservations.numUpdatedRows)).toBe(1 - done);
    const repeated = await post('/workflows/generate', body, key);
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([201, done === 1 ? 'true' : null]);
    expect(await count('workflow')).toBe(before + 1);
  });
});
