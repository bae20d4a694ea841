import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError } from '../api/http.ts';
import { ErrorMessage } from '../ui/errors.tsx';
import { Empty, Loading } from '../ui/parts.tsx';
import { DifferenceView } from './difference-view.tsx';
import { RequestInEnglish } from './in-english.tsx';
import { activationQuery, versionQuery } from './queries.ts';
import type { WorkflowDetail } from './records.ts';

interface Props {
  readonly workflow: WorkflowDetail;
  readonly requestId: number;
}

/** The changes of an activation request, for its approver. */
export function CompareRequest({ workflow, requestId }: Props) {
  const { data: request, error: requestError } = useQuery(activationQuery(workflow.id, requestId));
  // The version that was current when the request was made.
  const asked = useQuery({
    ...versionQuery(workflow.id, request?.version ?? 0),
    enabled: request !== undefined,
  });
  const error = requestError ?? asked.error;
  if (error instanceof ApiError && error.code === 'not_found') {
    return (
      <Empty title={`There is no request ${requestId}`}>
        <p>Nobody asked for this, at least not for this workflow.</p>
      </Empty>
    );
  }
  if (error !== null) return <ErrorMessage error={error} />;
  if (request === undefined || asked.data === undefined) return <Loading />;
  return (
    <>
      <p>
        <Link to="/workflows/$id" params={{ id: String(workflow.id) }}>
          Back to version {workflow.version}
        </Link>{' '}
        <Link to="/workflows/$id/simulate" params={{ id: String(workflow.id) }} search={{ request: requestId }}>
          Try it with an applicant
        </Link>
      </p>
      <DifferenceView
        before={{ ...asked.data, label: `version ${request.version}` }}
        after={{ ...request, label: `request ${requestId}` }}
      >
        <RequestInEnglish workflowId={workflow.id} requestId={requestId} />
      </DifferenceView>
    </>
  );
}
