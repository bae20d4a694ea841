import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { earlierQuery } from '../api/queries.ts';
import type { Execution, ReviewCase } from '../api/records.ts';
import { ErrorMessage } from '../ui/errors.tsx';
import { When } from '../ui/parts.tsx';
import { useUserName } from '../ui/user-name.tsx';
import { historyWords } from './words.ts';

type Event = ReviewCase['history'][number];

/** Actions of people and the service on the case. */
export function History({ events }: { readonly events: readonly Event[] }) {
  const nameOf = useUserName();
  return (
    <section className="card" aria-label="History">
      <h2>History</h2>
      <ol className="history">
        {events.map((event) => (
          <li key={`${event.created_at} ${event.event_type}`}>
            <span className="soft">
              <When at={event.created_at} />
            </span>{' '}
            <bdi>{historyWords(event, nameOf)}</bdi>
            {event.actor !== null && (
              <>
                {' by '}
                <bdi>{event.actor.name ?? `user ${event.actor.id}`}</bdi>
              </>
            )}
            {event.note !== null && (
              <blockquote>
                <bdi>{event.note}</bdi>
              </blockquote>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Earlier executions of the same applicant, found by the caller's reference. */
export function Earlier({ execution }: { readonly execution: Execution }) {
  const { external_reference: reference, id } = execution;
  return (
    <section className="card" aria-label="Same reference">
      <h2>Same reference</h2>
      {reference === null ? (
        <p className="soft">The caller gave no reference, so earlier executions cannot be found by it.</p>
      ) : (
        <SameReference reference={reference} id={id} />
      )}
    </section>
  );
}

function SameReference({ reference, id }: { readonly reference: string; readonly id: number }) {
  const { data, error } = useQuery(earlierQuery(reference));
  if (error !== null) return <ErrorMessage error={error} />;
  const others = data?.filter((other) => other.id !== id) ?? [];
  if (data !== undefined && others.length === 0) {
    return (
      <p className="soft">
        No other execution has the reference <bdi>{reference}</bdi>.
      </p>
    );
  }
  return (
    <ul className="plain">
      {others.map((other) => (
        <li key={other.id}>
          <Link to="/cases/$id" params={{ id: String(other.id) }}>
            Execution {other.id}
          </Link>{' '}
          {other.applicant_name != null && <bdi>{other.applicant_name}</bdi>}{' '}
          <span className={`tag ${other.outcome ?? ''}`}>{other.outcome ?? other.status.replaceAll('_', ' ')}</span>
          {other.review_status === 'approved' || other.review_status === 'denied' ? ', decided by a person' : ''},
          accepted <When at={other.created_at} />{' '}
          <Link className="small" to="/executions/$id" params={{ id: String(id) }} search={{ with: other.id }}>
            Compare
          </Link>
        </li>
      ))}
    </ul>
  );
}
