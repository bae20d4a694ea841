import { useState } from 'react';
import { draftKey, EMPTY_DRAFT, keepDraft, readDraft } from '../drafts.ts';
import { useMe } from '../session.tsx';
import { AddNote } from './add-note.tsx';

interface Props {
  readonly executionId: number;
  /** The review round that a colleague decided meanwhile. */
  readonly reviewId: number;
}

/** A note written for a review that has ended meanwhile: its author can still save it. */
export function LeftNote({ executionId, reviewId }: Props) {
  const me = useMe();
  const key = draftKey(me.user.id, reviewId);
  const [draft, setDraft] = useState(() => readDraft(sessionStorage, key));
  const [isLeft] = useState(draft.note.trim() !== '');
  const [isGone, setIsGone] = useState(false);
  const change = (note: string): void => {
    const next = { ...draft, note };
    keepDraft(sessionStorage, key, next);
    setDraft(next);
  };
  const end = (): void => {
    keepDraft(sessionStorage, key, EMPTY_DRAFT);
    setIsGone(true);
  };
  if (!isLeft || isGone) return null;
  return (
    <section className="card" aria-label="Your note">
      <h2>Your note was not sent</h2>
      <p>The review that it was for is over. You can still leave it for colleagues.</p>
      <label className="field">
        Note for colleagues
        <textarea rows={3} maxLength={2_000} value={draft.note} onChange={({ target }) => change(target.value)} />
      </label>
      <AddNote executionId={executionId} note={draft.note} onAdded={end} isAlone />
      <p className="buttons">
        <button type="button" onClick={end}>
          Throw it away
        </button>
      </p>
    </section>
  );
}
