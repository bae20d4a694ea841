import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, test } from '../support/jest.ts';
import { freePort, isPortFree } from '../../dev/servers/ports.ts';

describe('ports', () => {
  test('are never returned twice and are below every ephemeral range', async () => {
    const ports = await Promise.all(Array.from({ length: 50 }, freePort));
    expect(new Set(ports).size).toBe(ports.length);
    expect(Math.max(...ports)).toBeLessThan(32_768);
  });

  test.each(['127.0.0.1', '0.0.0.0'])('are taken if a server listens on %s', async (host) => {
    // Not an ephemeral port, which another process may get once it is free.
    const port = await freePort();
    const server = createServer().listen(port, host);
    await once(server, 'listening');
    expect(await isPortFree(port)).toBe(false);
    server.close();
    await once(server, 'close');
    expect(await isPortFree(port)).toBe(true);
  });
});
