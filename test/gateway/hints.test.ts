import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { unguarded } from '../support/transitions.ts';
import { SIMPLE } from './fixtures.ts';
import { executionOf, park } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/*
 * Every service that waits for a hint also polls. So nobody notices a missing hint: it only makes everything a second
 * slower. Here each write that leaves work for another service has to publish its hint after its commit.
 */

let gateway: TestGateway;
let caller: Caller;
let workflowId: number;

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
  workflowId = (await caller.api.post('/workflows', { name: 'Simple', definition: SIMPLE })).data.id;
});
afterAll(() => gateway.stop());

const withKey = () => ({ headers: { 'Idempotency-Key': randomUUID() } });
const rows = [{ external_reference: 'a' }];
const batch = async (): Promise<number> =>
  (await caller.api.post(`/workflows/${workflowId}/batches`, { rows }, withKey())).data.id;
const setBatch = (id: number, values: object) =>
  gateway.db.kysely.updateTable('batch').set(values).where('id', '=', id).execute();
const parked = async (): Promise<number> => {
  const id = await executionOf(caller);
  await park(gateway.db, id);
  return id;
};
const ended = async (): Promise<number> => {
  const id = await executionOf(caller);
  const change = { status: 'completed' } as const;
  await unguarded(gateway.db, (trx) => trx.updateTable('execution').set(change).where('id', '=', id).execute());
  return id;
};

describe('the executor is told of', () => {
  type Send = () => ReturnType<Caller['api']['post']>;
  /** Each prepares, and returns the request that has to publish a hint. */
  const WRITES: readonly (readonly [string, () => Promise<Send>])[] = [
    ['a trigger', async () => () => caller.api.trigger(workflowId, {})],
    ['a batch', async () => () => caller.api.post(`/workflows/${workflowId}/batches`, { rows }, withKey())],
    ['a batch that is cancelled', async () => post(`/batches/${await batch()}/cancel`)],
    [
      'a batch that is resumed',
      async () => {
        const id = await batch();
        await setBatch(id, { status: 'interrupted', interrupted_code: 'operator' });
        return post(`/batches/${id}/resume`);
      },
    ],
    [
      'a batch that is retried',
      async () => {
        const id = await batch();
        await unguarded(gateway.db, (trx) =>
          trx.updateTable('execution').set({ status: 'failed' }).where('batch_id', '=', id).execute(),
        );
        await setBatch(id, { status: 'completed' });
        return post(`/batches/${id}/retry_failed`);
      },
    ],
    ['a cancel', async () => post(`/executions/${await executionOf(caller)}/cancel`)],
    ['a decision', async () => post(`/executions/${await parked()}/review_decisions`, { decision: 'approved' })],
    [
      'a bulk decision',
      async () => post('/executions/review_bulk_actions', { execution_ids: [await parked()], bulk_action: 'approve' }),
    ],
    ['a re-evaluation', async () => post(`/executions/${await ended()}/re_evaluations`, {})],
  ];
  const post =
    (path: string, body?: object): Send =>
    () =>
      caller.api.post(path, body, withKey());

  test.each(WRITES)('%s', async (_, prepare) => {
    const send = await prepare();
    gateway.published.length = 0;
    gateway.publishedFrom.length = 0;
    const response = await send();
    expect(response.status).toBeLessThan(300);
    expect(gateway.published.filter((subject) => subject === 'commands.ready')).toHaveLength(1);
    expect(gateway.publishedFrom.flat()).toEqual(gateway.published.map(() => response.body.meta.request_id));
  });

  test('nothing that was refused, replayed or changed nothing', async () => {
    const id = await executionOf(caller);
    await caller.api.post(`/executions/${id}/cancel`);
    gateway.published.length = 0;
    expect((await caller.api.post(`/executions/${id}/review_decisions`, { decision: 'approved' })).status).toBe(409);
    expect((await caller.api.trigger(workflowId, { execution_mode: 'live' })).status).toBe(403);
    expect((await caller.api.post(`/executions/${id}/review_notes`, { note: 'Called.' })).status).toBeLessThan(300);
    expect(gateway.published).toEqual([]);
  });
});
