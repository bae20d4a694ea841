import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ExecutionDetail } from '../api/records.ts';
import { useMay } from '../session.tsx';
import { Act } from '../ui/act.tsx';
import { Dialog } from '../ui/parts.tsx';

/** Saves a synthetic applicant as an example in place of the real one decided here. */
export function KeepAlike({ execution }: { readonly execution: ExecutionDetail }) {
  const { id, workflow_id: workflowId, status, redacted_at: redactedAt } = execution;
  const mayWrite = useMay('workflows:write');
  const mayRead = useMay('executions:read:full');
  const [name, setName] = useState('');
  if (!mayWrite || !mayRead || status !== 'completed' || redactedAt !== null) return null;
  return (
    <Act
      label="Keep as an example"
      request={{
        method: 'POST',
        path: `/workflows/${workflowId}/examples`,
        body: { name: name.trim(), execution_id: id },
      }}
      changes={['workflow']}
      isReady={name.trim() !== ''}
      onAsk={() => setName('')}
      result={(_, close) => (
        <Dialog title="Kept as an example" onClose={close}>
          <p>
            The{' '}
            <Link to="/workflows/$id" params={{ id: String(workflowId) }} hash="examples">
              workflow
            </Link>{' '}
            is asked about “<bdi>{name.trim()}</bdi>” whenever it changes.
          </p>
          <div className="buttons">
            <button type="button" onClick={close} autoFocus>
              Close
            </button>
          </div>
        </Dialog>
      )}
    >
      <p>
        A made-up applicant on the same side of every limit is kept, with the outcome that this one had. Nothing of this
        person is copied.
      </p>
      <label className="field">
        Name
        <input type="text" maxLength={200} value={name} autoFocus onChange={({ target }) => setName(target.value)} />
      </label>
    </Act>
  );
}
