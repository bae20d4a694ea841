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

/** Who is signed in. Only below `Session`. */
export function useMe(): Me {
  const me = useContext(Signed);
  if (me === null) throw new Error('nobody is signed in');
  return me;
}

/** Buttons that one may not press are not there. */
export function useMay(scope: Scope): boolean {
  return useMe().scopes.includes(scope);
}

/**
 * Shows the console to whoever is signed in. A session that ends while somebody works puts a question over the page: what
 * is below stays as it is, so that nothing typed is lost.
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
    // Another person: nothing of the one before stays on the screen.
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

/** Too many requests, or a service that is being started: nobody has to know that a reload would help. */
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

/** A form of the page itself, so that the answer is a page of its own: the same for whoever asks. */
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
    // Whoever has signed in elsewhere comes back to this tab.
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
