import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useList } from '../api/lists.ts';
import type { Subscription } from '../api/records.ts';
import { useMay } from '../session.tsx';
import { Empty, When } from '../ui/parts.tsx';
import { ListTable, type Column } from '../ui/table.tsx';
import '../style/webhooks.css';
import { CreateSubscription } from './edit.tsx';
import { ALL_DELIVERIES, SHOWN } from './filter.ts';
import { StateTag } from './state-tag.tsx';
import { deliveryState, eventsText, shortUrl, subscriptionState } from './words.ts';

/** The receivers of events, with the state of each. */
export function SubscriptionsPage() {
  const mayWrite = useMay('webhooks:write');
  const navigate = useNavigate();
  const list = useList<Subscription>({ key: ['webhook_subscriptions'], path: '/webhook_subscriptions' });
  useEffect(() => {
    document.title = 'Webhooks – Cascade';
  }, []);
  const create = mayWrite && (
    <CreateSubscription onStored={(id) => void navigate({ to: '/subscriptions/$id', params: { id: String(id) } })} />
  );
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Webhooks</h1>
          <Link to="/deliveries" search={ALL_DELIVERIES}>
            All deliveries
          </Link>
        </div>
        {create}
      </div>
      <ListTable
        of="subscriptions"
        list={list}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        mark={(row) => (subscriptionState(row).tone === 'fail' ? 'bad' : undefined)}
        empty={
          <Empty title="Nobody is told of anything yet">
            <p>
              A subscription is an address of yours to which Cascade sends what happens: an execution that ended, a
              letter that could not be delivered, a review that is overdue.
            </p>
            <ol>
              <li>
                Build a receiver that checks signatures: <a href="/docs/webhooks">Webhooks</a> has one in three
                languages.
              </li>
              <li>
                {mayWrite
                  ? 'Add a subscription here, and store its secret in the receiver.'
                  : 'An administrator adds a subscription.'}
              </li>
              <li>Send a sample event, and look at its delivery.</li>
            </ol>
          </Empty>
        }
      />
    </>
  );
}

const COLUMNS: readonly Column<Subscription>[] = [
  {
    name: 'Receiver',
    cell: ({ id, url }) => (
      <Link className="row-link url" to="/subscriptions/$id" params={{ id: String(id) }}>
        <bdi>{shortUrl(url)}</bdi>
      </Link>
    ),
  },
  {
    name: 'State',
    cell: (row) => (
      <>
        <StateTag state={subscriptionState(row)} />
        {row.health.status === 'failing' && row.health.since !== undefined && (
          <div className="soft small">
            every attempt has failed; it began <When at={row.health.since} />
          </div>
        )}
      </>
    ),
  },
  { name: 'Events', cell: ({ event_filter: filter }) => <span className="small">{eventsText(filter)}</span> },
  {
    name: 'Last delivery',
    cell: ({ deliveries: { last } }) =>
      last === null ? (
        <span className="soft">none yet</span>
      ) : (
        <>
          <StateTag state={deliveryState(last)} />{' '}
          <Link to="/deliveries/$id" params={{ id: String(last.id) }}>
            <When at={last.created_at} />
          </Link>
        </>
      ),
  },
  {
    name: SHOWN.over.label,
    cell: ({ id, deliveries: { unsuccessful } }) => <GivenUp subscription={id} count={unsuccessful} />,
    isNumber: true,
  },
  {
    name: SHOWN.open.label,
    cell: ({ deliveries: { waiting } }) => waiting.toLocaleString('en'),
    isNumber: true,
  },
  { name: 'Changed', cell: ({ updated_at: at }) => <When at={at} /> },
];

function GivenUp({ subscription, count }: { readonly subscription: number; readonly count: number }) {
  if (count === 0) return <>0</>;
  return (
    <Link className="late" to="/deliveries" search={{ ...ALL_DELIVERIES, subscription, show: 'over' }}>
      {count.toLocaleString('en')}
    </Link>
  );
}
