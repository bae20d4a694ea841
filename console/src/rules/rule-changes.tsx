import { useQuery } from '@tanstack/react-query';
import { ErrorMessage } from '../ui/errors.tsx';
import { Loading } from '../ui/parts.tsx';
import { ChangedRules } from './changed-list.tsx';
import { otherRulesQuery } from './queries.ts';

interface Props {
  readonly workflowId: number;
  /** Number of the older version. */
  readonly before: number;
  readonly after: { readonly version: number } | { readonly request: number };
}

/** The changes of a version or a request to the rules of another version, row by row. */
export function RuleChanges({ workflowId, before, after }: Props) {
  const [was, is] = [
    useQuery(otherRulesQuery(workflowId, { version: before })),
    useQuery(otherRulesQuery(workflowId, after)),
  ];
  const error = was.error ?? is.error;
  if (error !== null) return <ErrorMessage error={error} />;
  if (was.data === undefined || is.data === undefined) return <Loading />;
  return <ChangedRules before={was.data} after={is.data} />;
}
