import { useEffect, useRef, useState } from 'react';
import type { WorkflowDetail } from '../workflows/records.ts';
import { textOf } from './format.ts';
import { keepText, readKept, type KeptText } from './kept.ts';

export interface Edited {
  readonly draft: KeptText;
  readonly change: (more: Partial<Pick<KeptText, 'text' | 'name' | 'useCase' | 'note'>>) => void;
  /** From what the version has with which one began. */
  readonly isChanged: boolean;
  /** A text of before is back. */
  readonly wasRestored: boolean;
  /** This browser keeps it over a reload. */
  readonly isKept: boolean;
  /** Somebody else saved in between. */
  readonly isBehind: boolean;
  /** One's own text, on what is there now. */
  readonly putOnTop: () => void;
  /** Returns the text of what is there now, which takes the place of one's own. */
  readonly startAgain: () => string;
  /** It is saved: nothing is left to keep. */
  readonly forget: () => void;
}

function draftOf({ definition, name, use_case: useCase, version }: WorkflowDetail, etag: string): KeptText {
  return { text: textOf(definition), name, useCase: useCase ?? '', note: '', version, etag };
}

const KEEP_MS = 300;

/** What one writes, kept in this tab until it is saved: neither a reload nor a session that ends loses it. */
export function useEdited(key: string, workflow: WorkflowDetail, etag: string): Edited {
  const [kept] = useState(() => readKept(sessionStorage, key));
  const [draft, setDraft] = useState<KeptText>(() => kept ?? draftOf(workflow, etag));
  // What it is compared with: known only of what is there now.
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
    // Whoever reloads at once has typed it, too.
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
