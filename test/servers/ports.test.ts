import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, test } from '../support/jest.ts';
import { freePort, isPortFree } from '../../dev/servers/ports.ts';

describe('ports', () => {
  test('are never returned twice and are below every ephemeral range', async () => {
    const ports = await Promise.all(Array.from({ length: 50 }, freePort));
    expect(new Set(ports).size).toBe(ports.length);
    expect(Math.max(...ports)).toBeLessThan(32_768);
  });

  test.each(['127.0.0.1', '0.0.0.0'])('are taken if a server listens on %s', async (host) => {
    const server = createServer().listen(0, host);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await isPortFree(port)).toBe(false);
    server.close();
    await once(server, 'close');
    expect(await isPortFree(port)).toBe(true);
  });
});
