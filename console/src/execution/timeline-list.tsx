import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Timeline } from '../api/records.ts';
import { useMay } from '../session.tsx';
import { entriesOf, ENTRY_KINDS, type EntryKind } from './entries.ts';

interface Props {
  readonly timeline: Timeline;
  /** Shows only entries of this node; null shows all. */
  readonly nodeId: string | null;
}

/** The entries of an execution, oldest first, with a filter by kind. */
export function TimelineList({ timeline, nodeId }: Props) {
  const mayReadWebhooks = useMay('webhooks:read');
  const [hidden, setHidden] = useState<readonly EntryKind[]>([]);
  const all = entriesOf(timeline).filter((entry) => nodeId === null || entry.nodeId === nodeId);
  const shown = all.filter(({ kind }) => !hidden.includes(kind));
  const begun = Date.parse(timeline.accepted_at);
  const toggle = (kind: EntryKind): void =>
    setHidden(hidden.includes(kind) ? hidden.filter((one) => one !== kind) : [...hidden, kind]);
  return (
    <section className="card" aria-label="Timeline">
      <h2>{nodeId === null ? 'Timeline' : 'Timeline of this node'}</h2>
      <div className="kinds" role="group" aria-label="Shown">
        {ENTRY_KINDS.filter((kind) => all.some((entry) => entry.kind === kind)).map((kind) => (
          <button
            key={kind}
            type="button"
            className="quiet"
            aria-pressed={!hidden.includes(kind)}
            onClick={() => toggle(kind)}
          >
            {NAMES[kind]} <span className="count">{all.filter((entry) => entry.kind === kind).length}</span>
          </button>
        ))}
      </div>
      {shown.length === 0 && <p className="soft">Nothing of this kind happened.</p>}
      <ol className="timeline">
        {shown.map((entry) => (
          <li key={entry.key} className={`${entry.kind} ${entry.state}`}>
            <time dateTime={entry.at} title={entry.at}>
              {afterText(Date.parse(entry.at) - begun)}
            </time>
            <span className="what">
              <span className="kind">{entry.kind === 'run' ? 'run' : entry.kind}</span> <bdi>{entry.text}</bdi>
              {entry.deliveryId !== undefined && mayReadWebhooks && (
                <>
                  {' '}
                  <Link to="/deliveries/$id" params={{ id: String(entry.deliveryId) }}>
                    its attempts
                  </Link>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
      {timeline.truncated && (
        <p className="message">This execution did more than a list holds: only the first 1,000 of a kind are here.</p>
      )}
    </section>
  );
}

const NAMES: Readonly<Record<Exclude<EntryKind, 'run'>, string>> = {
  step: 'Steps',
  effect: 'Effects',
  review: 'Reviews',
  event: 'Events',
  delivery: 'Deliveries',
  mail: 'Mail',
};

/** Time since the start: `+0.42 s`, `+3 min 5 s`, `+2 d 4 h`. */
function afterText(ms: number): string {
  const seconds = Math.max(0, ms) / 1_000;
  if (seconds < 60) return `+${seconds.toFixed(2)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `+${minutes} min ${Math.floor(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `+${hours} h ${minutes % 60} min` : `+${Math.floor(hours / 24)} d ${hours % 24} h`;
}
