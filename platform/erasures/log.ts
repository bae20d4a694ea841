import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../config/index.ts';
import { ARTIFACT_STORE_VARIABLES, openBucket } from '../artifact-store/index.ts';
import type { ErasureReason } from '../../core/erasures/states.ts';
import { isJsonObject } from '../../core/json.ts';
import { readJson } from '../../core/read-json.ts';
import { SetupError } from '../setup-error.ts';

/*
 * The log of erased executions, kept outside of the database. A backup brings people back, and the restored database
 * does not know that they were erased. It holds
 * ids and times alone. `cascade recover --restored` reads it, and services refuse a database that is older than it
 * (`replay.ts`).
 *
 * A line is written before its act is done, and may be written twice.
 */

export type LogEntry =
  | {
      readonly is: 'requested';
      readonly erasure_id: number;
      readonly account_id: number;
      readonly api_client_id: number;
      /** When the client was made: tells a log of another installation, whose ids are the same ones. */
      readonly client_since: string;
      readonly applicant_id: number;
      readonly reason: ErasureReason;
      readonly cancels: boolean;
      readonly requested_at: string;
      readonly execution_ids: readonly number[];
    }
  | {
      readonly is: 'erased';
      readonly erasure_id: number;
      readonly execution_ids: readonly number[];
      readonly at: string;
    };

export interface ErasureLog {
  /** Returns once the line survives a loss of power. */
  append(entry: LogEntry): Promise<void>;
  /** All lines, the oldest first. */
  read(): Promise<readonly LogEntry[]>;
  close(): void;
}

/** The settings that `openErasureLog` reads. */
export const ERASURE_LOG_VARIABLES = [...ARTIFACT_STORE_VARIABLES, 'ERASURE_LOG'] as const;

/** Undefined without ERASURE_LOG: then nobody is erased. */
export async function openErasureLog(
  config: Config<(typeof ERASURE_LOG_VARIABLES)[number]>,
): Promise<ErasureLog | undefined> {
  const { ERASURE_LOG: place } = config;
  if (place === undefined) return undefined;
  if (place !== 's3') return new FileErasureLog(place);
  const bucket = await openBucket(config);
  if (bucket === undefined) throw new SetupError('ERASURE_LOG is s3, and ARTIFACTS_S3_BUCKET names no bucket.');
  return {
    append: (entry) => bucket.putText(`erasures/${nextKey()}.json`, JSON.stringify(entry)),
    read: async () => (await bucket.readTexts('erasures/')).map((text) => entryOf(text)),
    close: () => bucket.close(),
  };
}

let written = 0;

/** In the order of time, and of this process within a millisecond. */
function nextKey(): string {
  written += 1;
  const time = new Date().toISOString().replaceAll(':', '-');
  return `${time}-${String(written).padStart(6, '0')}-${crypto.randomUUID()}`;
}

/** Lines of JSON. Several processes append to one file. */
export class FileErasureLog implements ErasureLog {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async append(entry: LogEntry): Promise<void> {
    const file = await open(this.#path, 'a', 0o600);
    try {
      // A line break before it, too: what a process that died left of its line is a line of its own.
      await file.appendFile(`\n${JSON.stringify(entry)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    // The name of a file that is new.
    const folder = await open(dirname(this.#path), 'r');
    await folder.sync().finally(() => folder.close());
  }

  async read(): Promise<readonly LogEntry[]> {
    const text = await readFile(this.#path, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
      throw error;
    });
    // A line that was cut short was not committed, and was written again.
    return text.split('\n').flatMap((line) => (line === '' || !isWhole(line) ? [] : [entryOf(line)]));
  }

  close(): void {
    // It is opened for each line.
  }
}

const isWhole = (line: string): boolean => line.startsWith('{') && line.endsWith('}');

/** Throws a SetupError for a line that is none of ours. */
function entryOf(line: string): LogEntry {
  const entry: unknown = readJson(line);
  if (!isEntry(entry)) throw new SetupError('ERASURE_LOG holds a line that is none of ours.');
  return entry;
}

function isEntry(value: unknown): value is LogEntry {
  if (!isJsonObject(value) || typeof value.erasure_id !== 'number' || !Array.isArray(value.execution_ids)) return false;
  const ids = [value.erasure_id, ...value.execution_ids];
  if (!ids.every((id) => Number.isSafeInteger(id))) return false;
  if (value.is === 'erased') return typeof value.at === 'string';
  const owners = [value.account_id, value.api_client_id, value.applicant_id];
  return (
    value.is === 'requested' &&
    [value.requested_at, value.client_since].every((time) => typeof time === 'string') &&
    owners.every((id) => Number.isSafeInteger(id))
  );
}
