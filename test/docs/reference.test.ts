import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { insertFieldRequest, supersedeFieldRequest } from '../../platform/database/field-requests.ts';
import { readDictionary } from '../../platform/database/fields.ts';
import { asJson } from '../../platform/database/index.ts';
import { CascadeClient, type Schemas } from '../../clients/typescript/src/index.ts';
import { freePort } from '../../dev/servers/ports.ts';
import { createToken } from '../../platform/identity/index.ts';
import { cutShort } from '../gateway/executions-support.ts';
import { operationPath } from '../../services/gateway/docs/reference/paths.ts';
import { ROUTES } from '../../services/gateway/routes.ts';
import { MADE_PAGES } from '../../services/gateway/docs/site/contents.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { Caller, SharedStack } from '../support/stack.ts';
import { queuedBacktest } from '../support/backtests.ts';
import { until } from '../support/until.ts';
import { SETUP } from './support/blocks.ts';
import { runGuide } from './support/session.ts';

/**
 * Runs every command of the API reference as its page prints it, in a shell that "Start here" has prepared. It gets the
 * status that its operation promises. Only numbers are replaced, by ids of records in the state that the operation
 * needs.
 */
interface Command {
  readonly operationId: string;
  readonly text: string;
}

interface Filled {
  /** Ids by the segment of the path before them, where they are not those of `ids`. */
  readonly path?: Readonly<Record<string, number>>;
  /** The values that replace 4711 and 4712 outside of the path. */
  readonly others?: readonly [number, number];
}

let stack: SharedStack;
let caller: Caller;
let api: CascadeClient;
/** Ids by the segment of the path before them. */
let ids: Record<string, number>;
let subjects: ReadonlyMap<string, Schemas['TestCase']['payload']>;
const commands = new Map<string, Command>();

beforeAll(async () => {
  stack = await sharedStack();
  caller = await stack.createCaller({ productionAccess: true });
  api = new CascadeClient({ baseUrl: stack.baseUrl, token: caller.token });
  const operations = ROUTES.map(({ tag, operationId }) => operationPath(tag, operationId));
  for (const path of [...MADE_PAGES.map((page) => page.path), ...operations]) {
    const html = await (await fetch(stack.baseUrl + path)).text();
    for (const command of commandsIn(html)) commands.set(command.operationId, command);
  }
  ids = await records();
});
afterAll(() => stack?.stop());

/** The block that belongs to no operation is the first example of the overview. */
const OVERVIEW = 'overview';

function commandsIn(html: string): Command[] {
  return html.split('<section class="operation" aria-labelledby="').flatMap((part, index) => {
    const operationId = index === 0 ? OVERVIEW : part.slice(0, part.indexOf('"'));
    const blocks = [...part.matchAll(/<figure class="code" data-language="bash">.*?<code>([^]*?)<\/code>/g)];
    return blocks.map(([, text = '']) => ({ operationId, text: unescaped(text) }));
  });
}

function unescaped(colored: string): string {
  const html = colored.replaceAll(/<\/?span[^>]*>/g, '');
  const characters: Readonly<Record<string, string>> = {
    lt: '<',
    gt: '>',
    quot: '"',
    '#39': "'",
    '#x27': "'",
    amp: '&',
  };
  return html.replaceAll(/&(lt|gt|quot|#39|#x27|amp);/g, (_whole, name: string) => characters[name] ?? '');
}

async function records(): Promise<Record<string, number>> {
  const template = await first(api.workflowTemplates.list());
  const workflow = await newWorkflow();
  const cases = await api.workflows.testCases(workflow);
  subjects = new Map(cases.test_cases.map(({ case_name, payload }) => [case_name, payload]));
  const [approved, denied, batch] = await Promise.all([
    execution(workflow, 'clear'),
    execution(workflow, 'fail'),
    endedBatch(workflow),
  ]);
  const report = await first(api.artifacts.listReports(approved));
  const subscription = await newSubscription();
  return {
    workflows: workflow,
    versions: 1,
    workflow_templates: template.id,
    executions: approved,
    denied,
    batches: batch,
    report_artifacts: report.id,
    notice_artifacts: await noticeOf(denied),
    webhook_subscriptions: subscription,
    webhook_deliveries: await deadDelivery(subscription),
  };
}

async function first<T>(list: AsyncIterable<T>): Promise<T> {
  for await (const one of list) return one;
  throw new Error('the list is empty');
}

/** The cascade of the reference's own example. */
async function newWorkflow(letters: 'auto_send' | 'draft_first' = 'auto_send'): Promise<number> {
  const { text } = commandOf('createWorkflow');
  const body = JSON.parse(text.slice(text.indexOf("-d '") + 4, -1).replaceAll('auto_send', letters)) as Body;
  return (await api.workflows.create(body)).id;
}
type Body = Parameters<CascadeClient['workflows']['create']>[0];

async function execution(workflow: number, subject: string): Promise<number> {
  const payload = subjects.get(subject);
  return (await api.workflows.triggerAndWait(workflow, { payload })).id;
}

const inReview = (): Promise<number> => execution(ids.workflows ?? 0, 'borderline');

async function noticeOf(executionId: number): Promise<number> {
  return (await first(api.artifacts.listNotices(executionId))).id;
}

/** Its rows wait for a day. */
async function runningBatch(): Promise<number> {
  const definition: Schemas['WorkflowDetail']['definition'] = [
    { id: 'start', type: 'ApplicantSource', next_step: ['pause'] },
    { id: 'pause', type: 'Wait', wait: { duration: 1, unit: 'days' } },
  ];
  const { id } = await api.workflows.create({ name: 'Waits', definition });
  return (await api.batches.create(id, { rows: [{ applicant: {} }] })).id;
}

async function endedBatch(workflow: number): Promise<number> {
  const rows = ['clear', 'fail', 'vendor_error'].map((name) => subjects.get(name) ?? {});
  const { id } = await api.batches.create(workflow, { rows });
  await api.batches.waitFor(id);
  return id;
}

async function newSubscription(): Promise<number> {
  return (await api.webhookSubscriptions.create({ url: `http://127.0.0.1:${await freePort()}/` })).id;
}

/** The state after six attempts that reached nobody. */
async function deadDelivery(subscription: number): Promise<number> {
  const { id } = await api.webhookSubscriptions.test(subscription, {});
  await until(async () => (await api.webhookDeliveries.get(id)).status === 'retrying');
  await stack.db.transaction(async (trx) => {
    await trx.deleteFrom('webhook_queue').where('delivery_id', '=', id).execute();
    const dead = trx.updateTable('webhook_delivery').set({ status: 'dead', next_retry_at: null });
    await dead.where('id', '=', id).execute();
  });
  return id;
}

/** The state that an account without production access leaves. */
async function keptMail(executionId: number): Promise<number> {
  const { file_id: id } = await stack.db.kysely
    .insertInto('mail_message')
    .values({
      message_id: `<${randomUUID()}@example.com>`,
      execution_id: executionId,
      api_client_id: 1,
      effect_id: 1,
      sender: 'decisions@example.com',
      recipient: 'pat@example.com',
      raw: Buffer.from('Subject: Hello'),
      kept_at: new Date(),
      file_id: sql<number>`nextval('mail_file_id_seq')`,
    })
    .returning((row) => row.ref('file_id').$notNull().as('file_id'))
    .executeTakeFirstOrThrow();
  return id;
}

async function newDraft(): Promise<number> {
  const { id } = await api.workflows.create({ name: 'Draft', active: false, definition: DRAFT });
  // Its author is not a user of the account, so the caller may approve it.
  await stack.db.kysely
    .updateTable('workflow_version')
    .set({ created_by_user_id: null })
    .where('workflow_id', '=', id)
    .execute();
  return id;
}

const DRAFT: Schemas['WorkflowDetail']['definition'] = [
  { id: 'start', type: 'ApplicantSource', next_step: ['approve'] },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
];

async function pendingActivation(): Promise<Filled> {
  const workflows = await newDraft();
  const { id } = await api.workflows.requestActivation(workflows, {});
  return { path: { workflows, activation_requests: id } };
}

/** An example of a cascade that pulls what the reference's example names. */
async function keptExample(): Promise<Filled> {
  const workflows = await newWorkflow();
  const kept = { account_id: caller.accountId, workflow_id: workflows, expected_by_user_id: caller.userId };
  const { id } = await stack.db.kysely
    .insertInto('workflow_example')
    .values({
      ...{ ...kept, name: 'A', payload: asJson({}), reports: asJson({}), decisions: asJson({}), as_of: '2026-03-01' },
      expected: asJson({ outcome: 'undecided' as const }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { path: { workflows, examples: id } };
}

/** The executor regards it as ended, so there is nothing to compare. */
async function waitingBacktest(): Promise<Filled> {
  const workflows = await newWorkflow();
  const backtests = await queuedBacktest(stack.db.kysely, { ...caller, workflowId: workflows });
  return { path: { workflows, backtests } };
}

/** The field of the reference's example. */
async function labelled(): Promise<Filled> {
  await api.fields.set('applicant.ltv_percent', { type: 'number', label: 'Loan to value' });
  return {};
}

/** A request to change the dictionary, the only one that is pending. */
const pendingFields = (userId: number | null) => async (): Promise<Filled> => {
  await api.fields.set('applicant.ltv_percent', { type: 'number', label: 'Loan to value' });
  const { version } = await readDictionary(stack.db.kysely, caller.accountId);
  await supersedeFieldRequest(stack.db.kysely, caller.accountId);
  const asked = { version, userId, note: null, changes: new Map([['cats', { type: 'integer' } as const]]) };
  const { id } = await insertFieldRequest(stack.db.kysely, caller.accountId, asked);
  return { path: { field_requests: id } };
};

/** Describes again what earlier commands withdrew. */
async function ownProduct(): Promise<Filled> {
  const { text } = commandOf('createProduct');
  const body = JSON.parse(text.slice(text.indexOf("-d '") + 4, -1)) as Parameters<typeof api.products.create>[0];
  for await (const { code } of api.products.list()) if (code === body.code) return {};
  await api.products.create(body);
  return {};
}

async function connected(): Promise<Filled> {
  await api.products.setConnection('credit_report', { url: 'https://vendor.example.com/reports' });
  return {};
}

async function colleague(): Promise<Filled> {
  const { id } = await api.users.invite({ name: 'Rita', email: `${randomUUID()}@example.com`, role: 'viewer' });
  return { path: { people: id } };
}

async function otherToken(): Promise<Filled> {
  const { clientId, userId } = caller;
  const { id } = await createToken(stack.db.kysely, { clientId, userId, scopes: [], expiresAt: null });
  return { path: { tokens: id } };
}

/** One of two executions, which is removed. */
async function person(): Promise<Filled> {
  const payload = { applicant: { ssn: String(randomInt(100_000_000, 999_999_999)) } };
  const workflows = await newWorkflow();
  const made = await Promise.all([1, 2].map(() => api.workflows.triggerAndWait(workflows, { payload })));
  const { id } = made[1] ?? { id: 0 };
  const execution = stack.db.kysely.selectFrom('execution').select('applicant_id').where('id', '=', id);
  const { applicant_id: applicants } = await execution.executeTakeFirstOrThrow();
  return { path: { applicants: applicants ?? 0 }, others: [id, 0] };
}

/** A person without data, and a request to forget them. */
async function forgotten(): Promise<Filled> {
  const of = { account_id: caller.accountId, api_client_id: caller.clientId };
  const { id: applicants } = await stack.db.kysely
    .insertInto('applicant')
    .values({ ...of, execution_mode: 'test' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: erasures } = await stack.db.kysely
    .insertInto('erasure')
    .values({ ...of, applicant_id: applicants, reason: 'objection', cancels: false, completed_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { path: { applicants, erasures } };
}

/** Records that operations need beyond the shared ones. */
const NEEDS: Readonly<Record<string, () => Promise<Filled>>> = {
  updateProduct: ownProduct,
  withdrawProduct: ownProduct,
  listProductVersions: ownProduct,
  getConnection: connected,
  checkConnection: connected,
  settlePull: async () => {
    await cutShort(stack.db, caller, ids.denied ?? 0);
    return { path: { executions: ids.denied ?? 0 } };
  },
  createErasure: forgotten,
  listErasures: forgotten,
  getErasure: forgotten,
  exportApplicant: forgotten,
  updatePerson: colleague,
  sendSignInLink: colleague,
  rotateToken: otherToken,
  revokeToken: otherToken,
  deleteWorkflow: async () => ({ path: { workflows: await newWorkflow() } }),
  getField: labelled,
  removeField: labelled,
  requestFields: async () => {
    await supersedeFieldRequest(stack.db.kysely, caller.accountId);
    // The declarations that the request leaves out.
    await api.fields.set('pets', { type: 'integer' });
    return {};
  },
  getFieldRequest: pendingFields(null),
  approveFields: pendingFields(null),
  refuseFields: pendingFields(null),
  withdrawFields: () => pendingFields(caller.userId)(),
  getApplicant: person,
  joinExecutions: person,
  separateExecutions: person,
  getBacktest: waitingBacktest,
  cancelBacktest: waitingBacktest,
  listBacktestChanges: waitingBacktest,
  exportBacktestChanges: waitingBacktest,
  getExample: keptExample,
  updateExample: keptExample,
  deleteExample: keptExample,
  requestActivation: async () => ({ path: { workflows: await newDraft() } }),
  getActivationRequest: pendingActivation,
  approveActivation: pendingActivation,
  refuseActivation: pendingActivation,
  withdrawActivation: pendingActivation,
  explainExecution: async () => ({ path: { executions: ids.denied ?? 0 } }),
  cancelExecution: async () => ({ path: { executions: await inReview() } }),
  compareExecutions: async () => ({ others: [0, await execution(ids.workflows ?? 0, 'clear')] }),
  cancelBatch: async () => ({ path: { batches: await runningBatch() } }),
  resumeBatch: async () => {
    const batches = await runningBatch();
    await until(async () => (await api.batches.get(batches)).status === 'running');
    // The state after a vendor's outage.
    await stack.db.kysely.updateTable('batch').set({ status: 'interrupted' }).where('id', '=', batches).execute();
    return { path: { batches } };
  },
  decideReview: async () => ({ path: { executions: await inReview() } }),
  assignReview: async () => ({ path: { executions: await inReview() } }),
  releaseReviews: () => Promise.resolve({ others: [caller.userId, 0] }),
  moveReview: async () => {
    await stack.db.kysely
      .updateTable('account_user')
      .set({ queues: ['fraud'] })
      .where('account_id', '=', caller.accountId)
      .execute();
    return { path: { executions: await inReview() } };
  },
  updateUser: async () => ({ path: { users: caller.userId } }),
  snoozeReview: async () => ({ path: { executions: await inReview() } }),
  addReviewNote: async () => ({ path: { executions: await inReview() } }),
  getReviewCase: async () => ({ path: { executions: await inReview() } }),
  bulkReview: async () => ({ others: [await inReview(), await inReview()] }),
  downloadMailArtifact: async () => ({ path: { mail_artifacts: await keptMail(ids.executions ?? 0) } }),
  listNoticeArtifacts: async () => ({ path: { executions: ids.denied ?? 0 } }),
  downloadNoticeArtifact: async () => ({ path: { executions: ids.denied ?? 0 } }),
  resendNotice: async () => ({ path: { executions: ids.denied ?? 0 } }),
  recordPostedNotice: async () => {
    const executions = await execution(await newWorkflow('draft_first'), 'fail');
    // The state of a live credit letter that is parked without consent to electronic records.
    const rounds = stack.db.kysely.updateTable('review_round').set({ delivery: 'post' });
    await rounds.where('execution_id', '=', executions).execute();
    return { path: { executions, notice_artifacts: await noticeOf(executions) } };
  },
  recordSentNotice: async () => {
    const due = { applicant: 'applicant', kind: 'tenant', due_at: '2026-03-22T10:00:00.000Z' } as const;
    await stack.db.kysely
      .updateTable('execution')
      .set({ notices_due: asJson([{ ...due, why: 'no_notice_step', node_id: 'decide' } as const]) })
      .where('id', '=', ids.denied ?? 0)
      .execute();
    return { path: { executions: ids.denied ?? 0 } };
  },
  recordApplicationAnswer: async () => {
    const due = { applicant: 'applicant', kind: 'credit', due_at: '2026-03-22T10:00:00.000Z' } as const;
    const executions = await execution(ids.workflows ?? 0, 'clear');
    await stack.db.kysely
      .updateTable('execution')
      .set({ notices_due: asJson([{ ...due, why: 'no_decision', node_id: 'decide' } as const]) })
      .where('id', '=', executions)
      .execute();
    return { path: { executions } };
  },
  // Not the delivery that the redelivery has begun to send again.
  retryWebhookDelivery: async () => ({ path: { webhook_deliveries: await deadDelivery(await newSubscription()) } }),
  updateWebhookSubscription: async () => ({ path: { webhook_subscriptions: await newSubscription() } }),
  deleteWebhookSubscription: async () => ({ path: { webhook_subscriptions: await newSubscription() } }),
};

function commandOf(operationId: string): Command {
  const command = commands.get(operationId);
  if (command === undefined) throw new Error(`the reference has no command for ${operationId}`);
  return command;
}

/** Prints the status as the last line, in any use of the response by the command. */
const SHELL = `${SETUP}\ncurl() { command curl -w '\\n%{http_code}' "$@"; }`;
/** The shell for a stream that does not end by itself: it stops at the first event. */
const SHELL_FOR_EVENTS = `${SETUP}\ncurl() { { command curl -Ni "$@" || true; } | head -n 1 | cut -d ' ' -f 2; }`;

async function statusOf(
  { text }: Command,
  { path = {}, others = [0, 0] }: Filled,
  setup: string = SHELL,
): Promise<string> {
  const filled = text
    .replaceAll(/\/(\w+)\/4711\b/g, (_whole, segment: string) => `/${segment}/${path[segment] ?? ids[segment]}`)
    .replaceAll(/\b471[12]\b/g, (number) => String(others[number === '4711' ? 0 : 1]))
    // A name that raises the question to be answered.
    .replaceAll('applicant.ltv_percent/answers', 'applicant.children/answers')
    // Nothing of this account has failed with that code.
    .replaceAll(/"expected_count": ?340/g, '"expected_count": 0')
    // The reference posts a letter before this stack has written one, and snoozes until a past time.
    .replaceAll('2026-03-04T09:00:00.000Z', new Date(Date.now() + 3_600_000).toISOString())
    .replaceAll('2026-03-03', new Date().toISOString().slice(0, 10));
  const blocks = [{ language: 'bash', words: [], text: filled }];
  let printed = '';
  await runGuide({ baseUrl: stack.baseUrl, token: caller.token, setup, blocks }, ({ outputs, failure }) => {
    expect(failure).toBeUndefined();
    printed = [...outputs.values()].join('');
    return Promise.resolve();
  });
  const status = printed.trim().split('\n').at(-1) ?? '';
  // Shows the answer, which has the error.
  return Number(status) < 400 ? status : printed;
}

const BY_PEOPLE = ['createToken', 'rotateToken'];

test.each(BY_PEOPLE)('the command of %s is refused to a token', async (operationId) => {
  const filled = (await NEEDS[operationId]?.()) ?? {};
  expect(await statusOf(commandOf(operationId), filled)).toContain('"code":"sign_in_again"');
});

const RUN = ROUTES.filter(({ operationId }) => !BY_PEOPLE.includes(operationId));

test.each(RUN.map(({ operationId, reply }) => [operationId, reply] as const))(
  'the command of %s succeeds',
  async (operationId, reply) => {
    const filled = (await NEEDS[operationId]?.()) ?? {};
    const wanted = 'status' in reply ? reply.status : reply.kind === 'nothing' ? 204 : 200;
    const shell = reply.kind === 'events' ? SHELL_FOR_EVENTS : SHELL;
    expect(await statusOf(commandOf(operationId), filled, shell)).toBe(String(wanted));
  },
);

test('so does that of the overview, and there are no others', async () => {
  expect(await statusOf(commandOf(OVERVIEW), {})).toBe('200');
  expect([...commands.keys()].toSorted()).toEqual(
    [OVERVIEW, ...ROUTES.map(({ operationId }) => operationId)].toSorted(),
  );
});
