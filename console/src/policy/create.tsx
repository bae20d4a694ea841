import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, call } from '../api/http.ts';
import { newKey } from '../api/idempotency.ts';
import type { Workflow } from '../api/records.ts';
import { ErrorMessage } from '../ui/errors.tsx';
import { CopyCurl } from '../ui/parts.tsx';
import { createRequest } from './requests.ts';

interface Props {
  readonly name: string;
  /** The text was changed since it was read. */
  readonly isStale?: boolean;
  readonly made: { readonly definition: readonly object[]; readonly useCase: string; readonly note: string | null };
  readonly onCreated: (workflowId: number) => void;
}

const MOST_OF_NAME = 200;

/** Saves it as a draft. */
export function Create({ name: given, isStale = false, made, onCreated }: Props) {
  const client = useQueryClient();
  const [name, setName] = useState(given);
  const request = createRequest({ ...made, name });
  const sent = useRef({ body: '', key: '' });
  const create = useMutation({
    mutationFn: () => {
      // The same workflow sent again has the same key; a changed one is another.
      const body = JSON.stringify(request.body);
      if (sent.current.body !== body) sent.current = { body, key: newKey() };
      return call<Workflow>({ ...request, idempotencyKey: sent.current.key });
    },
    onSuccess: async ({ data }) => {
      await client.invalidateQueries({ queryKey: ['workflows'] });
      onCreated(data.id);
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status !== 0) sent.current = { body: '', key: '' };
    },
  });
  return (
    <section className="card" id="create" aria-label="Create the workflow">
      <h2>Create the workflow</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!create.isPending && !isStale) create.mutate();
        }}
      >
        <label className="field">
          Its name
          <input
            type="text"
            required
            pattern=".*\S.*"
            maxLength={MOST_OF_NAME}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <p className="soft small">
          It is saved as a draft: it decides nobody in live mode until somebody activates it.
        </p>
        {isStale && <p className="message">The text has changed since. Read it again first.</p>}
        {create.error !== null && <ErrorMessage error={create.error} />}
        <p className="buttons">
          <button type="submit" className="primary" disabled={isStale} aria-disabled={create.isPending}>
            {create.isPending ? 'Creating …' : 'Create the workflow'}
          </button>
          <CopyCurl request={request} />
        </p>
      </form>
    </section>
  );
}
