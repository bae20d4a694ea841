import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lettersQuery } from '../api/queries.ts';
import type { Execution } from '../api/records.ts';
import { ErrorMessage } from '../ui/errors.tsx';
import { Loading, When } from '../ui/parts.tsx';
import { Pdf } from './reports.tsx';

interface Props {
  readonly executionId: number;
  /** Of the execution. */
  readonly status: Execution['status'];
  /** Then their place is kept while they are loaded: what is below does not move from under the pointer. */
  readonly areLikely: boolean;
}

/** The letters of an execution, drafted and sent. */
export function Letters({ executionId, status: now, areLikely }: Props) {
  const { data: letters, error } = useQuery({ ...lettersQuery(executionId, now), placeholderData: keepPreviousData });
  if (error !== null) return <ErrorMessage error={error} />;
  if (letters === undefined ? !areLikely : letters.length === 0) return null;
  return (
    <section className="card" aria-label="Letters">
      <h2>Letters</h2>
      {letters === undefined && <Loading />}
      <ul className="plain">
        {letters?.map(({ id, filename, status, generated_at: at, downloadable }) => (
          <li key={id}>
            {filename} <span className="tag">{status}</span> {/* Not when it was sent or discarded. */}
            <span className="soft small">{at === null ? 'is being made' : 'made'}</span>{' '}
            {at !== null && <When at={at} />}
            {downloadable && <Pdf path={`/executions/${executionId}/notice_artifacts/${id}`} label="PDF" />}
          </li>
        ))}
      </ul>
    </section>
  );
}
