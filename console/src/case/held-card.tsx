import type { Held } from '../api/held.ts';
import { held } from '../held.ts';

/** Shown in place of the decision while it is held. */
export function HeldCard({ one: { words, state } }: { readonly one: Held }) {
  return (
    <section className="card decision" aria-label="Decision">
      <h2>{words}</h2>
      {state.is === 'waiting' ? (
        <>
          <p>
            Nothing has happened yet: you can undo it. It is sent in a few seconds, and at once if you leave the
            console.
          </p>
          <p className="buttons">
            <button type="button" onClick={() => void held.flush()}>
              Send it now
            </button>
          </p>
        </>
      ) : (
        <p>Sending …</p>
      )}
    </section>
  );
}
