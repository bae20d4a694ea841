import { Link } from '@tanstack/react-router';
import { useList } from '../api/lists.ts';
import type { Delivery } from '../api/records.ts';
import { Empty, When } from '../ui/parts.tsx';
import { ListTable, type Column } from '../ui/table.tsx';
import { ALL_DELIVERIES, deliveryParameters, type DeliveryFilter } from './filter.ts';
import { StateTag } from './state-tag.tsx';
import { answerWords, deliveryState, isOver } from './words.ts';

interface Props {
  readonly filter: DeliveryFilter;
  /** True if all deliveries belong to one subscription, which the page names. */
  readonly isOfOne?: boolean;
}

export function DeliveryTable({ filter, isOfOne = false }: Props) {
  const list = useList<Delivery>({
    key: ['webhook_deliveries'],
    path: '/webhook_deliveries',
    parameters: deliveryParameters(filter),
    everyMs: 10_000,
  });
  const isNarrowed = filter.show !== 'all' || filter.event !== null || filter.execution !== null;
  return (
    <ListTable
      of="deliveries"
      list={list}
      columns={isOfOne ? COLUMNS : [...COLUMNS, OF]}
      keyOf={({ id }) => id}
      mark={(row) => (isOver(row) ? 'bad' : row.status === 'retrying' ? 'late' : undefined)}
      empty={
        isNarrowed || (filter.subscription !== null && !isOfOne) ? (
          <Empty title="Nothing here">
            <p>
              No delivery is of this kind.{' '}
              <Link to="/deliveries" search={ALL_DELIVERIES}>
                Show all
              </Link>
            </p>
          </Empty>
        ) : (
          <Empty title="Nothing was sent yet">
            <p>
              A delivery is one event on its way to one receiver. It comes here as soon as something happens that a
              subscription wants to hear of; a sample of a subscription comes at once.
            </p>
          </Empty>
        )
      }
    />
  );
}

const COLUMNS: readonly Column<Delivery>[] = [
  {
    name: 'Delivery',
    cell: ({ id, event }) => (
      <>
        <Link className="row-link" to="/deliveries/$id" params={{ id: String(id) }}>
          {id}
        </Link>{' '}
        <code>{event}</code>
      </>
    ),
  },
  { name: 'State', cell: (row) => <StateTag state={deliveryState(row)} /> },
  { name: 'Happened', cell: ({ created_at: at }) => <When at={at} /> },
  { name: 'Attempts', cell: ({ attempts }) => attempts, isNumber: true },
  {
    name: 'Last answer',
    cell: ({ attempts, last_response_status: status, last_error: error }) =>
      attempts === 0 && error === null ? (
        <span className="soft">–</span>
      ) : (
        <span className="small">{answerWords(status, error)}</span>
      ),
  },
  {
    name: 'Next attempt',
    cell: ({ next_retry_at: at }) => (at === null ? <span className="soft">none</span> : <When at={at} />),
  },
];

const OF: Column<Delivery> = {
  name: 'Subscription',
  cell: ({ subscription_id: id, subscription_deleted_at: deletedAt }) =>
    deletedAt === null ? (
      <Link to="/subscriptions/$id" params={{ id: String(id) }}>
        {id}
      </Link>
    ) : (
      <>
        {id},{' '}
        <span className="soft">
          deleted <When at={deletedAt} />
        </span>
      </>
    ),
};
