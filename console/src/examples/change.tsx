import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EXPECTED_OUTCOMES } from '../../../core/examples/example.ts';
import type { Applicant } from '../policy/fields.ts';
import type { Decisions } from '../policy/simulated.ts';
import { useMay } from '../session.tsx';
import { Act } from '../ui/act.tsx';
import { exampleQuery, type KeptExample } from './queries.ts';
import { OUTCOME_WORDS } from './result-words.ts';
import '../style/examples.css';

interface Props {
  readonly example: KeptExample;
  readonly applicant: Applicant;
  readonly decisions: Decisions;
}

/** Replaces the applicant of an example by the one that was tried, and the expectation if that is requested. */
export function ChangeExample({ example, applicant: { payload, reports }, decisions }: Props) {
  const { id, workflow_id: workflowId } = example;
  const mayWrite = useMay('workflows:write');
  const now = useQuery(exampleQuery(workflowId, id)).data ?? example;
  const [fields, setFields] = useState(valuesOf(example));
  const [saved, setSaved] = useState(false);
  if (!mayWrite) return null;
  const { name, asOf, outcome } = fields;
  return (
    <div className="buttons keep-example">
      <Act
        label="Save the example"
        confirm="Save"
        title={`Save the example “${now.name}”?`}
        isMain
        request={{
          method: 'PATCH',
          path: `/workflows/${workflowId}/examples/${id}`,
          body: {
            ...{ name: name.trim(), payload, reports, decisions, as_of: asOf },
            // The expected rule and reasons are kept as long as the outcome is.
            ...(outcome === now.expected.outcome ? {} : { expected: { outcome } }),
          },
        }}
        changes={['workflow']}
        isReady={name.trim() !== '' && asOf !== ''}
        onAsk={() => {
          setSaved(false);
          setFields(valuesOf(now));
        }}
        onDone={() => setSaved(true)}
      >
        <p>The applicant who was tried takes the place of the one who was kept.</p>
        <label className="field">
          Name
          <input
            type="text"
            maxLength={200}
            value={name}
            autoFocus
            onChange={({ target }) => setFields({ ...fields, name: target.value })}
          />
        </label>
        <label className="field">
          Applies on
          <input type="date" value={asOf} onChange={({ target }) => setFields({ ...fields, asOf: target.value })} />
        </label>
        <label className="field">
          What should become of them
          <select
            value={outcome}
            onChange={({ target }) =>
              setFields({ ...fields, outcome: EXPECTED_OUTCOMES.find((each) => each === target.value) ?? outcome })
            }
          >
            {EXPECTED_OUTCOMES.map((each) => (
              <option key={each} value={each}>
                {OUTCOME_WORDS[each]}
              </option>
            ))}
          </select>
        </label>
      </Act>
      {saved && (
        <span role="status" className="soft small">
          Saved.
        </span>
      )}
    </div>
  );
}

const valuesOf = ({ name, as_of: asOf, expected }: KeptExample) => ({ name, asOf, outcome: expected.outcome });
