import type { ServerResponse } from 'node:http';

/** Aborted when the response is over: it has been sent, or its caller has gone. */
export function closingOf(response: ServerResponse): AbortSignal {
  const closing = new AbortController();
  if (response.destroyed) closing.abort();
  else response.once('close', () => closing.abort());
  return closing.signal;
}
