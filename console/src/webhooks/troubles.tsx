import { Link } from '@tanstack/react-router';
import type { Subscription } from '../api/records.ts';
import { ALL_DELIVERIES, SHOWN, type Show } from './filter.ts';

/** Numbers of failed and pending deliveries, which an operator looks for first. */
export function Troubles({ subscription: { id, deliveries } }: { readonly subscription: Subscription }) {
  return (
    <dl className="troubles">
      <Count subscriptionId={id} show="over" count={deliveries.unsuccessful} isBad />
      <Count subscriptionId={id} show="open" count={deliveries.waiting} />
    </dl>
  );
}

interface CountProps {
  readonly subscriptionId: number;
  readonly show: Show;
  readonly count: number;
  readonly isBad?: boolean;
}

function Count({ subscriptionId, show, count, isBad = false }: CountProps) {
  return (
    <div className={isBad && count > 0 ? 'late' : ''}>
      <dt>{SHOWN[show].label}</dt>
      <dd>
        <Link to="/deliveries" search={{ ...ALL_DELIVERIES, subscription: subscriptionId, show }}>
          {count.toLocaleString('en')}
        </Link>
      </dd>
    </div>
  );
}
