import { useQuery } from '@tanstack/react-query';
import { useMe } from '../session.tsx';
import { savingOf } from './access.ts';
import { NotedAct } from './act.tsx';
import { activationsQuery } from './queries.ts';
import type { Warning, WorkflowDetail } from './records.ts';

interface Props {
  readonly workflow: WorkflowDetail;
  readonly etag: string;
  readonly warning: Warning;
}

/**
 * Records that somebody has checked what the law of the place says. The record is stored in the node, and holds as long
 * as the node is unchanged.
 */
export function Acknowledge({ workflow, etag, warning: { node_id: nodeId, acknowledge_as: of } }: Props) {
  const me = useMe();
  const saving = savingOf(workflow, me);
  const { id, version, definition } = workflow;
  const { data: requests } = useQuery({ ...activationsQuery(id), enabled: saving === 'ask' });
  if (saving === 'no' || of === undefined) return null;
  if (saving === 'ask' && requests?.data.some(({ status }) => status === 'pending') === true) {
    return (
      <p className="soft small">
        A request waits for approval. Once it is decided, you can say here that it was reviewed.
      </p>
    );
  }
  const reviewed = (note: string) =>
    definition.map((node) => (node.id === nodeId ? { ...node, jurisdiction_review: { of, note } } : node));
  const about = `The law of the place was looked at (${nodeId})`;
  return (
    <NotedAct
      name="It was reviewed"
      note="Who reviewed it, and why it may be"
      isNoteRequired
      request={(note) =>
        saving === 'ask'
          ? {
              method: 'POST',
              path: `/workflows/${id}/activation_requests`,
              body: { definition: reviewed(note ?? ''), note: about },
              ifMatch: etag,
            }
          : {
              method: 'PATCH',
              path: `/workflows/${id}`,
              body: { definition: reviewed(note ?? ''), version_note: about },
              ifMatch: etag,
            }
      }
    >
      <p>
        What you write is kept in the node <bdi>{nodeId}</bdi> with your name and the time, and in the audit log. It
        decides nothing.
      </p>
      <p>The warning ends, and comes again as soon as somebody changes the node or the reports that it reads.</p>
      <p>{WHAT_COMES[saving].replace('{next}', String(version + 1)).replace('{now}', String(version))}</p>
    </NotedAct>
  );
}

const WHAT_COMES = {
  draft: 'It becomes version {next} of the draft. Nothing goes live.',
  live: 'It becomes version {next}, and is live at once. Nothing else changes.',
  ask: 'Version {now} stays live, with the warning, until somebody who wrote none of this approves it.',
} as const;
