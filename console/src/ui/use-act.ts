import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, type ApiRequest } from '../api/http.ts';
import { newKey } from '../api/idempotency.ts';
import { held } from '../held.ts';

/*
 * How the console changes anything. One press is one act, however often it is sent: a request keeps its idempotency key
 * until the service has done it. What was refused stores no key there, so the same one may be sent again.
 */

export interface ActOptions<Data> {
  /** First members of the keys of queries that it changes. */
  readonly changes: readonly string[];
  /** What is asked for anew if it was refused, because something has changed meanwhile. All of `changes` unless given. */
  readonly changesIfRefused?: readonly string[] | undefined;
  /** With the answer to each request, before the pages ask anew. */
  readonly onDone?: ((answers: readonly Data[]) => void | Promise<void>) | undefined;
  readonly onRefused?: ((error: Error) => void | Promise<void>) | undefined;
}

export interface Sending {
  /** No-op while one is under way. */
  readonly send: (requests: readonly ApiRequest[]) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
}

/** Sends requests one after another, and then asks anew for what they change. */
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
    // Returns nothing: what the service answered may be a secret, and results of mutations are kept.
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
    // What was done stays under way until the page shows it. What was refused is said at once: the page may then show
    // something else in its place.
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
