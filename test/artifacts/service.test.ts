import { TEST_LOGINS } from '../support/logins.ts';
import { afterAll, afterEach, beforeAll, expect, test } from '../support/jest.ts';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startService, type ServiceProcess } from '../../dev/stack/services.ts';
import { freePort } from '../../dev/servers/ports.ts';
import { connectBus, type Bus } from '../../platform/nats/index.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { artifact, askForNotice, expireLeases, NOTICE, silent } from './support.ts';

let stack: Stack;
let bus: Bus;
const running: ServiceProcess[] = [];
beforeAll(async () => {
  stack = await startStack({ services: ['renderer'], env: { RENDER_CONCURRENCY: '2' } });
  bus = connectBus({
    urls: [stack.env.NATS_URL ?? ''],
    subjectPrefix: stack.env.NATS_SUBJECT_PREFIX ?? '',
    name: 'test',
    log: silent,
  });
  await until(() => bus.isUp());
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.stop()));
});
afterAll(async () => {
  await bus?.drain();
  await stack?.stop();
});

const logFile = (): string => join(stack.folder, 'logs', 'artifacts.log');

async function start(env: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
  const service = await startService({
    service: 'artifacts',
    logins: TEST_LOGINS,
    opsPort: await freePort(),
    env: { ...process.env, ...stack.env, RENDER_CONCURRENCY: '1', ...env },
    logFile: logFile(),
  });
  running.push(service);
  return service;
}

async function askForMany(count: number): Promise<readonly number[]> {
  const ids: number[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await askForNotice(stack.db));
  bus.publish('artifacts.ready', undefined, { requestId: null });
  return ids;
}

async function countOf(status: string): Promise<number> {
  const rows = await stack.db.kysely
    .selectFrom('artifact')
    .select('id')
    .where('status', '=', status as never)
    .execute();
  return rows.length;
}

async function expectAllStoredOnce(ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const row = await artifact(stack.db, id);
    const blob = await stack.db.kysely
      .selectFrom('artifact_blob')
      .select('bytes')
      .where('artifact_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.status).toBe('ready');
    expect(row.sha256).toBe(createHash('sha256').update(blob.bytes).digest('hex'));
  }
}

// Rules: 18.9.2
test('a service killed in the middle is made up for by the next', async () => {
  const first = await start();
  const before = await countOf('ready');
  const ids = await askForMany(6);
  await until(async () => (await countOf('ready')) > before);
  first.signal('SIGKILL');
  await first.exited;
  expect(await countOf('pending')).toBeGreaterThan(0);

  await start();
  await expireLeases(stack.db);
  await until(async () => (await countOf('pending')) === 0);
  await expectAllStoredOnce(ids);
});

test('two services share the work, announce each artifact once, and log nothing of the person', async () => {
  await Promise.all([start(), start()]);
  const announced: string[] = [];
  bus.subscribe('artifacts.done.*', null, (message) => void announced.push(message.subject));
  const ids = await askForMany(6);
  await until(async () => (await countOf('pending')) === 0);
  await expectAllStoredOnce(ids);
  await until(() => announced.length >= ids.length);
  expect(announced.toSorted()).toEqual(ids.map((id) => `artifacts.done.${id}`).toSorted());
  expect(await readFile(logFile(), 'utf8')).not.toContain(NOTICE.addressee.name);
});
