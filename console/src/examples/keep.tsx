import { useState } from 'react';
import type { Applicant } from '../policy/fields.ts';
import type { Decisions } from '../policy/simulated.ts';
import { useMay } from '../session.tsx';
import { Act } from '../ui/act.tsx';
import '../style/examples.css';

interface Props {
  readonly workflowId: number;
  readonly applicant: Applicant;
  readonly decisions: Decisions;
}

/** Saves a tried applicant as an example that expects the outcome of the current version. */
export function KeepExample({ workflowId, applicant: { payload, reports }, decisions }: Props) {
  const mayWrite = useMay('workflows:write');
  const [name, setName] = useState('');
  const [kept, setKept] = useState<string | null>(null);
  if (!mayWrite) return null;
  return (
    <div className="buttons keep-example">
      <Act
        label="Keep as an example"
        request={{
          method: 'POST',
          path: `/workflows/${workflowId}/examples`,
          body: { name: name.trim(), payload, reports, decisions },
        }}
        changes={['workflow']}
        isReady={name.trim() !== ''}
        onAsk={() => setKept(null)}
        onDone={() => {
          setKept(name.trim());
          setName('');
        }}
      >
        <p>
          It is asked at every change: what the current version does about this applicant is expected from now on. Keep
          nobody who is real: an example is not deleted with anybody’s data.
        </p>
        <label className="field">
          Name
          <input type="text" maxLength={200} value={name} autoFocus onChange={({ target }) => setName(target.value)} />
        </label>
      </Act>
      {kept !== null && (
        <span role="status" className="soft small">
          Kept as “<bdi>{kept}</bdi>”.
        </span>
      )}
    </div>
  );
}
