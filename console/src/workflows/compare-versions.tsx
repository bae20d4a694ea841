import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorMessage } from '../ui/errors.tsx';
import { CopyCurl, Loading } from '../ui/parts.tsx';
import { DifferenceView } from './difference-view.tsx';
import { readingQuery, versionQuery } from './queries.ts';
import type { Reading } from './records.ts';
import { NoVersion } from './shown-version.tsx';

interface Props {
  readonly workflowId: number;
  readonly version: number;
  readonly other: number;
}

/** What a version changed against another one. */
export function CompareVersions({ workflowId, version, other }: Props) {
  const [after, before] = [useQuery(versionQuery(workflowId, version)), useQuery(versionQuery(workflowId, other))];
  const reading = useQuery(readingQuery(workflowId, version, other));
  const path = `/workflows/${workflowId}/reading?version=${version}&compare_to=${other}`;
  const workflow = { id: workflowId };
  if (after.error !== null) return <NoVersion error={after.error} workflow={workflow} version={version} />;
  if (before.error !== null) return <NoVersion error={before.error} workflow={workflow} version={other} />;
  if (after.data === undefined || before.data === undefined) return <Loading />;
  return (
    <>
      <p className="compare-links">
        <Link to="/workflows/$id" params={{ id: String(workflowId) }}>
          End the comparison
        </Link>
        <Link to="/workflows/$id" params={{ id: String(workflowId) }} search={{ version: other, with: version }}>
          The other way round
        </Link>
      </p>
      <DifferenceView
        before={{ ...before.data, label: `version ${other}` }}
        after={{ ...after.data, label: `version ${version}` }}
      >
        <section className="card" aria-label="Difference in English">
          <div className="claim">
            <h2>In English</h2>
            <CopyCurl request={{ method: 'GET', path }} />
          </div>
          {reading.error !== null && <ErrorMessage error={reading.error} />}
          {reading.error === null && reading.data === undefined && <Loading />}
          {reading.data?.changes !== undefined && <InEnglish changes={reading.data.changes} version={version} />}
        </section>
      </DifferenceView>
    </>
  );
}

const PARTS = { rules: 'Rules', missing_values: 'If a value is not known', steps: 'Step by step' } as const;

function InEnglish({
  changes,
  version,
}: {
  readonly changes: NonNullable<Reading['changes']>;
  readonly version: number;
}) {
  const { parts, applicants, more_applicants: more, version: other } = changes;
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
      {applicants.length > 0 && (
        <>
          <h3>Who is treated differently</h3>
          <div className="wide" tabIndex={0} role="group" aria-label="Applicants who are treated differently">
            <table className="list treated">
              <thead>
                <tr>
                  <th scope="col">An applicant with</th>
                  <th scope="col">Version {other}</th>
                  <th scope="col">Version {version}</th>
                </tr>
              </thead>
              <tbody>
                {applicants.map(({ text, before, after }, index) => (
                  <tr key={index}>
                    <td>
                      <bdi>{text}</bdi>
                    </td>
                    <td>{before}</td>
                    <td>{after}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {more > 0 && <p className="soft small">{more} more examples were found.</p>}
        </>
      )}
    </>
  );
}
