import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import proto from '@temporalio/proto';

/** A folder for each release. */
export const HISTORIES = join(import.meta.dirname, 'histories');

/** The release that is being made, by package.json. */
export const RELEASE = (
  JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { readonly version: string }
).version;
export const RELEASE_FOLDER = join(HISTORIES, RELEASE);

/** Paths of all stored histories, below HISTORIES. */
export function storedHistories(): readonly string[] {
  return readdirSync(HISTORIES)
    .flatMap((release) => readdirSync(join(HISTORIES, release)).map((file) => `${release}/${file}`))
    .filter((path) => path.endsWith('.json'))
    .toSorted();
}

/** A workflow's history as it comes from the server. */
export type History = proto.temporal.api.history.v1.IHistory;

/**
 * As JSON that people can read and change: enums by name, 64-bit numbers as text, bytes as base64. Without stack traces,
 * which a replay does not read and which name the folders of the machine that recorded.
 */
export function writeHistory(history: History): string {
  const { History: type } = proto.temporal.api.history.v1;
  const plain = type.toObject(type.fromObject(history), { longs: String, enums: String, bytes: String });
  const text = JSON.stringify(plain, (key, value: unknown) => (key === 'stackTrace' ? undefined : value), 2);
  return `${text}\n`;
}

export function readHistory(plain: object): History {
  return proto.temporal.api.history.v1.History.fromObject(plain);
}
