import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useNow } from '../ui/now.ts';
import type { PersonsExecution } from './records.ts';
import { stateWords } from './words.ts';

interface Props {
  readonly executions: readonly PersonsExecution[];
  /** Renders the actions on one execution. */
  readonly children?: (execution: PersonsExecution) => ReactNode;
}

/** Executions of a person, one line each. An execution that waits for a person links to its case. */
export function ExecutionsList({ executions, children }: Props) {
  const now = useNow();
  return (
    <ul className="plain person-executions">
      {executions.map((execution) => {
        const {
          id,
          workflow_name: workflow,
          external_reference: reference,
          outcome,
          pending_review: review,
        } = execution;
        const params = { id: String(id) };
        return (
          <li key={id}>
            {review === null ? (
              <Link to="/executions/$id" params={params}>
                Execution {id}
              </Link>
            ) : (
              <Link to="/cases/$id" params={params}>
                Case {id}
              </Link>
            )}{' '}
            <bdi>{workflow}</bdi>
            {reference !== null && (
              <>
                {' · '}
                <bdi className="soft">{reference}</bdi>
              </>
            )}{' '}
            <span className={`tag ${outcome ?? ''}`}>{stateWords(execution, now)}</span>
            {execution.redacted_at !== null && <span className="tag">redacted</span>}
            {children?.(execution)}
          </li>
        );
      })}
    </ul>
  );
}
