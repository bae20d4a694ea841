import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Holder } from '../inbox/holder.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { Loading, When } from '../ui/parts.tsx';
import { versionsQuery } from './queries.ts';
import type { WorkflowDetail } from './records.ts';

interface Props {
  readonly workflow: WorkflowDetail;
  readonly shown: number;
}

/** All saved versions, with author and time. */
export function VersionList({ workflow: { id, active, version: current }, shown }: Props) {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(versionsQuery(id));
  const versions = data?.pages.flatMap((page) => page.data) ?? [];
  const total = data?.pages[0]?.meta.total_count ?? 0;
  return (
    <section className="card" aria-label="Versions">
      <h2>Versions {total > 0 && <span className="count">{total}</span>}</h2>
      {error !== null && <ErrorMessage error={error} />}
      {data === undefined && error === null && <Loading />}
      <ol className="versions">
        {versions.map(({ version, is_current: isCurrent, note, created_by_user_id: author, created_at: at }) => (
          <li key={version} aria-current={version === shown ? 'true' : undefined}>
            <p>
              <strong>
                {isCurrent ? (
                  <Link to="/workflows/$id" params={{ id: String(id) }}>
                    Version {version}
                  </Link>
                ) : (
                  <Link to="/workflows/$id" params={{ id: String(id) }} search={{ version }}>
                    Version {version}
                  </Link>
                )}
              </strong>
              {isCurrent && <span className={`tag ${active ? 'live' : 'draft'}`}>{active ? 'live' : 'current'}</span>}{' '}
              <span className="soft">
                by <Author userId={author} />, <When at={at} />
              </span>
            </p>
            {note !== null && (
              <p className="small">
                <bdi>{note}</bdi>
              </p>
            )}
            <p className="small compare-links">
              {version > 1 && (
                <Link
                  to="/workflows/$id"
                  params={{ id: String(id) }}
                  search={isCurrent ? { with: version - 1 } : { version, with: version - 1 }}
                >
                  What it changed
                </Link>
              )}
              {!isCurrent && version !== current - 1 && (
                <Link to="/workflows/$id" params={{ id: String(id) }} search={{ with: version }}>
                  Compare with version {current}
                </Link>
              )}
            </p>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <button type="button" aria-disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? 'Loading …' : 'Show earlier versions'}
        </button>
      )}
    </section>
  );
}

function Author({ userId }: { readonly userId: number | null }) {
  return userId === null ? <>somebody who is not known</> : <Holder userId={userId} />;
}
