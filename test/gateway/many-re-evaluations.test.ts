import { afterAll, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { randomUUID } from 'node:crypto';
import { asJson } from '../../platform/database/index.ts';
import { unguarded } from '../support/transitions.ts';
import { SIMPLE } from './fixtures.ts';
import { commandsOf, cutShort } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/** Failed executions, evaluated again by a filter. */
const CODE = 'value_not_comparable';

let gateway: TestGateway;
let caller: Caller;
let workflowId: number;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  caller = await gateway.caller();
  workflowId = (await caller.api.post('/workflows', { name: 'W', definition: SIMPLE })).data.id;
});

async function failed(code: string | null = CODE, workflow = workflowId): Promise<number> {
  const { data } = await caller.api.trigger(workflow, { payload: { applicant: { income: '$4,200' } } });
  const values = { status: 'failed' as const, first_error_code: code, completed_at: new Date() };
  await unguarded(gateway.db, (trx) => trx.updateTable('execution').set(values).where('id', '=', data.id).execute());
  await gateway.db.kysely.deleteFrom('command').where('execution_id', '=', data.id).execute();
  return data.id;
}
const again = (body: object, key: string = randomUUID(), by: Caller = caller) =>
  by.api.post('/executions/re_evaluations', body, { headers: { 'Idempotency-Key': key } });
const countOf = async (query: string) =>
  (await caller.api.get(`/executions?filter[unresolved]=true&${query}`)).body.meta.total_count as number;

describe('executions that failed', () => {
  // Rules: 13.6.1, 13.6.5
  test('are evaluated again by their code, each once, and name each other', async () => {
    const ids = [await failed(), await failed(), await failed()];
    const other = await failed('vendor_error');
    expect(await countOf(`filter[error_code]=${CODE}`)).toBe(3);
    const { status, data } = await again({ filter: { error_code: [CODE] }, expected_count: 3 });
    expect(status).toBe(202);
    expect(data).toMatchObject({ matched_count: 3, accepted_count: 3, remaining_count: 0, skipped_count: 0 });
    expect(data.executions.map((each: { re_evaluated_from: number }) => each.re_evaluated_from)).toEqual(ids);
    for (const { id, re_evaluated_from: from } of data.executions) {
      const detail = (await caller.api.get(`/executions/${id}`)).data;
      expect(detail).toMatchObject({ status: 'pending', re_evaluated_from: from, workflow_id: workflowId });
      expect(detail.input_context.applicant).toEqual({ income: '$4,200' });
      expect((await caller.api.get(`/executions/${from}`)).data.re_evaluated_as).toEqual([id]);
      expect(await commandsOf(gateway.db, id)).toEqual([{ kind: 'start', lane: 'recovery' }]);
      expect((await caller.api.get(`/executions/${from}/review_events`)).data).toMatchObject([
        { event_type: 're_evaluated', actor_user_id: caller.userId, metadata: { re_evaluated_as: id } },
      ]);
    }
    expect(await countOf(`filter[error_code]=${CODE}`)).toBe(0);
    expect((await caller.api.get(`/executions/${other}`)).data.re_evaluated_as).toEqual([]);
  });

  // Rules: 13.6.2
  test('are left alone if their number is another one by now', async () => {
    const id = await failed();
    const { status, error } = await again({ filter: { error_code: [CODE] }, expected_count: 340 });
    expect([status, error.code, error.message]).toEqual([
      409,
      'count_changed',
      expect.stringContaining('1 executions match'),
    ]);
    expect((await caller.api.get(`/executions/${id}`)).data.re_evaluated_as).toEqual([]);
  });

  // Rules: 13.6.3
  test('are evaluated again once by one key, and by two requests at the same time', async () => {
    await failed();
    const body = { filter: { error_code: [CODE] }, expected_count: 1 };
    const key = randomUUID();
    const [one, other] = await Promise.all([again(body, key), again(body, key)]);
    expect(one.data).toEqual(other.data);

    for (let index = 0; index < 5; index += 1) await failed();
    const answers = await Promise.all([1, 2, 3].map(() => again({ ...body, expected_count: 5 })));
    const accepted = answers.map(({ status, data }) => (status === 202 ? data.accepted_count : 0));
    expect(accepted.toSorted()).toEqual([0, 0, 5]);
    const { rows } = await gateway.db.pool.query(
      'select re_evaluated_from from execution where api_client_id = $1 and re_evaluated_from is not null',
      [caller.clientId],
    );
    expect(new Set(rows.map(({ re_evaluated_from: from }) => from)).size).toBe(6);
    expect(rows).toHaveLength(6);
  });

  test('use their reports again, with what was corrected before', async () => {
    const id = await failed();
    const step = { execution_id: id, node_id: 'credit', visit: 1, node_type: 'BillingProduct' };
    await gateway.db.kysely
      .insertInto('step')
      .values({ ...step, status: 'succeeded', output: asJson({ score: 655 }) as never })
      .execute();
    const entry = { field: 'applicant.income', value: 4200, previous: 'x', note: null, reason: 'r' };
    const as = { corrected_by_user_id: caller.userId, corrected_at: '2026-03-02T10:00:00.000Z' };
    const corrections = [
      { product_code: null, ...entry, ...as },
      { product_code: 'credit_report', ...entry, ...as, field: 'score' },
    ];
    await gateway.db.kysely
      .updateTable('execution')
      .set({ corrections: asJson(corrections) })
      .where('id', '=', id)
      .execute();
    const { data } = await again({ expected_count: 1 });
    const [made] = data.executions;
    const reports = gateway.db.kysely.selectFrom('reused_report').selectAll().where('execution_id', '=', made.id);
    expect(await reports.execute()).toMatchObject([{ output: { score: 655 }, from_execution_id: id }]);
    expect((await caller.api.get(`/executions/${made.id}`)).data.corrections).toHaveLength(2);

    await unguarded(gateway.db, (trx) =>
      trx.updateTable('execution').set({ status: 'failed' }).where('id', '=', made.id).execute(),
    );
    const fresh = (await again({ expected_count: 1, reuse_reports: false })).data.executions[0];
    expect((await caller.api.get(`/executions/${fresh.id}`)).data.corrections).toMatchObject([{ product_code: null }]);
  });

  // Rules: 13.6.4
  test('are skipped and counted if their cascade is gone or their input is redacted', async () => {
    const gone = (await caller.api.post('/workflows', { name: 'Gone', definition: SIMPLE })).data.id;
    const fine = await failed();
    await failed(CODE, gone);
    await caller.api.delete(`/workflows/${gone}`);
    const redacted = await failed();
    await gateway.db.kysely
      .updateTable('execution')
      .set({ redacted_at: new Date() })
      .where('id', '=', redacted)
      .execute();
    const { data } = await again({ filter: { error_code: [CODE] }, expected_count: 3 });
    expect(data).toMatchObject({ accepted_count: 1, skipped_count: 2, executions: [{ re_evaluated_from: fine }] });
  });

  // Rules: 13.6.4
  test('are skipped where a vendor may have the order, until a person has settled it', async () => {
    const [unknown, other] = [await failed(), await failed()];
    await cutShort(gateway.db, caller, unknown);
    const body = { filter: { error_code: [CODE] }, expected_count: 2 };
    const { data } = await again(body);
    expect(data).toMatchObject({ matched_count: 2, skipped_count: 1, executions: [{ re_evaluated_from: other }] });
    expect((await caller.api.get('/unknown_pulls')).data).toMatchObject([{ execution_id: unknown, node_id: 'credit' }]);
    const settle = () => caller.api.post(`/executions/${unknown}/settle_pull`, { node_id: 'credit', reference: null });
    expect((await settle()).data).toMatchObject({ object: 'settled_pull', result: 'not_ordered' });
    expect((await settle()).status).toBe(404);
    const next = await again({ ...body, expected_count: 1 });
    expect(next.data.executions).toMatchObject([{ re_evaluated_from: unknown }]);
  });

  test('are those of the calling client alone', async () => {
    const id = await failed();
    const stranger = await gateway.caller({ of: caller });
    expect((await again({ expected_count: 1 }, randomUUID(), stranger)).error.code).toBe('count_changed');
    expect((await again({ expected_count: 0 }, randomUUID(), stranger)).data).toMatchObject({ accepted_count: 0 });
    expect((await caller.api.get(`/executions/${id}`)).data.re_evaluated_as).toEqual([]);
  });

  test('are found by each filter of the list that says when, where and by which code they failed', async () => {
    await failed();
    const none = await failed(null);
    expect((await caller.api.get('/executions?filter[error_code]=internal_error')).data).toMatchObject([{ id: none }]);
    for (const filter of [
      { workflow_id: [workflowId + 1] },
      { created_after: '2999-01-01T00:00:00Z' },
      { completed_before: '2000-01-01T00:00:00Z' },
      { execution_mode: ['live'] },
      { external_reference: ['x'] },
      { batch_execution_id: [1] },
    ]) {
      expect([filter, (await again({ filter, expected_count: 2 })).error?.code]).toEqual([filter, 'count_changed']);
    }
    expect((await again({ filter: { status: ['completed'] }, expected_count: 2 })).error.code).toBe(
      'validation_failed',
    );
    expect(
      (await again({ filter: { error_code: [CODE, 'internal_error'] }, expected_count: 2 })).data.accepted_count,
    ).toBe(2);
  });

  // Rules: 13.6.3
  test('beyond the most of one request go on with the next one', async () => {
    const first = await failed();
    await gateway.db.pool.query(
      `insert into execution (account_id, api_client_id, workflow_id, workflow_version, status, execution_mode, payload, run_key,
         first_error_code, completed_at)
       select account_id, api_client_id, workflow_id, workflow_version, status, execution_mode, payload, gen_random_uuid(),
         first_error_code, completed_at from execution cross join generate_series(1, 501) where id = $1`,
      [first],
    );
    const body = { filter: { error_code: [CODE] } };
    const { data } = await again({ ...body, expected_count: 502 });
    expect(data).toMatchObject({ matched_count: 502, accepted_count: 500, remaining_count: 2, skipped_count: 0 });
    expect((await again({ ...body, expected_count: 2 })).data).toMatchObject({ accepted_count: 2, remaining_count: 0 });
    expect(await countOf(`filter[error_code]=${CODE}`)).toBe(0);
  });
});
