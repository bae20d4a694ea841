import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import {
  CascadeClient,
  verifyWebhook,
  WebhookVerificationError,
  type Schemas,
} from '../../clients/typescript/src/index.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { startReceiver, type Receiver } from '../webhooks/support/receiver.ts';

const DEFINITION: Schemas['CascadeDefinition'] = [
  { id: 'start', type: 'ApplicantSource', next_step: ['approve'] },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
];

let stack: Stack;
let receiver: Receiver;
let client: CascadeClient;
beforeAll(async () => {
  [stack, receiver] = await Promise.all([
    startStack({ services: ['gateway', 'executor', 'webhooks'], env: { RATE_LIMIT_IP_PER_MINUTE: '1000000' } }),
    startReceiver(),
  ]);
  client = new CascadeClient({ baseUrl: stack.baseUrl, token: (await stack.createCaller()).token });
});
afterAll(async () => {
  await stack?.stop();
  await receiver?.close();
});

/** The reference's "Recommended integration order", by the services as they run, and by nothing but the client. */
test('an integrator subscribes, triggers, reads the decision and verifies the event of it', async () => {
  const { data: subscription } = await client.post('/webhook_subscriptions', { body: { url: receiver.url } });
  const { data: workflow } = await client.post('/workflows', { body: { name: 'Approve', definition: DEFINITION } });
  const { data: execution } = await client.post('/workflows/{id}/trigger', {
    path: { id: workflow.id },
    body: { payload: { applicant: { first_name: 'Ada' } }, external_reference: 'application-2041' },
  });
  const path = { id: execution.id };
  await until(async () => (await client.get('/executions/{id}', { path })).data.status === 'completed');
  for await (const { id, outcome } of client.pages('/executions', { query: { 'filter[status]': 'completed' } })) {
    expect([id, outcome]).toEqual([execution.id, 'approved']);
  }

  await until(() => receiver.received.length > 0);
  const { body, headers } = receiver.received[0]!;
  const event = await verifyWebhook({ body, headers, secret: subscription.signing_secret });
  expect(event).toMatchObject({
    event: 'execution.completed',
    data: { workflow_execution_id: execution.id, outcome: 'approved', external_reference: 'application-2041' },
  });
  const forged = verifyWebhook({ body: `${body} `, headers, secret: subscription.signing_secret });
  await expect(forged).rejects.toThrow(WebhookVerificationError);
});
