import { useQuery } from '@tanstack/react-query';
import { lettersQuery } from '../api/queries.ts';
import { useMay } from '../session.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { When } from '../ui/parts.tsx';
import { Pdf } from './reports.tsx';

/** The letters of an execution, drafted and sent. */
export function Letters({ executionId }: { readonly executionId: number }) {
  const mayOpen = useMay('pii:read');
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
      {!mayOpen && (
        <p className="soft small">Its PDF shows the applicant's numbers in full, which your role sees masked.</p>
      )}
    </section>
  );
}
