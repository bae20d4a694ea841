import { useEffect, useRef, useState } from 'react';
import type { WorkflowDetail } from '../workflows/records.ts';
import { textOf } from './format.ts';
import { keepText, readKept, type KeptText } from './kept.ts';

export interface Edited {
  readonly draft: KeptText;
  readonly change: (more: Partial<Pick<KeptText, 'text' | 'name' | 'useCase' | 'note'>>) => void;
  /** True if the text differs from the version on which the edit is based. */
  readonly isChanged: boolean;
  /** True if a text from before a reload was restored. */
  readonly wasRestored: boolean;
  /** True if this browser keeps the text across a reload. */
  readonly isKept: boolean;
  /** True if another user has saved meanwhile. */
  readonly isBehind: boolean;
  /** Rebases one's own text on the current version. */
  readonly putOnTop: () => void;
  /** Replaces one's own text by that of the current version, and returns it. */
  readonly startAgain: () => string;
  /** Deletes the kept text once it is saved. */
  readonly forget: () => void;
}

function draftOf({ definition, name, use_case: useCase, version }: WorkflowDetail, etag: string): KeptText {
  return { text: textOf(definition), name, useCase: useCase ?? '', note: '', version, etag };
}

const KEEP_MS = 300;

/** The edited text, kept in this tab until it is saved, so that neither a reload nor an expired session loses it. */
export function useEdited(key: string, workflow: WorkflowDetail, etag: string): Edited {
  const [kept] = useState(() => readKept(sessionStorage, key));
  const [draft, setDraft] = useState<KeptText>(() => kept ?? draftOf(workflow, etag));
  // The text to compare with; known only for the current version.
  const [begun, setBegun] = useState(() => (kept === null || kept.etag === etag ? draftOf(workflow, etag) : null));
  const [isKept, setIsKept] = useState(true);
  const isChanged = begun === null || isOther(begun, draft);
  const isOver = useRef(false);
  useEffect(() => {
    const keep = (): void => {
      if (isOver.current) return;
      if (isChanged) setIsKept(keepText(sessionStorage, key, draft));
      else sessionStorage.removeItem(key);
    };
    const timer = setTimeout(keep, KEEP_MS);
    // Also keeps what was typed immediately before a reload.
    addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [key, draft, isChanged]);
  return {
    draft,
    change: (more) => setDraft((before) => ({ ...before, ...more })),
    isChanged,
    wasRestored: kept !== null,
    isKept,
    isBehind: draft.etag !== etag,
    putOnTop: () => {
      setBegun(draftOf(workflow, etag));
      setDraft((before) => ({ ...before, version: workflow.version, etag }));
    },
    startAgain: () => {
      const now = draftOf(workflow, etag);
      setBegun(now);
      setDraft(now);
      return now.text;
    },
    forget: () => {
      isOver.current = true;
      sessionStorage.removeItem(key);
    },
  };
}

function isOther(one: KeptText, other: KeptText): boolean {
  return one.text !== other.text || one.name !== other.name || one.useCase !== other.useCase;
}
