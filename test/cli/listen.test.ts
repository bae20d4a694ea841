import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { administer } from '../../cli/program.ts';
import { freePort } from '../../dev/servers/ports.ts';
import { DEMO_FILE, openDataFolder } from '../../dev/stack/data-folder.ts';
import type { JsonObject } from '../../core/json.ts';
import { loadConfig } from '../../platform/config/index.ts';
import { SecretBox } from '../../platform/crypto.ts';
import { subscriptionSecretContext } from '../../platform/database/deliveries.ts';
import { createLogger } from '../../platform/log/index.ts';
import { connectBus, SUBJECTS, type Bus } from '../../platform/nats/index.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { Caller, SharedStack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { emitEvent } from '../webhooks/support/harness.ts';

const CASCADE = fileURLToPath(new URL('../../cli/cascade.ts', import.meta.url));

let stack: SharedStack;
let bus: Bus;
beforeAll(async () => {
  stack = await sharedStack();
  bus = connectBus({
    urls: [stack.env.NATS_URL ?? ''],
    subjectPrefix: stack.env.NATS_SUBJECT_PREFIX ?? '',
    name: 'test',
    log: createLogger('test', 'silent'),
  });
});
afterAll(async () => {
  await bus?.drain();
  await stack?.stop();
});

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** `cascade listen` as a process of its own. */
interface Listener {
  readonly out: string;
  readonly err: string;
  /** Resolves with its address once it listens. */
  ready(): Promise<string>;
  /** Returns its exit code, or null if the signal killed it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

function startListen(args: readonly string[], env: Readonly<Record<string, string>>): Listener {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', CASCADE, 'listen', '--timeout', '10m', ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    },
  );
  const text = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text.out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text.err += chunk));
  let code: number | null | undefined;
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve)).then((how) => (code = how));
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return closed;
  };
  return {
    get out() {
      return text.out;
    },
    get err() {
      return text.err;
    },
    ready: async () => {
      await until(() => code !== undefined || text.err.includes('Listening for'));
      const url = /http:\/\/127\.0\.0\.1:\d+\/cascade-listen\/[0-9a-f-]+/.exec(text.err)?.[0];
      if (url === undefined) throw new Error(`it does not listen: ${text.err}`);
      return url;
    },
    end,
  };
}

/** Runs as the caller, with --base-url and --token-env. */
function listenAs(caller: Caller, ...args: string[]): Listener {
  return startListen(['--base-url', stack.baseUrl, '--token-env', 'TOKEN', ...args], { TOKEN: caller.token });
}

/** Ends the listener after its test. */
function endAfterwards(listener: Listener): Listener {
  cleanUps.push(() => listener.end('SIGKILL'));
  return listener;
}

const DATA: JsonObject = {
  workflow_execution_id: 4711,
  workflow_id: 12,
  external_reference: 'application-2041',
  status: 'completed',
  outcome: 'approved',
};

/** Publishes the hint as the executor does; without it the webhooks service finds the event at its next poll. */
async function emit(caller: Caller, data = DATA): Promise<string> {
  const createdAt = new Date('2026-03-02T16:20:12.480Z');
  const id = await emitEvent(stack.db.kysely, 'execution.completed', data, createdAt, caller.clientId);
  bus.publish(SUBJECTS.deliveriesReady, undefined, { requestId: 'request-of-a-test' });
  return id;
}

function subscriptionsOf({ clientId }: Caller) {
  return stack.db.kysely
    .selectFrom('webhook_subscription')
    .select(['id', 'url', 'event_filter', 'secret'])
    .where('api_client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

function subscribe({ clientId, accountId }: Caller, url: string) {
  return stack.db.kysely
    .insertInto('webhook_subscription')
    .values({ account_id: accountId, api_client_id: clientId, url, event_filter: [], secret: 'sealed' })
    .execute();
}

async function deliveryOf(eventId: string): Promise<number> {
  const { id } = await stack.db.kysely
    .selectFrom('webhook_delivery')
    .select('id')
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  return id;
}

describe('cascade listen', () => {
  describe('while it listens', () => {
    let caller: Caller;
    let listener: Listener;
    let url: string;
    /** Output before this test. */
    let before: { readonly out: string; readonly err: string };
    beforeAll(async () => {
      caller = await stack.createCaller();
      listener = listenAs(caller);
      url = await listener.ready();
    });
    afterAll(() => listener.end('SIGKILL'));
    beforeEach(() => {
      before = { out: listener.out, err: listener.err };
    });
    const printed = () => listener.out.slice(before.out.length);

    test('prints each delivered event in one line', async () => {
      const delivery = await deliveryOf(await emit(caller));
      await until(() => printed().endsWith('\n'));
      expect(printed()).toBe(
        '2026-03-02T16:20:12.480Z  execution.completed  execution 4711  reference application-2041  ' +
          `status completed  outcome approved  delivery ${delivery}\n`,
      );
    });

    test('replaces control characters in the texts of the caller', async () => {
      await emit(caller, { ...DATA, external_reference: 'a\u001b[2Jb\nc' });
      await until(() => printed().endsWith('\n'));
      expect(printed()).toContain('  reference a?[2Jb?c  ');
    });

    const body = JSON.stringify({ id: 'x', event: 'execution.completed', created_at: 'now', data: DATA });
    const sign = (secret: string, timestamp: number) =>
      `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
    const now = () => Math.floor(Date.now() / 1_000);

    test.each([
      ['has no signature', () => undefined, 'The request has neither X-Service-Signature nor webhook-signature.'],
      ['is signed with another secret', () => sign('whsec_other', now()), 'No signature fits the body and a secret'],
      [
        'was signed too long ago',
        (secret: string) => sign(secret, now() - 120),
        'The signature is right, but its time is too far from now',
      ],
      [
        'has the signature of another time',
        (secret: string) => sign(secret, now() - 1).replace(/t=\d+/, `t=${now()}`),
        'No signature fits the body and a secret',
      ],
    ])('refuses a request that %s, and prints only the reason', async (_, signatureOf, why) => {
      const [subscription] = await subscriptionsOf(caller);
      const secrets = new SecretBox(loadConfig(['ENCRYPTION_KEYS'], stack.env).ENCRYPTION_KEYS);
      const secret = secrets.open(subscription?.secret ?? '', subscriptionSecretContext(caller.clientId));
      const signature = signatureOf(secret);
      const { status } = await fetch(url, {
        method: 'POST',
        headers: signature === undefined ? {} : { 'x-service-signature': signature },
        body,
      });
      expect(status).toBe(401);
      await until(() => listener.err.endsWith('.\n') && listener.err !== before.err);
      expect(listener.err.slice(before.err.length)).toContain(`Refused a request: ${why}`);
      expect(printed()).toBe('');
    });
  });

  test('subscribes to the events of --events, and prints one document a line with --json', async () => {
    const caller = await stack.createCaller();
    const listener = endAfterwards(listenAs(caller, '--json', '--events', 'execution.failed,execution.completed'));
    await listener.ready();
    expect(await subscriptionsOf(caller)).toMatchObject([
      { event_filter: ['execution.completed', 'execution.failed'] },
    ]);
    const id = await emit(caller);
    const expected = {
      id,
      event: 'execution.completed',
      created_at: '2026-03-02T16:20:12.480Z',
      delivery_id: await deliveryOf(id),
      data: DATA,
    };
    await until(() => listener.out.endsWith('\n'));
    expect(listener.out).toBe(`${JSON.stringify(expected)}\n`);
  });

  test('deletes its own subscription on Ctrl-C, and no other', async () => {
    const caller = await stack.createCaller();
    await subscribe(caller, 'https://hooks.example.com/cascade');
    const listener = endAfterwards(listenAs(caller));
    const url = await listener.ready();
    expect(await subscriptionsOf(caller)).toMatchObject([{ url: 'https://hooks.example.com/cascade' }, { url }]);
    expect(await listener.end('SIGINT')).toBe(0);
    expect(await subscriptionsOf(caller)).toMatchObject([{ url: 'https://hooks.example.com/cascade' }]);
  });

  test('deletes the subscription of a killed listener, not that of one that still runs', async () => {
    const caller = await stack.createCaller();
    const [killed, living] = [endAfterwards(listenAs(caller)), endAfterwards(listenAs(caller))];
    const [, livingUrl] = await Promise.all([killed.ready(), living.ready()]);
    await killed.end('SIGKILL');
    const next = endAfterwards(listenAs(caller));
    const nextUrl = await next.ready();
    expect(next.err).toMatch(/^Deleted subscription \d+, which a killed listen had left\.$/m);
    expect((await subscriptionsOf(caller)).map(({ url }) => url)).toEqual([livingUrl, nextUrl]);
  });

  test('finds the stack that serves on the data folder', async () => {
    const caller = await stack.createCaller();
    const path = await mkdtemp(join(tmpdir(), 'cascade-listen-'));
    cleanUps.push(() => rm(path, { recursive: true, force: true }));
    await chmod(path, 0o755);
    const folder = await openDataFolder(path);
    cleanUps.push(() => folder.release());
    await folder.writeJson(DEMO_FILE, { base_url: stack.baseUrl, token: caller.token });
    const url = await endAfterwards(startListen([], { CASCADE_DATA_DIR: path })).ready();
    expect(await subscriptionsOf(caller)).toMatchObject([{ url }]);
  });

  test('creates a token for another API client and revokes it at the end', async () => {
    const caller = await stack.createCaller();
    const args = ['--base-url', stack.baseUrl, '--client', String(caller.clientId)];
    const listener = endAfterwards(startListen(args, { DATABASE_URL: stack.databaseUrl, CASCADE_OPERATOR: 'morgan' }));
    const url = await listener.ready();
    expect(await subscriptionsOf(caller)).toMatchObject([{ url }]);
    expect(await listener.end('SIGTERM')).toBe(0);
    expect(await subscriptionsOf(caller)).toEqual([]);
    const working = await stack.db.kysely
      .selectFrom('api_token')
      .select('prefix')
      .where('api_client_id', '=', caller.clientId)
      .where('revoked_at', 'is', null)
      .execute();
    expect(working).toEqual([{ prefix: caller.token.slice(0, 8) }]);
    const acts = await stack.db.kysely
      .selectFrom('audit_event')
      .select(['action', 'actor_name', 'subject_id', 'detail'])
      .where('account_id', '=', caller.accountId)
      .where('actor_kind', '=', 'operator')
      .orderBy('sequence')
      .execute();
    const [made, ended] = acts.slice(-2);
    const by = { actor_name: 'morgan', detail: { api_client_id: caller.clientId } };
    expect([made, ended]).toMatchObject([
      { action: 'token.created', ...by },
      { action: 'token.revoked', ...by },
    ]);
    expect(made?.subject_id).toBe(ended?.subject_id);
  });

  test.each([
    [
      'if no stack serves',
      [],
      { CASCADE_DATA_DIR: '/nonexistent' },
      'No stack is serving on the data folder /nonexistent. Start one with npm start',
    ],
    ['if the variable of the token is not set', ['--token-env', 'TOKEN'], {}, '--token-env: TOKEN is not set.'],
  ])('explains what to do %s', async (_, args, env, message) => {
    let err = '';
    const code = await administer(['listen', ...args], { env, out: () => undefined, err: (text) => (err += text) });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(message) });
  });

  test('names the address at which no API responds', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    let err = '';
    const surroundings = { env: { TOKEN: 'token' }, out: () => undefined, err: (text: string) => (err += text) };
    // The duration of its attempts is no part of this test.
    const args = ['listen', '--base-url', baseUrl, '--token-env', 'TOKEN', '--timeout', '1s'];
    expect(await administer(args, surroundings)).toBe(1);
    expect(err).toContain(`No API responds at ${baseUrl} (ECONNREFUSED). Is the stack running?`);
  });

  test('refuses an unknown event name and lists the known ones', async () => {
    let err = '';
    const surroundings = { env: {}, out: () => undefined, err: (text: string) => (err += text) };
    expect(await administer(['listen', '--events', 'execution.began'], surroundings)).toBe(2);
    expect(err).toContain('Unknown: execution.began. Known: execution.completed, ');
  });
});
