import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import type { FieldSpecs } from '../../../core/fields/spec.ts';
import { ErrorMessage } from '../ui/errors.tsx';
import { Loading } from '../ui/parts.tsx';
import type { Finding } from './check.ts';
import type { Editor } from './code-mirror.ts';
import type { Span } from './json-text.ts';

export interface EditorHandle {
  setText(text: string): void;
  goTo(span: Span): void;
}

interface Props {
  readonly initialText: string;
  readonly label: string;
  readonly findings: readonly Finding[];
  readonly onText: (text: string) => void;
  readonly onCursor: (at: number) => void;
  readonly onSave: () => void;
  readonly declared: FieldSpecs;
  readonly ref: Ref<EditorHandle>;
}

/** A JSON text to edit. The editor is loaded on demand and lives in its own shadow root. */
export function JsonEditor({ initialText, label, findings, onText, onCursor, onSave, declared, ref }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const [isThere, setIsThere] = useState(false);
  const [error, setError] = useState<unknown>(null);
  // The editor always calls the current handlers.
  const current = useRef({ initialText, label, onText, onCursor, onSave, declared });
  useEffect(() => {
    current.current = { initialText, label, onText, onCursor, onSave, declared };
  });
  useEffect(() => {
    let isOver = false;
    const open = async (): Promise<void> => {
      const { createEditor } = await import('./code-mirror.ts');
      const host = place.current;
      if (isOver || host === null) return;
      const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
      editor.current = createEditor({
        root,
        text: current.current.initialText,
        label: current.current.label,
        onText: (text) => current.current.onText(text),
        onCursor: (at) => current.current.onCursor(at),
        onSave: () => current.current.onSave(),
        declared: () => current.current.declared,
      });
      setIsThere(true);
    };
    open().catch((failure: unknown) => setError(failure));
    return () => {
      isOver = true;
      editor.current?.destroy();
      editor.current = null;
    };
  }, []);
  useEffect(() => {
    if (isThere) editor.current?.show(findings);
  }, [findings, isThere]);
  useImperativeHandle(
    ref,
    () => ({
      setText: (text) => editor.current?.setText(text),
      goTo: (span) => editor.current?.goTo(span),
    }),
    [],
  );
  return (
    <>
      {error !== null && <ErrorMessage error={error} />}
      {!isThere && error === null && <Loading />}
      <div className="json-editor" ref={place} />
    </>
  );
}
