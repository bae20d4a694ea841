import { Link } from '@tanstack/react-router';
import { ALL_EXECUTIONS } from './filter.ts';

interface Props {
  readonly code: string;
  /** True to link to all executions that failed with this code. */
  readonly linked?: boolean;
  /** The message, for those who may read the applicant. */
  readonly words: string | null | undefined;
}

/** Why an execution failed, short enough for a row of a list. */
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
