import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lettersQuery } from '../api/queries.ts';
import type { Execution } from '../api/records.ts';
import { ErrorMessage } from '../ui/errors.tsx';
import { WAITS_FOR_GLYPHS } from '../letters/words.ts';
import { Loading, When } from '../ui/parts.tsx';
import { Pdf } from './reports.tsx';

interface Props {
  readonly executionId: number;
  /** Status of the execution. */
  readonly status: Execution['status'];
  /** True to reserve the space while letters are loaded, so that what is below does not move under the pointer. */
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
        {letters?.map(({ id, filename, status, generated_at: at, downloadable, needs = null, due_at: due = null }) => (
          <li key={id}>
            {filename} <span className="tag">{status}</span> {/* Not shown when the letter was sent or discarded. */}
            {needs === null && <span className="soft small">{at === null ? 'is being made' : 'made'}</span>}{' '}
            {needs === null && at !== null && <When at={at} />}
            {needs !== null && <Waits due={due} />}
            {downloadable && <Pdf path={`/executions/${executionId}/notice_artifacts/${id}`} label="PDF" />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The reviewer can do nothing about this wait. */
function Waits({ due }: { readonly due: string | null }) {
  return (
    <p className="message">
      {WAITS_FOR_GLYPHS}.
      {due !== null && (
        <>
          {' '}
          It is due <When at={due} />.
        </>
      )}
    </p>
  );
}
