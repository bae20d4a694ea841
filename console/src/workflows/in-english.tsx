import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { asJsonList, type Json } from '../../../core/json.ts';
import { Effects } from '../rules/effects.tsx';
import { RuleChanges } from '../rules/rule-changes.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { CopyCurl } from '../ui/copy-curl.tsx';
import { Loading } from '../ui/parts.tsx';
import { activationQuery, proposedReadingQuery, proposedReadingRequest } from './queries.ts';
import type { Reading } from './records.ts';

const PARTS = { rules: 'Rules', missing_values: 'If a value is not known', steps: 'Step by step' } as const;

interface Props {
  readonly changes: NonNullable<Reading['changes']>;
  /** The changes rule by rule, if both sides are versions or requests. */
  readonly rules?: ReactNode;
}

/** Applicants whom two cascades treat differently, followed by the differences in wording. */
export function InEnglish({ changes, rules }: Props) {
  const { parts } = changes;
  if (parts.length === 0) return <p>Both say the same: nobody is treated differently.</p>;
  return (
    <>
      <h3>Who is treated differently</h3>
      <Effects {...changes} />
      {rules !== undefined && (
        <>
          <h3>The rules that change</h3>
          {rules}
        </>
      )}
      <details open={rules === undefined || parts.every(({ part }) => part !== 'rules')}>
        <summary>All sentences that change</summary>
        {parts.map(({ part, removed, added }) => (
          <div key={part}>
            <h3>{PARTS[part]}</h3>
            <ul className="changed-lines">
              {removed.map((text, index) => (
                <li key={`- ${index}`} className="removed">
                  <del>
                    <bdi>{text}</bdi>
                  </del>
                </li>
              ))}
              {added.map((text, index) => (
                <li key={`+ ${index}`} className="added">
                  <ins>
                    <bdi>{text}</bdi>
                  </ins>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </details>
    </>
  );
}

interface ProposedProps {
  readonly workflowId: number;
  readonly definition: Json;
  readonly useCase: string | null;
  /** The version to compare with. */
  readonly version: number;
  readonly rules?: ReactNode;
}

/** Reads a definition that is no version yet: one about to be saved, or proposed to go live. */
export function ProposedInEnglish({ workflowId, definition, useCase, version, ...rest }: ProposedProps) {
  const proposed = { definition, useCase, version };
  const request = proposedReadingRequest(workflowId, proposed);
  const { data, error } = useQuery(proposedReadingQuery(workflowId, proposed));
  return (
    <section className="card" aria-label="Difference in English">
      <div className="claim">
        <h2>What it changes</h2>
        <CopyCurl request={request} />
      </div>
      {error !== null && <ErrorMessage error={error} />}
      {error === null && data === undefined && <Loading />}
      {data?.changes !== undefined && <InEnglish changes={data.changes} {...rest} />}
    </section>
  );
}

/** Reads the definition that a request proposes. */
export function RequestInEnglish({
  workflowId,
  requestId,
}: {
  readonly workflowId: number;
  readonly requestId: number;
}) {
  const { data } = useQuery(activationQuery(workflowId, requestId));
  if (data?.definition == null) return null;
  return (
    <ProposedInEnglish
      workflowId={workflowId}
      definition={asJsonList(data.definition)}
      useCase={data.use_case}
      version={data.version}
      rules={<RuleChanges workflowId={workflowId} before={data.version} after={{ request: requestId }} />}
    />
  );
}
