import { useNavigate } from '@tanstack/react-router';
import { useHeldByExamples } from '../examples/failing.tsx';
import { useMe } from '../session.tsx';
import { savingOf } from './access.ts';
import { NotedAct } from './act.tsx';
import type { VersionDetail, WorkflowDetail } from './records.ts';

interface Props {
  readonly workflow: WorkflowDetail;
  readonly etag: string;
  readonly of: VersionDetail;
}

/** Makes the definition of an earlier version current, or requests it if another user has to approve. */
export function RestoreVersion({ workflow, etag, of: { version, definition } }: Props) {
  const me = useMe();
  const navigate = useNavigate();
  const saving = savingOf(workflow, me);
  const { id } = workflow;
  const held = useHeldByExamples(id, { version }, saving === 'live');
  if (saving === 'no') return null;
  const show = (): void => void navigate({ to: '/workflows/$id', params: { id: String(id) } });
  if (saving === 'ask') {
    return (
      <NotedAct
        name={`Ask that version ${version} goes live again`}
        note="Why, for whoever approves it"
        request={(note) => ({
          method: 'POST',
          path: `/workflows/${id}/activation_requests`,
          body: { definition, ...(note === null ? {} : { note }) },
        })}
        onDone={show}
      >
        <p>
          Version {workflow.version} stays live until somebody else approves this. Then the definition of version{' '}
          {version} becomes a new version, and live.
        </p>
      </NotedAct>
    );
  }
  return (
    <NotedAct
      name={`Restore version ${version}`}
      note="Why, kept with the new version"
      request={(note) => ({
        method: 'POST',
        path: `/workflows/${id}/versions/${version}/restore`,
        body: { ...(note === null ? {} : { note }), ...held.body },
        ifMatch: etag,
      })}
      isReady={held.isReady}
      onDone={show}
    >
      {held.shown}
      <p>
        The definition of version {version} becomes version {workflow.version + 1}
        {saving === 'live' ? ', and is live at once.' : '. It stays a draft.'} Name and use case stay as they are;
        executions that were accepted go on with their version.
      </p>
    </NotedAct>
  );
}
