import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pendingRequestQuery } from '../fields/pending.ts';
import { Holder } from '../inbox/holder.tsx';
import { useMe } from '../session.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { useWhileInUse } from '../ui/in-use.ts';
import { When } from '../ui/parts.tsx';
import { actsOn, whyNotApproved } from './access.ts';
import { ALL_WORKFLOWS } from './filter.ts';
import { waitingQuery } from './queries.ts';

const EVERY_MS = 60_000;

/** Requests that wait for a user other than their author, marked if the user can approve them. */
export function WaitingForApproval() {
  const me = useMe();
  const { data, error } = useQuery({ ...waitingQuery, refetchInterval: useWhileInUse(EVERY_MS) });
  if (error !== null) return <ErrorMessage error={error} />;
  if (data === undefined || data.data.length === 0) return null;
  const left = data.meta.total_count - data.data.length;
  return (
    <section className="card waiting" aria-label="Waits for approval">
      <h2>
        Waits for approval <span className="soft">{data.meta.total_count}</span>
      </h2>
      <ul className="plain">
        {data.data.map((request) => (
          <li key={request.id}>
            <Link
              to="/workflows/$id"
              params={{ id: String(request.workflow_id) }}
              search={request.proposes_version ? { request: request.id } : {}}
            >
              <bdi>{request.name}</bdi>
            </Link>{' '}
            {request.proposes_version ? 'something new' : `version ${request.version}`}, asked for by{' '}
            <Holder userId={request.requested_by_user_id} />, <When at={request.created_at} />
            <div className="soft small">{whose(request, me)}</div>
          </li>
        ))}
      </ul>
      {left > 0 && <p className="soft small">and {left} older ones</p>}
    </section>
  );
}

function whose(request: Parameters<typeof actsOn>[0], me: ReturnType<typeof useMe>): string {
  if (actsOn(request, me).approve) return 'You can approve or refuse it.';
  return whyNotApproved(request, me.user) ?? 'A publisher approves or refuses it.';
}

/** Shown in the inbox for approvers, who are not notified in any other way. */
export function YoursToApprove() {
  const me = useMe();
  const refetchInterval = useWhileInUse(EVERY_MS);
  const { data } = useQuery({ ...waitingQuery, refetchInterval });
  const { data: fields } = useQuery({ ...pendingRequestQuery, refetchInterval });
  const mine = data?.data.filter((request) => actsOn(request, me).approve).length ?? 0;
  const mayApproveFields =
    fields != null && fields.requested_by_user_id !== me.user.id && me.user.address_confirmed_by !== null;
  return (
    <>
      {mine > 0 && (
        <p className="message" role="status">
          <Link to="/workflows" search={ALL_WORKFLOWS}>
            {mine === 1 ? 'A workflow waits' : `${mine} workflows wait`} for your approval
          </Link>
        </p>
      )}
      {mayApproveFields && (
        <p className="message" role="status">
          <Link to="/fields">A change of the fields waits for your approval</Link>
        </p>
      )}
    </>
  );
}
