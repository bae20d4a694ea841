import { sql } from 'kysely';
import type { Database } from '../../platform/database/index.ts';
import { ApiCaller } from '../gateway/api-caller.ts';
import { expect } from '../support/jest.ts';
import type { Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

/**
 * Planted in every text about the applicant that a caller or a reviewer can write. It is also planted where texts of a
 * vendor or a server may be.
 */
export const NAME = 'Quartermain';

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

export interface Planted {
  readonly api: ApiCaller;
  readonly executionId: number;
  readonly reEvaluationId: number;
}

/**
 * Two executions of one applicant, decided, with letters, that hold the name wherever they can. `asReference`: besides, by what
 * the caller finds them again.
 */
export async function plantEverywhere(
  stack: Pick<Stack, 'baseUrl' | 'db'>,
  token: string,
  { asReference = false }: { readonly asReference?: boolean } = {},
): Promise<Planted> {
  const api = new ApiCaller(stack.baseUrl, token);
  const subscription = await api.post('/webhook_subscriptions', { url: 'http://127.0.0.1:9/hook' });
  expect(subscription.status).toBe(201);
  const workflow = await api.post('/workflows', { name: 'Retained', active: true, definition: DEFINITION });
  expect(workflow.status).toBe(201);
  const body = {
    payload: {
      applicant: { first_name: 'Allan', last_name: NAME, email: `allan@${NAME.toLowerCase()}.example` },
      remarks: `${NAME} was here`,
      ages: { [NAME]: 'forty' },
    },
    ...(asReference ? { external_reference: `of ${NAME}` } : {}),
  };
  const key = asReference ? `trigger ${NAME}` : 'trigger';
  const headers = { 'Idempotency-Key': key };
  const { data } = await api.post(`/workflows/${workflow.data.id}/trigger`, body, { headers });
  const executionId = data.id;
  const planting = { api, db: stack.db };
  await denied(planting, executionId);
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
    { headers: { 'Idempotency-Key': asReference ? `again ${NAME}` : 'again' } },
  );
  expect(again.status).toBe(202);
  const reEvaluationId = again.data.id;
  await denied(planting, reEvaluationId);
  await plantInTexts(planting.db, executionId);
  return { api, executionId, reEvaluationId };
}

interface Planting {
  readonly api: ApiCaller;
  readonly db: Database;
}

async function denied({ api }: Planting, id: number): Promise<void> {
  await until(async () => (await statusOf(api, id)) === 'awaiting_review');
  let acts = 0;
  const act = async (path: string, body: object) => {
    // The response is stored under the key.
    const headers = { 'Idempotency-Key': `${path}-${id}-${(acts += 1)}` };
    expect((await api.post(`/executions/${id}/${path}`, body, { headers })).status).toBe(200);
  };
  await act('review_notes', { note: `${NAME} called` });
  await act('review_decisions', { decision: 'denied', note: `No ${NAME}`, reasons: [`${NAME} has a dog`] });
  // The letter has a gap, and then its reason is a reviewer's own words.
  await untilAsked(api, id, { needs: 'variables' });
  await act('review_decisions', { decision: 'approved', node_id: 'deny', variables: { 'officer.name': NAME } });
  await untilAsked(api, id, { why: 'free_text_only' });
  await act('review_decisions', { decision: 'approved', node_id: 'deny' });
  await until(async () => (await statusOf(api, id)) === 'failed');
}

async function untilAsked(api: ApiCaller, id: number, asked: Readonly<Record<string, string>>): Promise<void> {
  const [[member = '', value] = []] = Object.entries(asked);
  await until(async () => (await api.get(`/executions/${id}`)).data.pending_review?.[member] === value);
}

/** Places for texts of a vendor or a mail server, which no server of this test sends. */
async function plantInTexts({ kysely }: Database, executionId: number): Promise<void> {
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

async function statusOf(api: ApiCaller, id: number): Promise<string> {
  return (await api.get(`/executions/${id}`)).data.status;
}

/** Every column, of every table, that holds the name, in its bytes too; test data and definitions hold none. */
export async function columnsWithTheName({ kysely }: Database): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; name: string }>`
    select table_name as table, column_name as name from information_schema.columns join information_schema.tables
      using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name !~ '_p[0-9]+$' order by 1, 2`.execute(
    kysely,
  );
  const hex = Buffer.from(NAME).toString('hex');
  const found: string[] = [];
  for (const { table, name } of columns) {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from ${sql.table(table)} as t, lateral (select ${sql.ref(`t.${name}`)}::text as said) as c
        where said ilike ${`%${NAME}%`} or said like ${`%${hex}%`}) as found`.execute(kysely);
    if (rows[0]?.found === true) found.push(`${table}.${name}`);
  }
  return found;
}
