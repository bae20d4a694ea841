import { useEffect, useRef } from 'react';
import type { GraphNode } from '../../../core/picture/graph.ts';
import { ErrorMessage } from '../ui/errors.tsx';
import { lettersOf, verdictOf, type ExplainedNotice } from './simulated.ts';
import type { Try } from './use-try.ts';

interface Props {
  readonly nodes: readonly GraphNode[];
  readonly attempt: Try;
}

/** The simulated outcome of the applicant, and the text of the letter. */
export function Result({ nodes, attempt }: Props) {
  const { done, error, isPending, isStale, decide } = attempt;
  const nameOf = (id: string): string => nodes.find((node) => node.id === id)?.name ?? id;
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a narrow screen the result is far from the pressed button.
    if (done !== null) place.current?.scrollIntoView({ block: 'nearest' });
  }, [done]);
  if (error !== null) return <ErrorMessage error={error} />;
  if (done === null) return isPending ? <p role="status">Trying …</p> : null;
  const { simulation } = done;
  const verdict = verdictOf(simulation, nameOf);
  const letters = lettersOf(simulation);
  const { stopped_at: stoppedAt } = simulation;
  return (
    <section className="card result" ref={place} aria-label="What would become of the applicant">
      <div role="status">
        <h3>
          What would become of this applicant: <span className={`tag verdict ${verdict.tone}`}>{verdict.title}</span>
        </h3>
        {isStale && <p className="message">You have changed the applicant since. Try it again.</p>}
        {verdict.text !== null && (
          <p>
            <bdi>{verdict.text}</bdi>
          </p>
        )}
      </div>
      {stoppedAt !== null && !isStale && (
        <p className="buttons">
          <button type="button" onClick={() => decide(stoppedAt, 'approved')}>
            If they approve
          </button>
          <button type="button" onClick={() => decide(stoppedAt, 'denied')}>
            If they deny
          </button>
        </p>
      )}
      {Object.entries(done.decisions).map(([id, decision]) => (
        <p key={id} className="soft small">
          As if somebody had {decision} at <bdi>{nameOf(id)}</bdi>.
        </p>
      ))}
      <p className="small">
        The way: <bdi>{simulation.path.map(nameOf).join(' → ')}</bdi>
      </p>
      {letters.map(({ notice, isIssued }) => (
        <LetterAhead key={`${notice.node_id} ${notice.visit}`} notice={notice} isIssued={isIssued} />
      ))}
      {letters.length === 0 && stoppedAt === null && <p className="soft small">No letter is due.</p>}
    </section>
  );
}

function LetterAhead({ notice, isIssued }: { readonly notice: ExplainedNotice; readonly isIssued: boolean }) {
  const title = `The letter: ${notice.action_taken.replaceAll('_', ' ')}`;
  return (
    <article className="letter" aria-label={title}>
      <h4>{title}</h4>
      {!isIssued && (
        <p className="message bad">It would not go out: its step fails, because it lacks what a letter must say.</p>
      )}
      {notice.reasons.length > 0 && (
        <>
          <p className="small">It would give these reasons:</p>
          <ol>
            {notice.reasons.map((reason) => (
              <li key={reason}>
                <bdi>{reason}</bdi>
              </li>
            ))}
          </ol>
        </>
      )}
      <details>
        <summary>Why, and what would have changed it</summary>
        {notice.summary.map((sentence) => (
          <p key={sentence}>
            <bdi>{sentence}</bdi>
          </p>
        ))}
      </details>
    </article>
  );
}
