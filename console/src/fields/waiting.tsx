import { useQuery } from '@tanstack/react-query';
import { Holder } from '../inbox/holder.tsx';
import { useMe } from '../session.tsx';
import { Act } from '../ui/act.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { When } from '../ui/parts.tsx';
import { NotedAct } from '../workflows/act.tsx';
import { Altered } from './altered.tsx';
import { FIELD_REQUESTS, FIELDS, pendingRequestQuery, type FieldRequest } from './pending.ts';

/** Another person's request to change declarations, with its effects on letters and the actions on it. */
export function WaitingChange() {
  const { data, error } = useQuery(pendingRequestQuery);
  if (error !== null) return <ErrorMessage error={error} />;
  if (data === undefined || data === null) return null;
  return (
    <section className="card waiting" aria-label="Waits for approval">
      <h2>Waits for approval</h2>
      <p>
        {data.requested_by_user_id === null ? 'An operator' : <Holder userId={data.requested_by_user_id} />} asked{' '}
        <When at={data.created_at} /> that fields are declared otherwise. Another change of the dictionary ends the
        request.
      </p>
      {data.note !== null && (
        <blockquote>
          <bdi>{data.note}</bdi>
        </blockquote>
      )}
      <Altered {...data} />
      <Acts request={data} />
    </section>
  );
}

function Acts({ request: { id, requested_by_user_id: asker } }: { readonly request: FieldRequest }) {
  const { user, scopes } = useMe();
  const path = `${FIELD_REQUESTS}/${id}`;
  if (asker === user.id) {
    return (
      <div className="buttons">
        <Act label="Withdraw the request" request={{ method: 'POST', path: `${path}/withdraw` }} changes={[FIELDS]}>
          <p>The dictionary stays as it is, and the change can be asked for anew.</p>
        </Act>
      </div>
    );
  }
  if (!scopes.includes('workflows:activate')) return <p className="soft small">A publisher approves or refuses it.</p>;
  return (
    <div className="buttons">
      {user.address_confirmed_by !== null && (
        <NotedAct
          name="Approve"
          isMain
          note="Kept with the approval"
          changes={[FIELDS]}
          request={(note) => ({ method: 'POST', path: `${path}/approve`, body: note === null ? {} : { note } })}
        >
          <p>Executions that are accepted from now on have these declarations.</p>
        </NotedAct>
      )}
      <NotedAct
        name="Refuse"
        look="deny"
        note="Why"
        isNoteRequired
        changes={[FIELDS]}
        request={(note) => ({ method: 'POST', path: `${path}/refuse`, body: { note: note ?? '' } })}
      >
        <p>The dictionary stays as it is. The user who asked reads why.</p>
      </NotedAct>
      {user.address_confirmed_by === null && (
        <p className="soft small">You have no confirmed e-mail address, so you cannot approve it.</p>
      )}
    </div>
  );
}
