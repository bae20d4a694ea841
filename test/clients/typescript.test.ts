import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { CascadeClient, CascadeError, type Schemas } from '../../clients/typescript/src/index.ts';
import { startGateway, type Caller, type TestGateway } from '../gateway/support.ts';
import { collect, refusalOf } from './support/results.ts';

const DEFINITION: Schemas['CascadeDefinition'] = [
  { id: 'start', type: 'ApplicantSource', next_step: ['approve'] },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
];

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

async function newClient(): Promise<{ caller: Caller; client: CascadeClient }> {
  const caller = await gateway.caller();
  return { caller, client: new CascadeClient({ baseUrl: gateway.baseUrl, token: caller.token }) };
}

describe('the client', () => {
  let caller: Caller;
  let client: CascadeClient;
  let workflowId: number;
  beforeAll(async () => {
    ({ caller, client } = await newClient());
    const { data } = await client.post('/workflows', { body: { name: 'Simple', definition: DEFINITION } });
    workflowId = data.id;
  });

  test('reads what it made', async () => {
    const { data, meta, status, headers } = await client.get('/workflows/{id}', { path: { id: workflowId } });
    expect([data.name, data.definition.map(({ id }) => id), status]).toEqual(['Simple', ['start', 'approve'], 200]);
    expect(headers.get('x-request-id')).toBe(meta.request_id);
  });

  test('changes and deletes', async () => {
    const { data } = await client.post('/workflows', { body: { name: 'Short-lived' } });
    const path = { id: data.id };
    expect((await client.patch('/workflows/{id}', { path, body: { name: 'Renamed' } })).data.name).toBe('Renamed');
    expect(await client.delete('/workflows/{id}', { path })).toMatchObject({ status: 204, data: undefined });
    expect(await refusalOf(client.get('/workflows/{id}', { path }))).toMatchObject({ code: 'not_found', status: 404 });
  });

  test('throws all that the service says about a refusal', async () => {
    const error = await refusalOf(client.post('/workflows', { body: { name: '' }, requestId: 'my-request-2' }));
    expect(error).toBeInstanceOf(CascadeError);
    expect(error).toMatchObject({
      name: 'InvalidRequestError',
      operation: 'POST /workflows',
      status: 422,
      code: 'validation_failed',
      details: [{ field: 'name', message: expect.any(String) }],
      requestId: 'my-request-2',
      retryAfter: null,
      docUrl: 'http://api.test/docs/api/errors/validation_failed',
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test('makes the key of a trigger', async () => {
    const { data, status, isReplay } = await client.post('/workflows/{id}/trigger', {
      path: { id: workflowId },
      body: { payload: { applicant: { first_name: 'Ada' } }, external_reference: 'application-1' },
    });
    expect([status, isReplay, data.external_reference]).toEqual([202, false, 'application-1']);
    expect(data.execution_key).toMatch(new RegExp(`^api_client:${caller.clientId}:[0-9a-f-]{36}$`));
  });

  test('says when a key of the caller was known already', async () => {
    const call = { path: { id: workflowId }, body: {}, idempotencyKey: 'application-2' };
    const [first, second] = [
      await client.post('/workflows/{id}/trigger', call),
      await client.post('/workflows/{id}/trigger', call),
    ];
    expect([first.isReplay, second.isReplay]).toEqual([false, true]);
    expect(second.data).toEqual(first.data);
  });

  test('triggers once where the answer is lost on the way', async () => {
    let requests = 0;
    const lossy: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      requests += 1;
      if (requests > 1) return response;
      await response.text();
      throw new TypeError('the connection broke');
    };
    const unlucky = new CascadeClient({
      baseUrl: gateway.baseUrl,
      token: caller.token,
      fetch: lossy,
      sleep: () => Promise.resolve(),
    });
    const body = { external_reference: 'lost' };
    const { isReplay } = await unlucky.post('/workflows/{id}/trigger', { path: { id: workflowId }, body });
    expect([requests, isReplay]).toEqual([2, true]);
    const query = { 'filter[external_reference]': 'lost' };
    expect((await client.get('/executions', { query })).meta.total_count).toBe(1);
  });

  test("waits as long as the service's limit asks for", async () => {
    const limited = await gateway.another({
      limits: {
        ipPerMinute: 1,
        tokenPerHour: 1e6,
        appPer5Minutes: 1e6,
        personPerMinute: 1e6,
        banThreshold: 1e6,
        banMinutes: 15,
      },
    });
    const waits: number[] = [];
    // After its wait, it is sent to a gateway without limits.
    const patient = new CascadeClient({
      baseUrl: limited.baseUrl,
      token: caller.token,
      fetch: (input, init) =>
        fetch(waits.length === 0 ? input : String(input).replace(limited.baseUrl, gateway.baseUrl), init),
      sleep: (ms) => Promise.resolve(void waits.push(ms)),
      random: () => 0,
    });
    while (waits.length === 0) await patient.get('/workflows');
    expect(waits).toEqual([expect.any(Number)]);
    expect(waits[0]! % 1_000).toBe(0);
    expect(waits[0]).toBeGreaterThanOrEqual(1_000);
    expect(waits[0]).toBeLessThanOrEqual(60_000);
  });

  test('with a token that is none is refused', async () => {
    const stranger = new CascadeClient({ baseUrl: gateway.baseUrl, token: 'd3b7f0de-0000-4000-8000-000000000000' });
    expect(await refusalOf(stranger.get('/workflows'))).toMatchObject({ status: 401, code: 'unauthorized' });
  });
});

describe('the pager', () => {
  let client: CascadeClient;
  const create = (name: string) => client.post('/workflows', { body: { name } });
  const names = async (per_page: number) =>
    (await collect(client.pages('/workflows', { query: { per_page } }))).map(({ name }) => name);
  beforeAll(async () => {
    ({ client } = await newClient());
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) await create(name);
  });

  test('gives every item of every page', async () => {
    expect(await names(2)).toEqual(['Five', 'Four', 'Three', 'Two', 'One']);
  });

  test('asks for no page beyond the last', async () => {
    let requests = 0;
    const counting = new CascadeClient({
      baseUrl: gateway.baseUrl,
      token: (await gateway.caller()).token,
      fetch: (input, init) => {
        requests += 1;
        return fetch(input, init);
      },
    });
    expect(await collect(counting.pages('/workflows'))).toEqual([]);
    expect(requests).toBe(1);
  });

  test('keeps to the filter', async () => {
    const found = await collect(client.pages('/workflows', { query: { 'filter[name]': 'Fo', per_page: 1 } }));
    expect(found.map(({ name }) => name)).toEqual(['Four']);
  });

  test('gives an item once that a new one has pushed onto the next page', async () => {
    const found: string[] = [];
    for await (const { name } of client.pages('/workflows', { query: { per_page: 2 } })) {
      if (found.push(name) === 2) await create('Six');
    }
    expect(found).toEqual(['Five', 'Four', 'Three', 'Two', 'One']);
  });

  test('ends where its caller does', async () => {
    const found: string[] = [];
    for await (const { name } of client.pages('/workflows', { query: { per_page: 1 } })) {
      found.push(name);
      break;
    }
    expect(found).toEqual(['Six']);
  });
});

/** Never run: calls that must not compile. */
export async function typeErrors(client: CascadeClient): Promise<void> {
  // @ts-expect-error -- there is no such path
  await client.get('/nothing');
  // @ts-expect-error -- the path needs an id
  await client.get('/executions/{id}');
  // @ts-expect-error -- nothing answers a DELETE there
  await client.delete('/executions/{id}', { path: { id: 1 } });
  // @ts-expect-error -- there is no such filter
  await client.get('/executions', { query: { 'filter[nothing]': 'x' } });
  // @ts-expect-error -- there is no such status
  await client.get('/executions', { query: { 'filter[status]': 'done' } });
  // @ts-expect-error -- a subscription needs a URL
  await client.post('/webhook_subscriptions', { body: {} });
  // @ts-expect-error -- only operations that take a key may be given one
  await client.post('/workflows/validate', { body: { definition: [] }, idempotencyKey: 'x' });
  // @ts-expect-error -- there is no such filter
  client.executions.list({ nothing: 'x' });
  // @ts-expect-error -- iteration turns the pages
  client.executions.list({ page: 2 });
  // @ts-expect-error -- nothing is compared with a cancellation
  await client.executions.cancel(1, { ifMatch: 'x' });
  // @ts-expect-error -- a single record has no pages
  client.pages('/executions/{id}', { path: { id: 1 } });
  // @ts-expect-error -- a file is downloaded
  await client.get('/executions/{id}/report_artifacts/{artifact_id}', { path: { id: 1, artifact_id: 2 } });
  // @ts-expect-error -- the pager turns the pages
  client.pages('/executions', { query: { page: 2 } });
  const { data } = await client.get('/executions/{id}', { path: { id: 1 } });
  // @ts-expect-error -- no such member
  void data.nothing;
}
