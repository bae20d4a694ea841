import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { PostgresArtifactStore } from '../../platform/artifact-store/index.ts';
import { TABLE_RECORDS } from '../../platform/database/tables.ts';
import { runRetention, type RetentionPeriods } from '../../platform/retention/index.ts';
import type { ApiCaller } from '../gateway/api-caller.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { columnsWithTheName, NAME, plantEverywhere } from './planted.ts';

const DAYS = { piiDays: 30, artifactDays: 7, letterDays: 60 };

let stack: Stack;
let token: string;
let api: ApiCaller;
let executionId: number;
let letterId: number;
let reEvaluationId: number;

beforeAll(async () => {
  stack = await startStack({ services: ['gateway', 'executor', 'artifacts'] });
  ({ token } = await stack.createCaller());
  ({ api, executionId, reEvaluationId } = await plantEverywhere(stack, token));
  const detail = (await api.get(`/executions/${executionId}`)).data;
  letterId = detail.step_outputs.deny.notices[0].artifact_id;
});
afterAll(async () => {
  await stack?.stop();
});

/** The columns with words about an applicant, as the registry of tables says. */
const REGISTERED = TABLE_RECORDS.flatMap(({ table, applicant = {} }) =>
  Object.keys(applicant).map((column) => `${table}.${column}`),
).toSorted();

/** In a letter, which has a period of its own. */
const LETTERS = ['artifact.document', 'mail_message.raw', 'mail_message.recipient', 'mail_message.response'];

const retain = (periods: RetentionPeriods) =>
  runRetention(
    { db: stack.db, storeOn: (trx) => new PostgresArtifactStore(trx), audit: () => Promise.resolve() },
    periods,
  );

/** Pretends that all of it happened that many days ago. */
async function age(days: number): Promise<void> {
  const back = sql.raw(`interval '${days} days'`);
  for (const [table, column] of [
    ['execution', 'completed_at'],
    ['artifact', 'created_at'],
    ['mail_message', 'created_at'],
    ['review_event', 'created_at'],
  ] as const) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - ${back}`.execute(
      stack.db.kysely,
    );
  }
}

const files = async () =>
  (
    await stack.db.kysely
      .selectFrom('artifact')
      .leftJoin('artifact_blob', 'artifact_blob.artifact_id', 'artifact.id')
      .select(['kind', 'removed_at', 'artifact_blob.artifact_id as blob'])
      .orderBy('id')
      .execute()
  ).map(
    ({ kind, removed_at, blob }) =>
      `${kind} ${removed_at === null ? 'kept' : 'removed'}${blob === null ? '' : ' +file'}`,
  );

describe('retention', () => {
  // Rules: 18.4.3
  // Rules: 13.3.4
  test('comes after the mail and the notice of each run: a re-evaluation writes both again', async () => {
    const { rows } = await sql<{ execution_id: number; kinds: string[] }>`
      select m.execution_id, array_agg(f.kind order by f.kind) as kinds
      from mail_message m join effect f on f.id = m.effect_id group by 1 order by 1`.execute(stack.db.kysely);
    expect(rows).toEqual([executionId, reEvaluationId].map((id) => ({ execution_id: id, kinds: ['mail', 'notice'] })));
  });

  test('finds the name, before it is removed, wherever it stands', async () => {
    // Nowhere but where the registry says so, and everywhere there.
    expect(await columnsWithTheName(stack.db)).toEqual(REGISTERED);
  });

  // Rules: 18.6.2
  test('does not have to look for it in the responses that are stored for repeated requests', async () => {
    const { rows } = await sql<{ key: string }>`select key from idempotency_key`.execute(stack.db.kysely);
    const keys = rows.map(({ key }) => key);
    for (const act of ['review_notes', 'review_decisions', 'again']) {
      expect(keys).toContainEqual(expect.stringContaining(act));
    }
  });

  // Rules: 18.6.1
  test('empties the result of an effect once the run has taken it in', async () => {
    const { rows } = await sql<{ kind: string }>`
      select kind from effect where status = 'done' and result is not null`.execute(stack.db.kysely);
    expect(rows).toEqual([]);
  });

  // Rules: 18.4.1
  test('leaves all that is younger than its period', async () => {
    const before = await columnsWithTheName(stack.db);
    expect(await retain(DAYS)).toEqual({ executions: 0, notes: 0, reports: 0, letters: 0 });
    expect(await columnsWithTheName(stack.db)).toEqual(before);
  });

  // Rules: 18.4.9
  test('removes PDFs of reports first, whose record then says that they cannot be downloaded', async () => {
    await age(10);
    expect(await retain(DAYS)).toMatchObject({ executions: 0, reports: 2, letters: 0 });
    const { data } = await api.get(`/executions/${executionId}/report_artifacts`);
    expect(data.map((artifact: { downloadable: boolean }) => artifact.downloadable)).toEqual([false]);
  });

  // Rules: 13.5.6, 18.4.3, 18.4.4, 18.4.5
  test('redacts the applicant and keeps the decision and the letter', async () => {
    await age(30);
    expect(await retain(DAYS)).toMatchObject({ executions: 2, letters: 0 });
    const { data } = await api.get(`/executions/${executionId}`);
    expect(data).toMatchObject({ status: 'failed', outcome: 'denied', review_status: 'denied' });
    expect(data.redacted_at).not.toBeNull();
    expect(data.step_outputs).toMatchObject({
      credit: {},
      check: { branch: 'human_review', review: { decision: 'denied' } },
      deny: { action_taken: 'denied', notices: [{ artifact_id: letterId, status: 'sent' }] },
    });
    expect(data.failed_steps).toMatchObject([{ node_id: 'broken', message: 'Removed under the retention rules.' }]);
    expect(Object.keys(data.input_context)).not.toContain('applicant');
    expect(await columnsWithTheName(stack.db)).toEqual(LETTERS);
    // That values were corrected, by whom and when, stays.
    const { corrections } = (await api.get(`/executions/${reEvaluationId}`)).data;
    const emptied = { value: null, previous: null, note: null, reason: '', corrected_by_user_id: expect.any(Number) };
    expect(corrections).toMatchObject([
      { ...emptied, path: '', product_code: null },
      { ...emptied, path: '', product_code: null },
      { ...emptied, path: 'score', product_code: 'credit_report' },
    ]);
    const letter = await fetch(`${stack.baseUrl}/api/v1/executions/${executionId}/notice_artifacts/${letterId}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(letter.status).toBe(200);
  });

  // Rules: 18.4.6
  test('leaves what can be read of a redacted execution readable', async () => {
    const comparison = `/comparison?with=${reEvaluationId}`;
    for (const path of ['', '/review', '/explanation', '/review_events', '/notice_artifacts', comparison]) {
      expect([path, (await api.get(`/executions/${executionId}${path}`)).status]).toEqual([path, 200]);
    }
    const again = await api.post(
      `/executions/${executionId}/re_evaluations`,
      {},
      { headers: { 'Idempotency-Key': 'late' } },
    );
    expect(again.error.code).toBe('execution_not_reevaluable');
  });

  // Rules: 18.4.7
  // Rules: 6.10.4
  test('takes the callbacks of vendors with it, and leaves that a report was corrected', async () => {
    const { rows: callbacks } = await sql<{ digest: string }>`select digest from vendor_callback`.execute(
      stack.db.kysely,
    );
    expect(callbacks).toEqual([{ digest: 'of another' }]);
    const { rows: orders } = await sql<{ corrections: unknown }>`
      select corrections from vendor_order`.execute(stack.db.kysely);
    expect(orders).toEqual([{ corrections: [{ came_at: '2026-01-01T00:00:00.000Z' }] }]);
  });

  test('redacts a note that was added later, in its own time', async () => {
    const late = await api.post(`/executions/${executionId}/review_notes`, { note: `${NAME} again` });
    expect(late.status).toBe(200);
    expect(await retain(DAYS)).toMatchObject({ notes: 0 });
    await age(31);
    expect(await retain({ ...DAYS, letterDays: 36_500 })).toMatchObject({ executions: 0, notes: 1 });
    expect(await columnsWithTheName(stack.db)).toEqual(LETTERS);
  });

  // Rules: 18.4.10
  test('removes letters and the mails that carried them after their own period: the name is nowhere', async () => {
    expect(await retain(DAYS)).toMatchObject({ letters: expect.any(Number) });
    expect(await columnsWithTheName(stack.db)).toEqual([]);
    expect((await files()).filter((file) => !file.endsWith('removed'))).toEqual([]);
    expect(await retain(DAYS)).toEqual({ executions: 0, notes: 0, reports: 0, letters: 0 });
  });
});
