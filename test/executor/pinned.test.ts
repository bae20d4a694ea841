import { updateAccount } from '../../cli/notices.ts';
import { ApiCaller } from '../gateway/api-caller.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { until } from '../support/until.ts';

/*
 * An accepted execution is decided, worded and explained as if nothing had changed since: no later version, setting or
 * label reaches it.
 */

const LABEL = { label: 'Gross earnings', type: 'text', kind: 'fact' };

/** Waits for a person, so that everything can change before it decides. */
const definition = (least: number) => [
  { id: 'start', type: 'ApplicantSource', next_step: ['gate'] },
  {
    ...{ id: 'gate', type: 'IfElse', human_review_steps: ['check'] },
    branches: { human_review: { condition_groups: [group('applicant.age', 'greater_than', 17)] } },
  },
  {
    ...{ id: 'check', type: 'IfElse', pass_steps: ['approve'], fail_steps: ['deny'] },
    branches: { pass: { condition_groups: [group('applicant.income', 'greater_than_or_equal', least)] } },
  },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
  {
    ...{ id: 'deny', type: 'Action', action_type: 'AdverseAction' },
    adverse_action: { action_taken: 'denied', send_strategy: 'auto_send', recipient: '{{applicant.email}}' },
  },
];

function group(field: string, operator: string, value: number) {
  return { operator: 'and', conditions: [{ source_node_id: 'start', field, operator, value }] };
}

const APPLICANT = { first_name: 'Ann', last_name: 'Otter', email: 'ann@example.com', age: 30 };
const ADDRESS = { address: '1 Main St', city: 'Dayton', state: 'OH', zip: '45402' };

let stack: SharedStack;
beforeAll(async () => {
  stack = await sharedStack();
});
afterAll(() => stack?.stop());

/** An account in whose name a cascade runs. */
async function world() {
  const { accountId, token } = await stack.createCaller();
  const api = new ApiCaller(stack.baseUrl, token);
  await updateAccount(stack.db.kysely, accountId, { defaultPurpose: 'tenant' });
  expect((await api.call('PUT', '/fields/applicant.income', { body: LABEL })).status).toBeLessThan(300);
  const { data } = await api.post('/workflows', { name: 'Screening', definition: definition(5_000) });
  return { accountId, api, workflowId: Number(data.id) };
}
type World = Awaited<ReturnType<typeof world>>;

async function accepted({ api, workflowId }: World, income: unknown): Promise<number> {
  const { data, status } = await api.trigger(workflowId, {
    payload: { applicant: { ...APPLICANT, ...ADDRESS, income } },
  });
  expect(status).toBe(202);
  await until(async () => (await api.get(`/executions/${data.id}`)).data.status === 'awaiting_review');
  return Number(data.id);
}

/** Approves it, and runs it to its end. */
async function decided({ api }: World, id: number): Promise<void> {
  const headers = { 'Idempotency-Key': `decide-${id}` };
  expect((await api.post(`/executions/${id}/review_decisions`, { decision: 'approved' }, { headers })).status).toBe(
    200,
  );
  await until(async () => ['completed', 'failed'].includes((await api.get(`/executions/${id}`)).data.status));
}

/** Changes everything that could affect decisions or texts. */
async function changeEverything({ accountId, api, workflowId }: World): Promise<void> {
  const changes = { name: 'Renamed', use_case: 'consumer_credit', definition: definition(1_000) };
  const etag = (await api.get(`/workflows/${workflowId}`)).headers.get('etag') ?? '';
  const changed = await api.patch(`/workflows/${workflowId}`, changes, { headers: { 'If-Match': etag } });
  expect([changed.status, changed.data?.version]).toEqual([200, 2]);
  await updateAccount(stack.db.kysely, accountId, {
    ...{ defaultPurpose: 'credit', hidesThresholds: true, reviewsNotComparable: true, reviewsFreeText: false },
  });
  const said = { label: 'Yearly wages', type: 'number', kind: 'fact' };
  expect((await api.call('PUT', '/fields/applicant.income', { body: said })).status).toBeLessThan(300);
}

/** Removes the differences between executions: ids, times, and the recipient's address. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      /(^id|_id|_at|^date|reference|execution_key|run_key)$/.test(key) ? undefined : inner,
    ),
  );

async function seen({ api }: World, id: number) {
  const { data } = await api.get(`/executions/${id}`);
  const { status, outcome, failed_steps: failed, notice_due_at: due } = data;
  const letters = await stack.db.kysely
    .selectFrom('artifact')
    .select(['document', 'notice_status'])
    .where('execution_id', '=', id)
    .where('kind', '=', 'notice')
    .execute();
  return plain({
    decision: { status, outcome, failed, due, workflow: data.workflow_version },
    letters,
    explanation: (await api.get(`/executions/${id}/explanation`)).data,
    timeline: (await api.get(`/executions/${id}/timeline`)).data.workflow_name,
  });
}

// Rules: 2.5.2, 2.5.3
test.each([
  ['a denial with its letter', 4_000, { status: 'completed', outcome: 'denied' }],
  ['an approval', 6_000, { status: 'completed', outcome: 'approved' }],
  ['a value that cannot be compared', '$4,200', { status: 'failed', outcome: null }],
])('%s is the same whatever changes after it was accepted', async (_, income, decision) => {
  const all = await world();
  const [before, after] = [await accepted(all, income), await accepted(all, income)];
  await decided(all, before);
  const expected = await seen(all, before);
  expect(expected).toMatchObject({ decision, timeline: 'Screening' });
  await changeEverything(all);
  await decided(all, after);
  expect(await seen(all, after)).toEqual(expected);
  // An ended execution is explained as before, too.
  expect(await seen(all, before)).toEqual(expected);
});

test('what is accepted afterwards has all of it', async () => {
  const all = await world();
  const before = await accepted(all, 4_000);
  await decided(all, before);
  await changeEverything(all);
  const after = await accepted(all, 900);
  await decided(all, after);
  const [old, now] = [await seen(all, before), await seen(all, after)];
  expect(JSON.stringify(old)).toContain('required: at least');
  expect(JSON.stringify(now)).toContain('yearly wages');
  expect(now).toMatchObject({
    timeline: 'Renamed',
    letters: [{ document: { purpose: 'credit' } }],
  });
  expect(old).toMatchObject({ letters: [{ document: { purpose: 'tenant' } }] });
});

// Rules: 2.5.4
test('a letter is from its account as it can be reached on the day on which it is made', async () => {
  const all = await world();
  const id = await accepted(all, 4_000);
  await updateAccount(stack.db.kysely, all.accountId, {
    legalName: 'Harbor Homes North LLC',
    phone: '+1 207 555 0199',
  });
  await decided(all, id);
  const letterhead = { name: 'Harbor Homes North LLC', phone: '+1 207 555 0199' };
  expect(await seen(all, id)).toMatchObject({ letters: [{ document: { letterhead } }] });
});
