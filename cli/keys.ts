import type { Command } from 'commander';
import { SetupError } from '../platform/setup-error.ts';
import { encryptionKeysOf } from '../dev/stack/data-folder.ts';
import { loadConfig } from '../platform/config/index.ts';
import { SecretBox } from '../platform/crypto.ts';
import type { OnDatabase, Report, Row } from './action.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Loading the database's packages takes longer than the rest of a command. */
const operations = () => import('./operations.ts');

/** Rotation of ENCRYPTION_KEYS: put the new key first, restart the services, `reencrypt`, then remove the old key. */
export function addKeys(program: Command, onDatabase: OnDatabase, env: Env, report: Report): void {
  const keys = program.command('keys').description('Keys that encrypt signing secrets at rest (ENCRYPTION_KEYS)');
  keys
    .command('status')
    .description('Show how many values each key has encrypted. A key without values can be removed.')
    .action(
      onDatabase.reads(async (db): Promise<readonly Row[]> => {
        const ids = (await configuredKeys(env)).map(({ id }) => id);
        const usages = await (await operations()).keyUsage(db);
        const stateOf = (key: string) => (key === ids[0] ? 'encrypts' : ids.includes(key) ? 'decrypts' : 'MISSING');
        const unused = ids
          .filter((id) => usages.every(({ key }) => key !== id))
          .map((key) => ({ key, state: stateOf(key), column: null, values: 0 }));
        return [...usages.map(({ key, ...rest }) => ({ key, state: stateOf(key), ...rest })), ...unused];
      }),
    );
  keys
    .command('reencrypt')
    .description('Encrypt every value with the first key.')
    .action(
      onDatabase.works(async ({ db, audit }) => {
        const subject = { type: 'installation', id: 'keys' };
        const [key] = await configuredKeys(env);
        // Before the work, which is many transactions.
        await audit(db.kysely, { action: 'keys.reencrypted', subject, detail: { key: key?.id ?? null } });
        const { reencrypted, unreadable } = await (
          await operations()
        ).reencrypt(db, new SecretBox(await configuredKeys(env)), report);
        if (unreadable > 0) {
          throw new SetupError(
            `${reencrypted} values were encrypted anew; ${unreadable} could not be decrypted. ` +
              'keys status names their keys: add them to ENCRYPTION_KEYS, after the first.',
          );
        }
        return { reencrypted };
      }),
    );
}

async function configuredKeys(env: Env) {
  const text = env.ENCRYPTION_KEYS?.trim() || (await encryptionKeysOf(env.CASCADE_DATA_DIR?.trim() || '.cascade'));
  if (text === undefined || text === '') {
    throw new SetupError('ENCRYPTION_KEYS is not set: set it as the services have it, the new key first.');
  }
  return loadConfig(['ENCRYPTION_KEYS'], { ENCRYPTION_KEYS: text }).ENCRYPTION_KEYS;
}
