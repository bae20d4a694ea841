import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { until } from '../support/until.ts';

let stack: SharedStack;
let token: string;
let workflowId: number;

const DEFINITION = [
  { id: 'start', type: 'ApplicantSource', next_step: ['credit', 'income'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
  { id: 'income', type: 'BillingProduct', billing_product_code: 'income_verification' },
  {
    id: 'decide',
    type: 'IfElse',
    branches: {
      pass: {
        condition_groups: [
          { conditions: [{ source_node_id: 'credit', field: 'score', operator: 'greater_than', value: 700 }] },
        ],
      },
    },
    pass_steps: ['approve'],
    fail_steps: [],
  },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
];

beforeAll(async () => {
  stack = await sharedStack();
  token = (await stack.createCaller()).token;
  workflowId = Number((await call('/workflows', { name: 'Chosen', definition: DEFINITION })).data.id);
});
afterAll(() => stack?.stop());

interface Answer {
  readonly status: number;
  readonly data: Record<string, unknown>;
  readonly error?: { readonly code: string; readonly details: readonly { field: string; message: string }[] };
}

async function call(path: string, body?: object, key: string = randomUUID()): Promise<Answer> {
  const response = await fetch(`${stack.baseUrl}/api/v1${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
}

const trigger = (body: object, key?: string) => call(`/workflows/${workflowId}/trigger`, body, key);

async function ended(id: unknown) {
  await until(async () => ['completed', 'failed'].includes(String((await call(`/executions/${id}`)).data.status)));
  return (await call(`/executions/${id}`)).data as {
    readonly id: number;
    readonly status: string;
    readonly outcome: string | null;
    readonly step_outputs: Record<string, Record<string, unknown>>;
    readonly failed_steps: readonly { readonly node_id: string; readonly code: string }[];
    readonly input_context: Record<string, unknown>;
  };
}

const payload = { applicant: { first_name: 'Ada', last_name: 'Example' } };

// Rules: 6.1.7
test('a part of a report is what the run reads, with the rest of test mode', async () => {
  const plain = await ended((await trigger({ payload })).data.id);
  for (const score of [701, 700]) {
    const { data } = await trigger({ payload, sandbox: { credit_report: { score } } });
    const run = await ended(data.id);
    expect(run.outcome).toBe(score > 700 ? 'approved' : null);
    expect(run.step_outputs.credit).toEqual({ ...plain.step_outputs.credit, score });
    expect(run.step_outputs.income).toEqual(plain.step_outputs.income);
    expect(run.input_context.sandbox_replay).toBe(true);
    expect(run.input_context).not.toHaveProperty('sandbox');
  }
});

// Rules: 6.1.7, 6.1.8
test('two products can fail together, by the name of their case', async () => {
  const sandbox = { credit_report: 'vendor_error', income_verification: 'vendor_error' };
  const run = await ended((await trigger({ payload, sandbox })).data.id);
  expect(run.status).toBe('failed');
  const failed = run.failed_steps.filter(({ code }) => code === 'vendor_error').map(({ node_id: id }) => id);
  expect(failed.sort()).toEqual(['credit', 'income']);
});

// Rules: 6.1.7, 6.1.8
test('a named case is the registered report of its subject', async () => {
  const cases = (await call('/products/credit_report')).data.test_cases as { case_name: string; payload: object }[];
  const clear = cases.find(({ case_name: name }) => name === 'clear');
  const subject = await ended((await trigger({ payload: clear?.payload ?? {} })).data.id);
  const run = await ended((await trigger({ payload, sandbox: { credit_report: 'clear' } })).data.id);
  expect(run.step_outputs.credit).toEqual(subject.step_outputs.credit);
});

test.each([
  ['a product that is none', { palm_reading: {} }, 'sandbox.palm_reading'],
  ['a case that is none', { credit_report: 'claer' }, 'sandbox.credit_report'],
  ['a value that the field cannot have', { credit_report: { score: 9_000 } }, 'sandbox.credit_report.score'],
  ['no report', { credit_report: 7 }, 'sandbox.credit_report'],
  ['a score of a frozen file', { credit_report: { file_status: 'frozen', score: 700 } }, 'sandbox.credit_report.score'],
  [
    'an empty list of a withheld file',
    { credit_report: { file_status: 'withheld', collections: [] } },
    'sandbox.credit_report.collections',
  ],
])('%s is refused, and nothing runs', async (_what, sandbox, field) => {
  const { status, error } = await trigger({ payload, sandbox });
  expect([status, error?.code, error?.details[0]?.field]).toEqual([422, 'validation_failed', field]);
});

// Rules: 6.2.5
test.each(['frozen', 'withheld'])('a file that is %s has no figures, by its case and by its status', async (status) => {
  for (const chosen of [status, { file_status: status }]) {
    const run = await ended((await trigger({ payload, sandbox: { credit_report: chosen } })).data.id);
    const { reported_on: _day, ...credit } = run.step_outputs.credit ?? {};
    expect(credit).toEqual({ score: null, file_status: status });
  }
});

test('a live trigger chooses nothing', async () => {
  const { status, error } = await trigger({ payload, execution_mode: 'live', sandbox: { credit_report: 'clear' } });
  expect([status, error?.details]).toEqual([422, [{ field: 'sandbox', message: 'is for test mode only' }]]);
});

// Rules: 1.4.1
test('a trigger with another choice is another request under its key', async () => {
  const key = randomUUID();
  const first = await trigger({ payload, sandbox: { credit_report: { score: 701 } } }, key);
  const again = await trigger({ payload, sandbox: { credit_report: { score: 701 } } }, key);
  const other = await trigger({ payload, sandbox: { credit_report: { score: 702 } } }, key);
  expect([first.status, again.data.id, other.status]).toEqual([202, first.data.id, 409]);
  expect((await trigger({ payload }, key)).error?.code).toBe('idempotency_conflict');
});

test('triggers with and without a choice that arrive together each get their own', async () => {
  const scores = Array.from({ length: 12 }, (_, index) => (index % 3 === 0 ? null : 500 + index));
  const accepted = await Promise.all(
    scores.map((score) => trigger({ payload, ...(score === null ? {} : { sandbox: { credit_report: { score } } }) })),
  );
  const runs = await Promise.all(accepted.map(({ data }) => ended(data.id)));
  for (const [index, score] of scores.entries()) {
    if (score !== null) expect(runs[index]?.step_outputs.credit?.score).toBe(score);
    expect(runs[index]?.input_context.sandbox_replay).toBe(score !== null);
  }
});
