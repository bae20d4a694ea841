import { useState } from 'react';
import { ApiError, download } from '../api/http.ts';
import type { ReviewCase } from '../api/records.ts';
import { useMay } from '../session.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { reportLines, type Line, type ReadBy, type ReportOfCase } from './report-lines.ts';

interface Props {
  readonly reports: ReviewCase['reports'];
  /** Conditions evaluated on the way to the review. */
  readonly conditions: readonly ReadBy[];
}

/** Each report as one line: the values that the rules read. The rest is one press away. */
export function Reports({ reports, conditions }: Props) {
  return (
    <section className="card" aria-label="Reports">
      <h2>Reports</h2>
      {reports.length === 0 && <p className="soft">No report has been pulled.</p>}
      {reports.map((report) => (
        <Report key={report.node_id} report={report} pdf={report.pdf} conditions={conditions} />
      ))}
    </section>
  );
}

interface ReportProps {
  readonly report: ReportOfCase;
  /** Path of the report's PDF. */
  readonly pdf: string | null;
  readonly conditions: readonly ReadBy[];
}

function Report({ report, pdf, conditions }: ReportProps) {
  const { title, read, all } = reportLines(report, conditions);
  return (
    <article className="report">
      <details>
        <summary>
          <h3>{title}</h3> {/* Without conditions it is unknown which values were read. */}
          {read.length === 0 && conditions.length > 0 && <span className="soft">no rule read it</span>}
          {read.map(({ field, label, text }) => (
            <span key={field} className="read">
              <span className="soft">{label}</span> <bdi>{text}</bdi>
            </span>
          ))}
        </summary>
        <Lines lines={all} />
      </details>
      {pdf !== null && <Pdf path={pdf} label="PDF" />}
    </article>
  );
}

function Lines({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <dl className="facts">
      {lines.map(({ field, label, text }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>
            <bdi>{text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * Opens the PDF of a report or a letter in a new tab, for anyone who may read the case (semantics 16.5.7 and 16.5.8).
 */
export function Pdf({ path, label }: { readonly path: string; readonly label: string }) {
  const mayOpen = useMay('executions:read:full');
  const [error, setError] = useState<unknown>(null);
  if (!mayOpen) return null;
  const open = async (): Promise<void> => {
    setError(null);
    try {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(await download(path));
      link.target = '_blank';
      link.rel = 'noreferrer';
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
    } catch (caught) {
      setError(caught instanceof ApiError ? caught : new Error('the file could not be opened'));
    }
  };
  return (
    <>
      <button type="button" className="quiet" onClick={() => void open()}>
        {label}
      </button>
      {error !== null && <ErrorMessage error={error} />}
    </>
  );
}

const KEPT_MS = 60_000;
