import { useState } from 'react';
import { useMay } from '../session.tsx';
import { Reveal, type Revealed } from './reveal.tsx';
import { factsOf, isMasked } from './words.ts';

interface Props {
  readonly title: string;
  readonly value: unknown;
  readonly executionId: number;
  /** Path of the value in the payload. */
  readonly under: string;
}

/**
 * Data that the caller sent about a person. It is shown as plain text, and each value keeps its own writing direction.
 */
export function Facts({ title, value, executionId, under }: Props) {
  const facts = factsOf(value).filter(({ path }) => path !== '');
  const mayReveal = useMay('executions:read:full');
  const [revealed, setRevealed] = useState<Revealed>({});
  const masked = facts.filter(({ path, value: text }) => isMasked(text) && revealed[path] === undefined);
  return (
    <section className="card" aria-label={title}>
      <div className="claim">
        <h2>{title}</h2>
        {mayReveal && (
          <Reveal
            {...{ executionId, under, masked }}
            onRevealed={(values) => setRevealed((before) => ({ ...before, ...values }))}
          />
        )}
      </div>
      {facts.length === 0 ? (
        <p className="soft">Nothing was sent.</p>
      ) : (
        <dl className="facts">
          {facts.map(({ path, label, value: text }) => (
            <div key={path}>
              <dt>{label}</dt>
              <dd>
                <bdi className={text.length > LONG ? 'long' : ''} tabIndex={text.length > LONG ? 0 : undefined}>
                  {revealed[path] ?? text}
                </bdi>
                {revealed[path] !== undefined && <span className="tag unchecked">shown in full</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/** Characters; longer values scroll in a box. */
const LONG = 400;
