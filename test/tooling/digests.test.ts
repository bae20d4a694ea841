import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { imagesIn, parseImage, pinned, resolveAll, resolveDigest } from '../../dev/manifests/digests.ts';
import { afterEach, beforeEach, describe, expect, test } from '../support/jest.ts';

/** A registry on this machine that speaks the OCI Distribution protocol over HTTP, with tokens as Docker Hub has them. */
const MANIFEST = JSON.stringify({ schemaVersion: 2, manifests: [] });
const DIGEST = `sha256:${createHash('sha256').update(MANIFEST).digest('hex')}`;
const INDEX = 'application/vnd.oci.image.index.v1+json';

let respond: (request: IncomingMessage, response: ServerResponse) => void;
let asked: string[];
let address: string;
let close: () => void;
beforeEach(async () => {
  asked = [];
  respond = serveManifest;
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    respond(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => void server.close();
});
afterEach(() => close());

function serveManifest(request: IncomingMessage, response: ServerResponse, digest = DIGEST): void {
  const isFound = request.headers.accept?.includes(INDEX) === true && request.url?.endsWith('/manifests/18.4') === true;
  if (!isFound) return void response.writeHead(404).end();
  response.writeHead(200, { 'Content-Type': INDEX, 'Docker-Content-Digest': digest }).end(MANIFEST);
}

const resolve = (image: string) => resolveDigest(parseImage(image), () => address);

describe('digests of images', () => {
  test('are those of what the registry sends for the tag', async () => {
    expect(await resolve('postgres:18.4')).toBe(DIGEST);
    expect(asked).toEqual(['/v2/library/postgres/manifests/18.4']);
  });

  test('are asked for with a token where the registry wants one', async () => {
    respond = (request, response) => {
      if (request.url?.startsWith('/token?') === true) {
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"token":"for-everybody"}');
      } else if (request.headers.authorization === 'Bearer for-everybody') serveManifest(request, response);
      else {
        const challenge = `Bearer realm="${address}/token",service="registry",scope="repository:a/b:pull"`;
        response.writeHead(401, { 'WWW-Authenticate': challenge }).end();
      }
    };
    expect(await resolve('a/b:18.4')).toBe(DIGEST);
    expect(asked[1]).toBe('/token?service=registry&scope=repository%3Aa%2Fb%3Apull');
  });

  test.each<[string, typeof respond]>([
    ['the registry answered 404', (_, response) => void response.writeHead(404).end()],
    [
      `the registry names sha256:0 and sent ${DIGEST}`,
      (request, response) => serveManifest(request, response, 'sha256:0'),
    ],
    [
      'sent text/html and no manifest',
      (_, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('Log in'),
    ],
    ['asks for a login', (_, response) => void response.writeHead(401, { 'WWW-Authenticate': 'Basic' }).end()],
    ['fetch failed', (_, response) => void response.destroy()],
  ])('are not made up: %s', async (why, answer) => {
    respond = answer;
    await expect(resolve('postgres:18.4')).rejects.toThrow(why);
  });

  test('are all found, or the images are named that were not', async () => {
    const file = 'FROM a/b:18.4 AS build\nFROM build\nFROM c/d:18.4\n';
    expect([...(await resolveAll([file], () => address)).keys()]).toEqual(['a/b:18.4', 'c/d:18.4']);
    await expect(resolveAll([file, 'services:\n  x:\n    image: e/f:1\n'], () => address)).rejects.toThrow('e/f:1: ');
  });

  test('are written behind the tags, in place of older ones', () => {
    const digests = new Map([['a/b:1', 'sha256:new']]);
    const before = 'FROM a/b:1 AS build\nservices:\n  x:\n    image: a/b:1@sha256:old\n  y:\n    image: c:1\n';
    const after =
      'FROM a/b:1@sha256:new AS build\nservices:\n  x:\n    image: a/b:1@sha256:new\n  y:\n    image: c:1\n';
    expect(pinned(before, digests)).toBe(after);
    expect(pinned(after, digests)).toBe(after);
    expect(() => parseImage('postgres')).toThrow('postgres has no tag');
    expect(parseImage('ghcr.io/a/b:1')).toMatchObject({ registry: 'ghcr.io', repository: 'a/b' });
  });

  test('can be asked for each image of Dockerfile and docker-compose.yml', () => {
    const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
    const images = ['Dockerfile', 'docker-compose.yml'].flatMap((file) => imagesIn(read(file)));
    expect(images.map(parseImage).map(({ repository }) => repository)).toEqual(
      expect.arrayContaining(['library/node', 'library/postgres', 'temporalio/server', 'prom/prometheus']),
    );
  });
});
