import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { EVENT_NAMES } from '../../../core/events.ts';
import { useList } from '../api/lists.ts';
import type { Subscription } from '../api/records.ts';
import '../style/webhooks.css';
import { AskedText } from '../ui/asked-text.tsx';
import { useTotal } from '../ui/total.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { deliveryParameters, idOf, SHOWN, SHOWS, type DeliveryFilter } from './filter.ts';
import { shortUrl } from './words.ts';

/** All deliveries of events to subscriptions. */
export function DeliveriesPage() {
  const filter = useSearch({ from: '/deliveries' });
  const navigate = useNavigate();
  useEffect(() => {
    document.title = 'Deliveries – Cascade';
  }, []);
  const go = (more: Partial<DeliveryFilter>): void =>
    void navigate({ to: '/deliveries', search: { ...filter, ...more }, replace: true });
  return (
    <>
      <Link to="/subscriptions">Webhooks</Link>
      <div className="page-head">
        <h1>Deliveries</h1>
      </div>
      <div className="filters">
        <ul aria-label="Show">
          {SHOWS.map((show) => (
            <li key={show}>
              <Link to="/deliveries" search={{ ...filter, show }} activeOptions={{ exact: true }}>
                {SHOWN[show].label}
                {show === 'over' && <GivenUp filter={{ ...filter, show }} />}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <div className="narrow">
        <label>
          Event{' '}
          <select
            value={filter.event ?? ''}
            onChange={({ target }) => go({ event: EVENT_NAMES.find((name) => name === target.value) ?? null })}
          >
            <option value="">All</option>
            {EVENT_NAMES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <SubscriptionChoice value={filter.subscription} onChange={(subscription) => go({ subscription })} />
        <AskedText
          key={filter.execution}
          label="Execution"
          placeholder="its number"
          maxLength={15}
          value={filter.execution === null ? null : String(filter.execution)}
          onChange={(text) => go({ execution: idOf(text) })}
        />
      </div>
      <DeliveryTable filter={filter} />
    </>
  );
}

/** Deliveries that exhausted their attempts and need a manual retry. */
function GivenUp({ filter }: { readonly filter: DeliveryFilter }) {
  const total = useTotal('webhook_deliveries', '/webhook_deliveries', deliveryParameters(filter));
  if (total === undefined) return null;
  return <span className={total > 0 ? 'count bad' : 'count'}>{total.toLocaleString('en')}</span>;
}

interface ChoiceProps {
  readonly value: number | null;
  readonly onChange: (id: number | null) => void;
}

function SubscriptionChoice({ value, onChange }: ChoiceProps) {
  const { rows = [] } = useList<Subscription>({
    ...{ key: ['webhook_subscriptions'], path: '/webhook_subscriptions', perPage: 100, everyMs: 60_000 },
  });
  const isThere = value === null || rows.some(({ id }) => id === value);
  return (
    <label>
      Subscription{' '}
      <select value={value ?? ''} onChange={({ target }) => onChange(idOf(target.value))}>
        <option value="">All</option>
        {!isThere && <option value={value}>{value}</option>}
        {rows.map(({ id, url }) => (
          <option key={id} value={id}>
            {id}: {shortUrl(url)}
          </option>
        ))}
      </select>
    </label>
  );
}
