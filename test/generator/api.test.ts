import { TEST_LOGINS } from '../support/logins.ts';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../dev/servers/ports.ts';
import { startService } from '../../dev/stack/services.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from '../support/jest.ts';
import { ApiCaller } from '../gateway/api-caller.ts';
import { sharedStack } from '../support/shared-stack.ts';
import { startStack, type Stack, type SharedStack } from '../support/stack.ts';
import { until } from '../support/until.ts';

const BANDS = 'Approve if the credit score is at least 700. Review from 600 to 699. Deny below 600.';

/** A model that leaves the replica that asks first in each test unanswered and replies well to the other. */
let model: Server;
/** API keys of the requests: which replica asked. */
let askedBy: string[] = [];
let stack: SharedStack;
let slow: Stack;

beforeAll(async () => {
  model = createServer((request, response) => {
    const key = request.headers.authorization?.replace('Bearer ', '') ?? '';
    askedBy.push(key);
    if (key !== askedBy[0]) response.writeHead(200, { 'Content-Type': 'application/json' }).end(completion());
  });
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  const { port } = model.address() as AddressInfo;
  const env = { LLM_BASE_URL: `http://127.0.0.1:${port}/v1`, LLM_MODEL: 'slow', LLM_API_KEY: 'first' };
  [stack, slow] = await Promise.all([sharedStack(), startStack({ services: ['gateway', 'generator'], env })]);
});
afterAll(async () => {
  await Promise.all([stack?.stop(), slow?.stop()]);
  model?.closeAllConnections();
  model?.close();
});
beforeEach(() => {
  askedBy = [];
});

function completion(): string {
  const score = (operator: string, value: number) => ({ field: 'credit_report.score', operator, value });
  const content = JSON.stringify({
    name: 'Bands',
    rules: [
      { quote: 'Deny below 600', decision: 'deny', when: score('less_than', 600) },
      {
        quote: 'Review from 600 to 699',
        decision: 'review',
        when: { all: [score('greater_than_or_equal', 600), score('less_than_or_equal', 699)] },
      },
      {
        quote: 'Approve if the credit score is at least 700',
        decision: 'approve',
        when: score('greater_than_or_equal', 700),
      },
    ],
    not_expressed: [],
    ambiguous: [],
  });
  return JSON.stringify({
    id: 'x',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content } }],
  });
}

const callerOf = async (on: SharedStack): Promise<ApiCaller> =>
  new ApiCaller(on.baseUrl, (await on.createCaller()).token);
const workflows = () => slow.db.kysely.selectFrom('workflow').select('name').execute();

test('the example applicant of each branch, triggered through the API, takes that branch', async () => {
  const api = await callerOf(stack);
  const { status, data } = await api.post('/workflows/generate', { prompt: BANDS });
  expect(status).toBe(201);
  const { branches } = data.generation.explanation;
  expect(branches.length).toBeGreaterThan(2);
  for (const { node_id: node, branch, example } of branches) {
    expect(example.reports).toEqual({});
    const { data: execution } = await api.trigger(data.id, { payload: example.payload });
    const outputOf = async () => (await api.get(`/executions/${execution.id}`)).data.step_outputs?.[node];
    await until(async () => (await outputOf()) !== undefined);
    expect(await outputOf()).toMatchObject({ branch });
  }
});

// Rules: 20.2.6
test('a policy says what the account declared, from the next request on', async () => {
  const api = await callerOf(stack);
  const prompt = 'Approve if the loan to value is at most 80%. Deny the rest.';
  const said = async () => {
    const { data } = await api.post('/workflows/generate', { prompt, create: false });
    const [rule] = data.reading?.rules ?? [];
    return [data.valid, rule?.read_as ?? rule?.text];
  };
  const declared = { type: 'number', unit: 'percent', kind: 'fact', label: 'Loan to value' };
  const put = (body: object) => api.call('PUT', '/fields/applicant.x1', { body });
  expect(await said()).toEqual([false, undefined]);
  expect((await put(declared)).status).toBe(200);
  expect(await said()).toEqual([true, 'Approve if the loan to value is at most 80%.']);
  expect((await put({ ...declared, label: 'Share of the price' })).status).toBe(200);
  expect(await said()).toEqual([false, undefined]);
  expect((await put({ ...declared, label: 'Share', also: ['loan to value'] })).status).toBe(200);
  expect(await said()).toEqual([true, 'Approve if the share is at most 80%.']);
});

// Rules: 6.14.15
test('a policy names a field of a product of the account, pulls it, and its rules take another one', async () => {
  const api = await callerOf(stack);
  const schema = { type: 'object', properties: { risk: { type: 'integer', title: 'Fraud score', 'x-kind': 'fact' } } };
  const product = { code: 'fraud_check', name: 'Fraud check', schema, request: { kind: 'cascade' } };
  expect((await api.post('/products', product)).status).toBe(201);
  const prompt = 'Deny if the fraud score is above 80. Approve everyone else.';
  const { status, data } = await api.post('/workflows/generate', { prompt });
  expect([status, data.generation?.explanation.sentences[0].read_as]).toMatchObject([
    201,
    expect.stringContaining("the fraud check's fraud score is more than 80"),
  ]);
  expect(data.definition).toContainEqual(
    expect.objectContaining({ type: 'BillingProduct', billing_product_code: 'fraud_check' }),
  );
  const { data: rows } = await api.get(`/workflows/${data.id}/rules`);
  const added = { when: 'Review if the fraud score is more than 60.' };
  const { rules, everyone_else } = rows;
  const changed = await api.post(`/workflows/${data.id}/rules/preview`, { rules: [...rules, added], everyone_else });
  expect(JSON.stringify(changed.data ?? changed.error)).toContain('more than 60');
  // Another account's words mean what they meant before.
  const other = await (await callerOf(stack)).post('/workflows/generate', { prompt, create: false });
  expect(JSON.stringify(other.data.definition)).toContain('identity_verification');
  // A change of the product changes the words at once.
  await api.patch('/products/fraud_check', {
    schema: { ...schema, properties: { risk: { ...schema.properties.risk, title: 'Network risk' } } },
  });
  const again = await api.post('/workflows/generate', {
    prompt: prompt.replace('fraud score', 'network risk'),
    create: false,
  });
  expect(JSON.stringify(again.data.definition)).toContain('fraud_check');
});

// Rules: 2.6.16
test('a generator killed in mid-request: another replica replies, and one cascade is saved', async () => {
  const second = await startService({
    service: 'generator',
    logins: TEST_LOGINS,
    opsPort: await freePort(),
    env: { ...process.env, ...slow.env, LLM_API_KEY: 'second' },
    logFile: join(slow.folder, 'logs', 'generator-2.log'),
  });
  try {
    const api = await callerOf(slow);
    const answer = api.post('/workflows/generate', { prompt: BANDS });
    // Both readings.
    await until(() => askedBy.length === 2);
    const isFirst = askedBy[0] === 'first';
    if (isFirst) await slow.kill('generator');
    else {
      second.signal('SIGKILL');
      await second.exited;
    }
    const { status, data } = await answer;
    expect([status, data.generation.model]).toEqual([201, 'slow']);
    expect(askedBy).toEqual(isFirst ? ['first', 'first', 'second', 'second'] : ['second', 'second', 'first', 'first']);
    expect(await workflows()).toEqual([{ name: 'Bands' }]);
  } finally {
    await second.stop();
    await slow.restart('generator');
  }
});

// Rules: 2.6.16
test('the only generator killed in mid-request: a clean 503, and nothing is saved', async () => {
  const api = await callerOf(slow);
  const before = await workflows();
  const answer = api.post('/workflows/generate', { prompt: BANDS });
  await until(() => askedBy.length === 2);
  await slow.kill('generator');
  const { status, error, headers } = await answer;
  expect([status, error.code, headers.get('retry-after')]).toEqual([503, 'service_unavailable', '5']);
  expect(await workflows()).toEqual(before);
});
