import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { API_PATH } from './api/http.ts';

/*
 * Keeps the inbox up to date: the service says when it has changed, and the page asks for it again. Without these words it
 * asks now and then; what was put off comes back so, too. Both stop when nobody has touched the page for a while: an open
 * tab must not keep a session alive that nobody uses.
 */
const POLL_MS = 30_000;
const QUIET_AFTER_MS = 10 * 60_000;

export function LiveInbox() {
  const client = useQueryClient();
  useEffect(() => {
    let source: EventSource | null = null;
    let lastTouch = Date.now();
    const ask = (): void => void client.invalidateQueries({ queryKey: ['inbox'] });
    const listen = (): void => {
      if (source !== null) return;
      source = new EventSource(`${API_PATH}/reviews/stream`);
      source.addEventListener('inbox', ask);
      source.addEventListener('error', () => {
        // It connects again by itself, unless it was refused.
        if (source?.readyState === EventSource.CLOSED) source = null;
      });
    };
    const hush = (): void => {
      source?.close();
      source = null;
    };
    const touch = (): void => {
      const wasQuiet = Date.now() - lastTouch > QUIET_AFTER_MS;
      lastTouch = Date.now();
      if (!wasQuiet) return;
      listen();
      ask();
    };
    const timer = setInterval(() => {
      if (Date.now() - lastTouch > QUIET_AFTER_MS) return hush();
      if (source?.readyState !== EventSource.OPEN) listen();
      // Also while it hears: a review that was put off comes back without a word.
      ask();
    }, POLL_MS);
    for (const name of TOUCHES) document.addEventListener(name, touch, { passive: true });
    listen();
    return () => {
      hush();
      clearInterval(timer);
      for (const name of TOUCHES) document.removeEventListener(name, touch);
    };
  }, [client]);
  return null;
}

const TOUCHES = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;
