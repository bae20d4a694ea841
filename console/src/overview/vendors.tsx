import { Link } from '@tanstack/react-router';
import { UnknownPullsLink } from '../sources/unknown-link.tsx';
import { useProductName } from '../settings/product-name.ts';
import { ErrorMessage } from '../ui/errors.tsx';
import { countWords, percent, shareOf, timeWords } from './figures.ts';
import { useStatistics } from './queries.ts';
import { executionsOf, type Of } from './search.ts';

/** Pulled reports: how many failed, and how long they took. */
export function Vendors({ search, days }: Of) {
  const { data, error } = useStatistics('vendors', search, days);
  const nameOf = useProductName();
  return (
    <section className="card" aria-label="Reports of vendors">
      <h2>Reports of vendors</h2>
      {error !== null && <ErrorMessage error={error} />}
      {data?.products.length === 0 && (
        <p className="soft">No report was pulled live. In test mode reports are made here and no vendor is asked.</p>
      )}
      <UnknownPullsLink />
      {data !== undefined && data.products.length > 0 && (
        <div className="wide">
          <table className="list rows figures">
            <thead>
              <tr>
                <th>Report</th>
                <th className="number">Pulled</th>
                <th className="number">Failed</th>
                <th className="number">Half took at most</th>
                <th className="number">Nine of ten took at most</th>
              </tr>
            </thead>
            <tbody>
              {data.products.map(({ product_code: product, pulls, failures, ...times }) => (
                <tr key={product} className={failures === 0 ? '' : 'late'}>
                  <td>{nameOf(product)}</td>
                  <td className="number" data-label="Pulled">
                    {countWords(pulls)}
                  </td>
                  <td className="number" data-label="Failed">
                    {failures === 0 ? (
                      '0'
                    ) : (
                      <Link
                        to="/executions"
                        search={executionsOf(search, days, { product })}
                        aria-label={`${countWords(failures)} failed: ${nameOf(product)}`}
                      >
                        {countWords(failures)} ({percent(shareOf(failures, pulls))})
                      </Link>
                    )}
                  </td>
                  <td className="number" data-label="Half took at most">
                    {timeWords(times.median_seconds)}
                  </td>
                  <td className="number" data-label="Nine of ten took at most">
                    {timeWords(times.p90_seconds)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
