import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { startGateway, type TestGateway } from './support.ts';

/** Longer than a test may take. */
const NEVER_MS = 3_600_000;

let running: TestGateway;
beforeAll(async () => {
  running = await startGateway();
});
afterAll(() => running?.stop());

/** Another gateway, and a new connection to it. */
async function connected() {
  const { gateway, baseUrl } = await running.another();
  const { hostname, port } = new URL(baseUrl);
  const accepted = once(gateway.server, 'connection');
  return { gateway, accepted, socket: connect(Number(port), hostname) };
}

test('a gateway whose port is taken says so instead of waiting for ever', async () => {
  const { gateway: second } = await running.another();
  await second.close();
  const port = Number(new URL(running.baseUrl).port);
  await expect(second.listen(port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('a connection over which nothing has come does not hold up the end of a gateway', async () => {
  const { gateway, accepted, socket } = await connected();
  await Promise.all([accepted, once(socket, 'connect')]);
  const ended = once(socket, 'close');
  await gateway.close({ graceMs: NEVER_MS });
  await ended;
});

test('a request that has arrived on a new connection when a gateway closes is answered', async () => {
  const { gateway, accepted, socket } = await connected();
  const closing = accepted.then(() => gateway.close({ graceMs: NEVER_MS }));
  socket.write('GET /api/v1/nowhere HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 /);
  await closing;
});
