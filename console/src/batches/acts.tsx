import type { Batch } from '../api/records.ts';
import { Act } from '../ui/act.tsx';
import { actsOf, rowsOf, type Progress } from './words.ts';

/** The actions that an operator can take on a batch in its current state. */
export function BatchActs({ batch, progress }: { readonly batch: Batch; readonly progress: Progress }) {
  const { id, execution_mode: mode } = batch;
  const { cancel, resume, retry } = actsOf(batch, progress);
  const { atWork, waiting, awaitingReview, notBegun, ended, failed, skipped } = progress;
  const begun = atWork + waiting + awaitingReview;
  const changes = ['batches', 'executions', 'execution', 'inbox'];
  return (
    <div className="acts-bar">
      {resume && (
        <Act label="Resume the batch" changes={changes} request={{ method: 'POST', path: `/batches/${id}/resume` }}>
          <p>{rowsOf(notBegun)} that have not begun are started again.</p>
        </Act>
      )}
      {retry && (
        <Act
          label={`Try ${rowsOf(failed + skipped)} again`}
          changes={changes}
          request={{ method: 'POST', path: `/batches/${id}/retry_failed` }}
        >
          <p>
            {rowsOf(failed)} failed and {rowsOf(skipped)} never began. Each goes on where it failed, as the same
            execution: steps that succeeded, mails and reports included, are not repeated.
          </p>
          {mode === 'live' && <p className="message">Reports that are pulled now are billed.</p>}
        </Act>
      )}
      {cancel && (
        <Act
          label="Cancel the batch"
          className="deny"
          changes={changes}
          request={{ method: 'POST', path: `/batches/${id}/cancel` }}
        >
          <ul>
            {notBegun > 0 && (
              <li>{rowsOf(notBegun)} that have not begun never begin. They can be tried again later.</li>
            )}
            {begun > 0 && (
              <li>
                {rowsOf(begun)} that have begun are cancelled
                {awaitingReview > 0 && `, ${awaitingReview} of them cases that await a person`}. They cannot go on
                later; each can be evaluated again as a new execution.
              </li>
            )}
            <li>{rowsOf(ended)} that have ended stay as they are. Letters that went out are not called back.</li>
          </ul>
          <p className="soft small">As it was a moment ago; rows go on meanwhile. No event is sent.</p>
        </Act>
      )}
    </div>
  );
}
