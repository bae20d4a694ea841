import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { confirmAddress } from '../../cli/mail.ts';
import { ApiCaller } from '../gateway/api-caller.ts';
import { CORPUS } from '../generator/policies/corpus.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { Caller, SharedStack } from '../support/stack.ts';
import { until } from '../support/until.ts';

/** Every cascade of the corpus through the API: each example applicant takes the branch that it is an example of. */
let stack: SharedStack;
let caller: Caller;
let api: ApiCaller;

beforeAll(async () => {
  stack = await sharedStack();
  caller = await stack.createCaller();
  api = new ApiCaller(stack.baseUrl, caller.token);
});
afterAll(() => stack?.stop());

interface Started {
  readonly policy: string;
  readonly executionId: number;
  readonly node: string;
  readonly branch: string;
}

/** Generates the cascade, runs its examples as one batch, and simulates those whose reports test mode cannot give. */
async function start({ name, prompt, useCase = 'tenant_screening' }: (typeof CORPUS)[number]): Promise<Started[]> {
  const { status, data } = await api.post('/workflows/generate', { prompt, use_case: useCase });
  if (status === 422) return [];
  expect([name, status]).toEqual([name, 201]);
  await confirmStaff(data.definition);
  const { branches } = data.generation.explanation;
  const isPlain = ({ example }: { example: { reports: object } }) => Object.keys(example.reports).length === 0;
  for (const { node_id: node, branch, example } of branches.filter((each: never) => !isPlain(each))) {
    const run = await api.post(`/workflows/${data.id}/simulate`, example);
    expect([name, run.data.step_outputs[node].branch]).toEqual([name, branch]);
  }
  const plain = branches.filter(isPlain);
  if (plain.length === 0) return [];
  const rows = plain.map(({ example }: { example: { payload: object } }) => example.payload);
  const batch = await api.post(
    `/workflows/${data.id}/batches`,
    { rows, skip_waits: true },
    { headers: { 'Idempotency-Key': randomUUID() } },
  );
  expect([name, batch.status]).toEqual([name, 202]);
  const { data: executions } = await api.get(`/batches/${batch.data.id}/executions?per_page=100`);
  return executions.map(({ id: executionId, row_index: row }: { id: number; row_index: number }) => ({
    policy: name,
    executionId,
    node: plain[row].node_id,
    branch: plain[row].branch,
  }));
}

/** Like an operator, for the people whom a policy notifies: no other address gets a notification. */
async function confirmStaff(definition: readonly { internal_notification?: { to?: string } }[]): Promise<void> {
  for (const { internal_notification: notification } of definition) {
    for (const address of (notification?.to ?? '').split(',').filter((each) => each.trim() !== '')) {
      await confirmAddress(stack.db.kysely, caller.accountId, address.trim());
    }
  }
}

test('each example applicant of each policy of the corpus takes its branch', async () => {
  const started: Started[] = [];
  for (const policy of CORPUS) started.push(...(await start(policy)));
  const isDecided = async () => {
    const steps = await stack.db.kysely
      .selectFrom('step')
      .select(['execution_id', 'node_id'])
      .where('output', 'is not', null)
      .execute();
    const decided = new Set(steps.map(({ execution_id: id, node_id: node }) => `${id} ${node}`));
    return started.every(({ executionId, node }) => decided.has(`${executionId} ${node}`));
  };
  await until(isDecided);
  const taken: unknown[] = [];
  for (const { policy, executionId, node } of started) {
    const { data } = await api.get(`/executions/${executionId}`);
    taken.push([policy, node, data.step_outputs[node].branch]);
  }
  expect(taken).toEqual(started.map(({ policy, node, branch }) => [policy, node, branch]));
  process.stdout.write(`example applicants triggered: ${started.length}\n`);
  expect(started.length).toBeGreaterThan(200);
});
