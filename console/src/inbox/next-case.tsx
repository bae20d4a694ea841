import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, call, type ApiRequest } from '../api/http.ts';
import { newKey } from '../api/idempotency.ts';
import type { Review } from '../api/records.ts';
import { ErrorMessage } from '../ui/errors.tsx';
import { CopyCurl } from '../ui/parts.tsx';
import { useCommands } from '../use-commands.ts';

const REQUEST = { method: 'POST', path: '/reviews/next', body: {} } as const satisfies ApiRequest;

/** Claims the most urgent case that nobody has, and opens it. Two people never get the same one. */
export function NextCase() {
  const client = useQueryClient();
  const navigate = useNavigate();
  // One press is one claim, however often it is sent.
  const [key, setKey] = useState(newKey);
  const next = useMutation({
    mutationFn: () => call<Review>({ ...REQUEST, idempotencyKey: key }),
    onSuccess: async ({ data }) => {
      await client.invalidateQueries({ queryKey: ['inbox'] });
      await navigate({ to: '/cases/$id', params: { id: String(data.execution_id) } });
    },
    onSettled: (_data, error) => {
      if (!(error instanceof ApiError) || error.status !== 0) setKey(newKey());
    },
  });
  const press = (): void => {
    if (!next.isPending) next.mutate();
  };
  useCommands({ next_case: press });
  const isNothingLeft = next.error instanceof ApiError && next.error.code === 'not_found';
  return (
    <div className="next-case">
      <button type="button" className="primary" aria-disabled={next.isPending} onClick={press}>
        Next case <kbd>n</kbd>
      </button>
      <CopyCurl request={REQUEST} />
      {isNothingLeft && (
        <p className="message" role="status">
          No unclaimed case is left.
        </p>
      )}
      {next.error !== null && !isNothingLeft && <ErrorMessage error={next.error} />}
    </div>
  );
}
