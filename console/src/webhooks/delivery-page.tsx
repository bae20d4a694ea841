import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError, call } from '../api/http.ts';
import type { DeliveryDetail } from '../api/records.ts';
import { useMay } from '../session.tsx';
import '../style/webhooks.css';
import { Act } from '../ui/act.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { useWhileInUse } from '../ui/in-use.ts';
import { Empty, Loading, When } from '../ui/parts.tsx';
import { ALL_DELIVERIES } from './filter.ts';
import { StateTag } from './state-tag.tsx';
import { subscriptionQuery } from './subscription-page.tsx';
import { answerWords, deliveryState, durationText, isOpen, isOver, nextWords, shortUrl } from './words.ts';

/** One event's delivery to one subscription, with every attempt. */
export function DeliveryPage() {
  const { id } = useParams({ from: '/deliveries/$id' });
  const deliveryId = Number(id);
  const [soon, later] = [useWhileInUse(3_000), useWhileInUse(30_000)];
  const { data, error } = useQuery({
    queryKey: ['webhook_delivery', deliveryId],
    queryFn: ({ signal }) =>
      call<DeliveryDetail>({ method: 'GET', path: `/webhook_deliveries/${deliveryId}` }, signal).then(
        ({ data: delivery }) => delivery,
      ),
    // A finished delivery changes only by an action, possibly of another user.
    refetchInterval: ({ state }) => (state.data === undefined || isOpen(state.data) ? soon : later),
  });
  useEffect(() => {
    document.title = `Delivery ${deliveryId} – Cascade`;
  }, [deliveryId]);
  if (error instanceof ApiError && error.code === 'not_found') {
    return (
      <Empty title="There is no such delivery" isPage>
        <p>
          None of yours has this number.{' '}
          <Link to="/deliveries" search={ALL_DELIVERIES}>
            All deliveries
          </Link>
        </p>
      </Empty>
    );
  }
  if (data === undefined) return error === null ? <Loading /> : <ErrorMessage error={error} />;
  return (
    <>
      <Link to="/deliveries" search={{ ...ALL_DELIVERIES, subscription: data.subscription_id }}>
        Deliveries of subscription {data.subscription_id}
      </Link>
      <div className="page-head">
        <h1>
          Delivery {data.id} <StateTag state={deliveryState(data)} />
        </h1>
        <Retry delivery={data} />
      </div>
      {error !== null && <ErrorMessage error={error} />}
      <p className={isOver(data) ? 'message bad' : 'message'}>
        {nextWords(data)}
        {data.next_retry_at !== null && (
          <>
            {' '}
            The next attempt is due <When at={data.next_retry_at} />.
          </>
        )}
      </p>
      <section className="card" aria-label="Delivery">
        <dl className="facts">
          <div>
            <dt>Event</dt>
            <dd>
              <code>{data.event}</code>
            </dd>
          </div>
          <div>
            <dt>Execution</dt>
            <dd>
              {data.execution_id === null ? (
                'none: a sample'
              ) : (
                <Link to="/executions/$id" params={{ id: String(data.execution_id) }}>
                  {data.execution_id}
                </Link>
              )}
            </dd>
          </div>
          <div>
            <dt>Happened</dt>
            <dd>
              <When at={data.created_at} />
            </dd>
          </div>
          <div>
            <dt>Receiver</dt>
            <dd>
              <Receiver delivery={data} />
            </dd>
          </div>
          <div>
            <dt>
              <code>X-Service-Delivery</code>
            </dt>
            <dd>{data.id}</dd>
          </div>
          <div>
            <dt>
              <code>id</code> of the event
            </dt>
            <dd>
              <code>{data.event_id}</code>
            </dd>
          </div>
        </dl>
      </section>
      <Attempts delivery={data} />
    </>
  );
}

function Receiver({ delivery }: { readonly delivery: DeliveryDetail }) {
  const { subscription_id: id, subscription_deleted_at: deletedAt } = delivery;
  const { data } = useQuery({ ...subscriptionQuery(id), enabled: deletedAt === null });
  if (deletedAt !== null) {
    return (
      <>
        subscription {id}, which was deleted <When at={deletedAt} />
      </>
    );
  }
  return (
    <Link to="/subscriptions/$id" params={{ id: String(id) }}>
      {data === undefined ? `subscription ${id}` : <bdi className="url">{shortUrl(data.url)}</bdi>}
    </Link>
  );
}

function Retry({ delivery }: { readonly delivery: DeliveryDetail }) {
  const mayWrite = useMay('webhooks:write');
  const isDeleted = delivery.subscription_deleted_at !== null;
  const { data } = useQuery({ ...subscriptionQuery(delivery.subscription_id), enabled: !isDeleted });
  if (mayWrite && isOver(delivery) && isDeleted) {
    return <p className="soft">The subscription was deleted, so it cannot be delivered again.</p>;
  }
  if (!mayWrite || !isOver(delivery) || data === undefined) return null;
  if (!data.active) return <p className="soft">Resume the subscription, then it can be delivered again.</p>;
  return (
    <Act
      label="Deliver again"
      isMain
      title={`Deliver ${delivery.id} again?`}
      request={{ method: 'POST', path: `/webhook_deliveries/${delivery.id}/retry` }}
      changes={['webhook_delivery', 'webhook_deliveries']}
    >
      <p>
        {delivery.status === 'dead'
          ? 'It gets one more attempt, at once.'
          : 'It goes back on its schedule, and is tried at once.'}{' '}
        It goes to the URL that the subscription has now, under the same <code>X-Service-Delivery</code>.
      </p>
    </Act>
  );
}

function Attempts({ delivery: { attempts_log: attempts } }: { readonly delivery: DeliveryDetail }) {
  return (
    <section aria-label="Attempts">
      <h2>Attempts</h2>
      {attempts.length === 0 ? (
        <p className="soft">None was made yet.</p>
      ) : (
        <div className="wide" tabIndex={-1}>
          <table className="list rows" aria-label="attempts">
            <thead>
              <tr>
                <th scope="col">Attempt</th>
                <th scope="col">When</th>
                <th scope="col" className="number">
                  Took
                </th>
                <th scope="col">Answer</th>
              </tr>
            </thead>
            <tbody>
              {attempts.map((attempt) => (
                <tr key={attempt.attempt} className={attempt.error === null ? undefined : 'bad'}>
                  <td data-label="Attempt">{attempt.attempt}</td>
                  <td data-label="When">
                    <When at={attempt.attempted_at} /> <span className="soft small">{attempt.attempted_at}</span>
                  </td>
                  <td data-label="Took" className="number">
                    {durationText(attempt.duration_ms)}
                  </td>
                  <td data-label="Answer">{answerWords(attempt.response_status, attempt.error)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="soft small">What a receiver writes in its answer is not kept; its status and the reason are.</p>
    </section>
  );
}
