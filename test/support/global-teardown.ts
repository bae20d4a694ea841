import { rm } from 'node:fs/promises';
import { endWatchdog } from '../../dev/servers/watchdog.ts';
import { asAdministrator, ownTemplateName } from './template-database.ts';
import type { TestServers } from './global-setup.ts';

export default async function teardown(): Promise<void> {
  const { cascadeTestServers: servers } = globalThis as { cascadeTestServers?: TestServers };
  // The setup failed before it started anything.
  if (servers === undefined) return;
  await servers.once.stop();
  if (servers.folder === undefined) return dropOwnTemplate();
  await Promise.all(servers.processes.map((server) => server.stop()));
  await endWatchdog();
  await rm(servers.folder, { recursive: true, force: true });
}

async function dropOwnTemplate(): Promise<void> {
  const adminUrl = process.env.TEST_DATABASE_ADMIN_URL;
  if (adminUrl === undefined) return;
  await asAdministrator(adminUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${ownTemplateName()}`));
}
