import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { graphOf } from '../../../core/picture/of-definition.ts';
import { ApiError } from '../api/http.ts';
import { useOfWorkflow } from '../overview/of-workflow.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { CopyCurl } from '../ui/copy-curl.tsx';
import { Empty, Loading } from '../ui/parts.tsx';
import { Acknowledge } from './acknowledge.tsx';
import { CascadePicture } from './cascade-picture.tsx';
import { drawableOf } from './drawable.ts';
import { NodePanel } from './node-panel.tsx';
import { readingQuery, versionQuery } from './queries.ts';
import { ReadingText } from './reading-text.tsx';
import type { VersionDetail, Warning, WorkflowDetail } from './records.ts';
import { RestoreVersion } from './restore.tsx';
import { WarningList } from './warning-list.tsx';

interface Props {
  readonly workflow: WorkflowDetail;
  readonly etag: string;
  readonly version: number;
}

/** One version: its picture with its problems, and its reading in English. */
export function ShownVersion({ workflow, etag, version }: Props) {
  const isCurrent = version === workflow.version;
  const earlier = useQuery({ ...versionQuery(workflow.id, version), enabled: !isCurrent });
  if (isCurrent) {
    const actOn = (warning: Warning) => <Acknowledge workflow={workflow} etag={etag} warning={warning} />;
    return <Cascade workflowId={workflow.id} version={version} of={workflow} actOn={actOn} />;
  }
  if (earlier.error !== null) return <NoVersion error={earlier.error} workflow={workflow} version={version} />;
  if (earlier.data === undefined) return <Loading />;
  return (
    <>
      <div className="message version-shown">
        <p>
          You look at version {version}; {workflow.active ? 'live' : 'current'} is version {workflow.version}.{' '}
          <Link to="/workflows/$id" params={{ id: String(workflow.id) }}>
            Show that one
          </Link>{' '}
          <Link to="/workflows/$id" params={{ id: String(workflow.id) }} search={{ with: version }}>
            What has changed since
          </Link>
        </p>
        <RestoreVersion workflow={workflow} etag={etag} of={earlier.data} />
      </div>
      <Cascade workflowId={workflow.id} version={version} of={earlier.data} />
    </>
  );
}

export function NoVersion({
  error,
  workflow: { id },
  version,
}: {
  readonly error: Error;
  readonly workflow: { readonly id: number };
  readonly version: number;
}) {
  if (!(error instanceof ApiError) || error.code !== 'not_found') return <ErrorMessage error={error} />;
  return (
    <Empty title={`There is no version ${version}`}>
      <p>
        <Link to="/workflows/$id" params={{ id: String(id) }}>
          Show the current one
        </Link>
      </p>
    </Empty>
  );
}

interface CascadeProps {
  readonly workflowId: number;
  readonly version: number;
  readonly of: Pick<VersionDetail, 'definition' | 'warnings'>;
  /** Renders the action on a warning of the current version. */
  readonly actOn?: (warning: Warning) => ReactNode;
}

function Cascade({ workflowId, version, of: { definition, warnings }, actOn }: CascadeProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const reading = useQuery(readingQuery(workflowId, version));
  const branches = useOfWorkflow(workflowId)?.branches;
  const nodes = useMemo(() => graphOf(drawableOf(definition)), [definition]);
  return (
    <div className="execution">
      <section className="card picture-card" aria-label="Picture">
        <h2>The cascade</h2>
        {definition.length === 0 ? (
          <p>It has no nodes yet, so it cannot be run.</p>
        ) : (
          <>
            <CascadePicture
              definition={definition}
              warnings={warnings}
              label="The cascade"
              {...(branches === undefined ? {} : { branches })}
              chosen={chosen}
              onNode={setChosen}
            />
            <p className="soft small">
              Press a node to see what it does.
              {branches !== undefined &&
                branches.length > 0 &&
                ' At the branches: how many live applications took them in the last 30 days.'}
            </p>
          </>
        )}
      </section>
      <div className="body">
        {chosen !== null && (
          <NodePanel
            nodeId={chosen}
            definition={definition}
            warnings={warnings}
            reading={reading.data}
            onNode={setChosen}
          />
        )}
        <section className="card" aria-label="Warnings">
          <h2>{warnings.length === 0 ? 'No warnings' : `Warnings (${warnings.length})`}</h2>
          {warnings.length === 0 ? (
            <p className="soft">
              Nothing in it looks as if it were not meant. Whether the law allows what it decides by is not checked.
            </p>
          ) : (
            <WarningList
              warnings={warnings}
              nodes={nodes}
              onNode={setChosen}
              {...(actOn === undefined ? {} : { actOn })}
            />
          )}
        </section>
        <section className="card" aria-label="In English">
          <div className="claim">
            <h2>In English</h2>
            <CopyCurl request={{ method: 'GET', path: `/workflows/${workflowId}/reading?version=${version}` }} />
          </div>
          {reading.error !== null && <ErrorMessage error={reading.error} />}
          {reading.error === null && reading.data === undefined && <Loading />}
          {reading.data !== undefined && (
            <ReadingText reading={reading.data} nodes={nodes} chosen={chosen} onNode={setChosen} />
          )}
        </section>
      </div>
    </div>
  );
}
