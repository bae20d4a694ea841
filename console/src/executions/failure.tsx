import { Link } from '@tanstack/react-router';
import { ALL_EXECUTIONS } from './filter.ts';

interface Props {
  readonly code: string;
  /** Leads to all that failed by this code. */
  readonly linked?: boolean;
  /** For whoever may read the applicant. */
  readonly words: string | null | undefined;
}

/** Why an execution failed, as a row of a list has room for. */
export function Failure({ code, words, linked = false }: Props) {
  return (
    <>
      {linked ? (
        <Link to="/executions" search={{ ...ALL_EXECUTIONS, show: 'failed', code }} title="All that failed so">
          <code>{code}</code>
        </Link>
      ) : (
        <code>{code}</code>
      )}
      {words != null && (
        <div className="small">
          <bdi>{words}</bdi>
        </div>
      )}
    </>
  );
}
