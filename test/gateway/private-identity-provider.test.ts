import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../dev/servers/ports.ts';
import { selfSigned } from '../platform/outbound/support/certificate.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { startGateway, type TestGateway } from './support.ts';

/** The cluster's test besides its network policy: the provider by https, and the browser. */
const ORIGIN = 'https://cascade.example.com';
const TESTS = join(import.meta.dirname, '..');
const { key, cert } = selfSigned('127.0.0.1');

let folder: string;
let gateway: TestGateway;
let stopProvider: () => void;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-provider-'));
  const files = [join(folder, 'key.pem'), join(folder, 'cert.pem')] as const;
  await writeFile(files[0], key);
  await writeFile(files[1], cert);
  const issuer = `https://127.0.0.1:${await freePort()}`;
  const redirectUri = `${ORIGIN}/auth/callback`;
  const args = [join(TESTS, 'support/identity-provider.mjs'), redirectUri, issuer, ...files];
  const provider = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  stopProvider = () => provider.kill('SIGKILL');
  await once(provider.stdout, 'data');
  gateway = await startGateway({
    baseUrl: ORIGIN,
    identityProvider: {
      ...{ issuer, redirectUri, clientId: 'cascade', clientSecret: 'a-secret-of-the-client', ca: cert },
      ...{ scope: 'openid profile email', roleClaim: 'groups', accountId: 1, apiClientId: undefined },
      ...{ allowPrivate: true, roles: new Map([['cascade-reviewers', 'reviewer' as const]]) },
    },
  });
});
afterAll(async () => {
  stopProvider?.();
  await gateway?.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a person signs in at a provider whose certificate is signed by an authority of TLS_CA_PATH', async () => {
  await gateway.caller();
  const browser = [process.execPath, join(TESTS, 'nightly/cluster/sign-in.ts'), ORIGIN, gateway.baseUrl, 'robin'];
  const { stdout } = await promisify(execFile)('env', [`NODE_EXTRA_CA_CERTS=${join(folder, 'cert.pem')}`, ...browser]);
  expect(JSON.parse(stdout)).toMatchObject({ status: 200, body: { data: { user: { email: 'robin@example.com' } } } });
});
