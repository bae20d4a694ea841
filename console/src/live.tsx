import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { API_PATH } from './api/http.ts';
import { useWhileInUse } from './ui/in-use.ts';

/*
 * Keeps the inbox and an open case up to date: the service sends a message when it changed, and the page refetches. The
 * page also polls slowly, for lost messages and for snoozed reviews that come back. Both stop when nobody has used the
 * page for a while.
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
        // The connection is reopened automatically unless it was refused.
        if (source?.readyState === EventSource.CLOSED) source = null;
      });
    };
    const timer = setInterval(() => {
      listen();
      // Polls even while connected: a snoozed review comes back without a message.
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
