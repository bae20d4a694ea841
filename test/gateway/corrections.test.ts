import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { randomUUID } from 'node:crypto';
import { PRODUCTS } from '../../core/products/index.ts';
import { asJson } from '../../platform/database/index.ts';
import { unguarded } from '../support/transitions.ts';
import { executionOf } from './executions-support.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

/** Corrections of payload and reports in a re-evaluation. */
const REPORT = PRODUCTS.credit_report.synthetic({}, '2026-03-01');
const APPLICANT = { first_name: 'Ada', ssn: '900-10-1003', monthly_income: '$4,200' };
const REASON = 'The form sent a dollar sign.';

let gateway: TestGateway;
let caller: Caller;
beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
});
afterAll(() => gateway.stop());

const reEvaluate = (id: number, body: object, by: Caller = caller) =>
  by.api.post(`/executions/${id}/re_evaluations`, body, { headers: { 'Idempotency-Key': randomUUID() } });

/** An execution that failed after its report was pulled. */
async function failed(): Promise<number> {
  const id = await executionOf(caller, { payload: { applicant: APPLICANT } });
  await unguarded(gateway.db, (trx) =>
    trx.updateTable('execution').set({ status: 'failed', completed_at: new Date() }).where('id', '=', id).execute(),
  );
  const step = { execution_id: id, node_id: 'credit', visit: 1, node_type: 'BillingProduct' };
  await gateway.db.kysely
    .insertInto('step')
    .values({ ...step, status: 'succeeded', output: asJson(REPORT) as never })
    .execute();
  return id;
}

describe('corrections', () => {
  // Rules: 13.4.1
  test('may be the address to which no letter could go', async () => {
    const old = await failed();
    const applicant = { ...APPLICANT, email: 'ada@example' };
    await gateway.db.kysely
      .updateTable('execution')
      .set({ payload: asJson({ applicant }) })
      .where('id', '=', old)
      .execute();
    const body = { corrections: { 'applicant.email': 'ada@example.com' }, reason: 'The address had a typing error.' };
    const { status, data } = await reEvaluate(old, body);
    expect(status).toBe(202);
    const { payload } = await gateway.db.kysely
      .selectFrom('execution')
      .select('payload')
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow();
    expect(payload).toMatchObject({ applicant: { ...APPLICANT, email: 'ada@example.com' } });
  });

  // Rules: 13.5.1
  test('are what the new execution runs on, and say who corrected what and why', async () => {
    const old = await failed();
    const { status, data } = await reEvaluate(old, {
      corrections: {
        'applicant.monthly_income': 4200,
        'steps.credit.score': { value: 640, note: 'letter of the bureau' },
      },
      reason: ` ${REASON} `,
    });
    expect(status).toBe(202);
    const detail = (await caller.api.get(`/executions/${data.id}`)).data;
    expect(detail.input_context.applicant).toEqual({ ...APPLICANT, monthly_income: 4200 });
    const by = { reason: REASON, corrected_by_user_id: caller.userId, corrected_at: expect.stringMatching(/Z$/) };
    expect(detail.corrections).toEqual([
      {
        ...{ path: 'applicant.monthly_income', product_code: null, value: 4200, previous: '$4,200', note: null },
        ...by,
      },
      {
        ...{ path: 'score', product_code: 'credit_report', value: 640, previous: REPORT.score },
        ...{ note: 'letter of the bureau', ...by },
      },
    ]);
    const [reused] = await gateway.db.kysely
      .selectFrom('reused_report')
      .select('output')
      .where('execution_id', '=', data.id)
      .execute();
    expect(reused?.output).toMatchObject({ score: 640, corrected_values: [{ path: 'score', reported: REPORT.score }] });
    // The old one stays as it was, and shows that it was corrected.
    const before = (await caller.api.get(`/executions/${old}`)).data;
    expect([before.input_context.applicant, before.corrections]).toEqual([APPLICANT, []]);
    expect((await caller.api.get(`/executions/${old}/review_events`)).data).toMatchObject([
      { event_type: 're_evaluated', note: REASON, metadata: { re_evaluated_as: data.id, corrections: 2 } },
    ]);
  });

  // Rules: 13.5.2
  test('stand in a comparison, and in a re-evaluation of the one that was corrected', async () => {
    const old = await failed();
    const corrections = { 'applicant.monthly_income': 4200, 'steps.credit.score': { value: 640, note: 'n' } };
    const first = (await reEvaluate(old, { corrections, reason: REASON })).data.id;
    const { data } = await caller.api.get(`/executions/${old}/comparison?with=${first}`);
    expect([data.left.corrections, data.right.corrections.length]).toEqual([[], 2]);

    await unguarded(gateway.db, (trx) =>
      trx.updateTable('execution').set({ status: 'failed' }).where('id', '=', first).execute(),
    );
    const correctionsOf = async (body: object) => {
      const { id } = (await reEvaluate(first, body)).data;
      return (await caller.api.get(`/executions/${id}`)).data.corrections.map(
        ({ path, value, previous }: { path: string; value: unknown; previous: unknown }) => [path, value, previous],
      );
    };
    const income = ['applicant.monthly_income', 4200, '$4,200'];
    const score = ['score', 640, REPORT.score];
    expect(await correctionsOf({})).toEqual([income, score]);
    // Pulled again, the value is the agency's.
    expect(await correctionsOf({ reuse_reports: false })).toEqual([income]);
    expect(
      await correctionsOf({ corrections: { 'steps.credit.score': { value: 650, note: 'n' } }, reason: 'again' }),
    ).toEqual([income, ['score', 650, REPORT.score]]);
  });

  // Rules: 13.4.3, 13.4.5, 13.4.6
  test.each([
    [{ corrections: { 'applicant.monthly_income': 4200 } }, ['reason']],
    [{ corrections: { 'applicant.monthly_income': 4200 }, reason: '  ' }, ['reason']],
    [
      { corrections: { 'applicant.income': 1, 'applicant.x.y': 2 }, reason: REASON },
      ['corrections.applicant.income', 'corrections.applicant.x.y'],
    ],
    [
      { corrections: { 'steps.credit.score': { value: 'n/a', note: 'n' } }, reason: REASON },
      ['corrections.steps.credit.score'],
    ],
    [
      { corrections: { 'steps.credit.score': { value: 4000, note: 'n' } }, reason: REASON },
      ['corrections.steps.credit.score'],
    ],
    [{ corrections: { 'steps.credit.score': 640 }, reason: REASON }, ['corrections.steps.credit.score']],
    [
      { corrections: { 'steps.credit.score': { value: 640, note: 'n' } }, reason: REASON, reuse_reports: false },
      ['corrections.steps.credit.score'],
    ],
    [{ corrections: [], reason: REASON }, ['corrections']],
    [
      { corrections: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`a.${at}`, 1])), reason: REASON },
      ['corrections'],
    ],
  ])('that cannot be made are refused, each by its path: %j', async (body, fields) => {
    const old = await failed();
    const { status, error } = await reEvaluate(old, body);
    expect([status, error.code]).toEqual([422, 'validation_failed']);
    expect(error.details.map(({ field }: { field: string }) => field)).toEqual(fields);
    expect((await caller.api.get(`/executions/${old}`)).data.re_evaluated_as).toEqual([]);
  });

  // Rules: 13.7.1
  test('find a report that was pulled and paid for, and that the run did not take in any more', async () => {
    const old = await failed();
    const of = { execution_id: old, node_id: 'credit', visit: 1 };
    await gateway.db.kysely
      .updateTable('step')
      .set({ status: 'cancelled', output: null })
      .where('execution_id', '=', old)
      .execute();
    const effect = { ...of, key: 'credit#1#pull', kind: 'live_pull' as const, status: 'done' as const };
    const { reported_on: _day, ...undated } = REPORT;
    await gateway.db.kysely
      .insertInto('effect')
      .values({
        ...effect,
        request: asJson({ kind: 'live_pull', key: 'pull', product_code: 'credit_report' }) as never,
        result: asJson({ report: undated }) as never,
        finished_at: new Date('2026-03-01T23:00:00Z'),
      })
      .execute();
    const corrections = { 'steps.credit.score': { value: 640, note: 'n' } };
    const { data } = await reEvaluate(old, { corrections, reason: REASON });
    const rows = gateway.db.kysely.selectFrom('reused_report').select('output').where('execution_id', '=', data.id);
    expect((await rows.executeTakeFirstOrThrow()).output).toMatchObject({ ...REPORT, score: 640 });
  });

  test('of a date that the law reads are refused in live mode if it cannot be read', async () => {
    const live = await gateway.caller({ productionAccess: true });
    const dates = { application_completed_at: '2026-03-01T10:00:00Z', guarantors: [{ esign_consent: '2026-03-01' }] };
    const old = await executionOf(live, { payload: { applicant: { ...APPLICANT, ...dates } } });
    await unguarded(gateway.db, (trx) =>
      trx.updateTable('execution').set({ status: 'failed', execution_mode: 'live' }).where('id', '=', old).execute(),
    );
    const corrections = {
      'applicant.application_completed_at': '30 February',
      'applicant.guarantors.0.esign_consent': '03/01/2026',
    };
    const { error } = await reEvaluate(old, { corrections, reason: REASON }, live);
    expect(error.details).toMatchObject([
      { field: 'corrections.applicant.guarantors.0.esign_consent' },
      { field: 'corrections.applicant.application_completed_at' },
    ]);
  });

  // Rules: 13.4.8
  test('ask for the scope that reads what they replace', async () => {
    const old = await failed();
    const narrow = await gateway.caller({
      of: caller,
      sameClient: true,
      scopes: ['executions:read', 'executions:write'],
    });
    const body = { corrections: { 'applicant.monthly_income': 4200 }, reason: REASON };
    const { status, error } = await reEvaluate(old, body, narrow);
    expect([status, error.code]).toEqual([403, 'insufficient_scope']);
    expect((await reEvaluate(old, {}, narrow)).status).toBe(202);
  });

  test('are masked as the values are that they replace, and leave no value in the audit log', async () => {
    const old = await failed();
    const body = { corrections: { 'applicant.ssn': '900-10-1004' }, reason: 'It was 900-10-1003, of her brother.' };
    const { id } = (await reEvaluate(old, body)).data;
    const masked = await gateway.caller({ of: caller, sameClient: true, scopes: ['executions:read:full'] });
    const { corrections } = (await masked.api.get(`/executions/${id}`)).data;
    expect(corrections).toMatchObject([
      { value: '***-**-1004', previous: '***-**-1003', reason: expect.stringContaining('***-**-1003') },
    ]);
    const rows = await gateway.db.kysely
      .selectFrom('audit_event')
      .select('detail')
      .where('action', '=', 'execution.re_evaluated')
      .execute();
    expect(JSON.stringify(rows)).toContain('"corrections":1');
    expect(JSON.stringify(rows)).not.toMatch(/900-10|brother|ssn/);
  });
});
