import { randomUUID } from 'node:crypto';
import { decodeCursor, encodeCursor } from '../../services/gateway/http/cursor.ts';
import { PRODUCT_CODES } from '../../core/products/index.ts';
import { OWN_EXAMPLE } from '../../services/gateway/products/schemas.ts';
import { asJson } from '../../platform/database/index.ts';
import { ROUTES } from '../../services/gateway/routes.ts';
import { queuedBacktest } from '../support/backtests.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { unguarded } from '../support/transitions.ts';
import type { AnyJson } from './api-caller.ts';
import { executionOf, park, cutShort } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/** Cursors of every list, and filters with several values and by time. */
let gateway: TestGateway;
let caller: Caller;
let stranger: Caller;
let ids: number[];
/** Path of lists below a record. */
let path: (list: string) => string;

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
  stranger = await gateway.caller();
  ids = [];
  for (const external_reference of ['a', 'b,c', 'd', 'e', 'f']) {
    ids.push(await executionOf(caller, { external_reference }));
  }
  const { data: workflow } = await caller.api.get(`/executions/${ids[0]}`);
  for (const note of ['1', '2', '3']) {
    await caller.api.post(`/executions/${ids[0]}/review_notes`, { note });
    await caller.api.patch(`/workflows/${workflow.workflow_id}`, {
      definition: [{ id: `start${note}`, type: 'ApplicantSource' }],
    });
    await caller.api.post('/webhook_subscriptions', { url: `https://93.184.215.14/${note}` });
    await gateway.caller({ of: caller, sameClient: true });
    const agency = { name: note, address: '1 Way', phone: '1' };
    const product = PRODUCT_CODES[Number(note)];
    await caller.api.call('PUT', `/agencies/${product}`, { body: agency });
    await caller.api.call('PUT', `/fields/applicant.x${note}`, {
      body: { type: 'number', label: `X ${note}`, kind: 'fact' },
    });
  }
  const rows = ['x', 'y', 'z'].map((external_reference) => ({ external_reference }));
  const target = `/workflows/${workflow.workflow_id}/batches`;
  const keyed = () => ({ headers: { 'Idempotency-Key': randomUUID() } });
  const batches: number[] = [];
  for (let n = 0; n < 3; n += 1) batches.push((await caller.api.post(target, { rows }, keyed())).data.id);
  const parked = [...ids];
  for (const id of parked) await park(gateway.db, id);
  const due = [null, '2026-03-02T00:00:00Z', '2026-03-01T00:00:00Z', null, '2026-03-02T00:00:00Z'].map((time) =>
    time === null ? null : new Date(time),
  );
  for (const [index, id] of parked.entries()) {
    await gateway.db.kysely
      .updateTable('review_round')
      .set({ due_at: due[index] ?? null })
      .where('execution_id', '=', id)
      .execute();
  }
  const owed = { applicant: 'applicant', kind: 'tenant', why: 'no_notice_step', node_id: 'decide' } as const;
  // Two are due at one time.
  for (const [index, id] of parked.slice(0, 4).entries()) {
    const due_at = `2026-03-0${Math.max(1, index)}T00:00:00.000Z`;
    await gateway.db.kysely
      .updateTable('execution')
      .set({ notices_due: asJson([{ ...owed, due_at }]) })
      .where('id', '=', id)
      .execute();
  }
  for (const id of ids.slice(0, 3)) await cutShort(gateway.db, caller, id);
  const { data: subscriptions } = await caller.api.get('/webhook_subscriptions');
  for (const { id } of subscriptions) await caller.api.post(`/webhook_subscriptions/${id}/test`);
  const draft = (
    await caller.api.post('/workflows', { name: 'Draft', definition: [{ id: 'start', type: 'ApplicantSource' }] })
  ).data.id;
  for (let n = 0; n < 4; n += 1) {
    const { data: asked } = await caller.api.post(`/workflows/${draft}/activation_requests`, {});
    await caller.api.post(`/workflows/${draft}/activation_requests/${asked.id}/withdraw`);
  }
  for (const name of ['A', 'B', 'C'])
    await caller.api.post(`/workflows/${draft}/examples`, { name, expected: { outcome: 'undecided' } });
  for (let n = 0; n < 3; n += 1) await caller.api.post(`/workflows/${draft}/backtests`, {});
  const backtest = await queuedBacktest(gateway.db.kysely, { ...caller, workflowId: draft }, 4);
  const fields = { type: 'object', properties: {} };
  for (let n = 0; n < 3; n += 1) {
    const { data: asked } = await caller.api.post('/field_requests', { fields });
    await caller.api.post(`/field_requests/${asked.id}/withdraw`);
  }
  await caller.api.post('/products', OWN_EXAMPLE);
  for (const name of ['1', '2']) await caller.api.patch(`/products/${OWN_EXAMPLE.code}`, { name });
  const of = { account_id: caller.accountId, api_client_id: caller.clientId };
  const { id: applicant } = await gateway.db.kysely
    .insertInto('applicant')
    .values({ ...of, execution_mode: 'test' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ended = {
    ...of,
    applicant_id: applicant,
    reason: 'objection',
    cancels: false,
    completed_at: new Date(),
  } as const;
  await gateway.db.kysely.insertInto('erasure').values([ended, ended, ended]).execute();
  const own: Record<string, number | string> = {
    '/applicants/{id}/erasures': applicant,
    '/products/{code}/versions': OWN_EXAMPLE.code,
    '/workflows/{id}/activation_requests': draft,
    '/workflows/{id}/examples': draft,
    '/workflows/{id}/backtests': draft,
    '/workflows/{id}/backtests/{backtest_id}/changes': draft,
    '/executions/{id}/review_events': ids[0]!,
    '/workflows/{id}/versions': workflow.workflow_id,
    '/batches/{id}/executions': batches[0]!,
  };
  path = (list) => list.replace('{backtest_id}', String(backtest)).replace(/\{\w+\}/, String(own[list]));
});
afterAll(() => gateway.stop());

const LISTS = ROUTES.filter(({ reply }) => reply.kind === 'page').map((route) => route.path);
const keyOf = (item: AnyJson): unknown => item.id ?? item.version ?? item.code;

/** Every item, by cursor. */
async function walk(list: string, perPage: number, between?: () => Promise<void>): Promise<AnyJson[]> {
  const found: AnyJson[] = [];
  const separator = list.includes('?') ? '&' : '?';
  for (let cursor: string | null = ''; cursor !== null;) {
    const next: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { status, body } = await caller.api.get(`${list}${separator}per_page=${perPage}${next}`);
    expect([list, status]).toEqual([list, 200]);
    expect(body.data.length).toBeLessThanOrEqual(perPage);
    found.push(...body.data);
    cursor = body.meta.next_cursor;
    await between?.();
  }
  return found;
}

describe.each(LISTS)('%s', (list) => {
  test.each([1, 2, 100])('is the same by cursor and by page, %d at a time', async (perPage) => {
    const { data, body } = await caller.api.get(`${path(list)}?per_page=100`);
    expect(data.length).toBeGreaterThan(2);
    expect(body.meta.next_cursor).toBeNull();
    expect((await walk(path(list), perPage)).map(keyOf)).toEqual(data.map(keyOf));
  });

  test('counts pages and records as on the first page', async () => {
    const { body: first } = await caller.api.get(`${path(list)}?per_page=2`);
    const { body: second } = await caller.api.get(`${path(list)}?per_page=2&cursor=${first.meta.next_cursor}`);
    expect(second.meta).toMatchObject({ page: 2, per_page: 2, total_count: first.meta.total_count });
  });

  test('refuses a cursor that is not its own, by name', async () => {
    const { body } = await caller.api.get(`${path(list)}?per_page=1`);
    const cursor: string = body.meta.next_cursor;
    const other = list === '/users' ? '/executions' : '/users';
    const wrong: [Caller, string][] = [
      [caller, `${other}?cursor=${cursor}`],
      [caller, `${path(list)}?cursor=${cursor.slice(0, -1)}`],
      [caller, `${path(list)}?cursor=${cursor.slice(0, -3)}AAA`],
      [caller, `${path(list)}?cursor=${cursor}=`],
      [caller, `${path(list)}?cursor=x`],
      ...(list.includes('{') ? [] : [[stranger, `${list}?cursor=${cursor}`] as [Caller, string]]),
    ];
    for (const [by, at] of wrong) {
      const { status, error } = await by.api.get(at);
      expect([at, status, error.details.map(({ field }: AnyJson) => field)]).toEqual([at, 422, ['cursor']]);
    }
    const { error } = await caller.api.get(`${path(list)}?cursor=${cursor}&page=2`);
    expect(error.details.map(({ field }: AnyJson) => field)).toEqual(['page']);
  });
});

describe('a cursor', () => {
  test('belongs to its filters', async () => {
    const { body } = await caller.api.get('/executions?per_page=1&filter[status]=awaiting_review');
    const cursor: string = body.meta.next_cursor;
    expect((await caller.api.get(`/executions?filter[status]=awaiting_review&cursor=${cursor}`)).status).toBe(200);
    for (const filters of ['', '&filter[status]=failed', '&filter[status]=awaiting_review&filter[overdue]=true']) {
      const { error } = await caller.api.get(`/executions?cursor=${cursor}${filters}`);
      expect([filters, error.details[0].field]).toEqual([filters, 'cursor']);
    }
  });

  test('neither repeats nor misses a record while others are created', async () => {
    const before = (await walk('/executions', 100)).map(keyOf);
    const seen = await walk('/executions', 1, async () => void (await executionOf(caller)));
    expect(seen.map(keyOf)).toEqual(before);
  });

  test('that is forged reaches no query with what no query takes', () => {
    const good = { after: { id: 7, at: '2026-03-02T00:00:00.000Z' }, page: 2, totalCount: 9 };
    expect(decodeCursor('b', encodeCursor('b', good))).toEqual(good);
    const forged: AnyJson[] = [
      { ...good, after: { id: -1 } },
      { ...good, after: { id: 1.5 } },
      { ...good, after: { id: 2 ** 60 } },
      { ...good, after: { id: '1; drop table' } },
      { ...good, after: { id: 1, at: 'now' } },
      { ...good, page: null },
      { ...good, totalCount: 'x' },
    ];
    for (const content of forged) expect(decodeCursor('b', encodeCursor('b', content))).toBeNull();
  });
});

describe('several values of a filter', () => {
  const idsOf = async (query: string) => (await caller.api.get(`/executions?${query}`)).data.map(keyOf);

  test('are given by repeating it, and a comma is part of a value', async () => {
    const query = 'filter[external_reference]=b,c&filter[external_reference]=a&filter[external_reference]=none';
    expect(await idsOf(query)).toEqual([ids[1], ids[0]]);
    expect(await idsOf('filter[external_reference]=a,d')).toEqual([]);
  });

  test.each([
    '/workflows?filter[use_case]=a&filter[use_case]=b',
    '/workflow_templates?filter[category]=a&filter[category]=b',
    '/executions?filter[status]=failed&filter[status]=completed&filter[outcome]=denied&filter[outcome]=approved',
    '/executions?filter[pending_review]=decision&filter[pending_review]=notice',
    '/executions?filter[batch_execution_id]=1&filter[batch_execution_id]=2&filter[workflow_id]=1&filter[workflow_id]=2',
    '/executions?filter[assigned_to_user_id]=me&filter[assigned_to_user_id]=none&filter[assigned_to_user_id]=5',
    '/executions?filter[execution_mode]=test&filter[execution_mode]=live',
    '/executions?filter[review_status]=in_review&filter[review_status]=none',
    '/batches?filter[status]=pending&filter[status]=running&filter[workflow_id]=1&filter[workflow_id]=2',
    '/batches?filter[updated_after]=2020-01-01T00:00:00Z&filter[completed_after]=2020-01-01T00:00:00Z',
    '/reviews?filter[kind]=decision&filter[kind]=notice&filter[workflow_id]=1&filter[assigned_to_user_id]=none',
    '/webhook_deliveries?filter[status]=pending&filter[status]=retrying',
    '/webhook_deliveries?filter[status]=pending&filter[status]=failed&filter[status]=dead',
    '/webhook_deliveries?filter[status]=succeeded&filter[status]=dead&filter[event]=execution.completed',
    '/webhook_deliveries?filter[subscription_id]=1&filter[subscription_id]=2&filter[execution_id]=1&filter[execution_id]=2',
  ])('%s is read, and counted alike', async (list) => {
    const { status, body } = await caller.api.get(`${list}&per_page=100`);
    expect([status, body.meta.total_count]).toEqual([200, body.data.length]);
  });

  test('find the deliveries of each', async () => {
    const count = async (...statuses: string[]) =>
      (await caller.api.get(`/webhook_deliveries?${statuses.map((status) => `filter[status]=${status}`).join('&')}`))
        .body.meta.total_count;
    const { data } = await caller.api.get('/webhook_deliveries');
    const set = (id: number, status: 'dead' | 'succeeded') =>
      gateway.db.kysely.updateTable('webhook_delivery').set({ status }).where('id', '=', id).execute();
    await set(data[0].id, 'dead');
    expect([await count('dead'), await count('failed'), await count('dead', 'failed')]).toEqual([1, 0, 1]);
    expect(await count('pending', 'dead')).toBe((await count('pending')) + 1);
    expect(await count('dead', 'dead')).toBe(1);
  });

  test('that are separated by commas are refused with a hint', async () => {
    const { status, error } = await caller.api.get('/executions?filter[status]=failed,cancelled&filter[status]=failed');
    expect([status, error.details]).toEqual([
      422,
      [
        {
          field: 'filter[status]',
          message: expect.stringMatching(/^must be one of: .*; for several values repeat the parameter$/),
        },
      ],
    ]);
  });

  test('are fifty at most', async () => {
    const query = Array.from({ length: 51 }, (_, index) => `filter[workflow_id]=${index + 1}`).join('&');
    const { error } = await caller.api.get(`/executions?${query}`);
    expect(error.details).toEqual([{ field: 'filter[workflow_id]', message: 'must have at most 50 items' }]);
  });
});

describe('by time, executions are found that', () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 5, 1, 0, minutes));
  const idsOf = async (query: string) =>
    (await caller.api.get(`/executions?${query}`)).data.map(keyOf).filter((id: number) => own.includes(id));
  let own: number[];
  beforeAll(async () => {
    own = [];
    for (let n = 0; n < 3; n += 1) own.push(await executionOf(caller));
    const set = (id: number, values: object) =>
      unguarded(gateway.db, (trx) => trx.updateTable('execution').set(values).where('id', '=', id).execute());
    await set(own[0]!, { created_at: at(0), updated_at: at(10), completed_at: at(10), status: 'completed' });
    await set(own[1]!, { created_at: at(5), updated_at: at(20), status: 'running' });
    // Nobody has touched it yet.
    await set(own[2]!, { created_at: at(15), updated_at: null, status: 'pending' });
  });
  const time = (minutes: number) => at(minutes).toISOString();

  test.each([
    [`filter[updated_after]=${time(9)}`, [2, 1, 0]],
    [`filter[updated_after]=${time(10)}`, [2, 1]],
    [`filter[updated_after]=${time(15)}`, [1]],
    [`filter[updated_after]=${time(9)}&filter[updated_before]=${time(16)}`, [2, 0]],
    [`filter[completed_after]=${time(9)}&filter[completed_before]=${time(11)}`, [0]],
    [`filter[completed_after]=${time(10)}&filter[completed_before]=${time(11)}`, []],
    [`filter[updated_after]=${time(9)}&filter[status]=pending&filter[status]=running`, [2, 1]],
  ])('%s', async (query, wanted) => {
    expect(await idsOf(query)).toEqual(wanted.map((index) => own[index]));
  });

  test.each(['updated_after', 'updated_before', 'completed_after', 'completed_before'])(
    'not: filter[%s] that is no time is refused',
    async (filter) => {
      const { error } = await caller.api.get(`/executions?filter[${filter}]=yesterday`);
      expect(error.details[0].field).toBe(`filter[${filter}]`);
    },
  );
});

test('rows of executions and batches say their mode', async () => {
  const { data: rows } = await caller.api.get(path('/batches/{id}/executions'));
  const { data: executions } = await caller.api.get('/executions');
  expect([rows[0].execution_mode, executions[0].execution_mode]).toEqual(['test', 'test']);
});
