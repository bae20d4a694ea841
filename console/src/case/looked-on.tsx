import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isTerminal } from '../../../core/states.ts';
import { executionQuery } from '../api/queries.ts';
import { BackToInbox } from '../ui/back.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { Loading, When } from '../ui/parts.tsx';

/** The case for a role that may not see applicants: its state, and nothing about the person. */
export function LookedOn({ executionId }: { readonly executionId: number }) {
  const { data, error } = useQuery(executionQuery(executionId));
  if (error !== null) return <ErrorMessage error={error} />;
  if (data === undefined) return <Loading />;
  const { status, review_status: review, outcome, created_at: created, external_reference: reference } = data;
  const facts = [
    ['Status', status.replaceAll('_', ' ')],
    ['Review', review.replaceAll('_', ' ')],
    ['Outcome', outcome ?? (isTerminal(status) ? 'none' : 'none yet')],
    ['Reference', reference ?? 'none'],
  ] as const;
  return (
    <>
      <h1>Case {executionId}</h1>
      <p className="message">Your role does not show applicants. A reviewer sees the case in full.</p>
      <section className="card" aria-label="How it stands">
        <dl className="facts">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
          <div>
            <dt>Begun</dt>
            <dd>
              <When at={created} />
            </dd>
          </div>
        </dl>
      </section>
      <p>
        <Link to="/executions/$id" params={{ id: String(executionId) }}>
          What it did, and when
        </Link>
      </p>
      <BackToInbox />
    </>
  );
}
