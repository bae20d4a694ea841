import type { Scope } from '../../core/access.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { executionOf, park, setState } from './executions-support.ts';
import { asJson } from '../../platform/database/index.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';
import { unguarded } from '../support/transitions.ts';

let gateway: TestGateway;
let caller: Caller;
let colleague: Caller;
let ids: number[];

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
  colleague = await gateway.caller({ of: caller, sameClient: true });
  ids = [];
  for (const external_reference of ['a', 'b', 'c']) ids.push(await executionOf(caller, { external_reference }));
  await park(gateway.db, ids[0]!);
  await caller.api.post(`/executions/${ids[0]}/review_assignment`, { assignee: 'me' });
  await park(gateway.db, ids[1]!, ['notice']);
  const past = new Date(Date.now() - 60_000);
  await gateway.db.kysely
    .updateTable('review_round')
    .set({ due_at: past })
    .where('execution_id', '=', ids[1]!)
    .execute();
  await unguarded(gateway.db, (trx) =>
    trx.updateTable('execution').set({ status: 'completed', outcome: 'approved' }).where('id', '=', ids[2]!).execute(),
  );
});
afterAll(() => gateway.stop());

const namesOf = async (scopes: readonly Scope[]): Promise<unknown[]> => {
  const reader = await gateway.caller({ of: caller, sameClient: true, scopes: ['executions:read', ...scopes] });
  const { data } = await reader.api.get('/executions?filter[external_reference]=named');
  return data.map((row: { applicant_name?: unknown }) => ('applicant_name' in row ? row.applicant_name : 'left out'));
};

const idsOf = async (query: string, by: Caller = caller) =>
  (await by.api.get(`/executions${query}`)).data.map(({ id }: { id: number }) => id);

describe('a page', () => {
  // Rules: 15.2.1
  test('is of 25 by default, the newest first, with its meta', async () => {
    const { status, body } = await caller.api.get('/executions');
    expect(status).toBe(200);
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed());
    expect(body.meta).toEqual({
      request_id: expect.any(String),
      page: 1,
      per_page: 25,
      total_count: 3,
      total_pages: 1,
      next_cursor: null,
      object: 'execution',
    });
  });

  test('has the size that is asked for, clamped to 100', async () => {
    const { body } = await caller.api.get('/executions?page=2&per_page=2');
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([ids[0]]);
    expect(body.meta).toMatchObject({ page: 2, per_page: 2, total_count: 3, total_pages: 2 });
    expect((await caller.api.get('/executions?per_page=1000')).body.meta.per_page).toBe(100);
    for (const many of ['9007199254740993', '1'.padEnd(400, '0')]) {
      const { status, body: clamped } = await caller.api.get(`/executions?per_page=${many}`);
      expect([status, clamped.meta.per_page]).toEqual([200, 100]);
    }
  });

  // Rules: 15.2.2
  test('beyond the last is empty', async () => {
    for (const page of [2, 1_000_000, 999_999_999_999_999]) {
      const { status, body } = await caller.api.get(`/executions?page=${page}`);
      expect([status, body.data, body.meta.page]).toEqual([200, [], page]);
    }
  });

  test('of an empty list has no pages', async () => {
    const { body } = await caller.api.get('/webhook_subscriptions');
    expect([body.data, body.meta.total_count, body.meta.total_pages]).toEqual([[], 0, 0]);
  });

  test.each(['page=0', 'page=-1', 'page=x', 'page=1.5', 'per_page=0', 'per_page=', 'page=1&page=2'])(
    'is refused with %s',
    async (query) => {
      const { status, error } = await caller.api.get(`/executions?${query}`);
      expect([status, error.code]).toEqual([422, 'validation_failed']);
      expect(error.details).toEqual([{ field: query.split('=')[0], message: expect.any(String) }]);
    },
  );

  test('with several things wrong lists them all', async () => {
    const { error } = await caller.api.get('/executions?page=0&filter[status]=lost&filter[nothing]=1&sort=id');
    expect(error.details.map(({ field }: { field: string }) => field).sort()).toEqual([
      'filter[nothing]',
      'filter[status]',
      'page',
      'sort',
    ]);
  });
});

describe('executions are filtered by', () => {
  test.each([
    ['filter[status]=completed', [2]],
    ['filter[status]=queued', []],
    ['filter[review_status]=in_review', [1, 0]],
    ['filter[needs_human_review]=true', [1, 0]],
    ['filter[needs_human_review]=false', [2]],
    ['filter[pending_review]=notice', [1]],
    ['filter[pending_review]=decision', [0]],
    ['filter[overdue]=true', [1]],
    ['filter[overdue]=false', [2, 0]],
    ['filter[external_reference]=b', [1]],
    ['filter[execution_mode]=test', [2, 1, 0]],
    ['filter[execution_mode]=live', []],
    ['filter[outcome]=approved', [2]],
    ['filter[batch_execution_id]=1', []],
    ['filter[assigned_to_user_id]=me', [0]],
    ['filter[assigned_to_user_id]=none', [2, 1]],
    ['filter[created_after]=2020-01-01T00:00:00Z', [2, 1, 0]],
    ['filter[created_before]=2020-01-01T00:00:00Z', []],
    ['filter[status]=awaiting_review&filter[external_reference]=a', [0]],
  ])('%s', async (query, wanted) => {
    expect(await idsOf(`?${query}`)).toEqual(wanted.map((index) => ids[index]));
  });

  test('the workflow and the reviewer by id', async () => {
    const { workflow_id } = (await caller.api.get(`/executions/${ids[1]}`)).data;
    expect(await idsOf(`?filter[workflow_id]=${workflow_id}`)).toEqual([ids[1]]);
    expect(await idsOf(`?filter[assigned_to_user_id]=${caller.userId}`, colleague)).toEqual([ids[0]]);
    expect(await idsOf('?filter[assigned_to_user_id]=me', colleague)).toEqual([]);
  });

  // Rules: 15.2.3
  test.each(['filter[status]=x', 'filter[created_after]=yesterday', 'filter[workflow_id]=x', 'filter[overdue]=1'])(
    'nothing, where it is %s: that is refused',
    async (query) => {
      expect((await caller.api.get(`/executions?${query}`)).error.code).toBe('validation_failed');
    },
  );
});

test('workflows are filtered by active, use_case and the beginning of the name', async () => {
  const own = await gateway.caller({ productionAccess: true });
  const definition = [{ id: 'start', type: 'ApplicantSource' }];
  await own.api.post('/workflows', { name: 'Tenants %', definition, use_case: 'tenant' });
  await own.api.post('/workflows', { name: 'Credit', definition, active: false });
  const names = async (query: string) =>
    (await own.api.get(`/workflows?${query}`)).data.map(({ name }: { name: string }) => name);
  expect(await names('')).toEqual(['Credit', 'Tenants %']);
  expect(await names('filter[active]=true')).toEqual(['Tenants %']);
  expect(await names('filter[use_case]=tenant')).toEqual(['Tenants %']);
  expect(await names('filter[name]=Ten')).toEqual(['Tenants %']);
  expect(await names('filter[name]=%25')).toEqual([]);
});

describe('an execution', () => {
  test('in the list has exactly the members of the reference and the additions', async () => {
    const { data } = await caller.api.get('/executions?filter[external_reference]=a');
    expect(data[0]).toEqual({
      id: ids[0],
      applicant_id: null,
      object: 'execution',
      workflow_id: expect.any(Number),
      workflow_version: 1,
      dictionary_version: null,
      status: 'awaiting_review',
      execution_key: expect.stringMatching(/^api_client:/),
      external_reference: 'a',
      execution_mode: 'test',
      needs_human_review: true,
      review_status: 'in_review',
      assigned_to_user_id: caller.userId,
      pending_review: { node_id: 'node0', kind: 'decision', due_at: null },
      outcome: null,
      error_code: null,
      error: null,
      applicant_name: null,
      batch_execution_id: null,
      re_evaluated_from: null,
      notice_due_at: null,
      notices_due: [],
      pending_reports: [],
      started_at: expect.any(String),
      completed_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  // Rules: 3.3.4
  test('shows the joins that hold', async () => {
    await setState(gateway.db, ids[1]!, [{ at: 'join', phase: 'held' }]);
    expect((await caller.api.get(`/executions/${ids[1]}`)).data.held_nodes).toEqual(['join']);
  });

  // Rules: 16.5.2
  test('shows steps with the full scope only', async () => {
    const step = { execution_id: ids[2]!, visit: 1, node_type: 'BillingProduct', started_at: new Date() };
    await gateway.db.kysely
      .insertInto('step')
      .values([
        { ...step, node_id: 'credit', status: 'succeeded', output: '{"score":700}' as never },
        { ...step, node_id: 'credit', visit: 2, status: 'succeeded', output: '{"score":710}' as never },
        {
          ...step,
          node_id: 'criminal',
          status: 'failed',
          error_code: 'vendor_error',
          error_message: 'no answer',
          attempts: 3,
          ended_at: new Date(),
        },
      ])
      .execute();
    const plain = await gateway.caller({ of: caller, sameClient: true, scopes: ['executions:read'] });
    const full = await gateway.caller({ of: caller, sameClient: true, scopes: ['executions:read:full'] });
    const read = async (by: Caller) => (await by.api.get(`/executions/${ids[2]}`)).data;
    expect(Object.keys(await read(plain))).not.toEqual(expect.arrayContaining(['step_outputs', 'failed_steps']));
    expect(await read(full)).toMatchObject({
      step_outputs: { credit: { score: 710 } },
      failed_steps: [
        {
          node_id: 'criminal',
          type: 'BillingProduct',
          code: 'vendor_error',
          message: 'no answer',
          attempts: 3,
          failed_at: expect.any(String),
        },
      ],
    });
  });
});

describe('text of a query', () => {
  const FILTERS: readonly (readonly [string, string])[] = [
    ['/workflows', 'name'],
    ['/workflows', 'use_case'],
    ['/workflow_templates', 'category'],
    ['/executions', 'external_reference'],
  ];
  test.each(FILTERS)('%s?filter[%s] is cleaned like a body', async (path, name) => {
    for (const text of ['%00', 'a%00b']) {
      expect((await caller.api.get(`${path}?filter[${name}]=${text}`)).status).toBe(200);
    }
  });

  test.each(['2016-12-31T23:59:60Z', '2024-02-29T00:00:00.123456789+15:59', '0001-01-02T00:00:00Z'])(
    'takes %s for a time',
    async (time) => {
      expect((await caller.api.get(`/executions?filter[created_after]=${encodeURIComponent(time)}`)).status).toBe(200);
    },
  );

  // Rules: 15.11.3
  test.each(['2023-02-29T00:00:00Z', '0000-01-01T00:00:00Z', '2024-01-01T00:00:00+16:00', '2024-01-01', 'now'])(
    'refuses %s for a time, and says what one looks like',
    async (time) => {
      const { status, error } = await caller.api.get(`/executions?filter[created_after]=${encodeURIComponent(time)}`);
      expect([status, error.details[0].message]).toEqual([
        422,
        'must be a time of RFC 3339 with an offset, such as 2026-03-02T15:04:05Z',
      ]);
    },
  );
});

// Rules: 16.5.10
test('executions have the name of the applicant for whoever may read it, with identifiers masked', async () => {
  const applicant = { first_name: 'Maribel', last_name: 'Ortiz 900-10-1002', ssn: '900-10-1002', nick_name: 'Mari' };
  const id = await executionOf(caller, { external_reference: 'named', payload: { applicant } });
  expect(await namesOf([])).toEqual(['left out']);
  expect(await namesOf(['executions:read:full'])).toEqual([expect.stringMatching(/^Maribel Ortiz \D*1002$/)]);
  expect(await namesOf(['executions:read:full', 'pii:read'])).toEqual(['Maribel Ortiz 900-10-1002']);
  await unguarded(gateway.db, (trx) =>
    trx
      .updateTable('execution')
      .set({ payload: asJson({ applicant: { ...applicant, more: 'x'.repeat(20_000) } }) })
      .where('id', '=', id)
      .execute(),
  );
  expect(await namesOf(['executions:read:full'])).toEqual([null]);
});
