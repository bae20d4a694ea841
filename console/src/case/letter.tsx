import type { ReviewCase } from '../api/records.ts';
import { Pdf } from './reports.tsx';

interface Props {
  readonly notice: NonNullable<ReviewCase['notice']>;
  readonly executionId: number;
  readonly artifactId: number | null;
}

/** What the drafted letter says in its own part; the rest is the wording of the law, which the PDF has. */
export function Letter({ notice, executionId, artifactId }: Props) {
  return (
    <section className="card" aria-label="The drafted letter">
      <h2>
        The drafted letter
        {artifactId !== null && (
          <Pdf path={`/executions/${executionId}/notice_artifacts/${artifactId}`} label="Open the PDF" />
        )}
      </h2>
      <p>
        {STAGES[notice.stage ?? ''] ?? 'One letter'}, {notice.purpose ?? 'purpose not set'}
        {notice.statement !== null && (
          <>
            : <bdi>{notice.statement}</bdi>
          </>
        )}
      </p>
      {notice.reasons.length === 0 ? (
        <p className="message">It has no reason yet.</p>
      ) : (
        <>
          <p className="small">Its reasons, as they stand on it:</p>
          <ol>
            {notice.reasons.map((reason) => (
              <li key={reason}>
                <bdi>{reason}</bdi>
              </li>
            ))}
          </ol>
        </>
      )}
      {notice.extra_reason !== null && (
        <p>
          <bdi>{notice.extra_reason}</bdi>
        </p>
      )}
    </section>
  );
}

const STAGES: Readonly<Record<string, string>> = {
  single: 'One letter',
  pre_adverse: 'The letter before the action',
  final: 'The final letter',
};
