import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useMay } from '../session.tsx';
import { companyQuery } from '../settings/queries.ts';
import { ActNow } from '../ui/act.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { ChangeLink } from './change-link.tsx';
import { examplesQuery, type Asked, type ExampleResult } from './queries.ts';
import { otherDifferences, outcomeWords } from './result-words.ts';

interface Props {
  readonly workflowId: number;
  readonly results: readonly ExampleResult[];
}

/** Examples that fail. If the change was intended, a person accepts the new outcome of each. */
export function FailingExamples({ workflowId, results }: Props) {
  const mayWrite = useMay('workflows:write');
  return (
    <ul className="plain examples-list">
      {results.map((result) => (
        <li key={result.example_id}>
          <p>
            <span className="tag fail">fails</span> <bdi>{result.name}</bdi>: {outcomeWords(result)}
          </p>
          {otherDifferences(result).map((line) => (
            <p key={line} className="soft small">
              <bdi>{line}</bdi>
            </p>
          ))}
          {mayWrite && <ChangeLink workflowId={workflowId} id={result.example_id} name={result.name} />}
          {mayWrite && result.got !== null && (
            <ActNow
              label="This is what I want now"
              look="accept-example"
              request={{
                method: 'PATCH',
                path: `/workflows/${workflowId}/examples/${result.example_id}`,
                body: { expected: result.got },
              }}
              changes={CHANGES}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

const CHANGES = ['workflow'] as const;

interface Held {
  /**
   * The list of failing examples and, if the account requires that they pass, a field for the reason to go live anyway.
   */
  readonly shown: ReactNode;
  /** Members to add to the request. */
  readonly body: { readonly examples_override?: string };
  readonly isReady: boolean;
}

const NOTHING: Held = { shown: null, body: {}, isReady: true };

/** Runs the examples of a version that is about to go live, and shows those that fail, or why they could not be run. */
export function useHeldByExamples(workflowId: number, asked: Asked = {}, goesLive = true): Held {
  const { data, error } = useQuery(examplesQuery(workflowId, asked));
  const held = useHeldByResults(workflowId, data?.results.filter(({ passes }) => !passes) ?? [], goesLive);
  return data === undefined && error !== null ? { ...held, shown: <ErrorMessage error={error} /> } : held;
}

/** Shows the examples that fail. `goesLive` is false for a version that is only saved, which needs no reason. */
export function useHeldByResults(workflowId: number, failing: readonly ExampleResult[], goesLive = true): Held {
  const gate = useQuery(companyQuery).data?.examples_gate ?? 'shown';
  const [why, setWhy] = useState('');
  if (failing.length === 0 || gate === 'off') return NOTHING;
  const note = why.trim();
  const isRequired = goesLive && gate === 'required';
  return {
    shown: (
      <div className="message" role="group" aria-label="Examples that fail">
        <p>
          <strong>{failing.length === 1 ? 'An example fails' : `${failing.length} examples fail`}:</strong>
        </p>
        <FailingExamples workflowId={workflowId} results={failing} />
        {isRequired && (
          <label className="field">
            Why it goes live all the same <span className="soft">(kept in the audit log)</span>
            <textarea rows={2} maxLength={2_000} value={why} onChange={({ target }) => setWhy(target.value)} />
          </label>
        )}
      </div>
    ),
    body: isRequired && note !== '' ? { examples_override: note } : {},
    isReady: !isRequired || note !== '',
  };
}
