import { randomUUID } from 'node:crypto';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { isTerminal } from '../../core/states.ts';
import { APPLICANT, APPROVE } from '../executor/support/definitions.ts';
import { ApiCaller } from '../gateway/api-caller.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

let stack: Stack;
let api: ApiCaller;

beforeAll(async () => {
  stack = await startStack({
    services: ['gateway', 'executor'],
  });
  api = new ApiCaller(stack.baseUrl, (await stack.createCaller()).token);
});
afterAll(async () => {
  await stack?.stop();
});

async function createBatch(definition: CascadeDefinition, count: number): Promise<number> {
  const { data: workflow } = await api.post('/workflows', { name: 'Rows', definition });
  const rows = Array.from({ length: count }, (_, n) => ({ ...APPLICANT, external_reference: `row-${n}` }));
  const headers = { 'Idempotency-Key': randomUUID() };
  return (await api.post(`/workflows/${workflow.id}/batches`, { rows }, { headers })).data.id;
}

const rowsOf = (batchId: number) =>
  stack.db.kysely
    .selectFrom('execution')
    .select(['id', 'run_key', 'status'])
    .where('batch_id', '=', batchId)
    .orderBy('row_index')
    .execute();
const statusOf = async (batchId: number) =>
  (await stack.db.kysely.selectFrom('batch').select('status').where('id', '=', batchId).executeTakeFirstOrThrow())
    .status;

test('500 rows come to their ends though the executor is killed three times, with one event each', async () => {
  const id = await createBatch(APPROVE, 500);
  for (const ended of [50, 200, 350]) {
    await until(async () => (await rowsOf(id)).filter(({ status }) => status === 'completed').length >= ended);
    await stack.restart('executor');
  }
  await until(async () => (await statusOf(id)) === 'completed');
  const rows = await rowsOf(id);
  expect(rows).toHaveLength(500);
  expect(rows.filter(({ status }) => isTerminal(status))).toHaveLength(500);
  const events = await stack.db.kysely
    .selectFrom('event')
    .innerJoin('execution', 'execution.id', 'event.execution_id')
    .select('execution.id')
    .where('execution.batch_id', '=', id)
    .where('event.name', '=', 'execution.completed')
    .execute();
  expect(events).toHaveLength(500);
  expect(new Set(events.map((event) => event.id)).size).toBe(500);
});
