import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { Webhook } from 'standardwebhooks';
import { eventEnvelope } from '../../core/events.ts';
import { newWebhookSecret } from '../../platform/crypto.ts';
import { emitSample } from '../../platform/database/deliveries.ts';
import { CLIENT_ID, startHarness, type Harness } from './support/harness.ts';
import { startReceiver, type Received, type Receiver } from './support/receiver.ts';

let harness: Harness;
let receiver: Receiver;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  await harness.reset();
});
afterAll(() => harness.close());

function only(): Received {
  const [request, ...others] = receiver.received;
  if (request === undefined || others.length > 0) throw new Error('not exactly one request came');
  return request;
}

/** As a subscriber verifies it with the standard library alone (semantics 14.9.1). */
function isSignedWith(secret: string, request: Received, part: 'v1' | 'v0' = 'v1'): boolean {
  const parts = new Map(
    (request.headers['x-service-signature'] as string).split(',').map((pair) => pair.split('=') as [string, string]),
  );
  const expected = createHmac('sha256', secret)
    .update(`${parts.get('t')}.${request.body}`)
    .digest('hex');
  return parts.get(part) === expected;
}

/** Standard Webhooks refuses timestamps far from now; the request is verified at the time that it names. */
function verifyStandard(secret: string, request: Received): unknown {
  const sentAt = Number(request.headers['webhook-timestamp']) * 1_000;
  const realNow = Date.now;
  Date.now = () => sentAt;
  try {
    return new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
  } finally {
    Date.now = realNow;
  }
}

describe('a delivery', () => {
  test('has the envelope as its body and the headers of the reference', async () => {
    const { id: subscriptionId } = await harness.subscribe(`${receiver.url}/hook`);
    const eventId = await harness.emit('execution.failed', {
      workflow_execution_id: 5,
      first_error_message: 'Umlaut: ü',
    });

    await harness.newLoop().runDue();

    const request = only();
    const delivery = await harness.delivery();
    expect(JSON.parse(request.body)).toEqual({
      id: eventId,
      event: 'execution.failed',
      created_at: harness.clock.now().toISOString(),
      data: { workflow_execution_id: 5, first_error_message: 'Umlaut: ü' },
    });
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Service-Webhook/1.0',
      'x-service-event': 'execution.failed',
      'x-service-delivery': String(delivery.id),
      'webhook-id': eventId,
    });
    expect(delivery).toMatchObject({
      subscription_id: subscriptionId,
      status: 'succeeded',
      attempts: 1,
      last_response_status: 200,
      last_error: null,
      next_retry_at: null,
      last_attempt_at: harness.clock.now(),
      delivered_at: harness.clock.now(),
    });
  });

  // Rules: 14.9.1
  test('is signed so that node:crypto alone verifies it over the exact bytes', async () => {
    const { secret } = await harness.subscribe(receiver.url);
    await harness.emit('execution.completed', { external_reference: '"\u2028 – ü 😀' });

    await harness.newLoop().runDue();

    expect(only().headers['x-service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    expect(isSignedWith(secret, only())).toBe(true);
    expect(isSignedWith(newWebhookSecret(), only())).toBe(false);
  });

  // Rules: 14.9.1
  test('is signed so that the public library of Standard Webhooks verifies it', async () => {
    const { secret } = await harness.subscribe(receiver.url);
    const eventId = await harness.emit();

    await harness.newLoop().runDue();

    expect(verifyStandard(secret, only())).toMatchObject({ id: eventId });
    expect(() => verifyStandard(newWebhookSecret(), only())).toThrow();
  });

  test('is signed for each attempt, with the time of that attempt', async () => {
    const { secret } = await harness.subscribe(receiver.url);
    await harness.emit();
    receiver.answer = (_request, response) => void response.writeHead(500).end();
    const loop = harness.newLoop();

    await loop.runDue();
    harness.clock.set(60);
    await loop.runDue();

    const [first, second] = receiver.received;
    expect(Number(second?.headers['webhook-timestamp']) - Number(first?.headers['webhook-timestamp'])).toBe(60);
    expect(second?.headers['x-service-signature']).not.toBe(first?.headers['x-service-signature']);
    expect(receiver.received.every((request) => isSignedWith(secret, request))).toBe(true);
    expect(second?.headers['x-service-delivery']).toBe(first?.headers['x-service-delivery']);
    expect(second?.body).toBe(first?.body);
  });

  // Rules: 14.2.1
  test.each([200, 201, 204, 299])('succeeds if the response is %i', async (status) => {
    await harness.subscribe(receiver.url);
    await harness.emit();
    receiver.answer = (_request, response) => void response.writeHead(status).end();

    await harness.newLoop().runDue();

    expect(await harness.delivery()).toMatchObject({ status: 'succeeded', last_response_status: status });
  });

  // Rules: 14.2.1, 14.3.4
  test.each([
    [301, 'The server answered 301; redirects are not followed.'],
    [400, 'The server answered 400.'],
    [410, 'The server answered 410.'],
    [503, 'The server answered 503.'],
  ])('is retried if the response is %i', async (status, message) => {
    await harness.subscribe(receiver.url);
    await harness.emit();
    receiver.answer = (_request, response) =>
      void response.writeHead(status, { Location: '/elsewhere', 'Retry-After': '5' }).end();

    await harness.newLoop().runDue();

    const delivery = await harness.delivery();
    expect(delivery).toMatchObject({
      status: 'retrying',
      attempts: 1,
      last_response_status: status,
      last_error: message,
    });
    expect(harness.clock.secondsOf(delivery.next_retry_at)).toBe(60);
    expect(receiver.received).toHaveLength(1);
  });
});

describe('an event', () => {
  // Rules: 14.1.1
  test('goes to each subscription that is active and matches, under one event id', async () => {
    await harness.subscribe(`${receiver.url}/all`);
    await harness.subscribe(`${receiver.url}/completed`, { filter: ['execution.completed'] });
    await harness.subscribe(`${receiver.url}/failed`, { filter: ['execution.failed'] });
    await harness.subscribe(`${receiver.url}/paused`, { active: false });
    await harness.subscribe(`${receiver.url}/stranger`, { clientId: 8 });
    const eventId = await harness.emit('execution.completed');

    await harness.newLoop().runDue();

    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/all', '/completed']);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId]);
  });
});

describe('a sample', () => {
  test('goes to the one subscription that asked for it, whatever its filter says', async () => {
    const { id, secret } = await harness.subscribe(`${receiver.url}/asked`, { filter: ['execution.failed'] });
    await harness.subscribe(`${receiver.url}/other`);
    const envelope = eventEnvelope(randomUUID(), 'execution.completed', harness.clock.now(), { test: true });

    const deliveryId = await harness.db.transaction((trx) =>
      emitSample(trx, { envelope, apiClientId: CLIENT_ID, subscriptionId: id }),
    );
    await harness.newLoop().runDue();

    expect(only().path).toBe('/asked');
    expect(JSON.parse(only().body)).toEqual(envelope);
    expect(only().headers['x-service-delivery']).toBe(String(deliveryId));
    expect(isSignedWith(secret, only())).toBe(true);
  });
});

describe('after a rotation', () => {
  const DAY = 24 * 60 * 60;

  // Rules: 14.9.2
  test('both secrets sign for 24 hours, then the new one alone', async () => {
    const previousSecret = newWebhookSecret();
    const previousSecretUntil = new Date(harness.clock.now().getTime() + DAY * 1_000);
    const { secret } = await harness.subscribe(receiver.url, { previousSecret, previousSecretUntil });
    const loop = harness.newLoop();

    await harness.emit();
    harness.clock.set(DAY - 1);
    await loop.runDue();
    await harness.emit();
    harness.clock.set(DAY);
    await loop.runDue();

    const [during, after] = receiver.received as [Received, Received];
    expect(isSignedWith(secret, during, 'v1')).toBe(true);
    expect(isSignedWith(previousSecret, during, 'v0')).toBe(true);
    expect(verifyStandard(secret, during)).toBeDefined();
    expect(verifyStandard(previousSecret, during)).toBeDefined();
    expect(isSignedWith(secret, after)).toBe(true);
    expect(after.headers['x-service-signature']).not.toContain('v0=');
    expect(() => verifyStandard(previousSecret, after)).toThrow();
  });

  // Rules: 14.3.1
  test('a retry is signed with the secret that holds at the retry', async () => {
    const { id, secret } = await harness.subscribe(receiver.url);
    const next = await harness.subscribe(`${receiver.url}/unused`, { active: false });
    await harness.emit();
    receiver.answer = (_request, response) => void response.writeHead(500).end();
    const loop = harness.newLoop();
    await loop.runDue();

    const { secret: sealed } = await harness.db.kysely
      .selectFrom('webhook_subscription')
      .select('secret')
      .where('id', '=', next.id)
      .executeTakeFirstOrThrow();
    await harness.db.kysely.updateTable('webhook_subscription').set({ secret: sealed }).where('id', '=', id).execute();
    harness.clock.set(60);
    await loop.runDue();

    const [first, second] = receiver.received as [Received, Received];
    expect(isSignedWith(secret, first)).toBe(true);
    expect(isSignedWith(next.secret, second)).toBe(true);
    expect(isSignedWith(secret, second)).toBe(false);
  });
});

describe('if clocks disagree', () => {
  const HOUR_MS = 3_600_000;

  // Rules: 14.4.1
  test.each([
    ['behind', -HOUR_MS],
    ['ahead of', HOUR_MS],
  ])('a service an hour %s PostgreSQL makes fresh deliveries at once', async (_how, skewMs) => {
    await harness.subscribe(receiver.url);
    await harness.emit();

    await harness.newLoop({ now: () => new Date(Date.now() + skewMs), databaseNow: () => new Date() }).runDue();

    expect(await harness.delivery()).toMatchObject({ status: 'succeeded', attempts: 1 });
  });

  test('a refusal of our timestamp is a failed attempt, and the next is signed with the corrected time', async () => {
    const { secret } = await harness.subscribe(receiver.url);
    await harness.emit();
    receiver.answer = ({ body, headers }, response) => {
      try {
        new Webhook(secret).verify(body, headers as Record<string, string>);
        response.writeHead(204).end();
      } catch {
        response.writeHead(400).end();
      }
    };

    await harness.newLoop({ now: () => new Date(Date.now() - HOUR_MS), databaseNow: harness.clock.now }).runDue();
    expect(await harness.delivery()).toMatchObject({
      status: 'retrying',
      attempts: 1,
      last_response_status: 400,
      last_error: 'The server answered 400.',
    });

    // The service's clock has been corrected meanwhile.
    harness.clock.set(60);
    await harness.newLoop({ now: () => new Date(), databaseNow: harness.clock.now }).runDue();
    expect(await harness.delivery()).toMatchObject({ status: 'succeeded', attempts: 2 });
  });
});
