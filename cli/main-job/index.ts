import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Api } from '../api.ts';
import type { MainJob, RunningStack } from '../stack/stack.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import type { Artifact, Condition, Execution, ExecutionFull, TestCase } from './records.ts';
import { table } from './table.ts';

const TEMPLATE_NAME = 'Tenant screening';
const TIME_LIMIT_MS = 180_000;
const POLL_MS = 1_000;

/** The applicants of the main job, by the case under which they are registered for credit reports, and what is right. */
const CAST = [
  { caseName: 'clear', outcome: 'approved', reviewStatus: 'none', hasNotice: false },
  { caseName: 'borderline', outcome: 'approved', reviewStatus: 'approved', hasNotice: false },
  { caseName: 'fail', outcome: 'denied', reviewStatus: 'none', hasNotice: true },
] as const;
type Part = (typeof CAST)[number];

interface Performance {
  readonly part: Part;
  readonly applicant: string;
  readonly execution: ExecutionFull;
  readonly reports: readonly Artifact[];
  readonly notices: readonly Artifact[];
  readonly events: readonly string[];
}

/**
 * What the product is for, done once for all to see: the template "Tenant screening" on three sandbox applicants, one
 * approved, one reviewed by a person and approved, one denied with a notice, through nothing but the public API.
 */
export const runMainJob: MainJob = async (stack) => {
  const api = new Api(stack.baseUrl, stack.token);
  const receiver = stack.environment.WEBHOOK_ALLOW_PRIVATE_TARGETS === 'true' ? await startReceiver() : undefined;
  const subscription = receiver === undefined ? undefined : await subscribe(api, receiver);
  try {
    say('');
    say(`Running the template "${TEMPLATE_NAME}" on three sandbox applicants (test mode)`);
    const workflowId = await cascadeFromTemplate(api);
    const started = await trigger(api, workflowId);
    const ended = await untilEnded(api, workflowId, started);
    const performances = await collect(api, started, ended, receiver);
    const wrong = performances.flatMap((performance) => whatIsWrong(performance, receiver !== undefined));
    if (receiver !== undefined) wrong.push(...receiver.refused.map((why) => `a webhook was refused: ${why}`));
    print(stack, workflowId, performances, receiver !== undefined, wrong);
    return wrong.length === 0;
  } finally {
    // The receiver ends with this job; a subscription left behind would fail for days.
    if (subscription !== undefined) await api.delete(`/webhook_subscriptions/${subscription}`);
    await receiver?.close();
  }
};

async function subscribe(api: Api, receiver: Receiver): Promise<number> {
  const { id, signing_secret } = await api.post<{ id: number; signing_secret: string }>('/webhook_subscriptions', {
    url: receiver.url,
  });
  receiver.trust(signing_secret);
  return id;
}

/** The demo account's own cascade, made of the template at the first start. */
async function cascadeFromTemplate(api: Api): Promise<number> {
  const name = encodeURIComponent(TEMPLATE_NAME);
  const existing = await api.get<{ id: number; name: string }[]>(`/workflows?filter[name]=${name}`);
  const own = existing.find((workflow) => workflow.name === TEMPLATE_NAME);
  if (own !== undefined) return own.id;
  const templates = await api.get<{ id: number; name: string }[]>('/workflow_templates?per_page=100');
  const template = templates.find((candidate) => candidate.name === TEMPLATE_NAME);
  if (template === undefined) throw new Error(`no template is called ${TEMPLATE_NAME}`);
  const { definition } = await api.get<{ definition: unknown }>(`/workflow_templates/${template.id}`);
  const created = await api.post<{ id: number }>('/workflows', {
    name: TEMPLATE_NAME,
    definition,
    use_case: 'tenant_screening',
  });
  return created.id;
}

type Started = ReadonlyMap<number, { readonly part: Part; readonly applicant: string }>;

async function trigger(api: Api, workflowId: number): Promise<Started> {
  const { test_cases } = await api.get<{ test_cases: TestCase[] }>(`/workflows/${workflowId}/test_cases`);
  const started = new Map<number, { part: Part; applicant: string }>();
  for (const part of CAST) {
    const subject = test_cases.find((one) => one.product_code === 'credit_report' && one.case_name === part.caseName);
    if (subject === undefined) throw new Error(`no test case is called ${part.caseName}`);
    const body = { payload: subject.payload, external_reference: `demo-${part.caseName}` };
    const { id } = await api.post<Execution>(`/workflows/${workflowId}/trigger`, body, randomUUID());
    const { first_name = '', last_name = '' } = subject.payload.applicant;
    started.set(id, { part, applicant: `${first_name} ${last_name}`.trim() });
  }
  return started;
}

/** Polls the list, decides what waits for a person, and comes back when all have ended. */
async function untilEnded(api: Api, workflowId: number, started: Started): Promise<readonly Execution[]> {
  const deadline = Date.now() + TIME_LIMIT_MS;
  for (;;) {
    const listed = await api.get<Execution[]>(`/executions?filter[workflow_id]=${workflowId}&per_page=${started.size}`);
    const ours = listed.filter(({ id }) => started.has(id));
    for (const { id, pending_review } of ours) {
      if (pending_review === null) continue;
      await api.post(`/executions/${id}/review_decisions`, { decision: 'approved', note: 'Income covers the rent.' });
    }
    const ended = ours.filter(({ status }) => ['completed', 'failed', 'cancelled'].includes(status));
    if (ended.length === started.size || Date.now() > deadline) return ours;
    await delay(POLL_MS);
  }
}

/** Report PDFs and webhooks are off the execution's path: they come a moment later. */
async function collect(
  api: Api,
  started: Started,
  ended: readonly Execution[],
  receiver: Receiver | undefined,
): Promise<Performance[]> {
  const deadline = Date.now() + TIME_LIMIT_MS / 3;
  const performances: Performance[] = [];
  for (const [id, { part, applicant }] of started) {
    const execution = await api.get<ExecutionFull>(`/executions/${id}`);
    if (ended.find((one) => one.id === id)?.status === undefined) throw new Error(`execution ${id} is not listed`);
    for (;;) {
      const reports = await api.get<Artifact[]>(`/executions/${id}/report_artifacts`);
      const notices = part.hasNotice ? await api.get<Artifact[]>(`/executions/${id}/notice_artifacts`) : [];
      const events = (receiver?.events ?? []).filter((one) => one.executionId === id).map(({ event }) => event);
      const performance = { part, applicant, execution, reports, notices, events };
      if (whatIsWrong(performance, receiver !== undefined).length === 0 || Date.now() > deadline) {
        performances.push(performance);
        break;
      }
      await delay(POLL_MS);
    }
  }
  return performances;
}

function whatIsWrong(performance: Performance, withEvents: boolean): string[] {
  const { part, execution, reports, notices, events } = performance;
  const wrong: string[] = [];
  const expect = (holds: boolean, what: string) => {
    if (!holds) wrong.push(`execution ${execution.id} (${part.caseName}): ${what}`);
  };
  expect(execution.status === 'completed', `status is ${execution.status}, not completed`);
  expect(execution.outcome === part.outcome, `outcome is ${execution.outcome ?? 'none'}, not ${part.outcome}`);
  expect(execution.review_status === part.reviewStatus, `review_status is ${execution.review_status}`);
  expect(
    reports.some(({ byte_size }) => byte_size > 0),
    'there is no credit-report PDF',
  );
  expect(notices.some(({ byte_size }) => byte_size > 0) === part.hasNotice, 'the adverse-action notice is missing');
  if (withEvents) {
    expect(events.includes('execution.completed'), 'the event execution.completed did not arrive');
    if (part.hasNotice)
      expect(events.includes('adverse_action.completed'), 'the event adverse_action.completed did not arrive');
  }
  return wrong;
}

function print(
  stack: RunningStack,
  workflowId: number,
  performances: readonly Performance[],
  withEvents: boolean,
  wrong: readonly string[],
): void {
  const rows = performances.map(({ applicant, execution, reports, notices, events }) => [
    `${applicant}\nexecution ${execution.id}`,
    `${(execution.outcome ?? execution.status).toUpperCase()}${execution.review_status === 'approved' ? '\nby a reviewer' : ''}`,
    explain(execution),
    [...reports, ...notices]
      .map(({ filename, byte_size }) => `${filename} (${Math.ceil(byte_size / 1024)} KB)`)
      .join('\n'),
    withEvents ? events.join('\n') : 'left out',
  ]);
  process.stdout.write(
    `\n${table([['Applicant', 'Decision', 'What decided (condition, value)', 'PDFs', 'Events, signature verified'], ...rows])}\n`,
  );
  if (!withEvents)
    say('Webhooks are left out: WEBHOOK_ALLOW_PRIVATE_TARGETS=false forbids a receiver on this machine.');
  const mailsTo = stack.environment.SMTP_URL ? 'by SMTP' : `as files in ${stack.dataFolder.mail}`;
  say(`E-mail went ${mailsTo}.`);
  for (const line of wrong) say(`WRONG: ${line}`);
  if (wrong.length === 0) say('Everything came out as it should.');
  process.stdout.write(curlHelp(stack, workflowId, performances));
}

const WORDS: Readonly<Record<string, string>> = {
  equals: '=',
  not_equals: '≠',
  greater_than: '>',
  greater_than_or_equal: '≥',
  less_than: '<',
  less_than_or_equal: '≤',
};

/** The conditions of the branch that was taken, or, where none matched, of the branch that an approval needs. */
function explain({ step_outputs }: ExecutionFull): string {
  const lines: string[] = [];
  for (const output of Object.values(step_outputs)) {
    if (!Array.isArray(output.conditions)) continue;
    const conditions = output.conditions as Condition[];
    const shown = conditions.filter(({ branch, result }) =>
      output.branch === 'pass' ? branch === 'pass' : branch === 'pass' && !result,
    );
    lines.push(...shown.map(explainCondition));
    const review = output.review as { decision: string; note: string | null } | undefined;
    if (review !== undefined) lines.push(`a person ${review.decision}: ${review.note ?? ''}`);
  }
  return lines.join('\n');
}

function explainCondition({ source_node_id, field, operator, value, actual, result, missing }: Condition): string {
  const wanted = `${source_node_id}.${field} ${WORDS[operator] ?? operator.replaceAll('_', ' ')}${value === null ? '' : ` ${String(value)}`}`;
  return `${result ? '✓' : '✗'} ${wanted}: ${missing ? 'missing' : JSON.stringify(actual)}`;
}

function curlHelp(stack: RunningStack, workflowId: number, performances: readonly Performance[]): string {
  const api = `${stack.baseUrl}/api/v1`;
  const denied = performances.find(({ part }) => part.hasNotice);
  const notice = denied?.notices[0];
  return `
Call the API yourself:

  TOKEN=$(sed -n 's/.*"token": "\\(.*\\)".*/\\1/p' ${stack.dataFolder.path}/demo.json)

  curl -s ${api}/workflows/${workflowId}/trigger \\
    -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
    -H "Idempotency-Key: $(cat /proc/sys/kernel/random/uuid)" \\
    -d '{"applicant": {"first_name": "Rosa", "last_name": "Moreno", "email": "rosa@example.com"}}'

  curl -s ${api}/executions/${performances[0]?.execution.id ?? 1} -H "Authorization: Bearer $TOKEN"
${
  denied === undefined || notice === undefined
    ? ''
    : `
  curl -s ${api}/executions/${denied.execution.id}/notice_artifacts/${notice.id} -H "Authorization: Bearer $TOKEN" -o notice.pdf
`
}`;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
