import { randomUUID } from 'node:crypto';
import { openDatabase, type Database } from '../../platform/database/index.ts';
import { lockDictionary, writeDictionary } from '../../platform/database/fields.ts';
import type { FieldSpec } from '../../core/fields/spec.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { startPostgresProxy, type PostgresProxy } from '../support/postgres-proxy.ts';
import { unguarded } from '../support/transitions.ts';
import { until } from '../support/until.ts';
import { SIMPLE } from './fixtures.ts';
import { startGatewayOn, type Caller, type TestGateway } from './support.ts';

/* Payloads are checked only against the types that the account declared. */

let database: TestDatabase;
let proxy: PostgresProxy;
let proxied: Database;
let db: Database;
let gateway: TestGateway;

beforeAll(async () => {
  database = await createTestDatabase();
  db = await database.open();
  proxy = await startPostgresProxy(database.url);
  proxied = openDatabase({ url: proxy.url, poolMax: 10, connectTimeoutMs: PATIENCE_MS, onPoolError: () => undefined });
  gateway = await startGatewayOn(proxied);
});
afterAll(async () => {
  await gateway?.stop();
  await proxied?.close();
  await proxy?.stop();
  await database?.drop();
});

const DTI = { type: 'number', label: 'Debt to income' };
const declare = (by: Caller, path: string, body: object) => by.api.call('PUT', `/fields/${path}`, { body });
const account = async () => {
  const caller = await gateway.caller({ productionAccess: true });
  const { id } = (await caller.api.post('/workflows', { name: 'Simple', definition: SIMPLE })).data;
  return { caller, id: Number(id) };
};
/** Declares it like another process. */
const declareElsewhere = (accountId: number, path: string, spec: FieldSpec) =>
  db.transaction(async (trx) => {
    const locked = await lockDictionary(trx, accountId);
    await writeDictionary(trx, accountId, locked, { changes: new Map([[path, spec]]), author: { userId: null } });
  });
const dti = (value: unknown) => ({ payload: { applicant: { dti: value } } });

describe('a trigger', () => {
  // Rules: 1.10.1
  test('with a value of another type than the account declared is refused by its path, and leaves no key', async () => {
    const { caller, id } = await account();
    await declare(caller, 'applicant.dti', DTI);
    const key = randomUUID();
    for (const mode of ['test', 'live']) {
      const { status, error } = await caller.api.trigger(id, { ...dti('secret-7'), execution_mode: mode }, key);
      expect([status, error.code]).toEqual([422, 'validation_failed']);
      expect(error.details).toEqual([
        { field: 'payload.applicant.dti', message: 'must be a number: so it is declared' },
      ]);
      expect(JSON.stringify(error)).not.toContain('secret-7');
    }
    const bare = await caller.api.trigger(id, { applicant: { dti: [] } });
    expect(bare.error.details).toMatchObject([{ field: 'applicant.dti' }]);
    expect((await caller.api.trigger(id, dti('0.4'), key)).status).toBe(202);
    expect((await caller.api.trigger(id, dti(null))).status).toBe(202);
  });

  // Rules: 1.10.1
  test('is held against no declaration of the standard dictionary', async () => {
    const { caller, id } = await account();
    const payload = { applicant: { first_name: 7, monthly_income: 'unknown', address: ['x'] }, property: { rent: [] } };
    expect((await caller.api.trigger(id, { payload })).status).toBe(202);
  });

  // Rules: 1.10.2
  test('is held against no type of a path that its cascade declares itself', async () => {
    const { caller } = await account();
    await declare(caller, 'applicant.dti', DTI);
    const [source, ...others] = SIMPLE;
    const definition = [{ ...source, config: { fields: { 'applicant.dti': { type: 'text' } } } }, ...others];
    const { data } = await caller.api.post('/workflows', { name: 'Own', definition });
    expect((await caller.api.trigger(data.id, dti('high'))).status).toBe(202);
  });

  // Rules: 1.3.1, 1.10.3
  test('is replayed whatever was declared since, and conflicts before its types are looked at', async () => {
    const { caller, id } = await account();
    const key = randomUUID();
    const first = await caller.api.trigger(id, dti('high'), key);
    expect(first.status).toBe(202);
    await declare(caller, 'applicant.dti', DTI);
    expect((await caller.api.trigger(id, dti('high'))).error.code).toBe('validation_failed');
    const again = await caller.api.trigger(id, dti('high'), key);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
    expect(again.data).toEqual(first.data);
    expect((await caller.api.trigger(id, dti('low'), key)).error.code).toBe('idempotency_conflict');
  });

  // Rules: 1.10.3
  test('is held against what another process has just declared, and the execution keeps that version', async () => {
    const { caller, id } = await account();
    expect((await caller.api.trigger(id, dti('high'))).status).toBe(202);
    await declareElsewhere(caller.accountId, 'applicant.dti', { type: 'number' });
    expect((await caller.api.trigger(id, dti('high'))).error.code).toBe('validation_failed');
    await declareElsewhere(caller.accountId, 'applicant.dti', { type: 'text' });
    const { data } = await caller.api.trigger(id, dti('high'));
    const kept = await db.kysely
      .selectFrom('execution')
      .select('dictionary_version')
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow();
    expect(kept).toEqual({ dictionary_version: 2 });
  });

  // Rules: 1.10.3
  test('takes one round trip, however many fields are declared', async () => {
    const { caller, id } = await account();
    const tripsOf = async () => {
      // Prepares the statement on the connections, and the declarations in the process.
      await caller.api.trigger(id, dti(1));
      return proxy.countRoundTrips(() => caller.api.trigger(id, dti(1)));
    };
    const before = await tripsOf();
    for (const n of [1, 2, 3]) await declareElsewhere(caller.accountId, `applicant.dti${n}`, { type: 'number' });
    await declareElsewhere(caller.accountId, 'applicant.dti', { type: 'number' });
    expect(await tripsOf()).toBe(before);
  });

  // Rules: 1.10.3
  test('whose statement is on the way while a type is declared is refused by that type, and writes nothing', async () => {
    const { caller, id } = await account();
    const key = randomUUID();
    await caller.api.trigger(id, dti(1));
    proxy.holdAt = (message) => message.includes('trigger_write');
    const sent = caller.api.trigger(id, dti('high'), key);
    await until(() => proxy.held > 0);
    await declareElsewhere(caller.accountId, 'applicant.dti', { type: 'number' });
    proxy.release();
    expect((await sent).error.details).toMatchObject([{ field: 'payload.applicant.dti' }]);
    expect((await caller.api.get('/executions')).body.meta.total_count).toBe(1);
    expect((await caller.api.trigger(id, dti(2), key)).status).toBe(202);
  });
});

// Rules: 1.10.4
test('a re-evaluation runs with what was accepted before its type was declared', async () => {
  const { caller, id } = await account();
  const { data } = await caller.api.trigger(id, dti('high'));
  await unguarded(db, (trx) =>
    trx.updateTable('execution').set({ status: 'completed', outcome: 'approved' }).where('id', '=', data.id).execute(),
  );
  await declare(caller, 'applicant.dti', DTI);
  const headers = { 'Idempotency-Key': randomUUID() };
  expect((await caller.api.post(`/executions/${data.id}/re_evaluations`, {}, { headers })).status).toBe(202);
});
