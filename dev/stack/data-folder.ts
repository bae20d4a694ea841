import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SetupError } from '../../platform/setup-error.ts';
import { hasCode, messageOf } from '../../platform/thrown.ts';
import { isAlive } from '../servers/identity.ts';
import { parseIdentity, tryLock, type FileLock } from '../servers/lock.ts';
import { canEnter, serverUser } from '../servers/postgres-binaries.ts';

/**
 * The data that a local stack keeps between starts. One stack at a time uses a folder; its lock names the process. It
 * is the owner's alone; where PostgreSQL runs as another user, that one may pass through and see nothing.
 */
export interface DataFolder {
  readonly path: string;
  /** Where PostgreSQL keeps its files; inside `path` wherever PostgreSQL can reach that. */
  readonly postgres: string;
  readonly temporalDatabase: string;
  readonly mail: string;
  readonly bundles: string;
  logFile(name: string): string;
  /** The development key, made at the first start. */
  encryptionKeys(): Promise<string>;
  /** As CONNECTION_KEYS. */
  connectionKeys(): Promise<string>;
  /** As SEARCH_KEYS. */
  searchKeys(): Promise<string>;
  /** As EVIDENCE_KEYS. */
  evidenceKeys(): Promise<string>;
  readJson(name: string): Promise<unknown>;
  /** Readable by the owner alone, and written atomically. */
  writeJson(name: string, value: unknown): Promise<void>;
  /** Written like JSON; resolves with its path. */
  writeText(name: string, text: string): Promise<string>;
  remove(name: string): Promise<void>;
  release(): Promise<void>;
}

const LOCK_FILE = 'stack.lock';
/** The addresses of the servers of a running stack. */
export const ADDRESSES_FILE = 'stack.json';
/** How to call a running stack; there only while it serves. */
export const DEMO_FILE = 'demo.json';
const KEYS_FILE = 'encryption.keys';
const CONNECTION_KEYS_FILE = 'connection.keys';
const SEARCH_KEYS_FILE = 'search.keys';
const EVIDENCE_KEYS_FILE = 'evidence.keys';
const ID_FILE = 'folder.id';

export async function openDataFolder(configured: string): Promise<DataFolder> {
  const path = resolve(configured);
  let lock: FileLock;
  try {
    const mode = (await serverUser()) === undefined ? 0o700 : 0o711;
    await mkdir(path, { recursive: true, mode });
    await chmod(path, mode);
    const held = await tryLock(join(path, LOCK_FILE));
    if (!('release' in held)) {
      throw new SetupError(
        `The data folder ${path} is in use by another stack (process ${held.pid}). ` +
          'Stop that one, or set CASCADE_DATA_DIR to another folder (and GATEWAY_PORT to another port).',
      );
    }
    lock = held;
    await Promise.all(
      ['logs', 'mail', 'bundles', 'temporal'].map((name) => mkdir(join(path, name), { recursive: true, mode: 0o700 })),
    );
  } catch (error) {
    if (error instanceof SetupError) throw error;
    throw new SetupError(`The data folder ${path} cannot be used: ${messageOf(error)}`);
  }

  const writePrivate = async (name: string, text: string): Promise<void> => {
    const draft = join(path, `.${name}.${process.pid}`);
    await writeFile(draft, text, { mode: 0o600 });
    await rename(draft, join(path, name));
  };
  const readOrMake = async (name: string, make: () => string): Promise<string> => {
    const found = await readText(join(path, name));
    if (found !== undefined && found.trim() !== '') return found.trim();
    const made = make();
    await writePrivate(name, `${made}\n`);
    return made;
  };

  return {
    path,
    postgres: await postgresFolder(path, await readOrMake(ID_FILE, randomUUID)),
    temporalDatabase: join(path, 'temporal', 'temporal.db'),
    mail: join(path, 'mail'),
    bundles: join(path, 'bundles'),
    logFile: (name) => join(path, 'logs', `${name}.log`),
    evidenceKeys: () => readOrMake(EVIDENCE_KEYS_FILE, newKey),
    connectionKeys: () => readOrMake(CONNECTION_KEYS_FILE, newKey),
    searchKeys: () => readOrMake(SEARCH_KEYS_FILE, newKey),
    encryptionKeys: () => readOrMake(KEYS_FILE, newKey),
    readJson: (name) => readJson(join(path, name)),
    writeJson: (name, value) => writePrivate(name, `${JSON.stringify(value, null, 2)}\n`),
    writeText: async (name, text) => {
      await writePrivate(name, text);
      return join(path, name);
    },
    remove: (name) => rm(join(path, name), { force: true }),
    release: async () => {
      for (const name of [ADDRESSES_FILE, DEMO_FILE]) await rm(join(path, name), { force: true });
      await lock.release();
    },
  };
}

const newKey = (): string => `dev:${randomBytes(32).toString('base64')}`;

/** The database of the stack that runs on a data folder, for the admin command line. */
export async function databaseUrlOf(configured: string): Promise<string> {
  const path = resolve(configured);
  const url = textIn(await readOfRunning(path, ADDRESSES_FILE), 'database_url');
  if (url === undefined) {
    throw new SetupError(
      `No stack is running on the data folder ${path}. ` +
        'Start one with npm start, or set DATABASE_URL (or CASCADE_DATA_DIR to the folder of one that runs).',
    );
  }
  return url;
}

/** The encryption keys of the stack on a data folder, in the form of ENCRYPTION_KEYS; undefined if it has none. */
export async function encryptionKeysOf(configured: string): Promise<string | undefined> {
  return (await readText(join(resolve(configured), KEYS_FILE)))?.trim();
}

/** The kept CONNECTION_KEYS; undefined if there are none. */
export async function connectionKeysOf(configured: string): Promise<string | undefined> {
  return (await readText(join(resolve(configured), CONNECTION_KEYS_FILE)))?.trim();
}

/** How to call the stack that serves on a data folder: its address, without /api/v1, and a token. */
export async function demoOf(configured: string): Promise<{ readonly baseUrl: string; readonly token: string }> {
  const path = resolve(configured);
  const demo = await readOfRunning(path, DEMO_FILE);
  const [baseUrl, token] = [textIn(demo, 'base_url'), textIn(demo, 'token')];
  if (baseUrl === undefined || token === undefined) {
    throw new SetupError(
      `No stack is serving on the data folder ${path}. Start one with npm start, set CASCADE_DATA_DIR to the folder ` +
        'of one that serves, or name one with --base-url and --token-env.',
    );
  }
  return { baseUrl, token };
}

/** A file of the folder while a stack runs on it. Files that a killed stack left are ignored. */
async function readOfRunning(path: string, name: string): Promise<unknown> {
  const holder = parseIdentity((await readText(join(path, LOCK_FILE))) ?? '');
  return holder !== undefined && (await isAlive(holder)) ? readJson(join(path, name)) : null;
}

function textIn(record: unknown, name: string): string | undefined {
  if (typeof record !== 'object' || record === null) return undefined;
  const value: unknown = Object.entries(record).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : undefined;
}

/** PostgreSQL does not run as root. If its user may not enter the data folder, it gets a folder elsewhere. */
async function postgresFolder(path: string, id: string): Promise<string> {
  const user = await serverUser();
  if (user === undefined || (await canEnter(path, user))) return join(path, 'postgres');
  const elsewhere = join('/var/lib/cascade', id);
  await mkdir(elsewhere, { recursive: true, mode: 0o755 });
  if (!existsSync(elsewhere) || !(await canEnter(elsewhere, user))) {
    throw new SetupError(
      `PostgreSQL does not run as root, and the user that it runs as may enter neither ${path} nor ${elsewhere}. ` +
        'Set CASCADE_DATA_DIR to a folder that others may enter, or start Cascade as another user.',
    );
  }
  return join(elsewhere, 'postgres');
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse((await readText(path)) ?? 'null');
  } catch {
    return null;
  }
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
