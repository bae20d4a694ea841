import { useState } from 'react';
import type { RowList } from '../../../core/rows/row.ts';
import { ownDraftKey } from '../drafts.ts';
import { useMe } from '../session.tsx';
import { editedOf, isChanged, type EditedRules } from './edited.ts';

export interface Editing {
  readonly edited: EditedRules;
  readonly isDirty: boolean;
  readonly change: (next: EditedRules) => void;
  readonly undo: () => void;
  /** Deletes the kept changes, once they are saved or discarded. */
  readonly forget: () => void;
}

/**
 * The edited rules, kept in this tab until they are saved. Changes to an outdated version are dropped, because they
 * could not be saved.
 */
export function useEditedRules(workflowId: number, list: RowList, etag: string): Editing {
  const key = ownDraftKey(useMe().user.id, `rules:${workflowId}`);
  const [edited, setEdited] = useState(() => kept(key, etag) ?? editedOf(list));
  const forget = (): void => sessionStorage.removeItem(key);
  return {
    edited,
    isDirty: isChanged(edited, list),
    change: (next) => {
      setEdited(next);
      keep(key, { etag, edited: next });
    },
    undo: () => {
      forget();
      setEdited(editedOf(list));
    },
    forget,
  };
}

interface Kept {
  readonly etag: string;
  readonly edited: EditedRules;
}

function keep(key: string, kept: Kept): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Without storage the changes last as long as the page.
  }
}

function kept(key: string, etag: string): EditedRules | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<Kept> | null;
    return found?.etag === etag && Array.isArray(found.edited?.rules) ? found.edited : null;
  } catch {
    return null;
  }
}
