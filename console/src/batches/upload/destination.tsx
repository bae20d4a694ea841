import type { Workflow } from '../../api/records.ts';
import { useMe } from '../../session.tsx';
import type { Destination } from './checked.ts';

interface Props {
  readonly workflows: readonly Workflow[];
  readonly destination: { readonly [Name in keyof Destination]?: Destination[Name] | undefined };
  readonly isLocked: boolean;
  readonly onChange: (more: Partial<Destination>) => void;
}

/** Choice of the workflow that runs for each row, and of the mode. */
export function DestinationFields({ workflows, destination, isLocked, onChange }: Props) {
  const me = useMe();
  const { workflow, mode, reference } = destination;
  const chosen = workflows.find(({ id }) => id === workflow);
  const whyNoLive = !me.production_access
    ? 'The account has no production access, so it runs in test mode alone.'
    : chosen !== undefined && !chosen.active
      ? 'The workflow is a draft, which runs in test mode alone.'
      : null;
  return (
    <fieldset className="narrow destination" disabled={isLocked}>
      <legend>What runs</legend>
      <label>
        Workflow{' '}
        <select value={workflow ?? ''} onChange={({ target }) => onChange({ workflow: Number(target.value) })}>
          {workflow === undefined && <option value="">Choose one</option>}
          {workflow !== undefined && chosen === undefined && <option value={workflow}>Workflow {workflow}</option>}
          {workflows.map(({ id, name, active }) => (
            <option key={id} value={id}>
              {name}
              {active ? '' : ' (draft)'}
            </option>
          ))}
        </select>
      </label>
      <label>
        Mode{' '}
        <select
          value={mode}
          onChange={({ target }) => onChange({ mode: target.value === 'live' ? 'live' : 'test' })}
          aria-describedby={whyNoLive === null ? undefined : 'why-no-live'}
        >
          <option value="test">test: reports are made up and cost nothing</option>
          <option value="live" disabled={whyNoLive !== null}>
            live: real reports, which are billed
          </option>
        </select>
      </label>
      <label>
        Reference of the batch{' '}
        <input
          type="text"
          maxLength={200}
          placeholder="none"
          value={reference ?? ''}
          onChange={({ target }) => onChange({ reference: target.value.trim() === '' ? null : target.value })}
        />
      </label>
      {whyNoLive !== null && (
        <p id="why-no-live" className="soft small">
          {whyNoLive}
        </p>
      )}
    </fieldset>
  );
}
