import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../../clients/typescript/src/types.ts';
import { explanationQuery } from '../api/queries.ts';
import { ErrorMessage } from '../ui/errors.tsx';
import { Loading } from '../ui/parts.tsx';

type Notice = Schemas['ExecutionExplanation']['notices'][number];
type Changed = Notice['would_have_changed'];

/** What would have changed the outcome. It is computed, so only for who asks. */
export function Otherwise({ executionId }: { readonly executionId: number }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className="card" aria-label="What would have changed the outcome">
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          <h2>What would have changed the outcome</h2>
        </summary>
        {isOpen && <Notices executionId={executionId} />}
      </details>
    </section>
  );
}

function Notices({ executionId }: { readonly executionId: number }) {
  const { data, error } = useQuery(explanationQuery(executionId));
  if (error !== null) return <ErrorMessage error={error} />;
  if (data === undefined) return <Loading />;
  if (data.notices.length === 0) return <p className="soft">No letter was issued, so nothing has to be explained.</p>;
  return data.notices.map((notice) => (
    <article key={`${notice.node_id} ${notice.visit}`}>
      <h3>{notice.action_taken.replaceAll('_', ' ')}</h3>
      <Sentences sentences={notice.summary} />
      <Otherwises found={notice.would_have_changed} />
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

function Otherwises({ found: { values, decisions, exact, leads_to: leadsTo } }: { readonly found: Changed }) {
  if (values.length === 0 && decisions.length === 0) return null;
  return (
    <>
      {values.length > 0 && (
        <>
          <p className="small">{leadsTo === null ? 'It would have been otherwise with:' : `${LEADS[leadsTo]} with:`}</p>
          <ul className="conditions unmet">
            {values.map((value) => (
              <li key={value.text}>
                <bdi>{value.text}</bdi>
              </li>
            ))}
          </ul>
          {!exact && <p className="soft small">There may be a smaller set of values that would do.</p>}
        </>
      )}
      {decisions.length > 0 && <p>An approval by the reviewer would have avoided it, too.</p>}
    </>
  );
}

const LEADS: Readonly<Record<NonNullable<Changed['leads_to']>, string>> = {
  review: 'A person would have been asked',
  conditional: 'Other terms would have been offered',
  approved: 'It would have been approved',
  report: 'A further report would have been pulled',
  no_notice: 'This letter would not have been issued',
};
