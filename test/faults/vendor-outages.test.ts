import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import type { CascadeCondition } from '../../core/cascade/definition.ts';
import type { IfElseNode } from '../../core/cascade/nodes/if-else.ts';
import type { CascadeNode } from '../../core/cascade/registry.ts';
import type { JsonObject } from '../../core/json.ts';
import { PRODUCT_CODES, PRODUCTS, type BuiltInCode } from '../../core/products/index.ts';
import { isTerminal } from '../../core/states.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import { ApiCaller } from '../gateway/api-caller.ts';
import { startSmtp, type SmtpReceiver } from '../support/smtp.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

/*
 * A failing vendor never leads to a denial in any cascade, and live mode behaves like test mode (semantics 3.4.2 and
 * 10.27.6). Tested through the API, with vendors over HTTP that know the people of the sandbox.
 */
const { sandbox, templates } = loadReferenceData();

/**
 * How a vendor fails for good. Transient failures are retried for `PULL_GIVE_UP_MINUTES` first, and then fail like
 * these.
 */
const FAILURES = {
  'refuses the pull': (response) => response.writeHead(422).end('{"error":"no such file"}'),
  'sends no JSON': (response) => response.writeHead(200).end('<html>We are down for maintenance</html>'),
  'sends an error with status 200': (response) => response.writeHead(200).end('{"error":"internal error","code":17}'),
  'sends a report without what its product promises': (response) =>
    response.writeHead(200).end('{"score":"n/a","records_count":-1,"filings_count":null,"monthly_income_usd":"?"}'),
  'redirects to a page': (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  'sends more than a report can hold': (response) =>
    response.writeHead(200).end(JSON.stringify({ score: 300, padding: 'x'.repeat(600_000) })),
} satisfies Record<string, (response: ServerResponse) => unknown>;
type Failure = keyof typeof FAILURES;

let failure: Failure = 'refuses the pull';
let vendor: Server;
let smtp: SmtpReceiver;
let stack: Stack;
let api: ApiCaller;

beforeAll(async () => {
  vendor = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}/`;
  smtp = await startSmtp();
  // A person whose report does not come is a test subject, about whom only a sandbox of the vendor is asked.
  const vendors = PRODUCT_CODES.map((code) => `PRODUCT_${code.toUpperCase()}`).flatMap((name) => [
    [`${name}_URL`, url],
    [`${name}_CONNECTION`, '{"sandbox": {}}'],
  ]);
  stack = await startStack({
    services: ['gateway', 'executor', 'artifacts'],
    env: { SMTP_URL: smtp.url, ...Object.fromEntries(vendors) },
  });
  const { token } = await stack.createCaller({ productionAccess: true });
  api = new ApiCaller(stack.baseUrl, token);
});
afterAll(async () => {
  await stack?.stop();
  await smtp?.stop();
  vendor?.closeAllConnections();
  vendor?.close();
});

/** The report of the sandbox, or the failure where the sandbox has an error of the vendor. */
async function answer(request: Parameters<typeof json>[0], response: ServerResponse): Promise<void> {
  const { product, applicant } = (await json(request)) as { product: BuiltInCode; applicant: JsonObject };
  const known = sandbox.find(product, applicant);
  response.setHeader('content-type', 'application/json');
  if (known?.kind === 'vendor_error') {
    FAILURES[failure](response);
    return;
  }
  response.end(JSON.stringify(known?.output ?? PRODUCTS[product].synthetic(applicant, '2026-11-20')));
}

/** Somebody whose report of that product does not come; all others are clear. */
function personWithout(product: BuiltInCode): JsonObject {
  const subject = sandbox.subjects.find(
    ({ case_name: name, product_code: code }) => name === 'vendor_error' && code === product,
  );
  if (subject === undefined) throw new Error(`nobody of the sandbox is without a ${product}`);
  return subject.payload;
}

async function save(definition: readonly CascadeNode[]): Promise<number> {
  const { status, data, text } = await api.post('/workflows', { name: 'Outage', use_case: 'tenant', definition });
  if (status !== 201 || data.active !== true) throw new Error(`not active: ${text}`);
  return data.id;
}

/** The course of a run: its nodes with their status and branch, and its end. */
async function run(workflowId: number, payload: JsonObject, mode: 'live' | 'test') {
  const { data, text, status } = await api.trigger(workflowId, { payload, execution_mode: mode, skip_waits: false });
  if (status !== 202) throw new Error(text);
  let ended = data;
  await until(async () => {
    ended = (await api.get(`/executions/${data.id}?wait=30`)).data;
    return isTerminal(ended.status) || ended.status === 'awaiting_review';
  });
  const notices = (await api.get(`/executions/${data.id}/notice_artifacts`)).data;
  const steps = await stack.db.kysely
    .selectFrom('step')
    .select(['node_id', 'status', 'error_code', 'output'])
    .where('execution_id', '=', data.id)
    .execute();
  return {
    status: ended.status,
    outcome: ended.outcome,
    failed: ended.failed_steps.map((step: { node_id: string }) => step.node_id).toSorted(),
    notices: notices.length,
    ran: steps
      .map(({ node_id, status: one, output }) => `${node_id} ${one} ${String((output as JsonObject | null)?.branch)}`)
      .toSorted(),
  };
}

const pull = (id: string, product: BuiltInCode, ...next_step: string[]): CascadeNode => ({
  id,
  type: 'BillingProduct',
  billing_product_code: product,
  next_step,
});
const score = (more: Partial<CascadeCondition> = {}): CascadeCondition => ({
  source_node_id: 'credit',
  field: 'score',
  operator: 'greater_than',
  value: 600,
  ...more,
});
const records: CascadeCondition = { source_node_id: 'criminal', field: 'records_count', operator: 'equals', value: 0 };
const decide = (
  conditions: readonly CascadeCondition[],
  more: Partial<Pick<IfElseNode, 'branches' | 'pass_steps' | 'human_review_steps' | 'fail_steps'>> = {},
): CascadeNode => ({
  id: 'decide',
  type: 'IfElse',
  branches: { pass: { condition_groups: [{ logic: 'and', conditions: [...conditions] }] } },
  pass_steps: ['approve'],
  fail_steps: ['deny'],
  ...more,
});
const ENDS: readonly CascadeNode[] = [
  { id: 'approve', type: 'Action', action_type: 'Approve' },
  {
    id: 'deny',
    type: 'Action',
    action_type: 'AdverseAction',
    adverse_action: { recipient: '{{applicant.email}}', send_strategy: 'auto_send', purpose: 'tenant' },
  },
];
const start = (...next_step: string[]): CascadeNode => ({ id: 'start', type: 'ApplicantSource', next_step });

/** Each reads the score of a report that does not come, and denies applicants without one. */
const CASCADES: Readonly<Record<string, readonly CascadeNode[]>> = {
  'one after the other': [start('credit'), pull('credit', 'credit_report', 'decide'), decide([score()]), ...ENDS],
  'a join of two reports, of which one comes': [
    start('credit', 'criminal'),
    pull('credit', 'credit_report', 'decide'),
    pull('criminal', 'criminal_background', 'decide'),
    decide([score(), records]),
    ...ENDS,
  ],
  'an alternative that the other report fulfils': [
    start('credit', 'criminal'),
    pull('credit', 'credit_report', 'decide'),
    pull('criminal', 'criminal_background', 'decide'),
    decide([], {
      branches: { pass: { condition_groups: [{ logic: 'or', conditions: [records, score()] }] } },
    }),
    ...ENDS,
  ],
  'a denial of whoever has no score': [
    start('credit'),
    pull('credit', 'credit_report', 'decide'),
    decide([score({ operator: 'is_empty', value: null })], { pass_steps: ['deny'], fail_steps: ['approve'] }),
    ...ENDS,
  ],
  'a jump from the report to the decision': [
    start('credit', 'criminal'),
    pull('credit', 'credit_report', 'jump'),
    { id: 'jump', type: 'GoTo', target_step: 'decide' },
    pull('criminal', 'criminal_background', 'decide'),
    decide([score(), records]),
    ...ENDS,
  ],
  'a person who is asked before the denial': [
    start('credit', 'criminal'),
    pull('credit', 'credit_report', 'decide'),
    pull('criminal', 'criminal_background', 'decide'),
    decide([], {
      branches: {
        human_review: { condition_groups: [{ logic: 'or', conditions: [records, score()] }] },
      },
      human_review_steps: ['approve'],
    }),
    ...ENDS,
  ],
  'a denial behind a Wait and a mail': [
    start('credit'),
    pull('credit', 'credit_report', 'wait'),
    { id: 'wait', type: 'Wait', wait: { duration: 0, unit: 'seconds' }, next_step: ['decide'] },
    decide([score()], { fail_steps: ['sorry'] }),
    {
      id: 'sorry',
      type: 'Action',
      action_type: 'SendEmail',
      email: { to: '{{applicant.email}}', subject: 'About your application', body: 'A letter follows.' },
      next_step: ['deny'],
    },
    ...ENDS,
  ],
};

// Rules: 10.27.6
test.each(Object.keys(FAILURES) as Failure[])(
  'a vendor that %s denies nobody, however the cascade is built',
  async (how) => {
    failure = how;
    const person = personWithout('credit_report');
    await Promise.all(
      Object.entries(CASCADES).map(async ([name, definition]) => {
        const workflowId = await save(definition);
        const live = await run(workflowId, person, 'live');
        expect({ name, ...live }).toMatchObject({ name, status: 'failed', outcome: null, notices: 0 });
        expect(live.failed).toContain('credit');
        expect(live.ran.filter((step) => /^(deny|approve|sorry) /.test(step))).toEqual([]);
        expect({ name, ...(await run(workflowId, person, 'test')) }).toEqual({ name, ...live });
      }),
    );
    expect(smtp.letters).toEqual([]);
  },
);

describe.each(templates.map(({ name, definition }) => [name, definition] as const))(
  'the template %s',
  (_, definition) => {
    const pulled = new Set(definition.flatMap((node) => (node.type === 'BillingProduct' ? [codeOf(node)] : [])));

    test.each(PRODUCT_CODES.filter((code) => pulled.has(code)))('denies nobody without a %s', async (code) => {
      failure = 'sends an error with status 200';
      const workflowId = await save(definition);
      const live = await run(workflowId, personWithout(code), 'live');
      expect(live).toMatchObject({ status: 'failed', notices: 0 });
      expect(live.outcome).not.toBe('denied');
      expect(await run(workflowId, personWithout(code), 'test')).toEqual(live);
    });
  },
);

function codeOf(node: CascadeNode): string {
  return node.type === 'BillingProduct' ? String(node.billing_product_code) : '';
}

test('a decision on a report that cannot reach it cannot be saved', async () => {
  const definition = [start('credit', 'decide'), pull('credit', 'credit_report'), decide([score()]), ...ENDS];
  const { status, error } = await api.post('/workflows', { name: 'Lost', definition });
  expect([status, error.details[0].field]).toEqual([
    422,
    'definition[2].branches.pass.condition_groups[0].conditions[0].source_node_id',
  ]);
});
