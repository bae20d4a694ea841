import { Link } from '@tanstack/react-router';
import type { ExecutionFilter } from '../executions/filter.ts';
import { changeOfCount, changeOfShare, countWords, percent, shareOf, type Count } from './figures.ts';
import { useStatistics, type Decisions } from './queries.ts';
import { executionsOf, PERIODS, type Days, type Of } from './search.ts';

interface Props {
  readonly of: Of;
  readonly before: Days;
  readonly total: Decisions;
}

const OUTCOMES = [
  ['approved', 'Approved'],
  ['denied', 'Denied'],
  ['conditional', 'On conditions'],
] as const;

/** The figures of the period, each with that of the period before. */
export function Figures({ of: { search, days }, before, total }: Props) {
  const { data: earlier } = useStatistics('decisions', search, before, { by: 'week' });
  const then = earlier?.total;
  const reviews = useStatistics('reviews', search, days, { by: 'week' }).data?.total;
  const reviewsThen = useStatistics('reviews', search, before, { by: 'week' }).data?.total;
  const share = (count: Count | undefined, whole: Decisions | undefined): number | null =>
    count === undefined || whole === undefined ? null : shareOf(count, whole.ended);
  const reviewed = share(reviews?.done, total);
  return (
    <section aria-label={PERIODS[search.period].label}>
      <dl className="tiles">
        <Tile
          name="Applications"
          count={total.ended}
          change={then === undefined ? null : changeOfCount(total.ended, then.ended)}
          executions={executionsOf(search, days)}
        />
        {OUTCOMES.filter(([outcome]) => outcome !== 'conditional' || total[outcome] !== 0).map(([outcome, name]) => (
          <Tile
            key={outcome}
            name={name}
            tone={outcome}
            count={total[outcome]}
            share={share(total[outcome], total)}
            change={changeOfShare(share(total[outcome], total), share(then?.[outcome], then))}
            executions={executionsOf(search, days, { outcome })}
          />
        ))}
        {reviews !== undefined && (
          <Tile
            name="Decided by a person"
            count={reviews.done}
            share={reviewed}
            change={changeOfShare(reviewed, share(reviewsThen?.done, then))}
            executions={executionsOf(search, days, { reviewed: true })}
          />
        )}
        <Tile
          name="Failed"
          tone="failed"
          count={total.failed}
          share={share(total.failed, total)}
          change={changeOfShare(share(total.failed, total), share(then?.failed, then))}
          executions={executionsOf(search, days, { status: 'failed' })}
        />
      </dl>
    </section>
  );
}

interface TileProps {
  readonly name: string;
  readonly tone?: string;
  readonly count: Count;
  readonly share?: number | null;
  readonly change: string | null;
  readonly executions: ExecutionFilter;
}

function Tile({ name, tone = '', count, share = null, change, executions }: TileProps) {
  const words = countWords(count);
  return (
    <div className={`tile ${tone}`}>
      <dt>{name}</dt>
      <dd>
        <Link to="/executions" search={executions} aria-label={`${name}: ${words}`}>
          {words}
        </Link>
        {share !== null && <span>{percent(share)}</span>}
        <span className="soft small">
          {change === null ? 'nothing to compare with' : `${change} to the days before`}
        </span>
      </dd>
    </div>
  );
}
