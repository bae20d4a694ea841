import { rm } from 'node:fs/promises';
import { endWatchdog } from '../../dev/servers/watchdog.ts';
import type { TestServers } from './global-setup.ts';

export default async function teardown(): Promise<void> {
  const { cascadeTestServers: servers } = globalThis as { cascadeTestServers?: TestServers };
  if (servers === undefined) return;
  await Promise.all(servers.processes.map((server) => server.stop()));
  await endWatchdog();
  await rm(servers.folder, { recursive: true, force: true });
}
