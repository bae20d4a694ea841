import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Review } from '../api/records.ts';
import { CASE_CHANGES } from '../case/changes.ts';
import { Question } from '../ui/act.tsx';
import { Dialog } from '../ui/parts.tsx';
import { useCommands } from '../use-commands.ts';
import { bulkRequests, bulkWords, letterNotes, skipWords, type BulkAct, type BulkResult } from './bulk-words.ts';

interface Props {
  readonly chosen: readonly Review[];
  readonly onClear: () => void;
}

/** The actions on the selected reviews. Shown only if some are selected. */
export function BulkBar({ chosen, onClear }: Props) {
  const [asked, setAsked] = useState<BulkAct | null>(null);
  // A keyboard user is at a row, and the buttons are above the list.
  const ask = (act: BulkAct): void => {
    if (chosen.length > 0) setAsked(act);
  };
  useCommands({ claim: () => ask('assign_to_me'), approve: () => ask('approve'), deny: () => ask('deny') });
  if (chosen.length === 0 && asked === null) return null;
  return (
    <div className="bulk" role="region" aria-label="Chosen cases">
      <strong>{chosen.length} chosen</strong>
      <button type="button" onClick={() => setAsked('assign_to_me')}>
        Claim <kbd>c</kbd>
      </button>
      <button type="button" onClick={() => setAsked('approve')}>
        Approve … <kbd>a</kbd>
      </button>
      <button type="button" onClick={() => setAsked('deny')}>
        Deny … <kbd>d</kbd>
      </button>
      <button type="button" className="quiet" onClick={onClear}>
        Choose none
      </button>
      {asked !== null && (
        <BulkDialog
          reviews={chosen}
          act={asked}
          onClose={(isDone) => {
            setAsked(null);
            if (isDone) onClear();
          }}
        />
      )}
    </div>
  );
}

interface DialogProps {
  readonly reviews: readonly Review[];
  readonly act: BulkAct;
  readonly onClose: (isDone: boolean) => void;
}

const MOST_NAMED = 8;

function BulkDialog({ reviews: now, act, onClose }: DialogProps) {
  // The confirmed reviews stay fixed, although the list behind the dialog may change.
  const [reviews] = useState(now);
  const [note, setNote] = useState('');
  const [reason, setReason] = useState('');
  const [results, setResults] = useState<readonly BulkResult[] | null>(null);
  const requests = bulkRequests(reviews, { act, note, reasons: reason.trim() === '' ? [] : [reason.trim()] });
  const words = bulkWords(reviews, act);
  const notes = letterNotes(reviews, act);
  if (results !== null) return <Results {...{ results, reviews, act }} onClose={() => onClose(true)} />;
  const givesReasons = act === 'deny' && reviews.some(({ kind }) => kind === 'decision');
  return (
    <Question<BulkResult>
      title={words === null ? 'None of these can be approved here' : `${words}?`}
      label={words ?? 'Approve'}
      isReady={words !== null}
      className={act === 'deny' ? 'deny' : act === 'approve' ? 'approve' : 'primary'}
      requests={requests}
      changes={CASE_CHANGES}
      onDone={setResults}
      onClose={() => onClose(false)}
    >
      <ul className="plain named">
        {reviews.slice(0, MOST_NAMED).map((review) => (
          <li key={review.id}>
            <bdi>{review.applicant_name ?? `Execution ${review.execution_id}`}</bdi>{' '}
            <span className="soft small">#{review.execution_id}</span>
          </li>
        ))}
        {reviews.length > MOST_NAMED && <li className="soft">and {reviews.length - MOST_NAMED} more</li>}
      </ul>
      {notes.map((sentence) => (
        <p key={sentence} className="message">
          {sentence}
        </p>
      ))}
      {givesReasons && (
        <label className="field">
          Reason for every letter <span className="tag unchecked">not checked against the reports</span>
          <input type="text" maxLength={200} value={reason} onChange={({ target }) => setReason(target.value)} />
          <span className="soft small">
            It comes first on the letter of each of them. Leave it empty, and each letter says its own reasons.
          </span>
        </label>
      )}
      {act !== 'assign_to_me' && (
        <label className="field">
          Note for colleagues <span className="soft">(never on a letter)</span>
          <textarea rows={2} maxLength={2_000} value={note} onChange={({ target }) => setNote(target.value)} />
        </label>
      )}
    </Question>
  );
}

interface ResultProps {
  readonly results: readonly BulkResult[];
  readonly reviews: readonly Review[];
  readonly act: BulkAct;
  readonly onClose: () => void;
}

/** The result of each review; skipped ones are named with the reason. */
function Results({ results, reviews, act, onClose }: ResultProps) {
  const done = results.reduce((sum, { applied, enqueued }) => sum + applied + enqueued, 0);
  const skipped = results.flatMap((result) => result.skipped);
  const reviewOf = (id: number) => reviews.find(({ execution_id: execution }) => execution === id);
  return (
    <Dialog title={`${done} of ${reviews.length} done`} onClose={onClose}>
      {skipped.length === 0 ? (
        <p>All of them were done.</p>
      ) : (
        <>
          <p>Nothing was done about these:</p>
          <ul className="plain skipped">
            {skipped.map((skip) => (
              <li key={skip.id}>
                <Link to="/cases/$id" params={{ id: String(skip.id) }}>
                  <bdi>{reviewOf(skip.id)?.applicant_name ?? `Execution ${skip.id}`}</bdi> #{skip.id}
                </Link>
                <div>{skipWords(skip, reviewOf(skip.id), act)}</div>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="buttons">
        <button type="button" className="primary" autoFocus onClick={onClose}>
          Back to the inbox
        </button>
      </p>
    </Dialog>
  );
}
