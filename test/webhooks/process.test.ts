import { afterEach, beforeEach, describe, expect, test } from '../support/jest.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { testEnvironment } from '../support/environment.ts';
import { until } from '../support/until.ts';
import { emitEvent, insertSubscription } from './support/harness.ts';
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
  test('stops in order, says one line for each attempt, and none of them tells a secret or a body', async () => {
    const { kysely } = await testDatabase.open();
    const { secret } = await insertSubscription(kysely, `${receiver.url}/secret-path?key=secret-query`);
    await emitEvent(kysely, 'execution.completed', { workflow_execution_id: 1 }, new Date());
    const running = await startService({ databaseUrl: testDatabase.url, natsUrl: testEnvironment('NATS_URL') });
    service = running;
    await until(async () => (await running.lines()).some(({ msg }) => msg === 'delivery attempt'));

    expect(await running.stop()).toBe('exit code 0');
    const lines = await running.lines();
    const attempts = lines.filter(({ msg }) => msg === 'delivery attempt');
    expect(attempts).toEqual([
      expect.objectContaining({
        result: 'succeeded',
        attempt: 1,
        response_status: 200,
        host: new URL(receiver.url).host,
      }),
    ]);
    const text = JSON.stringify(lines);
    for (const hidden of [secret, 'secret-path', 'secret-query', 'workflow_execution_id']) {
      expect(text).not.toContain(hidden);
    }
  });
});
