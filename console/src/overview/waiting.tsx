import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useList } from '../api/lists.ts';
import type { Subscription } from '../api/records.ts';
import { startOfDay } from '../executions/days.ts';
import { ALL_EXECUTIONS, executionParameters, type Show } from '../executions/filter.ts';
import { ALL_LETTERS, letterParameters } from '../letters/filter.ts';
import { useNow } from '../ui/now.ts';
import { useMay } from '../session.tsx';
import { useTotal } from '../ui/total.ts';
import { countWords, type Count } from './figures.ts';
import { useStatistics, TIME_ZONE, todayIn } from './queries.ts';
import type { OverviewSearch } from './search.ts';

/** Work that waits now, independent of the period. Each figure links to its list. */
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
        {mayRead && <Owed search={search} />}
        {mayRead && <Letters search={search} />}
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

function Letters({ search: { workflow, mode } }: { readonly search: OverviewSearch }) {
  const filter = { ...ALL_LETTERS, workflow, mode };
  const total = useTotal('letters', '/waiting_letters', letterParameters(filter));
  if (total === undefined) return null;
  const name = 'Letters that wait';
  return (
    <Line name={name}>
      <Link to="/letters" search={filter} aria-label={`${name}: ${total}`}>
        {countWords(total)}
      </Link>
    </Line>
  );
}

function Owed({ search }: { readonly search: OverviewSearch }) {
  const { workflow, mode } = search;
  const filter = { ...ALL_EXECUTIONS, workflow, mode, show: 'owed' } as const;
  const total = useTotal('executions', '/executions', executionParameters(filter, startOfDay));
  return total === undefined ? null : (
    <Executions name="Letters owed" count={total} show="owed" search={search} isBad />
  );
}

/** An account has few endpoints. */
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
