import { Link } from '@tanstack/react-router';
import { ALL_EXECUTIONS } from '../executions/filter.ts';
import { useProductName } from '../settings/product-name.ts';
import { When } from '../ui/parts.tsx';
import { WorkflowName } from '../ui/workflow-name.tsx';
import { driftWords } from './drift-words.ts';
import { useDrifts } from './queries.ts';
import type { OverviewSearch } from './search.ts';

/** Drifts of live decisions from the weeks before. Hidden if there are none. */
export function Drifts({ search: { workflow, mode } }: { readonly search: OverviewSearch }) {
  const drifts = useDrifts(mode === 'live');
  const nameOf = useProductName();
  const open = (drifts ?? []).filter(
    ({ ended_at: ended, workflow_id: id }) => ended === null && (workflow === null || workflow === id),
  );
  if (mode !== 'live' || open.length === 0) return null;
  return (
    <section className="card drifts" aria-label="Differs from before">
      <h2>Differs from before</h2>
      <p className="soft">
        Held against the same days of the four weeks before. Look whether the values are right: a vendor or a form may
        have changed what it sends.
      </p>
      <ul>
        {open.map((drift) => (
          <li key={drift.id}>
            <strong>{driftWords(drift, nameOf)}</strong>{' '}
            <Link to="/workflows/$id" params={{ id: String(drift.workflow_id) }}>
              <WorkflowName id={drift.workflow_id} />
            </Link>
            , seen <When at={drift.begun_at} />.{' '}
            <Link to="/executions" search={{ ...ALL_EXECUTIONS, workflow: drift.workflow_id, mode: 'live' }}>
              Its newest executions
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
