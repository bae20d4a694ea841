import { randomBytes } from 'node:crypto';
import { SecretBox } from '../../platform/crypto.ts';
import { subscriptionSecretContext } from '../../platform/database/deliveries.ts';
import { afterEach, beforeEach, describe, expect, test } from '../support/jest.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { testEnvironment } from '../support/environment.ts';
import { until } from '../support/until.ts';
import { CLIENT_ID, emitEvent, insertSubscription } from './support/harness.ts';
import { startReceiver, type Receiver } from './support/receiver.ts';
import { startService, type ServiceProcess } from './support/service-process.ts';

let testDatabase: TestDatabase;
let receiver: Receiver;
let service: ServiceProcess | undefined;
beforeEach(async () => {
  service = undefined;
  [testDatabase, receiver] = await Promise.all([createTestDatabase(), startReceiver()]);
});
afterEach(async () => {
  await service?.kill();
  await receiver.close();
  await testDatabase.drop();
});

describe('the service', () => {
  test('stops in order, logs deliveries and failures, and logs no secret and no body', async () => {
    const { kysely } = await testDatabase.open();
    const { secret } = await insertSubscription(kysely, `${receiver.url}/secret-path?key=secret-query`);
    await insertSubscription(kysely, `${receiver.url}/secret-path/failing`);
    receiver.answer = ({ path }, response) => {
      response.statusCode = path.endsWith('/failing') ? 500 : 200;
      response.end();
    };
    for (let count = 0; count < 3; count += 1) {
      await emitEvent(kysely, 'execution.completed', { workflow_execution_id: 1 }, new Date());
    }
    const running = await startService({ databaseUrl: testDatabase.url, natsUrl: testEnvironment('NATS_URL') });
    service = running;
    const waiting = kysely.selectFrom('webhook_queue').select('delivery_id').where('lane', '=', 'fresh');
    await until(async () => (await waiting.execute()).length === 0);

    expect(await running.stop()).toBe('exit code 0');
    const lines = await running.lines();
    const { host } = new URL(receiver.url);
    const delivered = await kysely
      .selectFrom('webhook_delivery')
      .select('id')
      .where('status', '=', 'succeeded')
      .execute();
    const logged = lines.filter((line) => line.msg === 'delivered' && line.host === host);
    expect(logged.flatMap((line) => line.delivery_ids).sort()).toEqual(delivered.map(({ id }) => id).sort());
    const failed = lines.filter(({ msg }) => msg === 'delivery attempt failed');
    expect(failed).toHaveLength(3);
    expect(failed[0]).toMatchObject({
      result: 'http_error',
      attempt: 1,
      execution_id: 1,
      response_status: 500,
      status: 'retrying',
      host,
    });
    const text = JSON.stringify(lines);
    for (const hidden of [secret, 'secret-path', 'secret-query', 'workflow_execution_id']) {
      expect(text).not.toContain(hidden);
    }
  });

  test.each([
    ['is missing', 'k9'],
    ['has other bytes', 'k1'],
  ])('that starts with secrets whose key %s names it, and works', async (_, keyId) => {
    const { kysely } = await testDatabase.open();
    const { id } = await insertSubscription(kysely, receiver.url);
    const sealed = new SecretBox([{ id: keyId, key: randomBytes(32) }]).seal(
      'whsec_',
      subscriptionSecretContext(CLIENT_ID),
    );
    await kysely.updateTable('webhook_subscription').set({ secret: sealed }).where('id', '=', id).execute();
    service = await startService({ databaseUrl: testDatabase.url, natsUrl: testEnvironment('NATS_URL') });
    const isReady = service;
    const errors = async () => (await isReady.lines()).filter(({ level }) => level === 'error');
    await until(async () => (await errors()).length > 0);
    expect(await errors()).toEqual([
      expect.objectContaining({
        key_id: keyId,
        column: 'webhook_subscription.secret',
        msg: expect.stringContaining('cannot be decrypted'),
      }),
    ]);
    expect(await isReady.stop()).toBe('exit code 0');
  });
});
