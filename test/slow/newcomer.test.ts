import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { freePort } from '../../dev/servers/ports.ts';
import { expectAnswers } from '../docs/support/answers.ts';
import { blocksOfGuide, SETUP } from '../docs/support/blocks.ts';
import { runGuide } from '../docs/support/session.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { pathOfReader } from '../support/programs.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { until } from '../support/until.ts';

/**
 * A newcomer who knows only what /docs serves: the schema of definitions, the catalogue of products and the programs of
 * the guide on webhooks. They build a cascade for a hiring decision, run each of its branches, and verify each webhook
 * in three languages.
 */
// The JSON of an answer, read as a caller would.
// oxlint-disable-next-line typescript/no-explicit-any -- see above
type AnyJson = any;

let stack: SharedStack;
let folder: string;
const receivers: ChildProcess[] = [];
beforeAll(async () => {
  stack = await sharedStack();
  folder = await mkdtemp(join(tmpdir(), 'cascade-newcomer-'));
});
afterAll(async () => {
  for (const receiver of receivers) receiver.kill('SIGKILL');
  await stack?.stop();
  await rm(folder, { recursive: true, force: true });
});

const LANGUAGES = [
  { file: 'receiver.ts', build: [], run: ['node', 'receiver.ts'] },
  { file: 'receiver.py', build: [], run: ['python3', 'receiver.py'] },
  { file: 'receiver.go', build: ['go', 'build', '-o', 'receiver', 'receiver.go'], run: ['./receiver'] },
] as const;

test('a newcomer comes from the documentation to a hiring cascade with verified webhooks', async () => {
  const { token } = await stack.createCaller();
  const api = apiOf(token);
  const definition = await hiringCascade(api);

  const schema = JSON.parse(await page('/docs/cascade.schema.json')) as object;
  const validate = new Ajv2020({ strict: false, discriminator: false }).compile(schema);
  expect([validate(definition), validate.errors]).toEqual([true, null]);
  const checked = await api('/workflows/validate', { definition });
  expect(checked.data.errors).toEqual([]);
  // Criminal records decide, and places limit their use; no other warning is given.
  expect(checked.data.warnings.map(({ code }: { code: string }) => code)).toEqual(['jurisdiction_review']);
  const workflow = await api('/workflows', { name: 'Hiring', use_case: 'employment', definition });

  const logs = await Promise.all(LANGUAGES.map((language) => startReceiver(language, api)));
  const cases = (await api(`/workflows/${workflow.data.id}/test_cases`)).data.test_cases as AnyJson[];
  const wanted = [
    { name: 'clear', branch: 'pass', outcome: 'approved', letters: [] },
    { name: 'borderline', branch: 'human_review', outcome: 'approved', letters: [] },
    { name: 'fail', branch: 'fail', outcome: 'denied', letters: ['pre_adverse', 'final'] },
  ];
  for (const { name, branch, outcome, letters } of wanted) {
    const { payload } = cases.find((one) => one.case_name === name);
    const triggered = await api(`/workflows/${workflow.data.id}/trigger`, { payload, skip_waits: true });
    const execution = await ended(api, triggered.data.id);
    expect([name, execution.status, execution.outcome]).toEqual([name, 'completed', outcome]);
    expect(execution.step_outputs.decide.branch).toBe(branch);
    const stages = (execution.step_outputs.decline?.notices ?? []).map((one: AnyJson) => one.stage);
    expect(stages).toEqual(letters);
  }

  for (const [index, log] of logs.entries()) {
    const lines = async () => (await readFile(log, 'utf8').catch(() => '')).split('\n').filter(Boolean);
    await until(async () => (await lines()).length >= 5);
    expect([LANGUAGES[index]?.file, (await lines()).toSorted()]).toEqual([
      LANGUAGES[index]?.file,
      [
        'verified adverse_action.completed',
        'verified adverse_action.triggered',
        ...Array<string>(3).fill('verified execution.completed'),
      ],
    ]);
  }
});

test('the guide on webhooks does in Python and Go what it says', async () => {
  const { token } = await stack.createCaller();
  const blocks = blocksOfGuide('webhooks');
  await runGuide({ baseUrl: stack.baseUrl, token, setup: SETUP, blocks, roles: ['python', 'go'] }, expectAnswers);
});

type Api = (path: string, body?: object) => Promise<AnyJson>;

function apiOf(token: string): Api {
  return async (path, body) => {
    const response = await fetch(`${stack.baseUrl}/api/v1${path}`, {
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    return response.json();
  };
}

async function page(path: string): Promise<string> {
  const response = await fetch(stack.baseUrl + path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

/** The names come from the catalogue and the schema, where a newcomer looks for them, not from this test. */
async function hiringCascade(api: Api): Promise<object[]> {
  const products = (await api('/products')).data as AnyJson[];
  const { code } = products.find(({ name }) => /criminal/i.test(name));
  const { fields } = (await api(`/products/${code}`)).data;
  const countOf = (pattern: RegExp): string =>
    fields.find(({ unit, path }: AnyJson) => unit === 'count' && pattern.test(path)).path;
  const schema = JSON.parse(await page('/docs/cascade.schema.json')) as AnyJson;
  const letter = schema.$defs.AdverseActionNode.properties.adverse_action.properties;
  const none = (field: string) => ({ source_node_id: 'report', field, operator: 'equals', value: 0 });
  const branch = (field: string) => ({ condition_groups: [{ conditions: [none(field)] }] });
  return [
    { id: 'candidate', type: 'ApplicantSource', next_step: ['report'] },
    { id: 'report', type: 'BillingProduct', billing_product_code: code, next_step: ['decide'] },
    {
      id: 'decide',
      type: 'IfElse',
      branches: { pass: branch(countOf(/^records/)), human_review: branch(countOf(/^felony/)) },
      pass_steps: ['hire'],
      human_review_steps: ['hire'],
      fail_steps: ['decline'],
    },
    { id: 'hire', type: 'Action', action_type: 'Approve' },
    {
      id: 'decline',
      type: 'Action',
      action_type: 'AdverseAction',
      adverse_action: {
        recipient: '{{applicant.email}}',
        action_taken: letter.action_taken.enum.find((value: string) => value.includes('employment')),
        send_strategy: letter.send_strategy.enum.find((value: string) => value.includes('auto')),
        purpose: letter.purpose.enum.find((value: string) => value === 'employment'),
      },
    },
  ];
}

/** A program as the page shows it, started for a subscription of its own. Returns the file of what it prints. */
async function startReceiver({ file, build, run }: (typeof LANGUAGES)[number], api: Api): Promise<string> {
  const port = await freePort();
  const at = join(folder, file.replace('.', '-'));
  const env = { ...process.env, PATH: await pathOfReader() };
  const { data } = await api('/webhook_subscriptions', { url: `http://127.0.0.1:${port}/` });
  await writeFile(join(folder, file), (await program(file)).replaceAll('9099', String(port)));
  if (build.length > 0) {
    const [command = '', ...args] = build;
    const built = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' });
    expect([file, built.error, built.status, built.stderr]).toEqual([file, undefined, 0, '']);
  }
  const script = `exec ${run.join(' ')} > ${at}.out 2> ${at}.err`;
  const receiver = spawn('bash', ['-c', script], {
    cwd: folder,
    env: { ...env, SECRET: data.signing_secret },
    stdio: 'ignore',
  });
  receivers.push(receiver);
  await until(async () => {
    if (receiver.exitCode !== null) throw new Error(`${file} ended: ${await readFile(`${at}.err`, 'utf8')}`);
    return (await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)) !== undefined;
  });
  return `${at}.out`;
}

async function program(file: string): Promise<string> {
  const html = await page('/docs/webhooks');
  const found = html.match(new RegExp(`data-file="${file}">.*?<code>([^]*?)</code>`, 's'))?.[1];
  expect([file, found === undefined]).toEqual([file, false]);
  // The text as a browser copies it, without the markup of its colours.
  return (found ?? '')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** Reads until the execution has ended; approves its review, if it asks for one. */
async function ended(api: Api, id: number): Promise<AnyJson> {
  let execution: AnyJson;
  await until(async () => {
    execution = (await api(`/executions/${id}`)).data;
    const { pending_review: review } = execution;
    if (review !== null)
      await api(`/executions/${id}/review_decisions`, { decision: 'approved', node_id: review.node_id });
    return execution.completed_at !== null;
  });
  return execution;
}
