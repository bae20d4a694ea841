import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { PostgresArtifactStore } from '../../platform/artifact-store/index.ts';
import { TABLE_RECORDS } from '../../platform/database/tables.ts';
import { runRetention, type RetentionPeriods } from '../../platform/retention/index.ts';
import { ApiCaller } from '../gateway/api-caller.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

/** Planted wherever a caller or a reviewer can write about the applicant. */
const NAME = 'Quartermain';
const DAYS = { piiDays: 30, artifactDays: 7, letterDays: 60 };

const DEFINITION = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
  {
    id: 'credit',
    type: 'BillingProduct',
    billing_product_code: 'credit_report',
    store_result_as: 'credit',
    next_step: ['check'],
  },
  {
    id: 'check',
    type: 'IfElse',
    branches: { human_review: { condition_groups: [group('credit', 'score', 'greater_than', 0)] } },
    human_review_steps: ['approve'],
    fail_steps: ['mail'],
  },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
  {
    id: 'mail',
    type: 'Action',
    action_type: 'SendEmail',
    email: {
      to: '{{applicant.email}}',
      subject: 'About {{applicant.last_name}}',
      body: 'Dear {{applicant.first_name}} {{applicant.last_name}}',
    },
    next_step: ['deny'],
  },
  {
    id: 'deny',
    type: 'Action',
    action_type: 'AdverseAction',
    purpose: 'tenant',
    adverse_action: {
      ...{ action_taken: 'denied', send_strategy: 'auto_send', recipient: '{{applicant.email}}' },
      reason: 'Ask {{officer.name}}.',
    },
    next_step: ['broken'],
  },
  {
    id: 'broken',
    type: 'Action',
    action_type: 'SendEmail',
    email: { to: 'not an address: {{applicant.last_name}}', subject: 'x', body: 'x' },
    next_step: ['results'],
  },
  { id: 'results', type: 'ShowResults' },
];

function group(source_node_id: string, field: string, operator: string, value: number) {
  return { operator: 'and', conditions: [{ source_node_id, field, operator, value }] };
}

let stack: Stack;
let token: string;
let api: ApiCaller;
let executionId: number;
let letterId: number;
let reEvaluationId: number;

beforeAll(async () => {
  stack = await startStack({
    services: ['gateway', 'executor', 'artifacts'],
    // It asks often while it waits.
  });
  ({ token } = await stack.createCaller());
  api = new ApiCaller(stack.baseUrl, token);
  const subscription = await api.post('/webhook_subscriptions', { url: 'http://127.0.0.1:9/hook' });
  expect(subscription.status).toBe(201);
  const workflow = await api.post('/workflows', { name: 'Retained', active: true, definition: DEFINITION });
  expect(workflow.status).toBe(201);
  const { data } = await api.trigger(workflow.data.id, {
    payload: {
      applicant: { first_name: 'Allan', last_name: NAME, email: `allan@${NAME.toLowerCase()}.example` },
      remarks: `${NAME} was here`,
      ages: { [NAME]: 'forty' },
    },
  });
  executionId = data.id;
  await denied(executionId);
  const again = await api.post(
    `/executions/${executionId}/re_evaluations`,
    {
      corrections: {
        remarks: { value: `${NAME} is here`, note: `${NAME} said so` },
        [`ages.${NAME}`]: 40,
        'steps.credit.score': { value: 640, note: `letter of ${NAME}` },
      },
      reason: `${NAME} moved`,
    },
    { headers: { 'Idempotency-Key': 'again' } },
  );
  expect(again.status).toBe(202);
  reEvaluationId = again.data.id;
  await denied(reEvaluationId);
  await plantInTexts();
  const detail = (await api.get(`/executions/${executionId}`)).data;
  letterId = detail.step_outputs.deny.notices[0].artifact_id;
});
afterAll(async () => {
  await stack?.stop();
});

async function denied(id: number): Promise<void> {
  await until(async () => (await statusOf(id)) === 'awaiting_review');
  let acts = 0;
  const act = async (path: string, body: object) => {
    // The response is stored under the key.
    const headers = { 'Idempotency-Key': `${path}-${id}-${(acts += 1)}` };
    expect((await api.post(`/executions/${id}/${path}`, body, { headers })).status).toBe(200);
  };
  await act('review_notes', { note: `${NAME} called` });
  await act('review_decisions', { decision: 'denied', note: `No ${NAME}`, reasons: [`${NAME} has a dog`] });
  // The letter has a gap, and then its reason is a reviewer's own words.
  await untilAsked(id, { needs: 'variables' });
  await act('review_decisions', { decision: 'approved', node_id: 'deny', variables: { 'officer.name': NAME } });
  await untilAsked(id, { why: 'free_text_only' });
  await act('review_decisions', { decision: 'approved', node_id: 'deny' });
  await until(async () => (await statusOf(id)) === 'failed');
}

async function untilAsked(id: number, asked: Readonly<Record<string, string>>): Promise<void> {
  const [[member = '', value] = []] = Object.entries(asked);
  await until(async () => (await api.get(`/executions/${id}`)).data.pending_review?.[member] === value);
}

/** Where a vendor's or a mail server's words could stand, which no server of this test speaks. */
async function plantInTexts(): Promise<void> {
  const { kysely } = stack.db;
  const texts = { error_message: `${NAME} is unknown` };
  await kysely.updateTable('step').set(texts).where('status', '=', 'failed').execute();
  await kysely.updateTable('effect').set(texts).execute();
  await kysely.updateTable('execution').set({ first_error_message: texts.error_message }).execute();
  await kysely
    .updateTable('mail_message')
    .set({ response: `250 ${NAME} accepted` })
    .execute();
  await sql`update reused_report set output = output || ${JSON.stringify({ name: NAME })}::jsonb`.execute(kysely);
  const planted = JSON.stringify({ name: NAME });
  await sql`update decision_fact set facts = facts || ${planted}::jsonb`.execute(kysely);
  await sql`
    insert into backtest_change (backtest_id, execution_id, kinds, old, new)
    values (1, ${executionId}, '{outcome}', ${planted}::jsonb, ${planted}::jsonb)`.execute(kysely);
  await sql`update review_round set rules = jsonb_build_array(${planted}::jsonb)`.execute(kysely);
  await sql`update execution set state = coalesce(state, '{}') || ${planted}::jsonb`.execute(kysely);
  await sql`
    insert into effect (execution_id, key, node_id, visit, kind, request, status, result)
    values (${executionId}, 'planted', 'mail', 9, 'mail', '{}', 'failed', ${planted}::jsonb)`.execute(kysely);
  await sql`
    insert into vendor_order (idempotency_key, account_id, api_client_id, execution_id, effect_id, node_id, visit,
      product_code, connection, reference, location, poll_at, deadline_at, report_digest, corrections, answer)
    select gen_random_uuid(), account_id, api_client_id, id, 1, 'credit', 1, 'credit_report', 'a', ${NAME},
      ${`https://vendor.example.com/${NAME}`}, now(), now(), ${NAME},
      ${JSON.stringify([{ came_at: '2026-01-01T00:00:00.000Z', report: { name: NAME } }])}::jsonb,
      ${JSON.stringify({ name: NAME })}::jsonb
    from execution where id = ${executionId}`.execute(kysely);
  await sql`
    insert into vendor_callback (connection, idempotency_key, digest, sealed)
    select connection, idempotency_key, 'x', 'sealed' from vendor_order`.execute(kysely);
  await sql`insert into vendor_callback (connection, digest) values ('a', 'of another')`.execute(kysely);
  // A report's file: a letter's is compared with its hash when it is downloaded.
  await sql`
    insert into artifact_blob (artifact_id, bytes)
    select id, ${Buffer.from(NAME)} from artifact where kind = 'report'`.execute(kysely);
  await sql`
    update event set body = replace(body, '"first_error_message":"', ${`"first_error_message":"${NAME} `})
    where name = 'execution.failed'`.execute(kysely);
}

async function statusOf(id: number): Promise<string> {
  return (await api.get(`/executions/${id}`)).data.status;
}

/** Every column, of every table, that holds the name, in its bytes too; test data and definitions hold none. */
async function columnsWithTheName(): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; name: string }>`
    select table_name as table, column_name as name from information_schema.columns join information_schema.tables
      using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name !~ '_p[0-9]+$' order by 1, 2`.execute(
    stack.db.kysely,
  );
  const hex = Buffer.from(NAME).toString('hex');
  const found: string[] = [];
  for (const { table, name } of columns) {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from ${sql.table(table)} as t, lateral (select ${sql.ref(`t.${name}`)}::text as said) as c
        where said ilike ${`%${NAME}%`} or said like ${`%${hex}%`}) as found`.execute(stack.db.kysely);
    if (rows[0]?.found === true) found.push(`${table}.${name}`);
  }
  return found;
}

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

/** As if all of it had happened that many days before. */
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
    expect(await columnsWithTheName()).toEqual(REGISTERED);
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
    const before = await columnsWithTheName();
    expect(await retain(DAYS)).toEqual({ executions: 0, notes: 0, reports: 0, letters: 0 });
    expect(await columnsWithTheName()).toEqual(before);
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
    expect(await columnsWithTheName()).toEqual(LETTERS);
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
    expect(await columnsWithTheName()).toEqual(LETTERS);
  });

  // Rules: 18.4.10
  test('removes letters and the mails that carried them after their own period: the name is nowhere', async () => {
    expect(await retain(DAYS)).toMatchObject({ letters: expect.any(Number) });
    expect(await columnsWithTheName()).toEqual([]);
    expect((await files()).filter((file) => !file.endsWith('removed'))).toEqual([]);
    expect(await retain(DAYS)).toEqual({ executions: 0, notes: 0, reports: 0, letters: 0 });
  });
});
