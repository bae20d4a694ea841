import { EXECUTION_MODES } from '../../../../core/states.ts';
import type { DraftStore } from '../../drafts.ts';
import type { Destination, FileKeys } from './checked.ts';

/*
 * The record of an upload under way that this tab keeps in case of a reload. It contains no applicant data, so the file
 * has to be chosen again. Signing out deletes it, like drafts.
 */

export interface UploadRecord {
  readonly fileName: string;
  readonly destination: Destination;
  /** Made from the file and its destination, with a random suffix if the same file is sent once more. */
  readonly key: string;
  /** The key without the random suffix; set only if there is one. */
  readonly once: string;
  readonly partCount: number;
  readonly batchIds: readonly number[];
}

export function uploadKey(userId: number): string {
  return `draft:${userId}:upload`;
}

export function readUpload(store: DraftStore, userId: number): UploadRecord | null {
  try {
    const value: unknown = JSON.parse(store.getItem(uploadKey(userId)) ?? 'null');
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

const sentKey = (userId: number): string => `draft:${userId}:sent-files`;
const MOST_SENT = 100;

/** True if the file ran in this tab with other columns, cells or rows: sent so, its rows would run twice. */
export function ranOtherwise(store: DraftStore, userId: number, { key, plain }: FileKeys): boolean {
  const sent = readSent(store, userId).filter((one) => one.plain === plain);
  return sent.length > 0 && sent.every((one) => one.key !== key);
}

/** Remembers that all rows of the file were sent. */
export function keepSent(store: DraftStore, userId: number, { key, plain }: FileKeys): void {
  try {
    const sent = [...readSent(store, userId), { key, plain }].slice(-MOST_SENT);
    store.setItem(sentKey(userId), JSON.stringify(sent));
  } catch {
    // Without storage nobody is warned.
  }
}

function readSent(store: DraftStore, userId: number): readonly FileKeys[] {
  try {
    const value: unknown = JSON.parse(store.getItem(sentKey(userId)) ?? '[]');
    return Array.isArray(value) ? value.filter(areKeys) : [];
  } catch {
    return [];
  }
}

function areKeys(value: unknown): value is FileKeys {
  if (typeof value !== 'object' || value === null) return false;
  const { key, plain } = value as Partial<Record<keyof FileKeys, unknown>>;
  return typeof key === 'string' && typeof plain === 'string';
}

/** Null if no upload is under way. */
export function keepUpload(store: DraftStore, userId: number, record: UploadRecord | null): void {
  try {
    if (record === null) store.removeItem(uploadKey(userId));
    else store.setItem(uploadKey(userId), JSON.stringify(record));
  } catch {
    // Without storage, the key made from the file still finds what was sent.
  }
}

function isRecord(value: unknown): value is UploadRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { fileName, destination, key, once, partCount, batchIds } = value as Partial<
    Record<keyof UploadRecord, unknown>
  >;
  return (
    [fileName, key, once].every((text) => typeof text === 'string') &&
    isDestination(destination) &&
    Number.isSafeInteger(partCount) &&
    Array.isArray(batchIds) &&
    batchIds.every((id) => Number.isSafeInteger(id))
  );
}

function isDestination(value: unknown): value is Destination {
  if (typeof value !== 'object' || value === null) return false;
  const { workflow, mode, reference } = value as Partial<Record<keyof Destination, unknown>>;
  return (
    Number.isSafeInteger(workflow) &&
    EXECUTION_MODES.some((one) => one === mode) &&
    (reference === null || typeof reference === 'string')
  );
}
