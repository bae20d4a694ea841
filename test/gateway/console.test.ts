import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { startGateway, type TestGateway } from './support.ts';

const PAGE =
  '<!doctype html><meta name="sign-in" content="link"><script src="/console/assets/main-abc123.js"></script>';
const SCRIPT = `console.log(${'1 + '.repeat(500)}1);`;

let folder: string;
let gateway: TestGateway;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-console-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'built-of.json'), '{"console/index.html":"secret"}');
  await writeFile(join(folder, 'assets', 'main-abc123.js'), SCRIPT);
  await writeFile(join(folder, 'assets', 'notes.txt'), 'not served');
  gateway = await startGateway({ consoleFolder: folder });
});
afterAll(async () => {
  await gateway.stop();
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(gateway.baseUrl + path, { headers });

describe('the page of the console', () => {
  test.each(['/console', '/console/', '/console/cases/4711', '/console/anything/at/all'])(
    'is served at %s, is kept by nobody, and allows nothing unsafe and nothing from elsewhere',
    async (path) => {
      const response = await get(path);
      expect([response.status, await response.text()]).toEqual([200, PAGE]);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|data:|blob:|https?:|\*/);
    },
  );

  test('says whether people sign in at an identity provider', async () => {
    const { baseUrl } = await gateway.another({
      identityProvider: {
        ...{ issuer: 'https://idp.example', clientId: 'c', clientSecret: undefined, scope: 'openid', roleClaim: 'g' },
        ...{ roles: new Map(), accountId: 1, apiClientId: undefined, redirectUri: 'https://x.example/auth/callback' },
        allowPrivate: false,
      },
    });
    expect(await (await fetch(`${baseUrl}/console`)).text()).toContain('name="sign-in" content="provider"');
  });
});

describe('a file of the console', () => {
  test('has a hash in its name, so browsers keep it for a year, and goes compressed to whoever takes that', async () => {
    const path = '/console/assets/main-abc123.js';
    const plain = await get(path, { 'Accept-Encoding': 'identity' });
    expect([await plain.text(), plain.headers.get('content-encoding')]).toEqual([SCRIPT, null]);
    const zipped = await get(path, { 'Accept-Encoding': 'gzip' });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(await zipped.text()).toBe(SCRIPT);
    expect(gunzipSync(await rawBody(path)).toString()).toBe(SCRIPT);
    expect(zipped.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(zipped.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(zipped.headers.get('vary')).toContain('Accept-Encoding');
  });

  test.each(['notes.txt', 'built-of.json', '..%2Fbuilt-of.json', '..%2f..%2fpackage.json', 'main-abc124.js', ''])(
    'is one of those that were built, and %p is none',
    async (name) => {
      const response = await get(`/console/assets/${name}`);
      expect(await response.text()).not.toMatch(/secret|not served|"dependencies"/);
      expect(name === '' || response.status === 404).toBe(true);
    },
  );
});

test('a console that was not built says how it is, and is there as soon as it was', async () => {
  const later = join(folder, 'later');
  const { baseUrl } = await gateway.another({ consoleFolder: later });
  const missing = await fetch(`${baseUrl}/console`);
  expect(missing.status).toBe(404);
  expect(((await missing.json()) as { error: { message: string } }).error.message).toContain('npm start');
  await mkdir(join(later, 'assets'), { recursive: true });
  await writeFile(join(later, 'index.html'), PAGE);
  expect((await fetch(`${baseUrl}/console`)).status).toBe(200);
});

/** As it comes over the wire: fetch unpacks it. */
async function rawBody(path: string): Promise<Buffer> {
  const { get: httpGet } = await import('node:http');
  return new Promise((resolve, reject) => {
    httpGet(gateway.baseUrl + path, { headers: { 'Accept-Encoding': 'gzip' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
    }).on('error', reject);
  });
}
