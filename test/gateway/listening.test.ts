import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '../support/jest.ts';
import { startGateway } from './support.ts';

test('a gateway whose port is taken says so instead of waiting for ever', async () => {
  const running = await startGateway();
  try {
    const { gateway: second } = await running.another();
    await second.close();
    const port = Number(new URL(running.baseUrl).port);
    await expect(second.listen(port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' });
  } finally {
    await running.stop();
  }
});

/** Longer than a test may take. */
const NEVER_MS = 3_600_000;

test('a connection over which nothing has come does not hold up the end of a gateway', async () => {
  const running = await startGateway();
  try {
    const { gateway, baseUrl } = await running.another();
    const { hostname, port } = new URL(baseUrl);
    const socket = connect(Number(port), hostname);
    await Promise.all([once(gateway.server, 'connection'), once(socket, 'connect')]);
    const ended = once(socket, 'close');
    await gateway.close({ graceMs: NEVER_MS });
    await ended;
  } finally {
    await running.stop();
  }
});

test('a request that has arrived on a new connection when a gateway closes is answered', async () => {
  const running = await startGateway();
  try {
    const { gateway, baseUrl } = await running.another();
    const { hostname, port } = new URL(baseUrl);
    const closing = once(gateway.server, 'connection').then(() => gateway.close({ graceMs: NEVER_MS }));
    const socket = connect(Number(port), hostname);
    socket.write('GET /api/v1/nowhere HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 /);
    await closing;
  } finally {
    await running.stop();
  }
});
