import type { Scope } from '../../core/access.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { randomUUID } from 'node:crypto';
import { unguarded } from '../support/transitions.ts';
import { APPLICANT, SIMPLE } from './fixtures.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

let gateway: TestGateway;
let caller: Caller;
let workflowId: number;

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller({ productionAccess: true });
  workflowId = (await caller.api.post('/workflows', { name: 'Simple', definition: SIMPLE })).data.id;
});
afterAll(() => gateway.stop());

const create = (body: object, key = randomUUID(), by = caller) =>
  by.api.post(`/workflows/${workflowId}/batches`, body, { headers: { 'Idempotency-Key': key } });
const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ external_reference: `row-${n}` }));
const rowsOf = (batchId: number) =>
  gateway.db.kysely.selectFrom('execution').selectAll().where('batch_id', '=', batchId).orderBy('row_index').execute();
/** Pretends that the executor has come this far. */
const set = (ids: readonly number[], values: object) =>
  unguarded(gateway.db, (trx) => trx.updateTable('execution').set(values).where('id', 'in', ids).execute());
const setBatch = (id: number, values: object) =>
  gateway.db.kysely.updateTable('batch').set(values).where('id', '=', id).execute();

describe('legal dates of a batch', () => {
  const applicant = { esign_consent: '31.12.2025', guarantor: { application_completed_at: 20_261_102 } };

  // Rules: 10.12.1
  test('are refused in live mode, each by its row and path, and nothing is written', async () => {
    const key = randomUUID();
    const body = { rows: [{ applicant: APPLICANT }, { applicant, property: {} }], execution_mode: 'live' };
    const { status, error } = await create(body, key);
    expect([status, error.code]).toEqual([422, 'validation_failed']);
    expect(error.details).toEqual([
      { field: 'rows[1].applicant.esign_consent', message: expect.stringMatching(/ISO 8601/) },
      { field: 'rows[1].applicant.guarantor.application_completed_at', message: expect.stringMatching(/ISO 8601/) },
    ]);
    // The key is free.
    expect((await create({ ...body, rows: [{ applicant: APPLICANT }] }, key)).status).toBe(202);
  });

  test('that are refused are listed up to the hundredth, and counted', async () => {
    const many = Array.from({ length: 300 }, () => ({ applicant: { esign_consent: true } }));
    const { error } = await create({ rows: many, execution_mode: 'live' });
    expect([error.details.length, error.message]).toEqual([100, expect.stringContaining('300')]);
  });

  test('are warned of in test mode, and replayed so', async () => {
    const key = randomUUID();
    const first = await create({ rows: [{}, { applicant }] }, key);
    expect(first.data.warnings).toMatchObject([
      { code: 'unreadable_date', field: 'rows[1].applicant.esign_consent' },
      { code: 'unreadable_date', field: 'rows[1].applicant.guarantor.application_completed_at' },
    ]);
    expect((await create({ rows: [{}, { applicant }] }, key)).data).toEqual(first.data);
    expect((await caller.api.get(`/batches/${first.data.id}`)).data).not.toHaveProperty('warnings');
    expect((await create({ rows: [{ applicant: APPLICANT }] })).data).not.toHaveProperty('warnings');
  });
});

describe('an accepted batch', () => {
  // Rules: 17.1.1, 17.1.2
  test('is committed with its rows, queued, and one command', async () => {
    const { status, data } = await create({
      rows: [{ external_reference: 'a', applicant: APPLICANT, property: { unit: '4B' } }, {}],
      external_reference: 'intake',
    });
    expect(status).toBe(202);
    expect(data).toMatchObject({
      object: 'batch',
      status: 'pending',
      total_count: 2,
      completed_count: 0,
      failed_count: 0,
    });
    expect(await rowsOf(data.id)).toMatchObject([
      {
        row_index: 0,
        status: 'queued',
        external_reference: 'a',
        payload: { applicant: APPLICANT, property: { unit: '4B' } },
      },
      { row_index: 1, status: 'queued', external_reference: null, payload: {}, execution_key: null },
    ]);
    const commands = await gateway.db.kysely
      .selectFrom('command')
      .selectAll()
      .where('batch_id', '=', data.id)
      .execute();
    expect(commands).toMatchObject([{ kind: 'start', execution_id: null, lane: 'poke' }]);
    expect(gateway.published).toContain('commands.ready');
  });

  test('is one batch for two identical requests at once', async () => {
    const key = randomUUID();
    const [one, two] = await Promise.all([create({ rows: rows(3) }, key), create({ rows: rows(3) }, key)]);
    expect(one.data).toEqual(two.data);
    expect((await create({ rows: rows(4) }, key)).error.code).toBe('idempotency_conflict');
  });

  test('is not found by another client', async () => {
    const { data } = await create({ rows: rows(1) });
    const other = await gateway.caller({ of: caller });
    for (const path of ['', '/executions', '/summary']) {
      expect((await other.api.get(`/batches/${data.id}${path}`)).status).toBe(404);
    }
    for (const act of ['cancel', 'resume', 'retry_failed']) {
      expect((await other.api.post(`/batches/${data.id}/${act}`)).status).toBe(404);
    }
    expect((await other.api.get('/batches')).data).toEqual([]);
  });
});

describe('a batch is refused', () => {
  test.each([
    ['without rows', { rows: [] }, 'rows'],
    ['with 501 rows', { rows: rows(501) }, 'rows'],
    ['with a row that is no object', { rows: [{}, 7] }, 'rows[1]'],
    [
      'with a reference of 201 characters',
      { rows: [{ external_reference: 'x'.repeat(201) }] },
      'rows[0].external_reference',
    ],
    ['with a row of more than 64 KiB', { rows: [{}, { applicant: { a: 'x'.repeat(70_000) } }] }, 'rows[1]'],
    ['with an applicant that is no object', { rows: [{ applicant: 'Ada' }] }, 'rows[0].applicant'],
    ['with a misspelt key', { rows: [{ aplicant: {} }] }, 'rows[0].aplicant'],
    ['that skips waits in live mode', { rows: [{}], execution_mode: 'live', skip_waits: true }, 'skip_waits'],
  ])('%s', async (_what, body, field) => {
    const { status, error } = await create(body);
    expect(status).toBe(422);
    expect(error.code).toBe('validation_failed');
    expect(error.details.map((detail: { field: string }) => detail.field)).toContain(field);
  });

  test('with at most 100 details, however many rows are wrong', async () => {
    const { error } = await create({ rows: Array.from({ length: 500 }, () => ({ applicant: 1, property: 2 })) });
    expect(error.details).toHaveLength(100);
    expect(error.message).toContain('The first 100 of 1000 problems are listed.');
  });

  test('without comparing thousands of undeclared keys of a row with the declared ones', async () => {
    const keys = Array.from({ length: 2_000 }, (_, n) => [`applicant${n}`, 1] as const);
    const { error } = await create({ rows: Array.from({ length: 20 }, () => Object.fromEntries(keys)) });
    expect(error.message).toContain(`of ${20 * 2_000} problems`);
  });

  test('in live mode of a draft, or without production access', async () => {
    const { data } = await caller.api.post('/workflows', { name: 'Draft', definition: SIMPLE, active: false });
    const body = { rows: [{}], execution_mode: 'live' };
    const headers = { 'Idempotency-Key': randomUUID() };
    const refused = await caller.api.post(`/workflows/${data.id}/batches`, body, { headers });
    expect(refused.error.code).toBe('workflow_not_active');
    const other = await gateway.caller();
    const { data: theirs } = await other.api.post('/workflows', { name: 'Simple', definition: SIMPLE });
    const denied = await other.api.post(`/workflows/${theirs.id}/batches`, body, { headers });
    expect(denied.error.code).toBe('production_access_required');
  });
});

test('batches are found by their state and their cascade', async () => {
  const { data: workflow } = await caller.api.post('/workflows', { name: 'Other', definition: SIMPLE });
  const createOf = async (of: number) =>
    (
      await caller.api.post(
        `/workflows/${of}/batches`,
        { rows: [{}] },
        { headers: { 'Idempotency-Key': randomUUID() } },
      )
    ).data.id as number;
  const [pending, ended, elsewhere] = [
    await createOf(workflow.id),
    await createOf(workflow.id),
    await createOf(workflowId),
  ];
  for (const id of [ended, elsewhere]) await setBatch(id, { status: 'completed' });
  const found = async (filter: string): Promise<number[]> =>
    (await caller.api.get(`/batches?per_page=100&${filter}`)).data.map(({ id }: { id: number }) => id);
  const ofWorkflow = `filter[workflow_id]=${workflow.id}`;
  expect((await found(ofWorkflow)).toSorted((a, b) => a - b)).toEqual([pending, ended]);
  expect(await found(`${ofWorkflow}&filter[status]=completed`)).toEqual([ended]);
});

describe('the rows of a batch', () => {
  // Rules: 17.1.3
  test('are listed in their order, by status, and show the applicant only with the full scope', async () => {
    const { data } = await create({ rows: [{ applicant: APPLICANT }, {}, {}] });
    const [first] = await rowsOf(data.id);
    await set([first?.id ?? 0], { status: 'completed', outcome: 'approved', completed_at: new Date() });
    const all = await caller.api.get(`/batches/${data.id}/executions`);
    expect(all.data.map((row: { row_index: number }) => row.row_index)).toEqual([0, 1, 2]);
    expect(all.data[0]).toMatchObject({ applicant_email: APPLICANT.email, status: 'completed', retry_count: 0 });
    expect(all.data.map((row: { outcome: string | null }) => row.outcome)).toEqual(['approved', null, null]);
    const ids = async (path: string) =>
      (await caller.api.get(path)).data.map((row: { id: number }) => row.id).toSorted((a: number, b: number) => a - b);
    expect(await ids(`/executions?filter[batch_execution_id]=${data.id}`)).toEqual(
      all.data.map(({ id }: { id: number }) => id),
    );
    expect(await ids('/executions?per_page=100')).toContain(first?.id);
    const done = await caller.api.get(`/batches/${data.id}/executions?filter[status]=completed`);
    expect(done.body.meta.total_count).toBe(1);
    const reader = await gateway.caller({ of: caller, sameClient: true, scopes: ['executions:read'] });
    const { data: plain } = await reader.api.get(`/batches/${data.id}/executions`);
    expect(plain[0]).not.toHaveProperty('applicant_email');
    expect((await caller.api.get(`/batches/${data.id}`)).data).toMatchObject({ completed_count: 1, failed_count: 0 });
  });

  // Rules: 17.5.2
  test('say why they failed: a code to everybody, words to whoever may read the applicant, with numbers masked', async () => {
    const ssn = '900-10-1002';
    const { data } = await create({ rows: [{ applicant: { ...APPLICANT, ssn } }, {}, {}] });
    const [first, second] = await rowsOf(data.id);
    const message = `The vendor does not know ${ssn}.`;
    const failed = { status: 'failed', completed_at: new Date() } as const;
    await set([first?.id ?? 0], { ...failed, first_error_code: 'vendor_rejected', first_error_message: message });
    await set([second?.id ?? 0], failed);
    const errorsFor = async (scopes: readonly Scope[]): Promise<unknown> => {
      const { api } = await gateway.caller({ of: caller, sameClient: true, scopes });
      return (await api.get(`/batches/${data.id}/executions`)).data.map(
        ({ error_code: code, error }: { error_code: string | null; error?: string | null }) => [code, error],
      );
    };
    // A list records no act in the audit log, so it shows no number to anybody.
    for (const scopes of [['executions:read:full'], ['executions:read:full', 'pii:read']] as const) {
      expect(await errorsFor(scopes)).toEqual([
        ['vendor_rejected', 'The vendor does not know ***-**-1002.'],
        ['internal_error', null],
        [null, null],
      ]);
    }
    expect(await errorsFor(['executions:read'])).toEqual([
      ['vendor_rejected', undefined],
      ['internal_error', undefined],
      [null, undefined],
    ]);
  });

  test('are counted by the summary', async () => {
    const { data } = await create({ rows: rows(4) });
    const [one, two, three, four] = await rowsOf(data.id);
    const startedAt = new Date('2026-03-02T10:00:00.000Z');
    const after = (seconds: number) => new Date(startedAt.getTime() + seconds * 1_000);
    await set([one?.id ?? 0], {
      status: 'completed',
      outcome: 'approved',
      started_at: startedAt,
      completed_at: after(1),
    });
    await set([two?.id ?? 0], {
      status: 'completed',
      outcome: 'denied',
      started_at: startedAt,
      completed_at: after(3),
    });
    await set([three?.id ?? 0], { status: 'failed', started_at: startedAt, completed_at: after(2) });
    // By the codes of the rows.
    await set([four?.id ?? 0], { status: 'failed', first_error_code: 'vendor_rejected' });
    expect((await caller.api.get(`/batches/${data.id}/summary`)).data).toMatchObject({
      by_status: { completed: 2, failed: 2 },
      by_outcome: { approved: 1, denied: 1, none: 2 },
      by_error_code: { internal_error: 1, vendor_rejected: 1 },
      median_seconds: 2,
    });
  });
});

describe('cancelling a batch', () => {
  // Rules: 17.4.1
  test('cancels the rows that were dispatched, skips the others, and leaves those that have ended', async () => {
    const { data } = await create({ rows: rows(4) });
    const [done, running, parked, queued] = (await rowsOf(data.id)).map(({ id }) => id);
    await set([done ?? 0], { status: 'completed' });
    await set([running ?? 0], { status: 'running' });
    await set([parked ?? 0], { status: 'awaiting_review', review_status: 'in_review', needs_human_review: true });
    const { status, data: cancelled } = await caller.api.post(`/batches/${data.id}/cancel`);
    expect([status, cancelled.status]).toEqual([200, 'cancelled']);
    expect((await rowsOf(data.id)).map((row) => [row.id, row.status, row.review_status])).toEqual([
      [done, 'completed', 'none'],
      [running, 'cancelled', 'none'],
      [parked, 'cancelled', 'none'],
      [queued, 'skipped', 'none'],
    ]);
    const again = await caller.api.post(`/batches/${data.id}/cancel`);
    expect([again.status, again.data]).toEqual([200, cancelled]);
  });

  test('is refused once it has ended', async () => {
    const { data } = await create({ rows: rows(1) });
    await setBatch(data.id, { status: 'completed' });
    expect((await caller.api.post(`/batches/${data.id}/cancel`)).error).toMatchObject({
      code: 'batch_not_cancellable',
      message: 'The batch is completed; nothing is left to cancel.',
    });
  });
});

describe('resuming a batch', () => {
  // Rules: 17.3.3
  test('goes on with an interrupted one only', async () => {
    const { data } = await create({ rows: rows(1) });
    expect((await caller.api.post(`/batches/${data.id}/resume`)).error).toMatchObject({
      code: 'batch_not_resumable',
      message: 'The batch is pending; only an interrupted one can be resumed.',
    });
    await setBatch(data.id, { status: 'interrupted', interrupted_code: 'operator' });
    expect((await caller.api.get(`/batches/${data.id}`)).data.interruption).toBe('operator');
    const before = gateway.published.length;
    const { status, data: resumed } = await caller.api.post(`/batches/${data.id}/resume`);
    expect([status, resumed.status, resumed.interruption]).toEqual([202, 'running', null]);
    expect(gateway.published.slice(before)).toContain('commands.ready');
  });
});

describe('retrying a batch', () => {
  // Rules: 17.4.2, 17.4.3
  test('queues failed and skipped rows under new run keys, at the nodes that failed', async () => {
    const { data } = await create({ rows: rows(3) });
    const before = await rowsOf(data.id);
    const [failed, skipped, cancelled] = before.map(({ id }) => id);
    const state = { version: 1, arrivals: [], tokens: [], visits: { a: 1, b: 1 }, failed: ['a'], stopped: ['b'] };
    await set([failed ?? 0], { status: 'failed', state: JSON.stringify({ ...state, firstError: 'x' }) });
    await set([skipped ?? 0], { status: 'skipped' });
    await set([cancelled ?? 0], { status: 'cancelled' });
    await setBatch(data.id, { status: 'cancelled' });
    // A command left over from the run that failed.
    const poke = { kind: 'poke', lane: 'poke', execution_id: failed ?? 0 } as const;
    await gateway.db.kysely.insertInto('command').values(poke).execute();

    const { status, data: retried } = await caller.api.post(`/batches/${data.id}/retry_failed`);
    expect([status, retried.status]).toEqual([202, 'pending']);
    const after = await rowsOf(data.id);
    expect(after.map((row) => [row.status, row.retry_count])).toEqual([
      ['queued', 1],
      ['queued', 1],
      ['cancelled', 0],
    ]);
    expect(after[0]?.run_key).not.toBe(before[0]?.run_key);
    expect(after[0]?.state).toMatchObject({ arrivals: ['a', 'b'], failed: [], stopped: [], visits: { a: 1, b: 1 } });
    expect(after[1]?.state).toBeNull();
    const commands = gateway.db.kysely
      .selectFrom('command')
      .select('id')
      .where('execution_id', '=', failed ?? 0);
    expect(await commands.execute()).toEqual([]);
  });

  test('is refused while it runs, and if nothing failed', async () => {
    const { data } = await create({ rows: rows(1) });
    expect((await caller.api.post(`/batches/${data.id}/retry_failed`)).error).toMatchObject({
      code: 'batch_not_retryable',
      message: 'The batch is pending; rows are retried after it has ended.',
    });
    const [row] = await rowsOf(data.id);
    await set([row?.id ?? 0], { status: 'completed' });
    await setBatch(data.id, { status: 'completed' });
    expect((await caller.api.post(`/batches/${data.id}/retry_failed`)).error).toMatchObject({
      code: 'batch_not_retryable',
      message: expect.stringContaining('No row'),
    });
  });
});
