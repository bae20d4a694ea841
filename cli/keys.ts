import type { Command } from 'commander';
import { SetupError } from '../platform/setup-error.ts';
import { connectionKeysOf, encryptionKeysOf } from '../dev/stack/data-folder.ts';
import { loadConfig } from '../platform/config/index.ts';
import { SecretBox, type EncryptionKey } from '../platform/crypto.ts';
import type { KeyList } from '../platform/database/sealed.ts';
import type { OnDatabase, Report, Row } from './action.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Loading the database's packages takes longer than the rest of a command. */
const operations = () => import('./operations.ts');

/** Rotation of ENCRYPTION_KEYS and CONNECTION_KEYS: put the new key first, restart the services, `reencrypt`, then remove the old key. */
export function addKeys(program: Command, onDatabase: OnDatabase, env: Env, report: Report): void {
  const keys = program
    .command('keys')
    .description('Keys that encrypt secrets at rest (ENCRYPTION_KEYS, CONNECTION_KEYS)');
  keys
    .command('status')
    .description('Show how many values each key has encrypted. A key without values can be removed.')
    .action(
      onDatabase.reads(async (db): Promise<readonly Row[]> => {
        const lists = await configuredLists(env);
        const usages = await (await operations()).keyUsage(db);
        const stateOf = (list: KeyList, key: string) => {
          const ids = lists[list]?.map(({ id }) => id) ?? [];
          return key === ids[0] ? 'encrypts' : ids.includes(key) ? 'decrypts' : 'MISSING';
        };
        const unused = Object.entries(lists).flatMap(([keys, list]) =>
          list
            .filter(({ id }) => usages.every((usage) => usage.keys !== keys || usage.key !== id))
            // Its names are those of the lists.
            .map(({ id: key }) => ({ keys, key, state: stateOf(keys as KeyList, key), column: null, values: 0 })),
        );
        return [
          ...usages.map(({ keys, key, ...rest }) => ({ keys, key, state: stateOf(keys, key), ...rest })),
          ...unused,
        ];
      }),
    );
  keys
    .command('reencrypt')
    .description('Encrypt every value with the first key.')
    .action(
      onDatabase.works(async ({ db, audit }) => {
        const subject = { type: 'installation', id: 'keys' };
        const lists = await configuredLists(env);
        const [[key], [connectionKey]] = [lists.ENCRYPTION_KEYS ?? [], lists.CONNECTION_KEYS ?? []];
        const detail = { key: key?.id ?? null, connection_key: connectionKey?.id ?? null };
        // Before the work, which is many transactions.
        await audit(db.kysely, { action: 'keys.reencrypted', subject, detail });
        const boxes = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, new SecretBox(list)]));
        const { reencrypted, unreadable } = await (await operations()).reencrypt(db, boxes, report);
        if (unreadable > 0) {
          throw new SetupError(
            `${reencrypted} values were encrypted anew; ${unreadable} could not be decrypted. ` +
              'keys status names their keys and lists: add them, after the first.',
          );
        }
        return { reencrypted };
      }),
    );
}

/** CONNECTION_KEYS may be unset, where no account has a connection. */
async function configuredLists(env: Env): Promise<Readonly<Partial<Record<KeyList, readonly EncryptionKey[]>>>> {
  const text = env.ENCRYPTION_KEYS?.trim() || (await encryptionKeysOf(dataFolder(env)));
  if (text === undefined || text === '') {
    throw new SetupError('ENCRYPTION_KEYS is not set: set it as the services have it, the new key first.');
  }
  const { ENCRYPTION_KEYS } = loadConfig(['ENCRYPTION_KEYS'], { ENCRYPTION_KEYS: text });
  const CONNECTION_KEYS = await connectionKeys(env);
  return { ENCRYPTION_KEYS, ...(CONNECTION_KEYS === undefined ? {} : { CONNECTION_KEYS }) };
}

/** The keys of the environment, or of the stack on the data folder; undefined if there are none. */
export async function connectionKeys(env: Env): Promise<readonly EncryptionKey[] | undefined> {
  const text = env.CONNECTION_KEYS?.trim() || (await connectionKeysOf(dataFolder(env)));
  return loadConfig(['CONNECTION_KEYS'], { CONNECTION_KEYS: text }).CONNECTION_KEYS;
}

const dataFolder = (env: Env): string => env.CASCADE_DATA_DIR?.trim() || '.cascade';
