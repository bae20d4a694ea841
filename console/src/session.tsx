import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import type { Scope } from '../../core/access.ts';
import { meQuery } from './api/queries.ts';
import type { Me } from './api/records.ts';
import { ApiError, onSignedOut } from './api/http.ts';
import { HAS_PROVIDER, signInPath } from './sign-in.ts';
import { ErrorMessage } from './ui/errors.tsx';
import { Dialog, Loading } from './ui/parts.tsx';

const Signed = createContext<Me | null>(null);

/** The signed-in user. Only to be used below `Session`. */
export function useMe(): Me {
  const me = useContext(Signed);
  if (me === null) throw new Error('nobody is signed in');
  return me;
}

/** True if the user has the scope. Buttons without permission are hidden. */
export function useMay(scope: Scope): boolean {
  return useMe().scopes.includes(scope);
}

/**
 * Shows the console to signed-in users. If the session ends during work, a dialog covers the page, which stays as it
 * is, so that nothing typed is lost.
 */
export function Session({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const [hasEnded, setHasEnded] = useState(false);
  useEffect(() => onSignedOut(() => setHasEnded(true)), []);
  const { data: me, error, refetch } = useQuery({ ...meQuery, retry: false });
  if (me === undefined) {
    if (error instanceof ApiError && error.isSignedOut) return <SignIn />;
    return error === null ? <Loading /> : <NotYet error={error} again={() => void refetch()} />;
  }
  const again = async (): Promise<void> => {
    const { data } = await refetch();
    if (data === undefined) return;
    // A different person signed in: nothing of the previous one may stay on the screen.
    if (data.user.id !== me.user.id) return location.reload();
    setHasEnded(false);
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
  };
  return (
    <Signed value={me}>
      {children}
      {hasEnded && <SignInAgain again={again} />}
    </Signed>
  );
}

/** Rate limit, or the service is starting: retries for the user instead of requiring a reload. */
function NotYet({ error, again }: { readonly error: unknown; readonly again: () => void }) {
  return (
    <main className="sign-in">
      <h1>Cascade</h1>
      <ErrorMessage error={error} />
      <p className="buttons">
        <button type="button" className="primary" onClick={again}>
          Try again
        </button>
      </p>
    </main>
  );
}

function SignIn() {
  return (
    <main className="sign-in">
      <h1>Cascade</h1>
      {HAS_PROVIDER ? (
        <a className="button primary" href={signInPath()}>
          Sign in
        </a>
      ) : (
        <>
          <p>You sign in with a link that works once. We mail you one.</p>
          <NewLink />
        </>
      )}
    </main>
  );
}

/** A plain form, so that the response is a page of its own, identical for every sender. */
function NewLink() {
  return (
    <form method="post" action="/auth/new-link">
      <label className="field">
        E-mail address
        <input type="email" name="email" autoComplete="email" maxLength={254} required />
      </label>
      <div className="buttons">
        <button type="submit" className="primary">
          Send me a new link
        </button>
      </div>
    </form>
  );
}

function SignInAgain({ again }: { readonly again: () => Promise<void> }) {
  const [isTrying, setIsTrying] = useState(false);
  useEffect(() => {
    // Detects a sign-in in another tab when the user returns to this one.
    const look = (): void => {
      if (document.visibilityState === 'visible') void again();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  });
  const tryAgain = async (): Promise<void> => {
    setIsTrying(true);
    await again();
    setIsTrying(false);
  };
  return (
    <Dialog title="Your session has ended">
      <p>
        What you typed is still here. {HAS_PROVIDER ? 'Sign in' : 'Open a new sign-in link'} in another tab, then come
        back.
      </p>
      <p className="buttons">
        <a className="button primary" href={signInPath()} target="_blank" rel="noreferrer">
          {HAS_PROVIDER ? 'Sign in' : 'Send me a new link'}
        </a>
        <button type="button" disabled={isTrying} onClick={() => void tryAgain()}>
          I have signed in
        </button>
      </p>
    </Dialog>
  );
}
