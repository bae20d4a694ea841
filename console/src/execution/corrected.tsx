import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { timelineQuery } from '../api/queries.ts';
import type { Timeline } from '../api/records.ts';
import { useMay } from '../session.tsx';
import { When } from '../ui/parts.tsx';
import { correctedFieldsText } from './corrected-words.ts';

/** Reports that were corrected by their vendors after the decision. */
export function CorrectedReports({
  timeline,
  executionId,
}: {
  readonly timeline: Timeline;
  readonly executionId: number;
}) {
  const names = new Map(timeline.nodes.map(({ id, name }) => [id, name]));
  return timeline.effects.map(({ id, node_id: node, report_corrected_at: at, report_corrected_fields: fields }) =>
    at === null ? null : (
      <div key={id} className="message" role="group" aria-label="A corrected report">
        <p>
          The vendor corrected the report of <bdi>{names.get(node) ?? node}</bdi> <When at={at} />
          {fields !== null && <>: {correctedFieldsText(fields)}</>}. What was decided stays as it is.
        </p>
        <p className="small">
          <Link to="/executions/$id" params={{ id: String(executionId) }} search={{}}>
            Evaluate it again
          </Link>{' '}
          to decide on the corrected report, and compare the two for the old and the new values.
        </p>
      </div>
    ),
  );
}

/** Corrected reports on the page of a case, for people who may read in full. Only live reports are ever corrected. */
export function CorrectedInCase({ executionId, isLive }: { readonly executionId: number; readonly isLive: boolean }) {
  const mayRead = useMay('executions:read:full');
  const { data } = useQuery({ ...timelineQuery(executionId), enabled: isLive && mayRead });
  return data === undefined ? null : <CorrectedReports timeline={data} executionId={executionId} />;
}
