import { Link } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { ErrorMessage } from '../../ui/errors.tsx';
import { ALL_BATCHES, ALL_ROWS } from '../filter.ts';
import type { PartText } from './checked.ts';
import type { SentPart } from './send.ts';
import type { Upload } from './use-upload.ts';

interface Props {
  readonly upload: Upload;
  readonly parts: readonly PartText[];
}

/** Progress of an upload, what was refused, and how to continue. */
export function Sending({ upload, parts }: Props) {
  const { phase, sent, error, waitsSeconds } = upload;
  const place = useRef<HTMLDivElement>(null);
  // The pressed button disappears. Focus stays in the upload, unless a keyboard user has moved it elsewhere.
  useLayoutEffect(() => {
    const { current: here } = place;
    if (here !== null && !here.contains(document.activeElement)) here.focus();
  }, [phase]);
  const rows = parts.slice(0, sent.length).reduce((sum, { rowCount }) => sum + rowCount, 0);
  const total = parts.reduce((sum, { rowCount }) => sum + rowCount, 0);
  return (
    <div className="sending" ref={place} tabIndex={-1}>
      <div className="progress large">
        <progress max={total} value={rows} aria-label="Rows that were accepted" />
        <strong>
          {rows.toLocaleString('en')} of {total.toLocaleString('en')} accepted
        </strong>
      </div>
      <div aria-live="polite">
        {waitsSeconds !== null && <p>The service asks to wait {waitsSeconds} s; then it goes on by itself.</p>}
        {phase === 'stopped' && (
          <p className="message">
            {sent.length === 0
              ? 'It is not known that anything was accepted.'
              : `${sent.length} of ${parts.length} batches were accepted, down to line ${(parts[sent.length - 1]?.lines[1] ?? 0).toLocaleString('en')} of the file.`}{' '}
            The rest waits here. Whoever goes on sends no row twice, also if the answer to the last batch was lost.
          </p>
        )}
        {phase === 'done' && <Done sent={sent} />}
      </div>
      {error !== null && <ErrorMessage error={error} nameOf={(field) => inLines(field, parts[sent.length])} />}
      <p className="buttons">
        {phase === 'sending' && (
          <button type="button" onClick={upload.stop}>
            Stop behind this batch
          </button>
        )}
        {phase === 'stopped' && (
          <>
            <button type="button" className="primary" onClick={() => void upload.send()}>
              Go on
            </button>
            <button type="button" onClick={upload.leave}>
              Leave the rest unsent
            </button>
          </>
        )}
        {phase === 'done' && sent.every(({ isReplay }) => isReplay) && (
          <button type="button" onClick={() => void upload.send(true)}>
            Run the file once more, as new batches
          </button>
        )}
      </p>
      <Batches sent={sent} />
    </div>
  );
}

function Done({ sent }: { readonly sent: readonly SentPart[] }) {
  const old = sent.filter(({ isReplay }) => isReplay).length;
  if (old === 0) return <p className="message">Everything was accepted. The rows run now.</p>;
  return (
    <p className="message">
      {old === sent.length
        ? 'This file was sent to this workflow before, within 30 days: these are its batches, and nothing new runs.'
        : `Everything is accepted; ${old} of ${sent.length} batches were there already, and nothing runs twice.`}
    </p>
  );
}

function Batches({ sent }: { readonly sent: readonly SentPart[] }) {
  if (sent.length === 0) return null;
  return (
    <ul className="columns" aria-label="Batches">
      {sent.map(({ batchId, isReplay }) => (
        <li key={batchId}>
          <Link to="/batches/$id" params={{ id: String(batchId) }} search={ALL_ROWS}>
            Batch {batchId}
          </Link>
          {isReplay && <span className="tag">was there</span>}
        </li>
      ))}
      <li>
        <Link to="/batches" search={ALL_BATCHES}>
          All batches
        </Link>
      </li>
    </ul>
  );
}

/** Replaces the row index, as in `rows[3].applicant`, by the line of the file. */
function inLines(field: string, part: PartText | undefined): string {
  const [, row, column = ''] = /^rows\[(\d+)\]\.?(.*)$/.exec(field) ?? [];
  const line = row === undefined ? undefined : part?.lineOf[Number(row)];
  return line === undefined ? field : `line ${line}${column === '' ? '' : `, ${column}`}`;
}
