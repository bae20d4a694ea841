import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { asJson } from '../../platform/database/index.ts';
import { commandsOf, executionOf } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';
import { unguarded } from '../support/transitions.ts';

let gateway: TestGateway;
let caller: Caller;
beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
});
afterAll(() => gateway.stop());

const reEvaluate = (id: number, body: object = {}, key: string = randomUUID()) =>
  caller.api.post(`/executions/${id}/re_evaluations`, body, { headers: { 'Idempotency-Key': key } });
const setExecution = (id: number, values: Record<string, unknown>) =>
  unguarded(gateway.db, (trx) => trx.updateTable('execution').set(values).where('id', '=', id).execute());
const ended = async (output: object = { score: 700 }) => {
  const body = { payload: { applicant: { first_name: 'Ada' } }, external_reference: 'ref-1' };
  const id = await executionOf(caller, body);
  await setExecution(id, { status: 'completed', outcome: 'approved' });
  await gateway.db.kysely
    .insertInto('step')
    .values({
      execution_id: id,
      node_id: 'credit',
      visit: 1,
      node_type: 'BillingProduct',
      status: 'succeeded',
      output: asJson(output) as never,
    })
    .execute();
  return id;
};
const reportsOf = (id: number) =>
  gateway.db.kysely
    .selectFrom('reused_report')
    .select(['product_code', 'output', 'from_execution_id'])
    .where('execution_id', '=', id)
    .execute();

describe('a re-evaluation', () => {
  // Rules: 10.14.1
  test('warns of legal dates that cannot be read, in live mode too, because the payload was accepted before', async () => {
    const live = await gateway.caller({ productionAccess: true });
    const payload = asJson({ applicant: { application_completed_at: '11/02/2026' } });
    for (const mode of ['test', 'live']) {
      const id = await executionOf(live);
      await setExecution(id, { status: 'completed', outcome: 'approved', execution_mode: mode, payload });
      const headers = { 'Idempotency-Key': randomUUID() };
      const { data } = await live.api.post(`/executions/${id}/re_evaluations`, {}, { headers });
      expect(data).toMatchObject({
        execution_mode: mode,
        warnings: [{ code: 'unreadable_date', field: 'payload.applicant.application_completed_at' }],
      });
    }
  });

  // Rules: 13.3.1, 13.3.5
  test('is accepted with the old payload and reference, and both executions name each other', async () => {
    const old = await ended();
    const { status, data } = await reEvaluate(old);
    expect(status).toBe(202);
    expect(data).toMatchObject({
      status: 'pending',
      re_evaluated_from: old,
      external_reference: 'ref-1',
      execution_mode: 'test',
      execution_key: expect.stringMatching(new RegExp(`^api_client:\\d+:reeval:${old}:`)),
    });
    expect(data).not.toHaveProperty('assigned_to_user_id');
    expect(await commandsOf(gateway.db, data.id)).toEqual([{ kind: 'start', lane: 'single' }]);
    expect((await caller.api.get(`/executions/${old}`)).data.re_evaluated_as).toEqual([data.id]);
    expect((await caller.api.get(`/executions/${data.id}`)).data.input_context.applicant).toEqual({
      first_name: 'Ada',
    });
    expect((await caller.api.get(`/executions/${old}/review_events`)).data).toMatchObject([
      { event_type: 're_evaluated', actor_user_id: caller.userId, metadata: { re_evaluated_as: data.id } },
    ]);
  });

  test('settles a failure: what failed is found by `filter[unresolved]` until it is evaluated again', async () => {
    const [fine, failed] = [await ended(), await ended()];
    await setExecution(failed, { status: 'failed', outcome: null });
    const found = async (query: string) => {
      const { data } = await caller.api.get(`/executions?per_page=100&filter[unresolved]=${query}`);
      return [fine, failed].filter((id) => data.some((each: { id: number }) => each.id === id));
    };
    expect([await found('true'), await found('false')]).toEqual([[failed], [fine]]);
    const again = (await reEvaluate(failed)).data.id;
    expect([await found('true'), await found('false')]).toEqual([[], [fine, failed]]);
    // If the new one fails, too, it can be evaluated again in its turn.
    await setExecution(again, { status: 'failed' });
    const { data } = await caller.api.get('/executions?filter[unresolved]=true');
    expect(data.map(({ id }: { id: number }) => id)).toEqual([again]);
  });

  // Rules: 13.3.2, 13.3.3
  test('copies the reports that were pulled, unless fresh ones are wanted', async () => {
    const old = await ended({ score: 655 });
    const reused = (await reEvaluate(old)).data.id;
    expect(await reportsOf(reused)).toEqual([
      { product_code: 'credit_report', output: { score: 655 }, from_execution_id: old },
    ]);
    expect(await reportsOf((await reEvaluate(old, { reuse_reports: false })).data.id)).toEqual([]);
    await gateway.db.kysely.deleteFrom('step').where('execution_id', '=', old).execute();
    expect(await reportsOf(reused)).toHaveLength(1);
  });

  // Rules: 6.10.3
  test('uses the last version of a report that its vendor corrected', async () => {
    const old = await ended({ score: 655 });
    const versions = [660, 670].map((score, index) => ({
      came_at: `2026-03-0${index + 2}T10:00:00.000Z`,
      report: { score },
    }));
    await sql`
      insert into vendor_order (idempotency_key, account_id, api_client_id, execution_id, effect_id, node_id, visit,
        product_code, connection, poll_at, deadline_at, ended_at, ended_as, corrections)
      select gen_random_uuid(), account_id, api_client_id, id, 1, 'credit', 1, 'credit_report', 'a', now(), now(), now(),
        'reported', ${JSON.stringify(versions)}::jsonb
      from execution where id = ${old}`.execute(gateway.db.kysely);
    expect(await reportsOf((await reEvaluate(old)).data.id)).toMatchObject([{ output: { score: 670 } }]);
  });

  // Rules: 6.9.9
  test('uses a report that came when its step had failed', async () => {
    const old = await ended();
    const { kysely } = gateway.db;
    await kysely.updateTable('step').set({ status: 'failed', output: null }).where('execution_id', '=', old).execute();
    const request = asJson({ kind: 'live_pull', key: 'pull', product_code: 'credit_report' } as const);
    const result = asJson({ report: { score: 640 }, came_at: '2026-03-02T10:00:00.000Z' });
    await kysely
      .insertInto('effect')
      .values({
        execution_id: old,
        node_id: 'credit',
        visit: 1,
        kind: 'live_pull',
        key: 'a',
        request,
        status: 'failed',
        result,
      })
      .execute();
    expect(await reportsOf((await reEvaluate(old)).data.id)).toMatchObject([{ output: { score: 640 } }]);
  });

  // Rules: 1.9.10
  test('has keys of its own: a trigger whose key begins like its namespace is another request', async () => {
    const old = await ended();
    const { workflow_id: workflowId } = (await caller.api.get(`/executions/${old}`)).data;
    const first = await caller.api.trigger(workflowId, {}, `reeval:${old}:x`);
    const again = await reEvaluate(old, {}, 'x');
    expect([first.status, again.status, again.data.re_evaluated_from]).toEqual([202, 202, old]);
    // Executions show both as the reference writes them.
    expect(again.data.execution_key).toBe(first.data.execution_key);
    // So is one whose key begins like that of many re-evaluations, or like a part of another key.
    for (const key of ['reevals:x', `part 1 of api_client:${caller.clientId}:x`]) {
      expect((await caller.api.trigger(workflowId, {}, key)).status).toBe(202);
    }
    const many = { headers: { 'Idempotency-Key': 'x' } };
    const counted = (await caller.api.get('/executions?filter[status]=failed&filter[unresolved]=true')).body.meta;
    const body = { expected_count: counted.total_count };
    expect((await caller.api.post('/executions/re_evaluations', body, many)).status).toBe(202);
  });

  test('under one key is made once, and conflicts with another body', async () => {
    const [old, key] = [await ended(), randomUUID()];
    const answers = await Promise.all([reEvaluate(old, {}, key), reEvaluate(old, { reuse_reports: true }, key)]);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect((await reEvaluate(old, { reuse_reports: false }, key)).error.code).toBe('idempotency_conflict');
    expect((await caller.api.post(`/executions/${old}/re_evaluations`, {})).error.code).toBe('missing_idempotency_key');
  });

  // Rules: 18.4.6
  test('is refused while the old one runs, once its input is redacted, and when the cascade is gone', async () => {
    expect((await reEvaluate(await executionOf(caller))).error.code).toBe('execution_not_reevaluable');
    const redacted = await ended();
    await setExecution(redacted, { redacted_at: new Date() });
    expect((await reEvaluate(redacted)).error.code).toBe('execution_not_reevaluable');
    const orphan = await ended();
    const { workflow_id } = (await caller.api.get(`/executions/${orphan}`)).data;
    await caller.api.delete(`/workflows/${workflow_id}`);
    const { status, error } = await reEvaluate(orphan);
    expect([status, error.code]).toEqual([422, 'workflow_not_runnable']);
  });
});

describe('a comparison', () => {
  test('shows branch by branch and value by value what differs', async () => {
    const [left, right] = [await ended({ score: 655, name: 'same' }), await ended({ score: 700, name: 'same' })];
    const condition = { branch: 'pass', group: 0, source_node_id: 'credit', field: 'score', operator: 'greater_than' };
    for (const [id, branch, actual, result] of [
      [left, 'fail', 655, false],
      [right, 'pass', 700, true],
    ] as const) {
      const output = { branch, conditions: [{ ...condition, value: 680, actual, result, missing: false }] };
      const step = { execution_id: id, node_id: 'decide', visit: 1, node_type: 'IfElse', status: 'succeeded' as const };
      await gateway.db.kysely
        .insertInto('step')
        .values({ ...step, output: asJson(output) as never })
        .execute();
    }
    await setExecution(left, { outcome: 'denied' });
    const { status, data } = await caller.api.get(`/executions/${left}/comparison?with=${right}`);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      left: { id: left, outcome: 'denied' },
      right: { id: right, outcome: 'approved' },
      is_same_outcome: false,
      unchanged_nodes: [],
    });
    expect(data.nodes).toEqual([
      {
        node_id: 'credit',
        ran: { left: true, right: true },
        branch: { left: null, right: null },
        conditions: [],
        values: [{ path: 'score', left: 655, right: 700 }],
        differences: 1,
      },
      {
        node_id: 'decide',
        ran: { left: true, right: true },
        branch: { left: 'fail', right: 'pass' },
        conditions: [
          {
            ...condition,
            required: { left: 680, right: 680 },
            actual: { left: 655, right: 700 },
            result: { left: false, right: true },
          },
        ],
        values: [{ path: 'branch', left: 'fail', right: 'pass' }],
        differences: 1,
      },
    ]);
  });

  test('needs the other id, and shows nothing of another client', async () => {
    const id = await ended();
    expect((await caller.api.get(`/executions/${id}/comparison`)).error.details).toEqual([
      { field: 'with', message: 'is required' },
    ]);
    const foreign = await executionOf(await gateway.caller());
    expect((await caller.api.get(`/executions/${id}/comparison?with=${foreign}`)).status).toBe(404);
  });
});
