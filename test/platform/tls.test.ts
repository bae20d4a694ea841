import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createSecureServer } from 'node:http2';
import { connect as connectSocket, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server, type TlsOptions } from 'node:tls';
import { launchNats } from '../../dev/servers/nats.ts';
import { loadConfig } from '../../platform/config/index.ts';
import { createLogger } from '../../platform/log/index.ts';
import { composeMail, createMailer, type MailerOptions } from '../../platform/mail/index.ts';
import { connectBus } from '../../platform/nats/index.ts';
import { connectTemporalClient, temporalOptions, TEMPORAL_VARIABLES } from '../../platform/temporal/index.ts';
import { connectTemporalWorker } from '../../platform/temporal/worker.ts';
import { testEnvironment } from '../support/environment.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '../support/jest.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { startSmtp } from '../support/smtp.ts';
import { until } from '../support/until.ts';
import { selfSigned } from './outbound/support/certificate.ts';

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

  test('is reached by TLS with user and password', async () => {
    const port = await startNats();
    const bus = busTo(`tls://us:p@localhost:${port}`, server.cert);
    await until(() => bus.isUp());
    bus.subscribe('work', 'workers', (message) => message.respond('done'));
    await until(async () => (await bus.request('work', null, 1_000).catch(() => null)) === 'done');
  });

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

  test('gets no letter without TLS, unless it is on this machine', async () => {
    const { smtpUrl, letters } = await startMail();
    await expect(send({ smtpUrl, requireTls: true })).rejects.toMatchObject({ permanent: false });
    expect(letters).toHaveLength(0);
    await send({ smtpUrl });
    expect(letters).toHaveLength(1);
  });
});

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
