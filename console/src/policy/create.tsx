import { useState } from 'react';
import type { Workflow } from '../api/records.ts';
import { ActForm } from '../ui/act.tsx';
import { createRequest } from './requests.ts';

interface Props {
  readonly name: string;
  /** True if the text was changed after it was read. */
  readonly isStale?: boolean;
  readonly made: Omit<Parameters<typeof createRequest>[0], 'name'>;
  readonly onCreated: (workflowId: number) => void;
}

const MOST_OF_NAME = 200;

/** Saves the result as a draft. */
export function Create({ name: given, isStale = false, made, onCreated }: Props) {
  const [name, setName] = useState(given);
  return (
    <section className="card" id="create" aria-label="Create the workflow">
      <h2>Create the workflow</h2>
      <ActForm<Workflow>
        label="Create the workflow"
        sending="Creating …"
        isReady={!isStale}
        requests={[createRequest({ ...made, name })]}
        changes={['workflows']}
        onDone={([workflow]) => workflow && onCreated(workflow.id)}
      >
        <label className="field">
          Its name
          <input
            type="text"
            required
            pattern=".*\S.*"
            maxLength={MOST_OF_NAME}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <p className="soft small">
          It is saved as a draft: it decides nobody in live mode until somebody activates it.
        </p>
        {isStale && <p className="message">The text has changed since. Read it again first.</p>}
      </ActForm>
    </section>
  );
}
