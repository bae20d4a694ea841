import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call, type ApiRequest } from '../api/http.ts';
import { newKey } from '../api/idempotency.ts';
import { ErrorMessage } from './errors.tsx';
import { CopyCurl, Dialog } from './parts.tsx';

export interface ActProps<Data> {
  /** What the button says, and what the question is about: `Cancel the batch`. */
  readonly label: string;
  readonly request: ApiRequest;
  /** What happens if one does. */
  readonly children: ReactNode;
  /** First members of the keys of queries that it changes. */
  readonly changes: readonly string[];
  readonly className?: 'deny' | 'primary';
  readonly disabled?: boolean;
  readonly onDone?: (data: Data) => void;
}

/** A button that asks before it does: what happens, and how a program would do it. */
export function Act<Data>(props: ActProps<Data>) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <button type="button" disabled={props.disabled} onClick={() => setIsAsked(true)}>
        {props.label} …
      </button>
      {isAsked && <Question {...props} onClose={() => setIsAsked(false)} />}
    </>
  );
}

function Question<Data>({
  label,
  request: asked,
  children,
  changes,
  className = 'primary',
  onDone,
  onClose,
}: ActProps<Data> & { readonly onClose: () => void }) {
  const client = useQueryClient();
  // What is asked stays, although the page behind it moves on; one key belongs to it, however often it is sent.
  const [request] = useState<ApiRequest>(() => ({ ...asked, idempotencyKey: newKey() }));
  const act = useMutation({
    mutationFn: () => call<Data>(request),
    onSuccess: ({ data }) => {
      onClose();
      onDone?.(data);
    },
    // Refused, too, because something has changed meanwhile.
    onSettled: () => Promise.all(changes.map((name) => client.invalidateQueries({ queryKey: [name] }))),
  });
  return (
    <Dialog title={`${label}?`} onClose={onClose}>
      {children}
      {act.error !== null && <ErrorMessage error={act.error} />}
      <p className="buttons">
        <button
          type="button"
          className={className}
          autoFocus
          aria-disabled={act.isPending}
          onClick={() => {
            if (!act.isPending) act.mutate();
          }}
        >
          {act.isPending ? 'Sending …' : label}
        </button>
        <button type="button" onClick={onClose}>
          Leave it
        </button>
        <CopyCurl request={asked} />
      </p>
    </Dialog>
  );
}
