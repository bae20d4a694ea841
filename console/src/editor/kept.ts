import { ownDraftKey, type DraftStore } from '../drafts.ts';

/** An unsaved edit of a definition, with the version it is based on. */
export interface KeptText {
  readonly text: string;
  readonly name: string;
  readonly useCase: string;
  readonly note: string;
  /** The version on which the edit is based, and its tag. */
  readonly version: number;
  readonly etag: string;
}

export function keptKey(userId: number, workflowId: number): string {
  return ownDraftKey(userId, `workflow:${workflowId}`);
}

export function readKept(store: DraftStore, key: string): KeptText | null {
  try {
    const value: unknown = JSON.parse(store.getItem(key) ?? 'null');
    return isKept(value) ? value : null;
  } catch {
    return null;
  }
}

/** Returns whether the text is stored: without storage it lasts as long as the page. */
export function keepText(store: DraftStore, key: string, kept: KeptText): boolean {
  try {
    store.setItem(key, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

function isKept(value: unknown): value is KeptText {
  if (typeof value !== 'object' || value === null) return false;
  const { text, name, useCase, note, version, etag } = value as Partial<Record<keyof KeptText, unknown>>;
  return [text, name, useCase, note, etag].every((one) => typeof one === 'string') && Number.isSafeInteger(version);
}
