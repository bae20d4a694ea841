import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useList } from '../api/lists.ts';
import type { Subscription } from '../api/records.ts';
import { ALL_EXECUTIONS, type Show } from '../executions/filter.ts';
import { ALL_LETTERS } from '../letters/filter.ts';
import { useNow } from '../ui/now.ts';
import { useMay } from '../session.tsx';
import { countWords, type Count } from './figures.ts';
import { lettersCountQuery, useStatistics, TIME_ZONE, todayIn } from './queries.ts';
import type { OverviewSearch } from './search.ts';

/** What waits now, whatever the period: each leads to its list. */
export function Waiting({ search }: { readonly search: OverviewSearch }) {
  const today = todayIn(TIME_ZONE, useNow());
  const reviews = useStatistics('reviews', search, { from: today, to: today }).data;
  const mayRead = useMay('executions:read');
  const seesWebhooks = useMay('webhooks:read');
  return (
    <section aria-label="Waiting now">
      <dl className="waiting">
        {reviews !== undefined && (
          <>
            <Executions name="Wait for a person" count={reviews.open} show="review" search={search} />
            <Executions name="Overdue" count={reviews.overdue} show="overdue" search={search} isBad />
          </>
        )}
        {mayRead && search.mode === 'live' && <Letters workflow={search.workflow} />}
        {seesWebhooks && <Endpoints />}
      </dl>
    </section>
  );
}

interface ExecutionsProps {
  readonly name: string;
  readonly count: Count;
  readonly show: Show;
  readonly search: OverviewSearch;
  readonly isBad?: boolean;
}

function Executions({ name, count, show, search: { workflow, mode }, isBad = false }: ExecutionsProps) {
  return (
    <Line name={name} isBad={isBad && count !== 0}>
      <Link to="/executions" search={{ ...ALL_EXECUTIONS, workflow, mode, show }} aria-label={`${name}: ${count}`}>
        {countWords(count)}
      </Link>
    </Line>
  );
}

function Letters({ workflow }: { readonly workflow: number | null }) {
  const { data: counts } = useQuery(lettersCountQuery(workflow));
  if (counts === undefined) return null;
  return (
    <>
      <Line name="Letters that wait">
        <Link to="/letters" search={{ ...ALL_LETTERS, workflow }} aria-label={`Letters that wait: ${counts.total}`}>
          {countWords(counts.total)}
        </Link>
      </Line>
      <Line name="Letters owed" isBad={counts.by_state.owed > 0}>
        <Link
          to="/letters"
          search={{ ...ALL_LETTERS, workflow, show: 'owed' }}
          aria-label={`Letters owed: ${counts.by_state.owed}`}
        >
          {countWords(counts.by_state.owed)}
        </Link>
      </Line>
    </>
  );
}

/** An account has few. */
const MOST_ENDPOINTS = 100;

function Endpoints() {
  const list = useList<Subscription>({
    key: ['webhook_subscriptions', 'overview'],
    path: '/webhook_subscriptions',
    perPage: MOST_ENDPOINTS,
  });
  if (list.rows === undefined) return null;
  const failing = list.rows.filter(
    ({ active, health, deliveries }) => active && (health.status === 'failing' || deliveries.unsuccessful > 0),
  ).length;
  const words = list.rows.length === 0 ? 'none yet' : `${failing} of ${list.rows.length}`;
  return (
    <Line name="Failing endpoints" isBad={failing > 0}>
      <Link to="/subscriptions" aria-label={`Failing endpoints: ${words}`}>
        {words}
      </Link>
    </Line>
  );
}

interface LineProps {
  readonly name: string;
  readonly isBad?: boolean;
  readonly children: ReactNode;
}

function Line({ name, isBad = false, children }: LineProps) {
  return (
    <div className={isBad ? 'late' : ''}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
