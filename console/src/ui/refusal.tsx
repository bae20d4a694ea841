import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { useRouterState } from '@tanstack/react-router';
import { ErrorMessage } from './errors.tsx';

/*
 * Requests are often refused because something has changed. The page then shows the change, and the pressed button
 * disappears together with its error. The error is therefore shown above the page, until the user leaves it.
 */

const Keep = createContext<(error: Error) => void>(() => undefined);

interface Kept {
  readonly error: Error;
  readonly path: string;
}

/** Wraps the pages. */
export function Refusals({ children }: { readonly children: ReactNode }) {
  const [kept, setKept] = useState<Kept | null>(null);
  // Rendered again on every page.
  useRouterState({ select: ({ location }) => location.pathname });
  const keep = useCallback((error: Error): void => setKept({ error, path: location.pathname }), []);
  return (
    <Keep value={keep}>
      {kept !== null && kept.path === location.pathname && (
        <section className="refusal" aria-label="What was refused">
          <p>This was not done, and the page shows what is true now:</p>
          <ErrorMessage error={kept.error} />
          <button type="button" onClick={() => setKept(null)}>
            I have read it
          </button>
        </section>
      )}
      {children}
    </Keep>
  );
}

/** Keeps the error if its component is unmounted. Returns a function to call once the error was read. */
export function useRefusal(error: Error | null): () => void {
  const keep = useContext(Keep);
  const shown = useRef(error);
  useEffect(() => {
    shown.current = error;
  }, [error]);
  useEffect(() => {
    const { pathname } = location;
    return () => {
      if (shown.current !== null && location.pathname === pathname) keep(shown.current);
    };
  }, [keep]);
  return () => {
    shown.current = null;
  };
}
