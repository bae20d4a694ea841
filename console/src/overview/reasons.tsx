import { ErrorMessage } from '../ui/errors.tsx';
import { Share } from './chart.tsx';
import { DecidedLink } from './decided-link.tsx';
import { countWords, numberOf } from './figures.ts';
import { useStatistics } from './queries.ts';
import { executionsOf, type Of } from './search.ts';

/** The API returns more. */
const MOST = 12;

/** The reasons for denials in letters. */
export function Reasons({ search, days }: Of) {
  const { data, error } = useStatistics('reasons', search, days);
  const reasons = data?.reasons ?? [];
  const most = numberOf(reasons[0]?.executions ?? 0) ?? 0;
  return (
    <section className="card" aria-label="Reasons in letters">
      <h2>Reasons in letters</h2>
      {error !== null && <ErrorMessage error={error} />}
      {data !== undefined && reasons.length === 0 && (
        <p className="soft">No letter gave a reason. Reasons stand here as soon as a letter of a denial is made.</p>
      )}
      <ul className="plain measured">
        {reasons.slice(0, MOST).map(({ reason, text, executions }) => (
          <li key={reason}>
            <DecidedLink search={executionsOf(search, days, { reason })}>
              <bdi>{text ?? reason}</bdi>
            </DecidedLink>
            <span className="number">{countWords(executions)}</span>
            <Share count={executions} most={most} tone="denied" />
          </li>
        ))}
      </ul>
      {reasons.length > MOST && <p className="soft small">{reasons.length - MOST} further reasons are rarer.</p>}
    </section>
  );
}
