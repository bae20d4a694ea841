import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { ApiCaller } from '../gateway/api-caller.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

const BANDS = 'Approve if the credit score is at least 700. Review from 600 to 699. Deny below 600.';

/** A model that takes requests and never replies. */
let silent: Server;
let received = 0;
let stack: Stack;
let slow: Stack;

beforeAll(async () => {
  silent = createServer(() => {
    received += 1;
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const model = { LLM_BASE_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`, LLM_MODEL: 'silent' };
  [stack, slow] = await Promise.all([
    startStack({ services: ['gateway', 'executor', 'generator'] }),
    startStack({ services: ['gateway', 'generator'], env: { ...model, GENERATE_TIMEOUT_SECONDS: '5' } }),
  ]);
});
afterAll(async () => {
  await Promise.all([stack?.stop(), slow?.stop()]);
  silent?.closeAllConnections();
  silent?.close();
});

const callerOf = async (on: Stack): Promise<ApiCaller> => new ApiCaller(on.baseUrl, (await on.createCaller()).token);

test('the example applicant of each branch, triggered through the API, takes that branch', async () => {
  const api = await callerOf(stack);
  const { status, data } = await api.post('/workflows/generate', { prompt: BANDS });
  expect(status).toBe(201);
  const { branches } = data.generation.explanation;
  expect(branches).toHaveLength(3);
  for (const { node_id: node, branch, example } of branches) {
    expect(example.reports).toEqual({});
    const { data: execution } = await api.trigger(data.id, { payload: example.payload });
    const outputOf = async () => (await api.get(`/executions/${execution.id}`)).data.step_outputs?.[node];
    await until(async () => (await outputOf()) !== undefined);
    expect(await outputOf()).toMatchObject({ branch });
  }
});

test('a generator killed in mid-request gives the caller a clean 503, and nothing is saved', async () => {
  const api = await callerOf(slow);
  const answer = api.post('/workflows/generate', { prompt: BANDS });
  await until(() => received > 0);
  await slow.kill('generator');
  const { status, error, headers } = await answer;
  expect([status, error.code, headers.get('retry-after')]).toEqual([503, 'service_unavailable', '5']);
  expect(await slow.db.kysely.selectFrom('workflow').select('id').execute()).toEqual([]);
});
