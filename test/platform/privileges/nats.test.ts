import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, PermissionViolationError, type NatsConnection } from '@nats-io/transport-node';
import { natsAuthorizationFile } from '../../../dev/manifests/nats.ts';
import { launchNats, type NatsServer } from '../../../dev/servers/nats.ts';
import { natsConfig, userUrl } from '../../../dev/stack/logins.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { connectBus, SUBJECTS, type Bus } from '../../../platform/nats/index.ts';
import { natsOptions } from '../../../platform/nats/options.ts';
import { BUS_USERS, type BusUser } from '../../../platform/nats/permissions.ts';
import { testEnvironment } from '../../support/environment.ts';
import { afterAll, beforeAll, describe, expect, test } from '../../support/jest.ts';
import { until } from '../../support/until.ts';

const SECRET = 'of this test';

let folder: string;
let server: NatsServer;
const connections: NatsConnection[] = [];
const buses: Bus[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-nats-'));
  const config = join(folder, 'nats.conf');
  await writeFile(config, natsConfig('cascade', SECRET));
  server = await launchNats({
    binary: testEnvironment('NATS_BINARY'),
    logFile: join(folder, 'nats.log'),
    args: ['-c', config],
  });
});
afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.drain()));
  await Promise.all(connections.map((connection) => connection.close()));
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function logIn(user: BusUser): Promise<NatsConnection> {
  const connection = await connect(natsOptions({ urls: [userUrl(server.url, user, SECRET)] }));
  connections.push(connection);
  return connection;
}

/** The server's refusal of an act. Its error comes before the reply to a ping that is sent after the act. */
async function refused(user: BusUser, act: (connection: NatsConnection) => void): Promise<boolean> {
  const connection = await logIn(user);
  const violations: unknown[] = [];
  void (async () => {
    for await (const status of connection.status()) {
      if (status.type === 'error' && status.error instanceof PermissionViolationError) violations.push(status.error);
    }
  })();
  act(connection);
  await connection.flush();
  await connection.flush();
  await connection.close();
  return violations.length > 0;
}

const PLACES: readonly string[] = [
  SUBJECTS.commandsReady,
  SUBJECTS.deliveriesReady,
  SUBJECTS.executionsSettled,
  SUBJECTS.vendorsCalled,
  SUBJECTS.artifactsReady,
  SUBJECTS.artifactDone(7),
  SUBJECTS.generate,
  SUBJECTS.validate,
  `${SUBJECTS.inbox}.someone.1`,
].map((subject) => `cascade.${subject}`);
/** Subjects of others, of the server, and all at once. */
const ELSEWHERE = ['other.commands.ready', '_INBOX.someone.1', '$SYS.ACCOUNT.x', '$JS.API.INFO', 'cascade.unheard.of'];
const WIDE = ['>', 'cascade.>', 'cascade.*.ready', '_INBOX.>', 'cascade.generator.*'];

/** By user: what it may publish, and what it may subscribe to, in its queue where it has one. */
const EXPECTED: Readonly<
  Record<BusUser, { readonly publish: readonly string[]; readonly subscribe: readonly string[] }>
> = {
  gateway: {
    publish: [
      'cascade.commands.ready',
      'cascade.deliveries.ready',
      'cascade.executions.settled',
      'cascade.vendors.called',
      'cascade.artifacts.ready',
      'cascade.generator.generate',
    ],
    subscribe: ['cascade.executions.settled', 'cascade.inbox.someone.1'],
  },
  executor: {
    publish: [
      'cascade.commands.ready',
      'cascade.deliveries.ready',
      'cascade.executions.settled',
      'cascade.artifacts.ready',
    ],
    subscribe: ['cascade.commands.ready', 'cascade.vendors.called'],
  },
  webhooks: { publish: [], subscribe: ['cascade.deliveries.ready'] },
  artifacts: {
    publish: ['cascade.commands.ready', 'cascade.artifacts.done.7'],
    subscribe: ['cascade.artifacts.ready'],
  },
  generator: { publish: [], subscribe: ['cascade.generator.generate', 'cascade.generator.validate'] },
};

describe.each(BUS_USERS)('the NATS user %s', (user) => {
  const allowed = async (
    subjects: readonly string[],
    act: (connection: NatsConnection, subject: string) => void,
  ): Promise<readonly string[]> => {
    const results = await Promise.all(
      subjects.map(async (subject) => !(await refused(user, (connection) => act(connection, subject)))),
    );
    return subjects.filter((_, index) => results[index]);
  };

  test('says what its service says, and is refused everything else', async () => {
    const said = await allowed([...PLACES, ...ELSEWHERE], (connection, subject) => connection.publish(subject));
    expect(said).toEqual(EXPECTED[user].publish);
  });

  test('hears what its service hears, and is refused everything else', async () => {
    const queue = user === 'gateway' ? {} : { queue: user };
    const heard = await allowed([...PLACES, ...ELSEWHERE, ...WIDE], (connection, subject) => {
      connection.subscribe(subject, { ...queue, callback: () => undefined });
    });
    expect(heard).toEqual(EXPECTED[user].subscribe);
  });

  test('takes no copy of what its replicas share', async () => {
    const heard = await allowed([...PLACES, ...WIDE], (connection, subject) => {
      connection.subscribe(subject, { callback: () => undefined });
    });
    expect(heard).toEqual(user === 'gateway' ? EXPECTED.gateway.subscribe : []);
  });
});

test('nobody is let in without a user, or with the password of another', async () => {
  await expect(connect({ servers: server.url, reconnect: false })).rejects.toThrow(/authorization/i);
  const url = new URL(userUrl(server.url, 'gateway', SECRET));
  url.username = 'generator';
  await expect(connect({ ...natsOptions({ urls: [url.href] }), reconnect: false })).rejects.toThrow(/authorization/i);
});

test('the generator replies to whoever asks it, with heartbeats, and to nobody else', async () => {
  const [gateway, generator] = ['gateway' as const, 'generator' as const].map((user) => {
    const bus = connectBus({
      urls: [userUrl(server.url, user, SECRET)],
      subjectPrefix: 'cascade',
      name: user,
      log: createLogger('test', 'silent'),
    });
    buses.push(bus);
    return bus;
  });
  if (gateway === undefined || generator === undefined) throw new Error('no buses');
  await until(() => gateway.isUp() && generator.isUp());
  generator.subscribe(SUBJECTS.generate, 'generator', ({ payload, respond }) => respond({ made: payload }));
  const watch = { silenceMs: 60_000, attempts: 1 };
  await until(async () => {
    const reply = await gateway.request(SUBJECTS.generate, 'a', 60_000, { watch }).catch(() => null);
    return JSON.stringify(reply) === '{"made":"a"}';
  });
  expect(await gateway.request(SUBJECTS.generate, 'b', 60_000)).toEqual({ made: 'b' });
  expect(await refused('generator', (connection) => connection.publish('cascade.inbox.someone.1'))).toBe(true);
});

test('deploy/compose/nats.conf is what `npm run --silent nats:config` prints', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../deploy/compose/nats.conf'), 'utf8');
  expect(text).toBe(natsAuthorizationFile('cascade'));
});
