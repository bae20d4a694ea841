import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Held } from '../api/held.ts';
import { wasRefused } from '../api/http.ts';
import { held, useHeld } from '../held.ts';
import { ErrorMessage } from '../ui/errors.tsx';
import { useCommands } from '../use-commands.ts';

/** Shown on every page: the held decision that can be undone, and the refused ones. */
export function HeldBar() {
  const all = useHeld();
  const navigate = useNavigate();
  useEffect(sendWhenLeft, []);
  const undo = (): void => {
    const taken = held.undo();
    if (taken !== null) void navigate({ to: '/cases/$id', params: { id: String(taken.executionId) } });
  };
  const isOne = all.some(({ state }) => state.is === 'waiting');
  useCommands(isOne ? { undo } : {});
  return (
    <div className="held" role="status">
      {all.map((one) =>
        one.state.is === 'refused' ? (
          <Refused key={one.reviewId} one={one} error={one.state.error} />
        ) : (
          <p key={one.reviewId}>
            <span>
              {one.words}: <bdi>{one.name}</bdi>
            </span>
            {one.state.is === 'sending' ? <span>Sending …</span> : <Undo untilMs={one.state.untilMs} onUndo={undo} />}
          </p>
        ),
      )}
    </div>
  );
}

/** A screen reader announces the undo once, not every second. */
function Undo({ untilMs, onUndo }: { readonly untilMs: number; readonly onUndo: () => void }) {
  const seconds = useSecondsUntil(untilMs);
  return (
    <button type="button" onClick={onUndo}>
      Undo <span aria-hidden="true">({seconds})</span> <kbd>u</kbd>
    </button>
  );
}

const SECOND_MS = 1_000;

function useSecondsUntil(untilMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS / 4);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((untilMs - nowMs) / SECOND_MS));
}

function Refused({ one, error }: { readonly one: Held; readonly error: Error }) {
  const isKnown = wasRefused(error);
  const mayPass = !isKnown || error.isSignedOut || error.status === TOO_MANY;
  const drop = (): void => held.drop(one.reviewId);
  return (
    <section className="message bad" aria-label="A decision that was not taken">
      <p>
        <strong>{isKnown ? 'This was not done.' : 'It is not known whether this was done.'}</strong> {one.words}:{' '}
        <bdi>{one.name}</bdi>
        {!isKnown && '. Sent again, it is done once, whatever became of it before.'}
      </p>
      <ErrorMessage error={error} />
      <p className="buttons">
        {mayPass && (
          <button type="button" className="primary" onClick={() => held.again(one.reviewId)}>
            Send it again
          </button>
        )}
        <Link className="button" to="/cases/$id" params={{ id: String(one.executionId) }} onClick={drop}>
          Show the case
        </Link>
        <button type="button" onClick={drop}>
          I have read it
        </button>
      </p>
    </section>
  );
}

const TOO_MANY = 429;

/** Leaving the page sends the decision. A hidden page may never be shown again, so hiding sends it too. */
function sendWhenLeft(): () => void {
  const leave = (): void => void held.flush();
  const hide = (): void => {
    if (document.visibilityState === 'hidden') leave();
  };
  window.addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', hide);
  return () => {
    window.removeEventListener('pagehide', leave);
    document.removeEventListener('visibilitychange', hide);
  };
}
