import { setTimeout as delay } from 'node:timers/promises';
import { startReceiver, type Receiver } from './receiver.ts';
import { CascadeClient, type Schemas, type WebhookEvent } from '../../clients/typescript/src/index.ts';
import { say } from '../say.ts';
import type { MainJob, RunningStack } from '../stack/stack.ts';
import { printDecisions, type Decision } from './report.ts';

const TEMPLATE_NAME = 'Tenant screening';
const TIME_LIMIT_MS = 180_000;
const POLL_MS = 1_000;

/** The applicants of the main job, by the sandbox case of their credit report, with the decision that is expected. */
const APPLICANTS = [
  { caseName: 'clear', outcome: 'approved', reviewStatus: 'none', hasNotice: false },
  { caseName: 'borderline', outcome: 'approved', reviewStatus: 'approved', hasNotice: false },
  { caseName: 'fail', outcome: 'denied', reviewStatus: 'none', hasNotice: true },
] as const;
type Expected = (typeof APPLICANTS)[number];

interface Started {
  readonly executionId: number;
  readonly applicant: string;
  readonly expected: Expected;
}

/** The subscriber of the main job. */
interface Subscriber {
  readonly id: number;
  /** Verified events by id, each once. */
  readonly events: ReadonlyMap<string, WebhookEvent>;
  /** Why requests were refused. */
  readonly refusals: readonly string[];
  readonly receiver: Receiver;
}

/**
 * Runs the template "Tenant screening" on three sandbox applicants through the public API alone. One is approved, one
 * is approved after a review, one is denied with a notice. Returns whether everything came out as expected.
 */
export const runMainJob: MainJob = async (stack) => {
  // Three applicants and the polling stay below the default rate limits; with lower ones it waits.
  const api = new CascadeClient({
    baseUrl: stack.baseUrl,
    token: stack.token,
    maxRetries: 100,
    maxWaitMs: TIME_LIMIT_MS,
  });
  const subscriber = isReceiverAllowed(stack) ? await subscribe(api) : undefined;
  try {
    say(`Running the template "${TEMPLATE_NAME}" on three sandbox applicants (test mode)`);
    const workflowId = await workflowFromTemplate(api);
    const started = await triggerAll(api, workflowId);
    await decideUntilEnded(api, workflowId, started);
    const decisions: Decision[] = [];
    const faults = subscriber?.refusals.map((why) => `a webhook was refused: ${why}`) ?? [];
    for (const one of started) {
      const decision = await collect(api, one, subscriber);
      decisions.push(decision);
      faults.push(...faultsIn(decision, one, subscriber !== undefined));
    }
    printDecisions(stack, decisions, faults);
    return { isRight: faults.length === 0, workflowId };
  } finally {
    // The receiver ends with this job, and deliveries to it would fail for days.
    if (subscriber !== undefined) {
      await api.delete('/webhook_subscriptions/{id}', { path: { id: subscriber.id } });
      await subscriber.receiver.close();
    }
  }
};

function isReceiverAllowed({ environment }: RunningStack): boolean {
  return environment.WEBHOOK_ALLOW_PRIVATE_TARGETS === 'true';
}

async function subscribe(api: CascadeClient): Promise<Subscriber> {
  const events = new Map<string, WebhookEvent>();
  const refusals: string[] = [];
  const receiver = await startReceiver({
    path: '/webhooks',
    onEvent: (event) => events.set(event.id, event),
    onRefused: (why) => refusals.push(why),
  });
  const { data } = await api.post('/webhook_subscriptions', { body: { url: receiver.url } });
  receiver.trust(data.signing_secret);
  return { id: data.id, events, refusals, receiver };
}

/** The workflow of the demo account, created from the template at the first start. */
async function workflowFromTemplate(api: CascadeClient): Promise<number> {
  const { data: existing } = await api.get('/workflows', { query: { 'filter[name]': TEMPLATE_NAME } });
  const own = existing.find(({ name }) => name === TEMPLATE_NAME);
  if (own !== undefined) return own.id;
  for await (const { id, name } of api.pages('/workflow_templates')) {
    if (name !== TEMPLATE_NAME) continue;
    const { data: template } = await api.get('/workflow_templates/{id}', { path: { id } });
    const { definition } = template;
    const { data } = await api.post('/workflows', { body: { name, definition, use_case: 'tenant_screening' } });
    return data.id;
  }
  throw new Error(`there is no template "${TEMPLATE_NAME}"`);
}

async function triggerAll(api: CascadeClient, workflowId: number): Promise<readonly Started[]> {
  const { data } = await api.get('/workflows/{id}/test_cases', { path: { id: workflowId } });
  const started: Started[] = [];
  for (const expected of APPLICANTS) {
    const subject = data.test_cases.find(
      (one) => one.product_code === 'credit_report' && one.case_name === expected.caseName,
    );
    if (subject === undefined) throw new Error(`there is no test case "${expected.caseName}"`);
    const { data: execution } = await api.post('/workflows/{id}/trigger', {
      path: { id: workflowId },
      body: { payload: subject.payload, external_reference: `demo-${expected.caseName}` },
    });
    const { first_name = '', last_name = '' } = subject.payload.applicant as Readonly<Record<string, string>>;
    started.push({ executionId: execution.id, applicant: `${first_name} ${last_name}`.trim(), expected });
  }
  return started;
}

/** Polls the list and approves each review, until all executions have ended or the time is up. */
async function decideUntilEnded(api: CascadeClient, workflowId: number, started: readonly Started[]): Promise<void> {
  const deadline = Date.now() + TIME_LIMIT_MS;
  const query = { 'filter[workflow_id]': workflowId, per_page: started.length } as const;
  for (;;) {
    const { data } = await api.get('/executions', { query });
    const own = data.filter(({ id }) => started.some(({ executionId }) => executionId === id));
    for (const { id, pending_review: review } of own) {
      if (review === null) continue;
      await api.post('/executions/{id}/review_decisions', {
        path: { id },
        body: { decision: 'approved', node_id: review.node_id, note: 'Income covers the rent.' },
      });
    }
    const ended = own.filter(({ completed_at }) => completed_at !== null);
    if (ended.length === started.length || Date.now() > deadline) return;
    await delay(POLL_MS);
  }
}

/** PDFs and webhooks may follow the end of the execution, so they are awaited for a while. */
async function collect(api: CascadeClient, started: Started, subscriber: Subscriber | undefined): Promise<Decision> {
  const deadline = Date.now() + TIME_LIMIT_MS / 3;
  const path = { id: started.executionId };
  for (;;) {
    const { data: execution } = await api.get('/executions/{id}', { path });
    const { data: reports } = await api.get('/executions/{id}/report_artifacts', { path });
    const { data: notices } = await api.get('/executions/{id}/notice_artifacts', { path });
    const events = [...(subscriber?.events.values() ?? [])].filter(
      ({ data }) => 'workflow_execution_id' in data && data.workflow_execution_id === execution.id,
    );
    const decision: Decision = {
      applicant: started.applicant,
      execution,
      reports,
      notices,
      events: subscriber === undefined ? null : events.map(({ event }) => event),
    };
    if (faultsIn(decision, started, subscriber !== undefined).length === 0 || Date.now() > deadline) return decision;
    await delay(POLL_MS);
  }
}

function faultsIn(decision: Decision, { expected }: Started, hasSubscriber: boolean): string[] {
  const { execution, reports, notices, events } = decision;
  const faults: string[] = [];
  const expect = (holds: boolean, fault: string): void => {
    if (!holds) faults.push(`execution ${execution.id} (${expected.caseName}): ${fault}`);
  };
  expect(execution.status === 'completed', `status is ${execution.status}, not completed`);
  expect(execution.outcome === expected.outcome, `outcome is ${execution.outcome ?? 'none'}, not ${expected.outcome}`);
  expect(execution.review_status === expected.reviewStatus, `review_status is ${execution.review_status}`);
  expect(reports.some(isStored), 'there is no credit-report PDF');
  expect(notices.some(isStored) === expected.hasNotice, 'the adverse-action notice is missing, or there is one');
  if (hasSubscriber) {
    const wanted = expected.hasNotice ? ['execution.completed', 'adverse_action.completed'] : ['execution.completed'];
    for (const name of wanted) {
      expect(events?.some((event) => event === name) === true, `the event ${name} did not arrive`);
    }
  }
  return faults;
}

function isStored({ downloadable }: Schemas['ReportArtifact'] | Schemas['NoticeArtifact']): boolean {
  return downloadable;
}
