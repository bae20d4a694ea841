import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import '../style/overview.css';
import '../style/table.css';
import '../style/workflows.css';
import { useMay } from '../session.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { useNow } from '../ui/now.ts';
import { Empty, Loading } from '../ui/parts.tsx';
import { WorkflowChoice } from '../ui/workflow-name.tsx';
import { ALL_WORKFLOWS } from '../workflows/filter.ts';
import { Drifts } from './drifts.tsx';
import { countWords, numberOf } from './figures.ts';
import { Figures } from './figures-cards.tsx';
import { NotEnded } from './not-ended.tsx';
import { Outcomes } from './outcomes.tsx';
import { useStatistics, TIME_ZONE, todayIn } from './queries.ts';
import { Reasons } from './reasons.tsx';
import { Reviews } from './reviews.tsx';
import { Rules } from './rules.tsx';
import { daysOf, PERIOD_NAMES, PERIODS, type Of, type OverviewSearch } from './search.ts';
import { Vendors } from './vendors.tsx';
import { Waiting } from './waiting.tsx';

/** The manager's page: outcomes and waiting work, in numbers. */
export function OverviewPage() {
  const search = useSearch({ from: '/overview' });
  const today = todayIn(TIME_ZONE, useNow());
  const { now: days, before } = daysOf(search.period, today);
  const decisions = useStatistics('decisions', search, days, { by: PERIODS[search.period].by });
  useEffect(() => {
    document.title = 'Overview – Cascade';
  }, []);
  const of = { search, days };
  const seesPeople = useMay('executions:read:full');
  const total = decisions.data?.total;
  return (
    <>
      <Head search={search} />
      {decisions.error !== null && <ErrorMessage error={decisions.error} />}
      {decisions.data === undefined && decisions.error === null && <Loading />}
      <Waiting search={search} />
      <Drifts search={search} />
      <NotEnded {...of} />
      {total !== undefined && numberOf(total.ended) === 0 && <Nothing {...of} />}
      {decisions.data !== undefined && numberOf(decisions.data.total.ended) !== 0 && (
        <>
          <Figures of={of} before={before} total={decisions.data.total} />
          <Outcomes of={of} periods={decisions.data.periods} />
          <div className="two-columns">
            <Reasons {...of} />
            <Reviews {...of} />
          </div>
          <Rules {...of} />
          <Vendors {...of} />
        </>
      )}
      <p className="soft small">
        Executions by the day on which they ended ({TIME_ZONE}), a few seconds behind. Medians and p90 are exact to 5 %.
        An evaluation that was made again is counted again.
        {!seesPeople &&
          ' Your role reads no execution in full: rules and reasons are of whole weeks in UTC, and of the days of this one until yesterday, each count rounded down to a multiple of five.'}
      </p>
    </>
  );
}

function Head({ search }: { readonly search: OverviewSearch }) {
  const navigate = useNavigate();
  const go = (more: Partial<OverviewSearch>): void =>
    void navigate({ to: '/overview', search: { ...search, ...more }, replace: true });
  return (
    <>
      <div className="page-head">
        <h1>Overview {search.mode === 'test' && <span className="tag draft">test mode</span>}</h1>
      </div>
      <div className="filters">
        <ul aria-label="Period">
          {PERIOD_NAMES.map((period) => (
            <li key={period}>
              <Link to="/overview" search={{ ...search, period }} activeOptions={{ exact: true }}>
                {PERIODS[period].label}
              </Link>
            </li>
          ))}
        </ul>
        <div className="selects">
          <WorkflowChoice value={search.workflow} onChange={(workflow) => go({ workflow })} />
          <label>
            Mode{' '}
            <select
              value={search.mode}
              onChange={({ target }) => go({ mode: target.value === 'test' ? 'test' : 'live' })}
            >
              <option value="live">live</option>
              <option value="test">test</option>
            </select>
          </label>
        </div>
      </div>
    </>
  );
}

function Nothing({ search, days }: Of) {
  const test: OverviewSearch = { ...search, mode: 'test' };
  const tested = useStatistics('decisions', test, days, { by: 'week', isAsked: search.mode === 'live' }).data?.total;
  return (
    <Empty title={`Nothing ended in the ${PERIODS[search.period].label.toLowerCase()}`}>
      <p>
        Here stands what became of applicants in {search.mode} mode
        {search.workflow === null ? '' : ', of one workflow'}. What is running now is counted when it ends.
      </p>
      {search.mode === 'live' && tested !== undefined && numberOf(tested.ended) !== 0 && (
        <p className="buttons">
          <Link className="button primary" to="/overview" search={test}>
            Show the {countWords(tested.ended)} of test mode
          </Link>
        </p>
      )}
      <ul>
        {search.period !== 'quarter' && (
          <li>
            <Link to="/overview" search={{ ...search, period: 'quarter' }}>
              Look at 90 days
            </Link>
          </li>
        )}
        {search.workflow !== null && (
          <li>
            <Link to="/overview" search={{ ...search, workflow: null }}>
              Look at all workflows
            </Link>
          </li>
        )}
        {search.mode === 'live' && (
          <li>
            <Link to="/overview" search={test}>
              Look at test mode
            </Link>
          </li>
        )}
        <li>
          Open a{' '}
          <Link to="/workflows" search={ALL_WORKFLOWS}>
            workflow
          </Link>{' '}
          and start it with an applicant
        </li>
      </ul>
    </Empty>
  );
}
