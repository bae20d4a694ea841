import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { CascadeClient, productOutput, verifyWebhook, type Schemas } from '../../clients/typescript/src/index.ts';
import { freePort } from '../../dev/servers/ports.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { startReceiver, type Receiver } from '../webhooks/support/receiver.ts';
import { installedProject, readmeProgram, type Project } from './support/typescript-project.ts';

const DEFINITION: Schemas['CascadeDefinition'] = [
  { id: 'applicant', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
  {
    id: 'decide',
    type: 'IfElse',
    branches: {
      pass: {
        condition_groups: [
          { conditions: [{ source_node_id: 'credit', field: 'score', operator: 'greater_than', value: 300 }] },
        ],
      },
    },
    pass_steps: ['approve'],
    fail_steps: [],
  },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
];
const REVIEWED: Schemas['CascadeDefinition'] = [
  { id: 'start', type: 'ApplicantSource', next_step: ['check'] },
  {
    id: 'check',
    type: 'IfElse',
    branches: {
      human_review: {
        condition_groups: [
          { conditions: [{ source_node_id: 'start', field: 'applicant.email', operator: 'is_empty' }] },
        ],
      },
    },
    human_review_steps: [],
    fail_steps: [],
  },
];

let stack: SharedStack;
let receiver: Receiver;
let project: Project;
let client: CascadeClient;
let token: string;
beforeAll(async () => {
  [stack, receiver, project] = await Promise.all([sharedStack(), startReceiver(), installedProject()]);
  ({ token } = await stack.createCaller());
  client = new CascadeClient({ baseUrl: stack.baseUrl, token });
});
afterAll(async () => {
  await stack?.stop();
  await receiver?.close();
  await project?.remove();
});

/** The reference's "Recommended integration order", by the services as they run, and by nothing but the client. */
test('an integrator subscribes, triggers, waits for the decision and verifies the event of it', async () => {
  const subscription = await client.webhookSubscriptions.create({ url: receiver.url });
  const workflow = await client.workflows.create({ name: 'Credit', definition: DEFINITION });
  const execution = await client.workflows.triggerAndWait(workflow.id, {
    payload: { applicant: { first_name: 'Ada' } },
    external_reference: 'application-2041',
  });
  expect(execution).toMatchObject({ status: 'completed', outcome: 'approved', external_reference: 'application-2041' });
  expect(productOutput(execution, 'credit', 'credit_report')?.score).toBeGreaterThan(300);
  expect(productOutput(execution, 'elsewhere', 'credit_report')).toBeUndefined();

  await until(() => receiver.received.length > 0);
  const { body, headers } = receiver.received[0]!;
  const event = await verifyWebhook({ body, headers, secret: subscription.signing_secret });
  expect(event).toMatchObject({ event: 'execution.completed', data: { workflow_execution_id: execution.id } });
});

test('the package, built on its own and installed in a blank project, is typed for import and for require', async () => {
  await project.write('readme.ts', await readmeProgram());
  await project.write(
    'required.cts',
    `import cascade = require('@cascade/client');
export const client: cascade.CascadeClient = new cascade.CascadeClient({ baseUrl: 'http://127.0.0.1', token: 't' });
// @ts-expect-error -- there is no such filter
client.executions.list({ nothing: 1 });
// @ts-expect-error -- there is no such field in that report
export const nothing = cascade.productOutput({ step_outputs: {} }, 'credit', 'credit_report')?.nothing;
`,
  );
  expect(await project.compile('readme.ts', 'required.cts')).toBe('');
});

test('every block of its README runs, by import and by require', async () => {
  const workflow = await client.workflows.create({ name: 'Readme', definition: DEFINITION });
  const reviewed = await client.workflows.create({ name: 'Reviewed', definition: REVIEWED });
  await project.write('readme.ts', await readmeProgram());
  await project.write(
    'drive.ts',
    `import { createRequire } from 'node:module';
import { connect, decide, denyAll, explain, receive, rename } from './readme.ts';
const { CascadeClient, CascadeError } = createRequire(import.meta.url)('@cascade/client');
const client = connect(process.env.URL, process.env.TOKEN);
await rename(client, ${workflow.id}, 'Renamed');
console.log(await decide(client, ${workflow.id}));
console.log((await client.workflows.get(${workflow.id})).name);
await client.workflows.triggerAndWait(${reviewed.id});
console.log('denied', await denyAll(client, ${reviewed.id}, 'Too late'));
console.log(await explain(() => client.workflows.create({ name: '' })));
console.log(await explain(() => connect('http://127.0.0.1:' + process.env.CLOSED, 't').me.get()));
console.log((await receive(new Request('http://127.0.0.1', { method: 'POST', body: '{}' }), 'whsec_dGVzdA==')).status);
const required = new CascadeClient({ baseUrl: process.env.URL, token: 'd3b7f0de-0000-4000-8000-000000000000' });
console.log(await required.me.get().catch((error) => [error instanceof CascadeError, error.name].join()));
`,
  );
  const closed = String(await freePort());
  const printed = await project.run('drive.ts', { URL: stack.baseUrl, TOKEN: token, CLOSED: closed });
  expect(printed.trim().split('\n')).toEqual([
    expect.stringMatching(/^completed, approved, score \d{3}$/),
    'Renamed',
    'denied 1',
    expect.stringMatching(
      /^POST \/workflows: The request is invalid\. name: must not be empty \[422 validation_failed, request [\w-]+\]$/,
    ),
    `GET /me: No response from http://127.0.0.1:${closed}: ECONNREFUSED (nothing listens there). [connection_failed]`,
    '400',
    'true,AuthenticationError',
  ]);
});
