import { Component, lazy, Suspense, type ReactNode } from 'react';
import type { ReviewCase } from '../api/records.ts';
import { useMay } from '../session.tsx';
import { Loading } from '../ui/parts.tsx';
import { Pdf } from './reports.tsx';

interface Props {
  readonly notice: NonNullable<ReviewCase['notice']>;
  readonly executionId: number;
  readonly artifactId: number | null;
}

/** Loaded with the PDF library, for letters only. */
const LetterPages = lazy(() => import('./letter-pages.tsx').then((part) => ({ default: part.LetterPages })));

/** The drafted letter: its own text first, then the letter itself. */
export function Letter({ notice, executionId, artifactId }: Props) {
  const mayOpen = useMay('executions:read:full');
  const path = artifactId === null ? null : `/executions/${executionId}/notice_artifacts/${artifactId}`;
  return (
    <section className="card" aria-label="The drafted letter">
      <h2>
        The drafted letter
        {path !== null && <Pdf path={path} label="Open the PDF" />}
      </h2>
      <p>
        {STAGES[notice.stage ?? ''] ?? 'One letter'}, {notice.purpose ?? 'purpose not set'}
        {notice.statement !== null && (
          <>
            : <bdi>{notice.statement}</bdi>
          </>
        )}
      </p>
      {notice.reasons.length === 0 ? (
        <p className="message">It has no reason yet.</p>
      ) : (
        <>
          <p className="small">Its reasons, as they stand on it:</p>
          <ol>
            {notice.reasons.map((reason) => (
              <li key={reason}>
                <bdi>{reason}</bdi>
              </li>
            ))}
          </ol>
        </>
      )}
      {notice.extra_reason !== null && (
        <p>
          <bdi>{notice.extra_reason}</bdi>
        </p>
      )}
      {path !== null && mayOpen && (
        <div className="letter-pages" role="region" aria-label="The letter, page by page" tabIndex={0}>
          <OrNothing>
            <Suspense fallback={<Loading />}>
              <LetterPages path={path} />
            </Suspense>
          </OrNothing>
        </div>
      )}
    </section>
  );
}

const STAGES: Readonly<Record<string, string>> = {
  single: 'One letter',
  pre_adverse: 'The letter before the action',
  final: 'The final letter',
};

/** If the viewer cannot be loaded, the rest of the case is still shown, with a link to the PDF. */
class OrNothing extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return <p className="message">The letter cannot be shown here: open its PDF.</p>;
  }
}
