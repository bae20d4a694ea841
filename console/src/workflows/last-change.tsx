import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Holder } from '../inbox/holder.tsx';
import { Effects } from '../rules/effects.tsx';
import { RuleChanges } from '../rules/rule-changes.tsx';
import { useMe } from '../session.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { Loading, When } from '../ui/parts.tsx';
import { readingQuery, versionsQuery } from './queries.ts';
import type { Version, WorkflowDetail } from './records.ts';

/** The changes of the current version. Expanded for readers who did not write it. */
export function LastChange({ workflow: { id, version } }: { readonly workflow: WorkflowDetail }) {
  const { data } = useInfiniteQuery(versionsQuery(id));
  const made = data?.pages[0]?.data.find((each) => each.version === version);
  return version === 1 || made === undefined ? null : <Change key={version} workflowId={id} made={made} />;
}

function Change({ workflowId, made }: { readonly workflowId: number; readonly made: Version }) {
  const { version, created_by_user_id: author, created_at: at, note } = made;
  const [isOpen, setIsOpen] = useState(author !== useMe().user.id);
  return (
    <section className="card" aria-label={`What version ${version} changed`}>
      <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          <h2>What version {version} changed</h2>
        </summary>
        <p className="soft small">
          {author !== null && (
            <>
              By <Holder userId={author} />,{' '}
            </>
          )}
          <When at={at} />
          {note !== null && (
            <>
              : <bdi>{note}</bdi>
            </>
          )}
        </p>
        {/* It is computed only when somebody opens it. */}
        {isOpen && (
          <>
            <h3>Who is treated differently</h3>
            <Treated id={workflowId} version={version} />
            <h3>The rules that change</h3>
            <RuleChanges workflowId={workflowId} before={version - 1} after={{ version }} />
          </>
        )}
      </details>
    </section>
  );
}

function Treated({ id, version }: Pick<WorkflowDetail, 'id' | 'version'>) {
  const { data, error } = useQuery(readingQuery(id, version, version - 1));
  if (error !== null) return <ErrorMessage error={error} />;
  if (data === undefined) return <Loading />;
  return data.changes === undefined ? null : <Effects {...data.changes} />;
}
