import { useQuery } from '@tanstack/react-query';
import type { Json } from '../../../core/json.ts';
import { ErrorMessage } from '../ui/errors.tsx';
import { CopyCurl, Loading } from '../ui/parts.tsx';
import { proposedReadingQuery, proposedReadingRequest } from './queries.ts';
import type { Reading } from './records.ts';

const PARTS = { rules: 'Rules', missing_values: 'If a value is not known', steps: 'Step by step' } as const;

interface Props {
  readonly changes: NonNullable<Reading['changes']>;
  /** What is read, as the heading of a column. */
  readonly after: string;
}

/** How one cascade differs from another in what it says, and whom it treats otherwise. */
export function InEnglish({ changes, after: name }: Props) {
  const { parts, effects, more_effects: more, untried, version: other } = changes;
  if (parts.length === 0) return <p>Both say the same: nobody is treated differently.</p>;
  return (
    <>
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
      {effects.length === 0 && <p>Nobody who was tried at and beside the limits is treated differently.</p>}
      {effects.length > 0 && (
        <>
          <h3>Who is treated differently</h3>
          <div className="wide" tabIndex={0} role="group" aria-label="Applicants who are treated differently">
            <table className="list treated">
              <thead>
                <tr>
                  <th scope="col">An applicant with</th>
                  <th scope="col">Version {other}</th>
                  <th scope="col">{name}</th>
                </tr>
              </thead>
              <tbody>
                {effects.map(({ field, range, others, before, after }, index) => (
                  <tr key={index}>
                    <td>
                      <bdi>
                        {field} {range}
                      </bdi>
                      {others.length > 0 && (
                        <span className="soft small">
                          {' '}
                          with <bdi>{others.join('; ')}</bdi>
                        </span>
                      )}
                    </td>
                    <td>{before}</td>
                    <td>{after}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {more > 0 && <p className="soft small">{more} more were found.</p>}
        </>
      )}
      {untried > 0 && (
        <p className="soft small">{untried} comparisons were not tried: others may be treated differently, too.</p>
      )}
    </>
  );
}

interface ProposedProps {
  readonly workflowId: number;
  readonly definition: Json;
  readonly useCase: string | null;
  /** The version that it is compared with. */
  readonly version: number;
}

/** The same of what is no version yet: what somebody is about to save, or asks to be put live. */
export function ProposedInEnglish({ workflowId, definition, useCase, version }: ProposedProps) {
  const proposed = { definition, useCase, version };
  const request = proposedReadingRequest(workflowId, proposed);
  const { data, error } = useQuery(proposedReadingQuery(workflowId, proposed));
  return (
    <section className="card" aria-label="Difference in English">
      <div className="claim">
        <h2>In English</h2>
        <CopyCurl request={request} />
      </div>
      {error !== null && <ErrorMessage error={error} />}
      {error === null && data === undefined && <Loading />}
      {data?.changes !== undefined && <InEnglish changes={data.changes} after="What is proposed" />}
    </section>
  );
}
