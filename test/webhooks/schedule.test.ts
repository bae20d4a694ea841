import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { requeueDeadDeliveries, requeueDelivery } from '../../platform/database/deliveries.ts';
import { afterFailure } from '../../services/webhooks/schedule.ts';
import { CLIENT_ID, startHarness, type Harness } from './support/harness.ts';
import { startReceiver, type Receiver } from './support/receiver.ts';

describe('after a failure', () => {
  // Rules: 14.2.3
  test.each([
    [1, 60],
    [2, 300],
    [3, 1_800],
    [4, 7_200],
    [5, 28_800],
  ])('of attempt %i the next one follows %i seconds later', (attempts, seconds) => {
    expect(afterFailure(attempts, 6)).toEqual({ status: 'retrying', retryDelaySeconds: seconds });
  });

  test('of the last attempt it is dead', () => {
    expect(afterFailure(6, 6)).toEqual({ status: 'dead', retryDelaySeconds: null });
    expect(afterFailure(1, 1)).toEqual({ status: 'dead', retryDelaySeconds: null });
  });

  // Rules: 14.2.3
  test('of the sixth of seven attempts the sixth delay is used', () => {
    expect(afterFailure(6, 7)).toMatchObject({ retryDelaySeconds: 86_400 });
    expect(afterFailure(7, 7)).toEqual({ status: 'dead', retryDelaySeconds: null });
  });
});

describe('a delivery that keeps failing', () => {
  const ATTEMPTS_AT = [0, 60, 360, 2_160, 9_360, 38_160];
  let harness: Harness;
  let receiver: Receiver;

  beforeAll(async () => {
    harness = await startHarness();
  });
  beforeEach(async () => {
    receiver = await startReceiver();
    receiver.answer = (_request, response) => void response.writeHead(500).end();
    await harness.subscribe(receiver.url);
    await harness.emit();
  });
  afterEach(async () => {
    await receiver.close();
    await harness.reset();
  });
  afterAll(() => harness.close());

  const secondsOfAttempts = () =>
    receiver.received.map(
      ({ headers }) => Number(headers['webhook-timestamp']) - harness.clock.now().getTime() / 1_000,
    );
  const retry = async (apiClientId = CLIENT_ID) => {
    const { id } = await harness.delivery();
    return harness.db.transaction((trx) =>
      requeueDelivery(trx, { deliveryId: id, apiClientId, now: harness.clock.now() }),
    );
  };
  const untilDead = async () => {
    const loop = harness.newLoop();
    for (const seconds of ATTEMPTS_AT) {
      harness.clock.set(seconds);
      await loop.runDue();
    }
    return loop;
  };

  // Rules: 14.2.1, 14.2.2, 14.2.3
  test('is attempted at 0, 60, 360, 2160, 9360 and 38160 seconds, never earlier, and is dead then', async () => {
    const loop = harness.newLoop();
    for (const [index, seconds] of ATTEMPTS_AT.entries()) {
      harness.clock.set(seconds - 0.001);
      if (index > 0) await loop.runDue();
      expect(receiver.received).toHaveLength(index);
      harness.clock.set(seconds);
      await loop.runDue();
      expect(await harness.delivery()).toMatchObject({
        attempts: index + 1,
        status: index < 5 ? 'retrying' : 'dead',
      });
    }
    harness.clock.set(0);
    expect(secondsOfAttempts()).toEqual(ATTEMPTS_AT);
    harness.clock.set(10_000_000);
    await loop.runDue();
    expect(receiver.received).toHaveLength(6);
    expect(await harness.delivery()).toMatchObject({ next_retry_at: null, last_error: 'The server answered 500.' });
  });

  // Rules: 14.2.5
  test('gets one more attempt by a retry when it is dead, and is dead again if that fails', async () => {
    const loop = await untilDead();

    expect(await retry()).toBe('requeued');
    await loop.runDue();

    expect(receiver.received).toHaveLength(7);
    expect(await harness.delivery()).toMatchObject({ status: 'dead', attempts: 7 });
  });

  test('succeeds by a retry when the endpoint works again', async () => {
    const loop = await untilDead();
    receiver.answer = (_request, response) => void response.writeHead(204).end();

    await retry();
    await loop.runDue();

    expect(await harness.delivery()).toMatchObject({ status: 'succeeded', attempts: 7, last_error: null });
  });

  // Rules: 14.2.5
  test('returns to its schedule by a retry when it is failed', async () => {
    const loop = harness.newLoop();
    await loop.runDue();
    await harness.db.kysely.updateTable('webhook_subscription').set({ active: false }).execute();
    harness.clock.set(60);
    await loop.runDue();
    expect(await harness.delivery()).toMatchObject({ status: 'failed', attempts: 1, next_retry_at: null });

    await harness.db.kysely.updateTable('webhook_subscription').set({ active: true }).execute();
    harness.clock.set(1_000);
    expect(await retry()).toBe('requeued');
    await loop.runDue();

    const delivery = await harness.delivery();
    expect(delivery).toMatchObject({ status: 'retrying', attempts: 2 });
    expect(harness.clock.secondsOf(delivery.next_retry_at)).toBe(1_300);
  });

  // Rules: 14.2.5
  test('cannot be retried while it is pending, retrying or succeeded', async () => {
    const loop = harness.newLoop();
    expect(await retry()).toBe('pending');
    await loop.runDue();
    expect(await retry()).toBe('retrying');
    receiver.answer = (_request, response) => void response.writeHead(200).end();
    harness.clock.set(60);
    await loop.runDue();
    expect(await retry()).toBe('succeeded');
  });

  test('cannot be retried while its subscription is paused or deleted', async () => {
    await untilDead();
    await harness.db.kysely.updateTable('webhook_subscription').set({ active: false }).execute();
    expect(await retry()).toBe('paused');
    await harness.db.kysely
      .updateTable('webhook_subscription')
      .set({ active: true, deleted_at: harness.clock.now() })
      .execute();
    expect(await retry()).toBe('deleted');
  });

  test('does not exist for another client', async () => {
    await untilDead();

    expect(await retry(CLIENT_ID + 1)).toBe('not_found');
  });

  test('is requeued with all other dead ones by the operator', async () => {
    const loop = await untilDead();
    receiver.answer = (_request, response) => void response.writeHead(200).end();

    expect(await requeueDeadDeliveries(harness.db.kysely, { limit: 100, now: harness.clock.now() })).toBe(1);
    await loop.runDue();

    expect(await harness.delivery()).toMatchObject({ status: 'succeeded' });
    expect(await requeueDeadDeliveries(harness.db.kysely, { limit: 100, now: harness.clock.now() })).toBe(0);
  });
});
