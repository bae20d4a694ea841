import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { explanationQuery } from '../api/queries.ts';
import type { Explanation } from '../api/records.ts';
import { ErrorMessage } from '../ui/errors.tsx';
import { Loading } from '../ui/parts.tsx';
import { DecidingRules } from './deciding-rules.tsx';

interface Shown {
  readonly executionId: number;
  /** True if a letter is due and was not sent. */
  readonly isOwed: boolean;
}

/** Changes that would have altered the outcome. They are computed only on request. */
export function Otherwise({ executionId, isOwed }: Shown) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className="card" aria-label="Why, and what would have changed the outcome">
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          <h2>Why, and what would have changed the outcome</h2>
        </summary>
        {isOpen && <Notices executionId={executionId} isOwed={isOwed} />}
      </details>
    </section>
  );
}

function Notices({ executionId, isOwed }: Shown) {
  const { data, error } = useQuery(explanationQuery(executionId));
  if (error !== null) return <ErrorMessage error={error} />;
  if (data === undefined) return <Loading />;
  return (
    <>
      <DecidingRules rules={data.rules} />
      <OfLetters explanation={data} {...{ executionId, isOwed }} />
    </>
  );
}

function OfLetters({ explanation: data, executionId, isOwed }: Shown & { readonly explanation: Explanation }) {
  if (data.notices.length === 0) {
    return (
      <p className="soft">
        {isOwed ? (
          <>
            No letter was issued, and one is owed.{' '}
            <Link to="/executions/$id" params={{ id: String(executionId) }}>
              Correct what it lacks and run it again
            </Link>
            , or record under “Letters” that it was sent otherwise.
          </>
        ) : (
          'No letter was issued, and none is owed.'
        )}
      </p>
    );
  }
  return data.notices.map((notice) => (
    <article key={`${notice.node_id} ${notice.visit}`}>
      <h3>{notice.action_taken.replaceAll('_', ' ')}</h3>
      {notice.reasons.length > 0 && (
        <>
          <p className="small">The letter gives these reasons:</p>
          <ol>
            {notice.reasons.map((reason) => (
              <li key={reason}>
                <bdi>{reason}</bdi>
              </li>
            ))}
          </ol>
        </>
      )}
      <Sentences sentences={notice.summary} />
    </article>
  ));
}

function Sentences({ sentences }: { readonly sentences: readonly string[] }) {
  return sentences.map((sentence) => (
    <p key={sentence}>
      <bdi>{sentence}</bdi>
    </p>
  ));
}
