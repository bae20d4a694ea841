import { Link } from '@tanstack/react-router';
import { EVERYTHING } from '../inbox/filters.ts';
import { ErrorMessage } from '../ui/errors.tsx';
import { countWords, timeWords } from './figures.ts';
import type { Of } from './search.ts';
import { useStatistics } from './queries.ts';

/** The decisions of people, and how long they took. */
export function Reviews({ search, days }: Of) {
  const { data, error } = useStatistics('reviews', search, days, { by: 'week' });
  return (
    <section className="card" aria-label="Reviews">
      <h2>Reviews</h2>
      {error !== null && <ErrorMessage error={error} />}
      {data !== undefined && (
        <dl className="facts">
          <Fact name="Done" value={countWords(data.total.done)} />
          <Fact name="Approved" value={countWords(data.total.approved)} />
          <Fact name="Denied" value={countWords(data.total.denied)} />
          <Fact name="Half took at most" value={timeWords(data.total.median_seconds)} />
          <Fact name="Nine of ten took at most" value={timeWords(data.total.p90_seconds)} />
          <Fact name="Open now" value={countWords(data.open)} />
        </dl>
      )}
      {data?.total.done === 0 && data.open === 0 && (
        <p className="soft">
          No person was asked. A rule that sends applicants to a person puts them into the{' '}
          <Link to="/" search={EVERYTHING}>
            inbox
          </Link>
          .
        </p>
      )}
    </section>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
