import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, call, type ApiRequest } from '../api/http.ts';
import { newKey } from '../api/idempotency.ts';
import type { Execution } from '../api/records.ts';
import { ErrorMessage } from '../ui/errors.tsx';
import { CopyCurl } from '../ui/parts.tsx';

interface Props {
  readonly executionId: number;
  readonly note: string;
  readonly onAdded: () => void;
}

/** Leaves the note for colleagues now, without a decision. */
export function AddNote({ executionId, note, onAdded }: Props) {
  const client = useQueryClient();
  const sent = useRef({ note: '', key: '' });
  const text = note.trim();
  const request: ApiRequest = { method: 'POST', path: `/executions/${executionId}/review_notes`, body: { note: text } };
  const add = useMutation({
    mutationFn: () => {
      // The same words sent again are the same note.
      if (sent.current.note !== text) sent.current = { note: text, key: newKey() };
      return call<Execution>({ ...request, idempotencyKey: sent.current.key });
    },
    onSuccess: async () => {
      onAdded();
      await client.invalidateQueries({ queryKey: ['case', executionId] });
    },
    onSettled: (_data, error) => {
      if (!(error instanceof ApiError) || error.status !== 0) sent.current = { note: '', key: '' };
    },
  });
  if (text === '') return null;
  return (
    <div className="add-note">
      <button type="button" aria-disabled={add.isPending} onClick={() => !add.isPending && add.mutate()}>
        Add the note now
      </button>{' '}
      <span className="soft small">or it goes with your decision</span>
      <CopyCurl request={request} />
      {add.error !== null && <ErrorMessage error={add.error} />}
    </div>
  );
}
