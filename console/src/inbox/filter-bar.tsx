import { Link, useNavigate } from '@tanstack/react-router';
import type { InboxMeta, Review } from '../api/records.ts';
import { useMe } from '../session.tsx';
import { SHOWN, type InboxFilter, type Show } from './filters.ts';

const LABELS: Readonly<Record<Show, string>> = {
  all: 'All',
  overdue: 'Overdue',
  mine: 'Mine',
  my_queues: 'My queues',
  unclaimed: 'Unclaimed',
  decisions: 'Decisions',
  letters: 'Letters',
  snoozed: 'Snoozed',
};

interface Props {
  readonly filter: InboxFilter;
  readonly meta: InboxMeta;
  /** Used for the names of workflows. */
  readonly reviews: readonly Review[];
}

/** The filter of the inbox, with the number of reviews for each choice. */
export function FilterBar({ filter, meta: { counts }, reviews }: Props) {
  const me = useMe();
  const navigate = useNavigate();
  const countOf: Readonly<Record<Show, number>> = {
    all: counts.total,
    overdue: counts.overdue,
    mine: counts.assigned_to_me,
    my_queues: counts.in_my_queues,
    unclaimed: counts.unassigned,
    decisions: counts.decision,
    letters: counts.notice,
    snoozed: counts.snoozed,
  };
  const names = new Map(reviews.map((review) => [review.workflow_id, review.workflow_name]));
  const shown = SHOWN.filter((show) => show !== 'my_queues' || me.user.queues.length > 0);
  const go = (more: Partial<InboxFilter>): void => void navigate({ to: '/', search: { ...filter, ...more } });
  return (
    <div className="filters">
      <ul aria-label="Show">
        {shown.map((show) => (
          <li key={show}>
            <Link
              to="/"
              search={{ ...filter, show }}
              activeOptions={{ exact: true }}
              className={show === 'overdue' && counts.overdue > 0 ? 'late' : ''}
            >
              {LABELS[show]} <span className="count">{countOf[show]}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="selects">
        {(counts.by_queue.length > 0 || filter.queue !== null) && filter.show !== 'my_queues' && (
          <label>
            Queue{' '}
            <select
              value={filter.queue ?? ''}
              onChange={({ target }) => go({ queue: target.value === '' ? null : target.value })}
            >
              <option value="">All</option>
              {withChosen(
                counts.by_queue.map(({ queue, total }) => ({ value: queue, label: `${queue} (${total})` })),
                filter.queue,
              )}
            </select>
          </label>
        )}
        {(counts.by_workflow.length > 1 || filter.workflow !== null) && (
          <label>
            Workflow{' '}
            <select
              value={filter.workflow ?? ''}
              onChange={({ target }) => go({ workflow: target.value === '' ? null : Number(target.value) })}
            >
              <option value="">All ({counts.total})</option>
              {withChosen(
                counts.by_workflow.map(({ workflow_id: id, total }) => ({
                  value: String(id),
                  label: `${names.get(id) ?? `Workflow ${id}`} (${total})`,
                })),
                filter.workflow === null ? null : String(filter.workflow),
              )}
            </select>
          </label>
        )}
      </div>
    </div>
  );
}

/** The current choice stays listed when its last review is gone. */
function withChosen(options: readonly { readonly value: string; readonly label: string }[], chosen: string | null) {
  const isThere = chosen === null || options.some(({ value }) => value === chosen);
  return [...options, ...(isThere ? [] : [{ value: chosen, label: `${chosen} (0)` }])].map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
