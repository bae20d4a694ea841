import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { ApiError, call, type ApiRequest } from '../api/http.ts';
import { newKey } from '../api/idempotency.ts';
import { ErrorMessage } from './errors.tsx';
import { CopyCurl, Dialog } from './parts.tsx';

export interface ActProps<Data> {
  /** What the button says, and what the question is about: `Cancel the batch`. */
  readonly label: string;
  /** What does it, in the question, if that is not the label. */
  readonly confirm?: string;
  readonly title?: string;
  readonly request: ApiRequest;
  /** What happens if one does, and fields if it has any. */
  readonly children: ReactNode;
  /** First members of the keys of queries that it changes. */
  readonly changes: readonly string[];
  /** Of what does it: what is grave is red there alone, so that it draws nobody to it. */
  readonly className?: 'deny' | 'primary';
  /** What one most likely comes for: its button is marked on the page, too. */
  readonly isMain?: boolean;
  readonly disabled?: boolean;
  /** False while a field lacks something. */
  readonly isReady?: boolean;
  /** As the question is put: fields begin with what holds now. */
  readonly onAsk?: () => void;
  readonly onDone?: (data: Data) => void;
  /**
   * Shown in place of the question once it is done. What the service answered lives in this dialog alone and is gone with
   * it: it may be a secret.
   */
  readonly result?: (data: Data, close: () => void) => ReactNode;
}

/** A button that asks before it does: what happens, and how a program would do it. */
export function Act<Data>(props: ActProps<Data>) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <button
        type="button"
        className={props.isMain === true ? 'primary' : ''}
        disabled={props.disabled}
        onClick={() => {
          props.onAsk?.();
          setIsAsked(true);
        }}
      >
        {props.label} …
      </button>
      {isAsked && <Question {...props} onClose={() => setIsAsked(false)} />}
    </>
  );
}

function Question<Data>(props: ActProps<Data> & { readonly onClose: () => void }) {
  const { label, confirm = label, title = `${label}?`, request, children, changes, className = 'primary' } = props;
  const { isReady = true, onDone, result, onClose } = props;
  const client = useQueryClient();
  const [done, setDone] = useState<{ readonly data: Data } | null>(null);
  const sent = useRef({ body: '', key: '' });
  const act = useMutation({
    mutationFn: async () => {
      // The same act sent again has the same key; another body makes it another act.
      const body = JSON.stringify(request.body ?? null);
      if (sent.current.body !== body) sent.current = { body, key: newKey() };
      const isKeyed = request.method === 'POST';
      const { data } = await call<Data>(isKeyed ? { ...request, idempotencyKey: sent.current.key } : request);
      if (result === undefined) onClose();
      else setDone({ data });
      onDone?.(data);
    },
    onSettled: async (_nothing, error) => {
      // What was refused was not done: asked once more, it is another request.
      if (error instanceof ApiError && error.status !== 0) sent.current = { body: '', key: '' };
      // Refused, too, because something has changed meanwhile.
      await Promise.all(changes.map((name) => client.invalidateQueries({ queryKey: [name] })));
    },
  });
  if (done !== null && result !== undefined) return result(done.data, onClose);
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!act.isPending && isReady) act.mutate();
        }}
      >
        {children}
        {act.error !== null && <ErrorMessage error={act.error} />}
        <div className="buttons">
          <button type="submit" className={className} disabled={!isReady} aria-disabled={act.isPending}>
            {act.isPending ? 'Sending …' : confirm}
          </button>
          <button type="button" onClick={onClose}>
            Leave it
          </button>
          <CopyCurl request={request} />
        </div>
      </form>
    </Dialog>
  );
}
