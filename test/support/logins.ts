import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { natsConfig, type Logins } from '../../dev/stack/logins.ts';

/** How the services of stacks log in to the servers of tests. */
export const TEST_LOGINS = {
  database: { prefix: 'test', secret: 'database' },
  nats: { secret: 'nats' },
} as const satisfies Logins;

/**
 * Arguments of a NATS server that knows the services under any prefix of their subjects; the test itself may do
 * everything.
 */
export async function natsArguments(folder: string): Promise<readonly string[]> {
  const path = join(folder, 'nats.conf');
  await writeFile(path, natsConfig('*', TEST_LOGINS.nats.secret, 'test'));
  return ['-c', path];
}
