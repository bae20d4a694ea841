import { useQuery } from '@tanstack/react-query';
import { lettersQuery } from '../api/queries.ts';
import { ErrorMessage } from '../ui/errors.tsx';
import { When } from '../ui/parts.tsx';
import { Pdf, WhyNoPdf } from './reports.tsx';

/** The letters of an execution, drafted and sent. */
export function Letters({ executionId }: { readonly executionId: number }) {
  const { data: letters, error } = useQuery(lettersQuery(executionId));
  if (error !== null) return <ErrorMessage error={error} />;
  if (letters === undefined || letters.length === 0) return null;
  return (
    <section className="card" aria-label="Letters">
      <h2>Letters</h2>
      <ul className="plain">
        {letters.map(({ id, filename, status, generated_at: at, downloadable }) => (
          <li key={id}>
            {filename} <span className="tag">{status}</span> <When at={at} />
            {downloadable && <Pdf path={`/executions/${executionId}/notice_artifacts/${id}`} label="PDF" />}
          </li>
        ))}
      </ul>
      <WhyNoPdf />
    </section>
  );
}
