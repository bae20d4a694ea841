import { nkeys } from '@nats-io/transport-node';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createSecureServer } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { connect as connectSocket, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server, type TlsOptions } from 'node:tls';
import { PRODUCTS } from '../../core/products/index.ts';
import { launchNats } from '../../dev/servers/nats.ts';
import { loadConfig } from '../../platform/config/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { createLogger } from '../../platform/log/index.ts';
import { composeMail, createMailer, type MailerOptions } from '../../platform/mail/index.ts';
import { connectBus, type Bus } from '../../platform/nats/index.ts';
import { BUS_VARIABLES } from '../../platform/nats/service.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import { temporalOptions, TEMPORAL_VARIABLES } from '../../platform/temporal/index.ts';
import { connectTemporalWorker } from '../../platform/temporal/worker.ts';
import { EFFECT_VARIABLES, openEffects } from '../../services/executor/perform/resources.ts';
import { IdentityProvider } from '../../services/gateway/sign-in/provider.ts';
import type { Vendor } from '../../services/executor/perform/vendor.ts';
import { testEnvironment } from '../support/environment.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '../support/jest.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { startSmtp } from '../support/smtp.ts';
import { until } from '../support/until.ts';
import { connectTemporalClient } from '../support/temporal.ts';
import { selfSigned } from './outbound/support/certificate.ts';

type KeyPair = ReturnType<typeof nkeys.createUser>;

const log = createLogger('test', 'silent');
const server = selfSigned('localhost');
const client = selfSigned('cascade');
const stranger = selfSigned('localhost');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-tls-'));
  for (const [name, text] of Object.entries({
    'server.pem': server.cert,
    'server.key': server.key,
    'client.pem': client.cert,
    'client.key': client.key,
    'stranger.pem': stranger.cert,
  })) {
    await writeFile(join(folder, name), text);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const file = (name: string): string => join(folder, name);

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function configured(env: Readonly<Record<string, string>>) {
  return temporalOptions(loadConfig(TEMPORAL_VARIABLES, env));
}

describe('Temporal', () => {
  /** A TLS proxy in front of the development server, which speaks no TLS itself. */
  async function startProxy(options: TlsOptions): Promise<string> {
    const [host = '', port = ''] = testEnvironment('TEMPORAL_ADDRESS').split(':');
    const proxy: Server = createServer({ ...server, ALPNProtocols: ['h2'], ...options }, (socket) => {
      const target = connectSocket(Number(port), host);
      socket.pipe(target).pipe(socket);
      for (const one of [socket, target]) one.on('error', () => [socket, target].forEach((other) => other.destroy()));
    }).listen(0, '127.0.0.1');
    proxy.on('tlsClientError', () => undefined);
    await once(proxy, 'listening');
    cleanUps.push(() => proxy.close());
    return `localhost:${(proxy.address() as AddressInfo).port}`;
  }

  const MUTUAL: TlsOptions = { requestCert: true, rejectUnauthorized: true, ca: [client.cert] };

  // Rules: 18.12.3
  test('is reached by mutual TLS, by the client and by the worker', async () => {
    const options = configured({
      TEMPORAL_ADDRESS: await startProxy(MUTUAL),
      TLS_CA_PATH: file('server.pem'),
      TEMPORAL_TLS_CERT_PATH: file('client.pem'),
      TEMPORAL_TLS_KEY_PATH: file('client.key'),
    });
    const asClient = connectTemporalClient(options);
    await expect(asClient.check(PATIENCE_MS)).resolves.toBeUndefined();
    await asClient.close();
    const asWorker = await connectTemporalWorker(options, log);
    await expect(asWorker.check(PATIENCE_MS)).resolves.toBeUndefined();
    await asWorker.close();
  });

  test.each([
    ['without a client certificate', { TEMPORAL_TLS: 'true', TLS_CA_PATH: 'server.pem' }],
    ['without TLS', {}],
    [
      'if its certificate is not trusted',
      { TLS_CA_PATH: 'stranger.pem', TEMPORAL_TLS_CERT_PATH: 'client.pem', TEMPORAL_TLS_KEY_PATH: 'client.key' },
    ],
  ])('is not reached %s', async (_, env) => {
    const paths = Object.entries(env).map(([name, value]) => [name, value === 'true' ? value : file(value)]);
    const address = await startProxy(MUTUAL);
    const temporal = connectTemporalClient(configured({ ...Object.fromEntries(paths), TEMPORAL_ADDRESS: address }));
    await expect(temporal.check(1_000)).rejects.toThrow();
    await temporal.close();
  });

  // Rules: 18.12.3
  test('gets the API key with each call, by TLS only', async () => {
    const keys: unknown[] = [];
    const api = createSecureServer(server).listen(0, '127.0.0.1');
    api.on('stream', (stream, headers) => {
      keys.push(headers.authorization);
      stream.respond({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '12' }, { endStream: true });
    });
    await once(api, 'listening');
    cleanUps.push(() => api.close());
    const temporal = connectTemporalClient(
      configured({
        TEMPORAL_ADDRESS: `localhost:${(api.address() as AddressInfo).port}`,
        TEMPORAL_API_KEY: 'key-1',
        TLS_CA_PATH: file('server.pem'),
      }),
    );
    await expect(temporal.check(PATIENCE_MS)).rejects.toThrow(/UNIMPLEMENTED/);
    expect(keys).toContain('Bearer key-1');
    await temporal.close();
  });

  test('needs both the client certificate and its key', () => {
    expect(() =>
      configured({ TEMPORAL_ADDRESS: 'localhost:7233', TEMPORAL_TLS_CERT_PATH: file('client.pem') }),
    ).toThrow('TEMPORAL_TLS_CERT_PATH and TEMPORAL_TLS_KEY_PATH must be set together');
  });
});

describe('NATS', () => {
  async function startNats(): Promise<number> {
    const nats = await launchNats({
      binary: testEnvironment('NATS_BINARY'),
      logFile: file('nats.log'),
      args: ['--tls', '--tlscert', file('server.pem'), '--tlskey', file('server.key'), '--user', 'us', '--pass', 'p'],
    });
    cleanUps.push(() => nats.stop());
    return nats.port;
  }

  function busTo(url: string, ca: string) {
    const bus = connectBus({ urls: [url], ca, subjectPrefix: 'tls', name: 'test', log, onClosed: () => undefined });
    cleanUps.push(() => bus.drain());
    return bus;
  }

  // Rules: 18.12.3
  test('is reached by TLS with user and password', async () => {
    const port = await startNats();
    const bus = busTo(`tls://us:p@localhost:${port}`, server.cert);
    await until(() => bus.isUp());
    bus.subscribe('work', 'workers', (message) => message.respond('done'));
    await until(async () => (await bus.request('work', null, 1_000).catch(() => null)) === 'done');
  });

  test('is reached with the credentials of an account, by TLS, and by nobody without them', async () => {
    const account = await operatorMode();
    const nats = await launchNats({
      binary: testEnvironment('NATS_BINARY'),
      logFile: file('nats.log'),
      args: ['-c', account.configPath, '--tls', '--tlscert', file('server.pem'), '--tlskey', file('server.key')],
    });
    cleanUps.push(() => nats.stop());
    const env = { NATS_URL: `tls://localhost:${nats.port}`, TLS_CA_PATH: file('server.pem') };
    const open = (more: Readonly<Record<string, string>>) => {
      const config = loadConfig(BUS_VARIABLES, { ...env, ...more });
      const bus = connectBus({
        urls: config.NATS_URL,
        credentials: config.NATS_CREDENTIALS_PATH,
        ca: config.TLS_CA_PATH,
        subjectPrefix: 'tls',
        name: 'test',
        log,
      });
      cleanUps.push(() => bus.drain());
      return bus;
    };
    const bus = open({ NATS_CREDENTIALS_PATH: account.credentialsPath });
    await until(() => bus.isUp());
    bus.subscribe('work', 'workers', (message) => message.respond('done'));
    await until(async () => (await bus.request('work', null, 1_000).catch(() => null)) === 'done');
    const [without, ofAnother] = [open({}), open({ NATS_CREDENTIALS_PATH: account.foreignCredentialsPath })];
    // By the time that a third one is up, the server has answered both, which tried before it.
    const third = open({ NATS_CREDENTIALS_PATH: account.credentialsPath });
    await until(() => third.isUp());
    expect([without.isUp(), ofAnother.isUp()]).toEqual([false, false]);
  });

  /** A server's configuration with one account, credentials of a user of it, and of a user whose account it does not know. */
  async function operatorMode() {
    const [operator, known, unknown] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createAccount()];
    const UNLIMITED = { subs: -1, data: -1, payload: -1 };
    const jwt = (issuer: KeyPair, subject: KeyPair, nats: object): string => {
      const claims = { jti: randomUUID(), iat: Math.floor(Date.now() / 1_000), iss: issuer.getPublicKey() };
      const parts = [
        { typ: 'JWT', alg: 'ed25519-nkey' },
        { ...claims, sub: subject.getPublicKey(), name: 'test', nats: { ...nats, version: 2 } },
      ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
      return [...parts, Buffer.from(issuer.sign(Buffer.from(parts.join('.')))).toString('base64url')].join('.');
    };
    const limits = { ...UNLIMITED, conn: -1, leaf: -1, imports: -1, exports: -1, wildcards: true };
    const configPath = file('operator.conf');
    await writeFile(
      configPath,
      [
        `operator: ${jwt(operator, operator, { type: 'operator' })}`,
        'resolver: MEMORY',
        `resolver_preload: { ${known.getPublicKey()}: ${jwt(operator, known, { type: 'account', limits })} }`,
      ].join('\n'),
    );
    const credentials = async (name: string, account: KeyPair): Promise<string> => {
      const user = nkeys.createUser();
      const token = jwt(account, user, { type: 'user', ...UNLIMITED, pub: {}, sub: {} });
      const seed = new TextDecoder().decode(user.getSeed());
      const block = (title: string, end: string, text: string): string =>
        `-----BEGIN ${title}-----\n${text}\n${end}END ${title}${end}\n`;
      const content = block('NATS USER JWT', '------', token) + block('USER NKEY SEED', '------', seed);
      await writeFile(file(name), content);
      return file(name);
    };
    return {
      configPath,
      credentialsPath: await credentials('user.creds', known),
      foreignCredentialsPath: await credentials('foreign.creds', unknown),
    };
  }

  test('is not reached if its certificate is not trusted', async () => {
    const port = await startNats();
    const trusting = busTo(`tls://us:p@localhost:${port}`, server.cert);
    const distrusting = busTo(`tls://us:p@localhost:${port}`, stranger.cert);
    await until(() => trusting.isUp());
    expect(distrusting.isUp()).toBe(false);
  });
});

describe('the mail server', () => {
  async function send(options: Pick<MailerOptions, 'smtpUrl' | 'requireTls' | 'ca'>): Promise<unknown> {
    const mailer = createMailer({ ...options, directory: 'unused', log });
    const raw = await composeMail({
      from: 'no-reply@example.com',
      to: 'ada@example.org',
      subject: 'Your application',
      text: 'Hello',
      messageId: '<letter-1@example.com>',
      date: new Date('2026-03-01T12:00:00Z'),
    });
    try {
      return await mailer.send({ from: 'no-reply@example.com', to: 'ada@example.org', raw });
    } finally {
      mailer.close();
    }
  }

  async function startMail(tls?: { key: string; cert: string }) {
    const smtp = await startSmtp(tls === undefined ? {} : { tls });
    cleanUps.push(() => smtp.stop());
    return { letters: smtp.letters, smtpUrl: smtp.url.replace('127.0.0.1', 'localhost') };
  }

  test('gets letters by STARTTLS', async () => {
    const { smtpUrl, letters } = await startMail(server);
    await send({ smtpUrl, requireTls: true, ca: server.cert });
    expect(letters).toHaveLength(1);
  });

  test('gets no letter if its certificate is not trusted', async () => {
    const { smtpUrl, letters } = await startMail(server);
    await expect(send({ smtpUrl, requireTls: true, ca: stranger.cert })).rejects.toMatchObject({ permanent: false });
    expect(letters).toHaveLength(0);
  });

  // Rules: 18.12.1
  test('gets no letter without TLS by default, if it is on another machine', async () => {
    const { smtpUrl, letters } = await startMail();
    // Resolves to this machine, but no name of it is known to us: as good as another one.
    const elsewhere = smtpUrl.replace('localhost', '127.1');
    await expect(send({ smtpUrl: elsewhere })).rejects.toMatchObject({ permanent: false });
    expect(letters).toHaveLength(0);
    await send({ smtpUrl: elsewhere, requireTls: false });
    expect(letters).toHaveLength(1);
  });

  // Rules: 18.12.1
  test('gets no letter without TLS, unless it is on this machine', async () => {
    const { smtpUrl, letters } = await startMail();
    await expect(send({ smtpUrl, requireTls: true })).rejects.toMatchObject({ permanent: false });
    expect(letters).toHaveLength(0);
    await send({ smtpUrl });
    expect(letters).toHaveLength(1);
  });
});

describe('a vendor', () => {
  const REPORT = PRODUCTS.credit_report.synthetic({ first_name: 'Pat' }, '2026-01-01');

  async function startVendor(): Promise<{ url: string; requests: string[] }> {
    const requests: string[] = [];
    const https = createHttpsServer(server, (request, response) => {
      requests.push(request.headers['idempotency-key'] as string);
      response.end(JSON.stringify(REPORT));
    }).listen(0, '127.0.0.1');
    await once(https, 'listening');
    cleanUps.push(() => https.close());
    cleanUps.push(() => https.closeAllConnections());
    return { url: `https://localhost:${(https.address() as AddressInfo).port}/credit`, requests };
  }

  function vendorAt(url: string, ca: string): Vendor {
    const config = loadConfig(EFFECT_VARIABLES, {
      PRODUCT_CREDIT_REPORT_URL: url,
      TLS_CA_PATH: file(ca),
      MAIL_FROM: 'no-reply@example.com',
    });
    const { notices, sandbox } = loadReferenceData();
    // Neither the database nor the bus is used by a pull.
    const effects = openEffects({ config, db: {} as Database, bus: {} as Bus, log, notices, sandbox });
    cleanUps.push(() => effects.close());
    const vendor = effects.vendors.installation.get('credit_report');
    if (vendor === undefined) throw new Error('no vendor');
    return vendor;
  }

  const PULL = { accountId: 1, payload: { applicant: {} }, idempotencyKey: 'key-1' };

  // Rules: 18.12.2
  test('is pulled from by https, if its certificate is signed by an authority of TLS_CA_PATH', async () => {
    const { url, requests } = await startVendor();
    const pulled = await vendorAt(url, 'server.pem').pull(PULL);
    expect(pulled).toMatchObject({ is: 'pulled' });
    expect(requests).toEqual(['key-1']);
  });

  test('is not pulled from if its certificate is not trusted', async () => {
    const { url, requests } = await startVendor();
    expect(await vendorAt(url, 'stranger.pem').pull(PULL)).not.toMatchObject({ is: 'pulled' });
    expect(requests).toEqual([]);
  });
});

describe('the identity provider', () => {
  async function signInAt(ca: string): Promise<string> {
    const https = createHttpsServer(server, (_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ issuer, authorization_endpoint: `${issuer}/authorize` }));
    }).listen(0, '127.0.0.1');
    await once(https, 'listening');
    cleanUps.push(() => https.close());
    cleanUps.push(() => https.closeAllConnections());
    const issuer = `https://localhost:${(https.address() as AddressInfo).port}`;
    const provider = new IdentityProvider({
      ...{ issuer, clientId: 'cascade', clientSecret: 'x', scope: 'openid', roleClaim: 'groups', roles: new Map() },
      ...{ accountId: 1, apiClientId: undefined, redirectUri: 'https://cascade.example/auth/callback' },
      ...{ allowPrivate: true, ca: loadConfig(['TLS_CA_PATH'], { TLS_CA_PATH: file(ca) }).TLS_CA_PATH },
    });
    cleanUps.push(() => provider.close());
    return provider.authorizationUrl({ state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43) });
  }

  test('is asked by https, if its certificate is signed by an authority of TLS_CA_PATH', async () => {
    expect(await signInAt('server.pem')).toMatch(/^https:\/\/localhost:\d+\/authorize\?/);
  });

  test('is not asked if its certificate is not trusted', async () => {
    await expect(signInAt('stranger.pem')).rejects.toThrow();
  });
});

// Rules: 18.12.2
test.each([
  ['http://vendor.example.com/credit', false],
  ['https://vendor.example.com/credit', true],
  ['http://127.0.0.1:9000/credit', true],
  ['http://localhost:9000/credit', true],
  ['http://127.0.0.1.example.com/credit', false],
])('a vendor at %s is accepted: %s', (url, isAccepted) => {
  const load = () => loadConfig(['PRODUCT_CREDIT_REPORT_URL'], { PRODUCT_CREDIT_REPORT_URL: url });
  if (isAccepted) expect(load()).toEqual({ PRODUCT_CREDIT_REPORT_URL: url });
  else expect(load).toThrow('must begin with https:// unless its host is this machine');
});
