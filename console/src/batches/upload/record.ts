import { EXECUTION_MODES } from '../../../../core/states.ts';
import type { DraftStore } from '../../drafts.ts';
import type { Destination } from './checked.ts';

/*
 * What this tab remembers of a file that is being sent, in case it is reloaded. It holds nothing of an applicant; the file
 * has to be chosen again. Signing out forgets it, like what was typed.
 */

export interface UploadRecord {
  readonly fileName: string;
  readonly destination: Destination;
  /** Of the file and where it goes; ends with something random if the file was sent before and is sent once more. */
  readonly key: string;
  /** Only then: the key without it. */
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

/** Null: nothing is under way. */
export function keepUpload(store: DraftStore, userId: number, record: UploadRecord | null): void {
  try {
    if (record === null) store.removeItem(uploadKey(userId));
    else store.setItem(uploadKey(userId), JSON.stringify(record));
  } catch {
    // Without storage the key of the file alone finds what was sent.
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
