import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError, call } from '../api/http.ts';
import type { Subscription } from '../api/records.ts';
import { useMay } from '../session.tsx';
import '../style/webhooks.css';
import { ErrorMessage } from '../ui/errors.tsx';
import { useWhileInUse } from '../ui/in-use.ts';
import { Empty, Loading, When } from '../ui/parts.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { ALL_DELIVERIES } from './filter.ts';
import { StateTag } from './state-tag.tsx';
import { SubscriptionActs } from './subscription-acts.tsx';
import { Troubles } from './troubles.tsx';
import { eventsText, shortUrl, subscriptionState } from './words.ts';

export function subscriptionQuery(id: number) {
  return queryOptions({
    queryKey: ['webhook_subscription', id],
    queryFn: ({ signal }) =>
      call<Subscription>({ method: 'GET', path: `/webhook_subscriptions/${id}` }, signal).then(({ data }) => data),
  });
}

/** One subscription: its state, its deliveries and the actions on it. */
export function SubscriptionPage() {
  const { id } = useParams({ from: '/subscriptions/$id' });
  const subscriptionId = Number(id);
  const { data, error } = useQuery({
    ...subscriptionQuery(subscriptionId),
    refetchInterval: useWhileInUse(15_000),
  });
  const mayWrite = useMay('webhooks:write');
  useEffect(() => {
    document.title = `Subscription ${subscriptionId} – Cascade`;
  }, [subscriptionId]);
  if (error instanceof ApiError && error.code === 'not_found') {
    return (
      <Empty title="There is no such subscription" isPage>
        <p>
          None of yours has this number, or it was deleted. <Link to="/subscriptions">All subscriptions</Link>
        </p>
      </Empty>
    );
  }
  if (data === undefined) return error === null ? <Loading /> : <ErrorMessage error={error} />;
  return (
    <>
      <Link to="/subscriptions">Webhooks</Link>
      <div className="page-head">
        <h1>
          <bdi className="url">{shortUrl(data.url)}</bdi> <StateTag state={subscriptionState(data)} />
        </h1>
      </div>
      {error !== null && <ErrorMessage error={error} />}
      <Explained subscription={data} />
      <Troubles subscription={data} />
      {mayWrite && <SubscriptionActs subscription={data} />}
      <section className="card" aria-label="Subscription">
        <dl className="facts">
          <div className="whole">
            <dt>URL</dt>
            <dd>
              <bdi>
                <code>{data.url}</code>
              </bdi>
            </dd>
          </div>
          <div>
            <dt>Events</dt>
            <dd>{eventsText(data.event_filter)}</dd>
          </div>
          <div>
            <dt>Created</dt>
            <dd>
              <When at={data.created_at} />
            </dd>
          </div>
          <div>
            <dt>Changed</dt>
            <dd>
              <When at={data.updated_at} />
            </dd>
          </div>
          <div>
            <dt>Secret rotated</dt>
            <dd>{data.secret_rotated_at === null ? 'never' : <When at={data.secret_rotated_at} />}</dd>
          </div>
        </dl>
      </section>
      <h2>Deliveries</h2>
      <DeliveryTable filter={{ ...ALL_DELIVERIES, subscription: subscriptionId }} isOfOne />
    </>
  );
}

function Explained({ subscription: { active, health } }: { readonly subscription: Subscription }) {
  return (
    <>
      {!active && (
        <p className="message">
          Paused: nothing is sent to it, and what happens now is never delivered. Somebody paused it; the service never
          does.
        </p>
      )}
      {health.status === 'failing' && (
        <p className="message bad">
          Every attempt has failed
          {health.since !== undefined && (
            <>
              ; it began <When at={health.since} />
            </>
          )}
          . It is not switched off by itself: mend the receiver, then redeliver what failed.
        </p>
      )}
    </>
  );
}
