import { useState } from 'react';
import { useList } from '../api/lists.ts';
import type { Delivery, Redelivery } from '../api/records.ts';
import { Act } from '../ui/act.tsx';
import { Dialog } from '../ui/parts.tsx';
import { localTime, timeOf } from './local-time.ts';

const DAY_MS = 86_400_000;

/** Retries all deliveries that failed since a time, after an outage of the receiver. */
export function Redeliver({ subscriptionId }: { readonly subscriptionId: number }) {
  const [local, setLocal] = useState(() => localTime(new Date(Date.now() - DAY_MS)));
  const since = timeOf(local);
  return (
    <Act<Redelivery>
      label="Redeliver what failed"
      title="Redeliver what failed?"
      confirm="Redeliver"
      request={{
        method: 'POST',
        path: `/webhook_subscriptions/${subscriptionId}/redeliver`,
        body: { since: since?.toISOString() ?? '' },
      }}
      isReady={since !== null}
      changes={['webhook_deliveries', 'webhook_delivery', 'webhook_subscriptions', 'webhook_subscription']}
      result={({ requeued, has_more: hasMore }, close) => (
        <Dialog title={`${requeued.toLocaleString('en')} are delivered again`} onClose={close}>
          {hasMore ? (
            <p>More have failed than one request takes. Redeliver again from the same time for the next ones.</p>
          ) : (
            <p>Those were all. Each is due now; the list says what becomes of it.</p>
          )}
          <p className="buttons">
            <button type="button" className="primary" autoFocus onClick={close}>
              Close
            </button>
          </p>
        </Dialog>
      )}
    >
      <p>
        Every delivery of this subscription that was stopped or given up, and whose event happened since that time, is
        sent again, the oldest first. The receiver knows it by the same <code>X-Service-Delivery</code>.
      </p>
      <label className="field">
        Since (your time)
        <input type="datetime-local" required value={local} onChange={({ target }) => setLocal(target.value)} />
      </label>
      {since !== null && <HowMany subscriptionId={subscriptionId} since={since.toISOString()} />}
    </Act>
  );
}

function HowMany({ subscriptionId, since }: { readonly subscriptionId: number; readonly since: string }) {
  const { rows, total } = useList<Delivery>({
    key: ['webhook_deliveries', 'count'],
    path: '/webhook_deliveries',
    parameters: {
      'filter[subscription_id]': subscriptionId,
      'filter[status]': ['failed', 'dead'],
      'filter[created_after]': since,
    },
    perPage: 1,
  });
  return (
    <p role="status">
      {rows === undefined
        ? 'Counting …'
        : `Now that is ${total.toLocaleString('en')} deliver${total === 1 ? 'y' : 'ies'}.`}
    </p>
  );
}
