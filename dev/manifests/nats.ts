import { fileURLToPath } from 'node:url';
import { natsAuthorization } from '../../platform/nats/permissions.ts';

/**
 * The part `authorization` of a NATS server's configuration, with a user for each service, and the users' passwords from the
 * server's environment: GATEWAY_NATS_PASSWORD and so on. deploy/compose/nats.conf is what it prints:
 *
 *   npm run --silent nats:config [-- NATS_SUBJECT_PREFIX, default cascade]
 */
export function natsAuthorizationFile(prefix: string): string {
  const head =
    '# Printed by `npm run --silent nats:config` from platform/nats/permissions.ts. What is not allowed here is refused.\n' +
    `# The passwords are variables of the server's environment, in quotes: GATEWAY_NATS_PASSWORD='"…"'.\n`;
  return head + natsAuthorization(prefix, (user) => `$${user.toUpperCase()}_NATS_PASSWORD`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(natsAuthorizationFile(process.argv[2] ?? 'cascade'));
}
