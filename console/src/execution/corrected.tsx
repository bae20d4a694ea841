import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { executionQuery, timelineQuery } from '../api/queries.ts';
import type { ExecutionDetail, Timeline } from '../api/records.ts';
import { valueText } from '../case/words.ts';
import { useMay } from '../session.tsx';
import { When } from '../ui/parts.tsx';
import { changedValues, correctedFieldsText } from './corrected-words.ts';

/** Reports that vendors corrected after the decision, with old and new values for those who may read them. */
export function CorrectedReports({
  timeline,
  executionId,
}: {
  readonly timeline: Timeline;
  readonly executionId: number;
}) {
  const names = new Map(timeline.nodes.map(({ id, name }) => [id, name]));
  const mayRead = useMay('executions:read:full');
  const corrected = timeline.effects.filter(({ report_corrected_at: at }) => at !== null);
  const { data } = useQuery({ ...executionQuery(executionId), enabled: mayRead && corrected.length > 0 });
  return corrected.map(
    ({ id, node_id: node, visit, report_corrected_at: at, report_corrected_fields: fields }) =>
      at !== null && (
        <div key={id} className="message" role="group" aria-label="A corrected report">
          <p>
            The vendor corrected the report of <bdi>{names.get(node) ?? node}</bdi> <When at={at} />
            {fields !== null && <>: {correctedFieldsText(fields)}</>}. What was decided stays as it is.
          </p>
          <Changes report={data?.corrected_reports?.find((one) => one.node_id === node && one.visit === visit)} />
          <p className="small">
            <Link to="/executions/$id" params={{ id: String(executionId) }} search={{}}>
              Evaluate it again
            </Link>{' '}
            to decide on the corrected report.
          </p>
        </div>
      ),
  );
}

const MOST_VALUES = 20;

function Changes({
  report,
}: {
  readonly report: NonNullable<ExecutionDetail['corrected_reports']>[number] | undefined;
}) {
  const values = changedValues(report?.changes ?? []);
  if (values.length === 0) return null;
  return (
    <>
      <table className="list differences" aria-label="Values that were corrected">
        <thead>
          <tr>
            <th scope="col">Of</th>
            <th scope="col">As it was reported</th>
            <th scope="col">As it is now</th>
          </tr>
        </thead>
        <tbody>
          {values.slice(0, MOST_VALUES).map(({ path, before, after }) => (
            <tr key={path}>
              <th scope="row">
                <bdi>{path.replaceAll('_', ' ')}</bdi>
              </th>
              <td>
                <bdi>{valueText(before)}</bdi>
              </td>
              <td>
                <bdi>{valueText(after)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {values.length > MOST_VALUES && <p className="small">And {values.length - MOST_VALUES} more.</p>}
    </>
  );
}

/** Corrected reports on a case page, for people with unmasked access. Only live reports are ever corrected. */
export function CorrectedInCase({ executionId, isLive }: { readonly executionId: number; readonly isLive: boolean }) {
  const mayRead = useMay('executions:read:full');
  const { data } = useQuery({ ...timelineQuery(executionId), enabled: isLive && mayRead });
  return data === undefined ? null : <CorrectedReports timeline={data} executionId={executionId} />;
}
