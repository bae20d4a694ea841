import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { API_PATH } from './api/http.ts';
import { useWhileInUse } from './ui/in-use.ts';

/*
 * Keeps the inbox, and a case that is open, up to date: the service says when it has changed, and the page asks again. Without these words it
 * asks now and then; what was snoozed comes back so, too. Both stop when nobody has touched the page for a while.
 */
const POLL_MS = 30_000;

export function LiveInbox() {
  const client = useQueryClient();
  const everyMs = useWhileInUse(POLL_MS);
  const wasQuiet = useRef(false);
  useEffect(() => {
    if (everyMs === false) {
      wasQuiet.current = true;
      return undefined;
    }
    const ask = (): void => {
      for (const name of ['inbox', 'case_events']) void client.invalidateQueries({ queryKey: [name] });
    };
    let source: EventSource | null = null;
    const listen = (): void => {
      if (source !== null) return;
      source = new EventSource(`${API_PATH}/reviews/stream`);
      source.addEventListener('inbox', ask);
      source.addEventListener('error', () => {
        // It connects again by itself, unless it was refused.
        if (source?.readyState === EventSource.CLOSED) source = null;
      });
    };
    const timer = setInterval(() => {
      listen();
      // Also while it hears: a review that was snoozed comes back without a word.
      ask();
    }, everyMs);
    listen();
    if (wasQuiet.current) ask();
    return () => {
      source?.close();
      clearInterval(timer);
    };
  }, [client, everyMs]);
  return null;
}
