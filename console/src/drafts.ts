/*
 * Unsent drafts. They are kept in this tab until sent, so that an expired session, a reload or a sign-in loses nothing.
 * Each person's drafts are separate: the next person to sign in in this tab does not see them.
 */

/** The part of the browser's Storage that is used. */
export interface DraftStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  key(index: number): string | null;
  readonly length: number;
}

export interface Draft {
  readonly note: string;
  readonly codes: readonly string[];
  readonly texts: readonly string[];
  /** Values for a letter, by path. */
  readonly variables: Readonly<Record<string, string>>;
}

export const EMPTY_DRAFT: Draft = { note: '', codes: [], texts: [], variables: {} };
const PREFIX = 'draft:';

/** The key of a person's draft; deleted when they sign out. */
export function ownDraftKey(userId: number, of: string): string {
  return `${PREFIX}${userId}:${of}`;
}

/** `reviewId` is the id of the round, so the next round of the same execution starts empty. */
export function draftKey(userId: number, reviewId: number): string {
  return ownDraftKey(userId, String(reviewId));
}

export function readDraft(store: DraftStore, key: string): Draft {
  try {
    const value: unknown = JSON.parse(store.getItem(key) ?? 'null');
    return isStoredDraft(value) ? value : EMPTY_DRAFT;
  } catch {
    return EMPTY_DRAFT;
  }
}

export function keepDraft(store: DraftStore, key: string, draft: Draft): void {
  try {
    if (isEmpty(draft)) store.removeItem(key);
    else store.setItem(key, JSON.stringify(draft));
  } catch {
    // Without storage the text lasts as long as the page.
  }
}

/** The key of the policy being written: one per tab. */
export function policyKey(userId: number): string {
  return `${PREFIX}${userId}:policy`;
}

export function readText(store: DraftStore, key: string): string {
  try {
    return store.getItem(key) ?? '';
  } catch {
    return '';
  }
}

export function keepText(store: DraftStore, key: string, text: string): void {
  try {
    if (text === '') store.removeItem(key);
    else store.setItem(key, text);
  } catch {
    // Without storage the text lasts as long as the page.
  }
}

/** Called at sign-out, so that nothing is left behind on a shared machine. */
export function forgetDrafts(store: DraftStore, userId?: number): void {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index)).filter((key) => key !== null);
  const own = userId === undefined ? PREFIX : draftKey(userId, 0).slice(0, -1);
  for (const key of keys) if (key.startsWith(own)) store.removeItem(key);
}

function isEmpty({ note, codes, texts, variables }: Draft): boolean {
  return codes.length === 0 && [note, ...texts, ...Object.values(variables)].every((text) => text === '');
}

/** An older draft may have another shape; it is discarded. */
function isStoredDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const { note, codes, texts, variables } = value as Partial<Record<keyof Draft, unknown>>;
  const areTexts = (list: unknown): boolean => Array.isArray(list) && list.every((item) => typeof item === 'string');
  const areValues = typeof variables === 'object' && variables !== null && areTexts(Object.values(variables));
  return typeof note === 'string' && areTexts(codes) && areTexts(texts) && areValues;
}
