import { useMutation } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Scope } from '../../core/access.ts';
import { SearchBox } from './applicants/search-box.tsx';
import { HeldBar } from './case/held-bar.tsx';
import { forgetDrafts } from './drafts.ts';
import { ALL_EXECUTIONS, SHOWN } from './executions/filter.ts';
import { held } from './held.ts';
import { EVERYTHING } from './inbox/filters.ts';
import { COMMANDS } from './keys.ts';
import { LiveInbox } from './live.tsx';
import { USUAL } from './overview/search.ts';
import { Session, useMe } from './session.tsx';
import { ErrorMessage } from './ui/errors.tsx';
import { watchFocus } from './ui/focus.ts';
import { Dialog } from './ui/parts.tsx';
import { Refusals } from './ui/refusal.tsx';
import { useTotal } from './ui/total.ts';
import { useCommands } from './use-commands.ts';
import { useSwitch } from './use-switch.ts';

/** The menu's pages after the inbox, for those who may read their content. */
const PAGES: readonly { readonly to: string; readonly name: string; readonly scope: Scope }[] = [
  { to: '/executions', name: 'Executions', scope: 'executions:read' },
  { to: '/workflows', name: 'Workflows', scope: 'workflows:read' },
  { to: '/fields', name: 'Fields', scope: 'workflows:read' },
  { to: '/batches', name: 'Batches', scope: 'executions:read' },
  { to: '/letters', name: 'Letters', scope: 'executions:read' },
  { to: '/subscriptions', name: 'Webhooks', scope: 'webhooks:read' },
];

/** The frame of every page: the menu, the user, and the keyboard shortcuts. */
export function Shell() {
  return (
    <Session>
      <LiveInbox />
      <Frame />
    </Session>
  );
}

function Frame() {
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const navigate = useNavigate();
  const me = useMe();
  useCommands({ help: () => setIsHelpOpen(true), inbox: () => void navigate({ to: '/', search: EVERYTHING }) });
  useFocusOnNewPage();
  useEffect(watchFocus, []);
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header className="top">
        <Link className="brand" to="/" search={EVERYTHING}>
          Cascade
        </Link>
        <nav aria-label="Console">
          <Link to="/" search={EVERYTHING} activeOptions={{ exact: true, includeSearch: false }}>
            Inbox
          </Link>
          {me.scopes.includes('statistics:read') && (
            <Link to="/overview" search={USUAL} activeOptions={{ includeSearch: false }}>
              Overview
            </Link>
          )}
          {PAGES.filter(({ scope }) => me.scopes.includes(scope)).map(({ to, name }) => (
            <Fragment key={to}>
              <Link to={to}>{name}</Link>
              {to === '/executions' && me.scopes.includes('executions:write') && <Failed />}
            </Fragment>
          ))}
        </nav>
        {me.scopes.includes('executions:read:full') && <SearchBox />}
        <div className="top-right">
          <button type="button" className="quiet" onClick={() => setIsHelpOpen(true)}>
            Shortcuts <kbd>?</kbd>
          </button>
          <a href="/docs">Docs</a>
          <Person />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <Refusals>
          <Outlet />
        </Refusals>
      </main>
      <HeldBar />
      {isHelpOpen && <Shortcuts onClose={() => setIsHelpOpen(false)} />}
    </>
  );
}

/** The keyboard shortcuts, and the user's switches of the console. */
function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const [areOff, turnOff] = useSwitch('keys-off');
  const [isDeveloper, turnDeveloper] = useSwitch('developer');
  return (
    <Dialog title="Shortcuts" onClose={onClose}>
      <dl className="keys">
        {COMMANDS.map(({ key, does }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className="check">
        <input type="checkbox" checked={!areOff} onChange={({ target }) => turnOff(!target.checked)} />
        <span>Keys of one letter or sign act; without them only Enter does</span>
      </label>
      <label className="check">
        <input type="checkbox" checked={isDeveloper} onChange={({ target }) => turnDeveloper(target.checked)} />
        <span>For developers: each act can be copied as curl</span>
      </label>
      <p className="buttons">
        <button type="button" onClick={onClose}>
          Close
        </button>
      </p>
    </Dialog>
  );
}

/** Failures that need an operator, shown on every page. */
function Failed() {
  const total = useTotal('executions', '/executions', SHOWN.failed.parameters);
  if (total === undefined || total === 0) return null;
  return (
    <Link className="failed" to="/executions" search={{ ...ALL_EXECUTIONS, show: 'failed' }} activeProps={{}}>
      <span className="count bad">{total.toLocaleString('en')}</span> failed
    </Link>
  );
}

/** Announces a new page to screen readers, and moves the keyboard focus to its top. */
function useFocusOnNewPage(): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef(path);
  // Before paint, so that an early key press goes to the new page.
  useLayoutEffect(() => {
    if (before.current !== undefined && before.current !== path) document.getElementById('main')?.focus();
    before.current = path;
  }, [path]);
}

/** Closed by a press outside, by Escape, and by navigation. */
function useMenu() {
  const menu = useRef<HTMLDetailsElement>(null);
  const path = useRouterState({ select: ({ location: { pathname } }) => pathname });
  useEffect(() => {
    const { current } = menu;
    if (current !== null) current.open = false;
  }, [path]);
  useEffect(() => {
    const close = (event: Event): void => {
      const { current } = menu;
      if (current === null || !current.open) return;
      const isWithin = event.target instanceof Node && current.contains(event.target);
      if (event instanceof KeyboardEvent ? event.key !== 'Escape' : isWithin) return;
      current.open = false;
      if (event instanceof KeyboardEvent) current.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', close);
    };
  }, []);
  return menu;
}

function Person() {
  const me = useMe();
  const menu = useMenu();
  const signOut = useMutation({
    mutationFn: async () => {
      // Held decisions are sent before signing out. If one is refused, the user sees it before leaving.
      const error = await held.flush();
      if (error !== null) throw error;
      await fetch('/auth/sign-out', { method: 'POST' });
    },
    onSuccess: () => {
      forgetDrafts(sessionStorage, me.user.id);
      location.assign('/console');
    },
  });
  return (
    <details className="person" ref={menu}>
      <summary>{me.user.name}</summary>
      <div>
        <p>
          {me.user.email}
          <br />
          <span className="soft">
            {me.account.name} · {me.api_client.name}
          </span>
        </p>
        {me.scopes.includes('workflows:read') && (
          <p>
            <Link to="/settings">Settings</Link>
          </p>
        )}
        {me.scopes.includes('users:write') && (
          <p>
            <Link to="/people">People and queues</Link>
          </p>
        )}
        <p className="narrow">
          <a href="/docs">Docs</a>
        </p>
        <button type="button" onClick={() => signOut.mutate()}>
          Sign out
        </button>
        {signOut.error !== null && <ErrorMessage error={signOut.error} />}
      </div>
    </details>
  );
}
