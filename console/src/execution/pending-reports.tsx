import type { Execution } from '../api/records.ts';
import { When } from '../ui/parts.tsx';

/** Reports that vendors are preparing while the run waits. */
export function PendingReports({ reports }: { readonly reports: Execution['pending_reports'] }) {
  return reports.map((report) => (
    <p key={report.node_id} className="message">
      Awaits <bdi>{report.product_code.replaceAll('_', ' ')}</bdi> at the step <bdi>{report.node_id}</bdi>, ordered{' '}
      <When at={report.since} />; the step fails if it has not come <When at={report.until} />.
    </p>
  ));
}
