import { useQuery } from '@tanstack/react-query';
import { asJsonList } from '../../../core/json.ts';
import { Link, useSearch } from '@tanstack/react-router';
import { TryPast } from '../backtests/try-past.tsx';
import { ExampleChanges } from '../examples/changes.tsx';
import { useHeldByExamples } from '../examples/failing.tsx';
import { testWords } from '../policy/test-words.ts';
import { Holder } from '../inbox/holder.tsx';
import { useMe } from '../session.tsx';
import { Act } from '../ui/act.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { Loading, When } from '../ui/parts.tsx';
import { actsOn, goingLive, whyNotApproved } from './access.ts';
import { NotedAct, WORKFLOW_CHANGES } from './act.tsx';
import { Checklist } from './checklist.tsx';
import { RequestInEnglish } from './in-english.tsx';
import { activationQuery, activationsQuery } from './queries.ts';
import type { Activation, ActivationDetail, WorkflowDetail } from './records.ts';

interface Props {
  readonly workflow: WorkflowDetail;
  readonly etag: string;
}

/**
 * Shows if the workflow is live, and lets the user change that. With four-eyes approval, one person requests and
 * another approves.
 */
export function ActivationCard({ workflow, etag }: Props) {
  const { id, active, version } = workflow;
  const { data, error } = useQuery(activationsQuery(id));
  const me = useMe();
  const pending = data?.data.find(({ status }) => status === 'pending');
  const settled = data?.data.filter(({ status }) => status !== 'pending') ?? [];
  return (
    <section className="card" aria-label="Live or draft">
      <h2>{active ? `Version ${version} is live` : 'It is a draft'}</h2>
      <p>
        {active
          ? 'Live executions run this version.'
          : `A draft runs in test mode only. ${testWords(me.production_access)}`}
      </p>
      {!me.production_access && (
        <p className="message">
          The account has no production access, so nothing goes live. An operator grants it with{' '}
          <code>cascade accounts grant-production</code>.
        </p>
      )}
      <HiddenFields fields={workflow.hidden_from_reviewers} />
      {error !== null && <ErrorMessage error={error} />}
      {data === undefined && error === null && <Loading />}
      {!active && <Checklist workflow={workflow} />}
      {pending !== undefined && <Pending workflow={workflow} etag={etag} request={pending} />}
      {data !== undefined && <GoLive workflow={workflow} etag={etag} isAsked={pending !== undefined} />}
      {settled.length > 0 && (
        <details>
          <summary>Requests that were decided ({settled.length})</summary>
          <ul className="plain settled">
            {settled.map((request) => (
              <li key={request.id}>
                <Settled workflowId={id} request={request} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** Fields that a reviewer cannot judge, because they are masked or undeclared. */
function HiddenFields({ fields }: { readonly fields: WorkflowDetail['hidden_from_reviewers'] }) {
  if (fields.length === 0) return null;
  return (
    <details>
      <summary>What reviewers will not see ({fields.length})</summary>
      <ul>
        {fields.map(({ node_id: node, field, why }) => (
          <li key={field}>
            <code>{field}</code>, which {node} reads: {HIDDEN_BECAUSE[why]}
          </li>
        ))}
      </ul>
    </details>
  );
}
const HIDDEN_BECAUSE: Readonly<Record<WorkflowDetail['hidden_from_reviewers'][number]['why'], string>> = {
  not_declared: 'nobody declared what it is',
  identifier: 'it identifies a person',
  birth: 'it tells a birth',
  age: 'it tells an age',
};

function GoLive({ workflow, etag, isAsked }: Props & { readonly isAsked: boolean }) {
  const me = useMe();
  const { id, active, version, definition, missing_for_live: missing } = workflow;
  const way = goingLive(me);
  const held = useHeldByExamples(id);
  const mayPause = me.scopes.includes('workflows:activate') || me.scopes.includes('workflows:write');
  if (active) {
    if (!mayPause) return null;
    return (
      <div className="buttons">
        <Act
          label="Make it a draft"
          className="deny"
          request={{ method: 'PATCH', path: `/workflows/${id}`, body: { active: false }, ifMatch: etag }}
          changes={WORKFLOW_CHANGES}
        >
          <p>
            Live triggers of it are refused from now on. Executions that were accepted go on.
            {me.four_eyes && ' To put it live again, somebody else has to approve it.'}
          </p>
        </Act>
      </div>
    );
  }
  if (definition.length === 0) return <p className="soft">It has no nodes, so there is nothing to put live.</p>;
  if (way === 'put') {
    return (
      <div className="buttons">
        <Act
          label="Put it live"
          isMain
          disabled={missing.length > 0}
          request={{ method: 'PATCH', path: `/workflows/${id}`, body: { active: true, ...held.body }, ifMatch: etag }}
          changes={WORKFLOW_CHANGES}
          isReady={held.isReady}
        >
          <TryPast workflowId={id} tried={{ version }} against={null} />
          {held.shown}
          <p>Live executions run version {version} from now on: reports are bought, and letters go out.</p>
        </Act>
      </div>
    );
  }
  if (way === 'no' || isAsked) return null;
  return (
    <div className="buttons">
      <NotedAct
        name="Ask that it goes live"
        isMain
        note="For whoever approves it"
        request={(note) => ({
          method: 'POST',
          path: `/workflows/${id}/activation_requests`,
          body: note === null ? {} : { note },
        })}
      >
        <p>Somebody who wrote none of version {version} approves it. Another version supersedes the request.</p>
      </NotedAct>
    </div>
  );
}

interface RequestProps extends Props {
  readonly request: Activation;
}

function Pending({ workflow, etag, request }: RequestProps) {
  const me = useMe();
  const { id: requestId, note, requested_by_user_id: asker, created_at: at, proposes_version: isNew } = request;
  const acts = actsOn(request, me);
  const held = useHeldByExamples(workflow.id, { activation_request: requestId });
  const { data: detail } = useQuery(activationQuery(workflow.id, requestId));
  const path = `/workflows/${workflow.id}/activation_requests/${requestId}`;
  const what = isNew ? `what it proposes, as version ${workflow.version + 1},` : `version ${workflow.version}`;
  const { request: compared } = useSearch({ from: '/workflows/$id' });
  const isCompared = compared === requestId;
  const isOwn = asker === me.user.id && isNew && workflow.active;
  return (
    <div className="pending" role="group" aria-label="Request">
      <p>
        <strong>Waits for approval:</strong> <Holder userId={asker} /> asked <When at={at} /> that{' '}
        {isNew ? 'something new' : `version ${workflow.version}`} goes live.
      </p>
      {note !== null && (
        <blockquote>
          <bdi>{note}</bdi>
        </blockquote>
      )}
      {detail !== undefined && <ExampleChanges {...detail} />}
      {isNew && !isCompared && <RequestInEnglish workflowId={workflow.id} requestId={requestId} />}
      <p>
        {isNew && (
          <Link to="/workflows/$id" params={{ id: String(workflow.id) }} search={{ request: requestId }}>
            Show it as a picture
          </Link>
        )}
      </p>
      <div className="buttons">
        {acts.approve && (
          <NotedAct
            name="Approve"
            isMain
            note="Kept with the approval"
            isReady={held.isReady && detail !== undefined}
            request={(text) => ({
              ifMatch: detail?.etag ?? '',
              method: 'POST',
              path: `${path}/approve`,
              body: { ...(text === null ? {} : { note: text }), ...held.body },
            })}
          >
            {detail !== undefined && <ExampleChanges {...detail} />}
            {detail !== undefined && <TryRequest workflow={workflow} request={detail} />}
            {held.shown}
            <p>Live executions run {what} from now on.</p>
          </NotedAct>
        )}
        {acts.refuse && (
          <NotedAct
            name="Refuse"
            look="deny"
            note="Why"
            isNoteRequired
            request={(text) => ({ method: 'POST', path: `${path}/refuse`, body: { note: text ?? '' } })}
          >
            <p>Nothing goes live. Whoever asked reads why.</p>
          </NotedAct>
        )}
        {isOwn && goingLive(me) === 'put' && <ActivateOwn workflow={workflow} etag={etag} request={request} />}
        {acts.withdraw && (
          <Act
            label="Withdraw the request"
            request={{ method: 'POST', path: `${path}/withdraw` }}
            changes={WORKFLOW_CHANGES}
          >
            <p>Nothing goes live, and it can be asked for anew.</p>
          </Act>
        )}
      </div>
      {!acts.approve && (
        <p className="soft small">{whyNotApproved(request, me.user) ?? 'A publisher approves or refuses it.'}</p>
      )}
    </div>
  );
}

/** Tries the proposal of a request on past applicants. */
function TryRequest({
  workflow: { id, active, version },
  request: { definition, use_case: useCase },
}: {
  readonly workflow: WorkflowDetail;
  readonly request: ActivationDetail;
}) {
  const tried = { definition: asJsonList(definition) as readonly object[], use_case: useCase };
  return <TryPast workflowId={id} tried={tried} against={active ? version : null} />;
}

/** Lets a user without four-eyes approval activate their own version. */
function ActivateOwn({ workflow, etag, request: { id: requestId } }: RequestProps) {
  const { data } = useQuery(activationQuery(workflow.id, requestId));
  const held = useHeldByExamples(workflow.id, { activation_request: requestId });
  if (data?.definition == null) return null;
  return (
    <Act
      label="Activate"
      isReady={held.isReady}
      request={{
        method: 'PATCH',
        path: `/workflows/${workflow.id}`,
        body: { definition: asJsonList(data.definition), name: data.name, use_case: data.use_case, ...held.body },
        ifMatch: etag,
      }}
      changes={WORKFLOW_CHANGES}
    >
      <TryRequest workflow={workflow} request={data} />
      {held.shown}
      <p>Live executions run version {workflow.version + 1} from now on. It is better if somebody else looks first.</p>
    </Act>
  );
}

const STATUSES: Readonly<Record<Exclude<Activation['status'], 'pending'>, string>> = {
  approved: 'approved',
  refused: 'refused',
  withdrawn: 'withdrawn',
  superseded: 'superseded by another version',
};

function Settled({ workflowId, request }: { readonly workflowId: number; readonly request: Activation }) {
  const { id, status, decided_at: at, decided_by_user_id: by, decision_note: note, activated_version: live } = request;
  if (status === 'pending') return null;
  return (
    <>
      <p>
        <Link to="/workflows/$id" params={{ id: String(workflowId) }} search={{ request: id }}>
          Request {id}
        </Link>{' '}
        of <Holder userId={request.requested_by_user_id} />: {STATUSES[status]}
        {by !== null && (
          <>
            {' '}
            by <Holder userId={by} />
          </>
        )}
        , <When at={at} />
        {live !== null && `; version ${live} went live`}
      </p>
      {note !== null && (
        <blockquote>
          <bdi>{note}</bdi>
        </blockquote>
      )}
    </>
  );
}
