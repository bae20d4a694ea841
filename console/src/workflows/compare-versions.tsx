import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RuleChanges } from '../rules/rule-changes.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { CopyCurl } from '../ui/copy-curl.tsx';
import { Loading } from '../ui/parts.tsx';
import { DifferenceView } from './difference-view.tsx';
import { InEnglish } from './in-english.tsx';
import { readingQuery, versionQuery } from './queries.ts';
import { NoVersion } from './shown-version.tsx';

interface Props {
  readonly workflowId: number;
  readonly version: number;
  readonly other: number;
}

/** The changes of a version from another one. */
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
            <h2>What it changes</h2>
            <CopyCurl request={{ method: 'GET', path }} />
          </div>
          {reading.error !== null && <ErrorMessage error={reading.error} />}
          {reading.error === null && reading.data === undefined && <Loading />}
          {reading.data?.changes !== undefined && (
            <InEnglish
              changes={reading.data.changes}
              rules={<RuleChanges workflowId={workflowId} before={other} after={{ version }} />}
            />
          )}
        </section>
      </DifferenceView>
    </>
  );
}
