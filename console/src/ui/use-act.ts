import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, type ApiRequest } from '../api/http.ts';
import { newKey } from '../api/idempotency.ts';
import { held } from '../held.ts';

/*
 * Sends every change that the console makes. One press is one action, however often it is sent: a request keeps its
 * idempotency key until the service has performed it. A refusal stores no key on the server, so the same key may be
 * sent again.
 */

export interface ActOptions<Data> {
  /** First elements of the query keys that the action invalidates. */
  readonly changes: readonly string[];
  /** Query keys invalidated by a refusal, because something has changed meanwhile. Default: all of `changes`. */
  readonly changesIfRefused?: readonly string[] | undefined;
  /** Called with the response to each request, before queries are refetched. */
  readonly onDone?: ((answers: readonly Data[]) => void | Promise<void>) | undefined;
  readonly onRefused?: ((error: Error) => void | Promise<void>) | undefined;
}

export interface Sending {
  /** No-op while an action is under way. */
  readonly send: (requests: readonly ApiRequest[]) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
}

/** Sends requests one after another, then invalidates the queries that they change. */
export function useAct<Data>({ changes, changesIfRefused = changes, onDone, onRefused }: ActOptions<Data>): Sending {
  const client = useQueryClient();
  const keys = useRef(new Map<string, string>());
  const keyOf = (request: ApiRequest): string => {
    const asked = JSON.stringify(request);
    const key = keys.current.get(asked) ?? newKey();
    keys.current.set(asked, key);
    return key;
  };
  const act = useMutation({
    // Returns nothing: a response may be a secret, and results of mutations are cached.
    mutationFn: async (requests: readonly ApiRequest[]): Promise<void> => {
      const answers: Data[] = [];
      for (const request of requests) {
        await held.before(request);
        const isKeyed = request.method === 'POST';
        const { data } = await call<Data>(isKeyed ? { ...request, idempotencyKey: keyOf(request) } : request);
        answers.push(data);
      }
      keys.current.clear();
      await onDone?.(answers);
    },
    ...(onRefused === undefined ? {} : { onError: onRefused }),
    // A success stays under way until the page shows it. A refusal is reported at once, because the page may then
    // replace the component.
    onSettled: (_nothing, error) => {
      const changed = error === null ? changes : changesIfRefused;
      const asked = Promise.all(changed.map((name) => client.invalidateQueries({ queryKey: [name] })));
      return error === null ? asked : undefined;
    },
  });
  const { isPending, error, mutate } = act;
  return {
    isPending,
    error,
    send: (requests) => {
      if (!isPending) mutate(requests);
    },
  };
}
