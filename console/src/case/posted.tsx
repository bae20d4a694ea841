import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type ApiRequest } from '../api/http.ts';
import { newKey } from '../api/idempotency.ts';
import { ErrorMessage } from '../ui/errors.tsx';
import { CopyCurl } from '../ui/parts.tsx';

interface Props {
  readonly executionId: number;
  readonly artifactId: number;
  readonly isFree: boolean;
}

/** A letter that may not go by e-mail: somebody prints it, posts it, and says so here. */
export function Posted({ executionId, artifactId, isFree }: Props) {
  const client = useQueryClient();
  const [date, setDate] = useState(() => new Date().toLocaleDateString('en-CA'));
  const [carrier, setCarrier] = useState('');
  const request: ApiRequest = {
    method: 'POST',
    path: `/executions/${executionId}/notice_artifacts/${artifactId}/posted`,
    body: { date, carrier: carrier.trim() },
  };
  const [key, setKey] = useState(newKey);
  const record = useMutation({
    mutationFn: () => call({ ...request, idempotencyKey: key }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['case', executionId] }),
        client.invalidateQueries({ queryKey: ['inbox'] }),
      ]),
  });
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    setKey(newKey());
  };
  return (
    <form
      className="posted"
      onSubmit={(event) => {
        event.preventDefault();
        if (!record.isPending) record.mutate();
      }}
    >
      <p>This letter goes by post: print it, post it, and say when and how.</p>
      <label className="field">
        Posted on
        <input type="date" required value={date} onChange={({ target }) => change(setDate)(target.value)} />
      </label>
      <label className="field">
        Carrier and tracking number
        <input
          type="text"
          required
          maxLength={100}
          value={carrier}
          onChange={({ target }) => change(setCarrier)(target.value)}
        />
      </label>
      {record.error !== null && <ErrorMessage error={record.error} />}
      <p className="buttons">
        <button type="submit" className="approve" disabled={!isFree}>
          It was posted
        </button>
        <CopyCurl request={request} />
      </p>
    </form>
  );
}
