import { Link } from '@tanstack/react-router';
import { useList } from '../api/lists.ts';
import type { Delivery } from '../api/records.ts';
import { ALL_DELIVERIES, deliveryParameters, type DeliveryFilter, type Show } from './filter.ts';

interface Props {
  readonly subscription: number;
}

/** How many deliveries did not arrive, and how many are still to come: what an operator asks first. */
export function Troubles({ subscription }: Props) {
  return (
    <dl className="troubles">
      <Count subscription={subscription} show="over" name="Given up or stopped" isBad />
      <Count subscription={subscription} show="retrying" name="Failed, tried again" />
      <Count subscription={subscription} show="pending" name="Waiting" />
    </dl>
  );
}

interface CountProps extends Props {
  readonly show: Show;
  readonly name: string;
  readonly isBad?: boolean;
}

function Count({ subscription, show, name, isBad = false }: CountProps) {
  const filter: DeliveryFilter = { ...ALL_DELIVERIES, subscription, show };
  const { rows, total, error } = useList<Delivery>({
    key: ['webhook_deliveries', 'count'],
    path: '/webhook_deliveries',
    parameters: deliveryParameters(filter),
    perPage: 1,
    everyMs: 30_000,
  });
  return (
    <div className={isBad && total > 0 ? 'late' : ''}>
      <dt>{name}</dt>
      <dd>
        {rows === undefined ? (
          <span className="soft">{error === null ? '…' : 'not known'}</span>
        ) : (
          <Link to="/deliveries" search={filter}>
            {total.toLocaleString('en')}
          </Link>
        )}
      </dd>
    </div>
  );
}
