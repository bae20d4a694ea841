import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { fromNow } from '../times.ts';
import { giveFocusBack } from './focus.ts';
import { useNow } from './now.ts';

/** A time in words; its title has the exact time. */
export function When({ at }: { readonly at: string | null }) {
  const now = useNow();
  if (at === null) return <span className="soft">–</span>;
  return (
    <time dateTime={at} title={at}>
      {fromNow(Date.parse(at), now)}
    </time>
  );
}

export interface EmptyProps {
  readonly title: string;
  readonly children: ReactNode;
  /** True if there is nothing else on the page, so that this is its heading. */
  readonly isPage?: boolean;
}

export function Empty({ title, children, isPage = false }: EmptyProps) {
  return (
    <div className="empty">
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children}
    </div>
  );
}

export function Loading() {
  return (
    <p className="soft" role="status">
      Loading …
    </p>
  );
}

export function CopyButton({ text, label }: { readonly text: () => string; readonly label: string }) {
  const [shown, setShown] = useState<'no' | 'copied' | 'text'>('no');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text());
      setShown('copied');
    } catch {
      // The clipboard is not available over plain HTTP: the text is shown for copying by hand.
      setShown('text');
    }
  };
  return (
    <span className="copy-curl">
      <button type="button" className="quiet" onClick={() => void copy()}>
        {shown === 'copied' ? 'Copied' : label}
      </button>
      {shown === 'text' && (
        <pre tabIndex={0} aria-label={label}>
          {text()}
        </pre>
      )}
    </span>
  );
}

export interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Undefined if the dialog cannot be dismissed. */
  readonly onClose?: (() => void) | undefined;
}

/** A key that is held down presses the next button too, and would answer a question that nobody has read. */
function refuseRepeats(event: KeyboardEvent): void {
  const isTyped = event.target instanceof Element && event.target.closest('textarea, input[type="text"]') !== null;
  if (event.repeat && (event.key === 'Enter' || event.key === ' ') && !isTyped) event.preventDefault();
}

/** A modal dialog. The browser traps the focus inside and restores it afterwards. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Runs before paint, so that an early key press goes to the dialog.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    const before = document.activeElement;
    dialog.showModal();
    return () => {
      dialog.close();
      // An element that was disabled meanwhile can take the focus only after the whole update.
      queueMicrotask(() => giveFocusBack(before));
    };
  }, []);
  return (
    <dialog
      ref={element}
      aria-labelledby={heading}
      onKeyDown={refuseRepeats}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  );
}
