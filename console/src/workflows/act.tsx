import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { ApiError, call, type ApiRequest } from '../api/http.ts';
import { newKey } from '../api/idempotency.ts';
import { ErrorMessage } from '../ui/errors.tsx';
import { CopyCurl, Dialog } from '../ui/parts.tsx';
import { workflowKey } from './queries.ts';

interface Props {
  readonly workflowId: number;
  /** On the button. */
  readonly name: string;
  readonly look?: 'primary' | 'approve' | 'deny';
  /** What happens, for the question. */
  readonly children: ReactNode;
  /** What a note is for; without it none is asked for. */
  readonly note?: string;
  readonly isNoteRequired?: boolean;
  readonly request: (note: string | null) => ApiRequest;
  readonly onDone?: () => void;
}

/** An act on a workflow: a button, a question that says what happens, and its curl. */
export function Act({ workflowId, name, look, children, note: label, isNoteRequired, request, onDone }: Props) {
  const client = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const [note, setNote] = useState('');
  const sent = useRef({ body: '', key: '' });
  const text = note.trim() === '' ? null : note.trim();
  const act = useMutation({
    mutationFn: () => {
      const asked = request(text);
      // The same act sent again has the same key; another note makes it another act.
      const body = JSON.stringify(asked.body ?? null);
      if (sent.current.body !== body) sent.current = { body, key: newKey() };
      return call<unknown>(asked.method === 'POST' ? { ...asked, idempotencyKey: sent.current.key } : asked);
    },
    onSuccess: () => {
      setIsAsked(false);
      setNote('');
      onDone?.();
    },
    onSettled: async (_data, error) => {
      if (!(error instanceof ApiError) || error.status !== 0) sent.current = { body: '', key: '' };
      // Whatever was refused may be so because somebody else was faster.
      await Promise.all([
        client.invalidateQueries({ queryKey: workflowKey(workflowId) }),
        client.invalidateQueries({ queryKey: ['workflows'] }),
      ]);
    },
  });
  const close = (): void => {
    setIsAsked(false);
    act.reset();
  };
  const lacksNote = isNoteRequired === true && text === null;
  return (
    <>
      <button type="button" className={look ?? ''} onClick={() => setIsAsked(true)}>
        {name}
      </button>
      {isAsked && (
        <Dialog title={`${name}?`} onClose={close}>
          {children}
          {label !== undefined && (
            <label className="field">
              {label} {isNoteRequired !== true && <span className="soft">(not required)</span>}
              <textarea rows={2} maxLength={2_000} value={note} onChange={({ target }) => setNote(target.value)} />
            </label>
          )}
          {act.error !== null && <ErrorMessage error={act.error} />}
          <p className="buttons">
            <button
              type="button"
              className={look ?? 'primary'}
              disabled={lacksNote}
              aria-disabled={act.isPending}
              onClick={() => !act.isPending && act.mutate()}
            >
              {act.isPending ? 'Sending …' : name}
            </button>
            <button type="button" onClick={close}>
              Cancel
            </button>
            <CopyCurl request={request(text)} />
          </p>
        </Dialog>
      )}
    </>
  );
}
