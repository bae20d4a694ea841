import { randomUUID } from 'node:crypto';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { isTerminal } from '../../core/states.ts';
import { APPLICANT, APPROVE } from '../executor/support/definitions.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { startStack, type Caller, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

let stack: Stack;
let caller: Caller;

beforeAll(async () => {
  stack = await startStack({
    services: ['gateway', 'executor'],
    env: {
      RATE_LIMIT_IP_PER_MINUTE: '100000',
      RATE_LIMIT_APP_PER_5_MINUTES: '100000',
      RATE_LIMIT_TOKEN_PER_HOUR: '100000',
    },
  });
  caller = await stack.createCaller();
});
afterAll(async () => {
  await stack?.stop();
});

async function post(path: string, body: object): Promise<number> {
  const response = await fetch(`${stack.baseUrl}/api/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${caller.token}`,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
  const { data } = (await response.json()) as { data: { id: number } };
  return data.id;
}

async function createBatch(definition: CascadeDefinition, count: number): Promise<number> {
  const workflowId = await post('/workflows', { name: 'Rows', definition });
  const rows = Array.from({ length: count }, (_, n) => ({ ...APPLICANT, external_reference: `row-${n}` }));
  return post(`/workflows/${workflowId}/batches`, { rows });
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
