import { useState } from 'react';
import { ApiError, download } from '../api/http.ts';
import type { ReviewCase } from '../api/records.ts';
import { useMay } from '../session.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { labelOf, valueText } from './words.ts';

/** The reports in brief. The first figures are what decisions are made of; the rest is one press away. */
export function Reports({ reports }: { readonly reports: ReviewCase['reports'] }) {
  return (
    <section className="card" aria-label="Reports">
      <h2>Reports</h2>
      {reports.length === 0 && <p className="soft">No report has been pulled.</p>}
      {reports.map((report) => (
        <article key={report.node_id} className="report">
          <h3>
            {labelOf(report.product_code ?? report.node_id)}
            {report.pdf !== null && <Pdf path={report.pdf} label="PDF" />}
          </h3>
          <Values values={report.values} />
        </article>
      ))}
    </section>
  );
}

const FIRST = 8;

function Values({ values }: { readonly values: Readonly<Record<string, unknown>> }) {
  const all = Object.entries(values);
  const list = (entries: typeof all) => (
    <dl className="facts">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{labelOf(name)}</dt>
          <dd>
            <bdi>{valueText(value)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
  return (
    <>
      {list(all.slice(0, FIRST))}
      {all.length > FIRST && (
        <details>
          <summary>All {all.length} values</summary>
          {list(all.slice(FIRST))}
        </details>
      )}
    </>
  );
}

/**
 * Opens the PDF of a report or a letter in a tab beside this one, for whoever may read the case (semantics 16.5.7 and
 * 16.5.8).
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
