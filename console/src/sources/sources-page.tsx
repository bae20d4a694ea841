import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMay } from '../session.tsx';
import { SettingsPages } from '../settings/pages.tsx';
import '../style/settings.css';
import '../style/sources.css';
import '../style/table.css';
import { ErrorMessage } from '../ui/errors.tsx';
import { Loading } from '../ui/parts.tsx';
import { sourcesQuery, type PullingWorkflow, type Source } from './queries.ts';
import { UnknownPullsLink } from './unknown-link.tsx';

/** The reports that workflows can pull: those that are built in, and those that the account describes itself. */
export function SourcesPage() {
  const mayWrite = useMay('products:write');
  const sources = useQuery(sourcesQuery(false));
  const withdrawn = useQuery(sourcesQuery(true));
  useEffect(() => {
    document.title = 'Sources – Settings – Cascade';
  }, []);
  const error = sources.error ?? withdrawn.error;
  const all = [...(sources.data ?? []), ...(withdrawn.data ?? [])];
  return (
    <>
      <SettingsPages />
      <div className="page-head">
        <div>
          <h1>Sources</h1>
          <p className="soft">
            The reports that workflows can pull on an applicant. Add one that you contract yourself: say what its report
            holds, how its vendor is asked, and where the vendor is.
            {!mayWrite && ' An admin adds and changes them.'}
          </p>
          <UnknownPullsLink />
        </div>
        {mayWrite && (
          <Link className="button primary" to="/settings/sources/new">
            Add a source
          </Link>
        )}
      </div>
      {error !== null && <ErrorMessage error={error} />}
      {sources.data === undefined && error === null && <Loading />}
      {all.length > 0 && (
        <div className="wide" tabIndex={-1}>
          <table className="list rows" aria-label="Sources">
            <thead>
              <tr>
                {['Source', 'Described by', 'In live mode', 'Pulled by'].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {all.map((source) => (
                <Row key={`${source.code} ${source.withdrawn}`} source={source} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

function Row({ source }: { readonly source: Source }) {
  const { code, name, description, live, version, withdrawn, workflows } = source;
  return (
    <tr>
      <td>
        <Link
          className="row-link"
          to="/settings/sources/$code"
          params={{ code }}
          search={withdrawn && version !== null ? { version } : {}}
        >
          <bdi>{name}</bdi>
        </Link>
        {withdrawn && <span className="tag">withdrawn</span>}
        <div className="soft small">
          <code>{code}</code>
          {description !== '' && (
            <>
              {' '}
              · <bdi>{description}</bdi>
            </>
          )}
        </div>
      </td>
      <td data-label="Described by">{version === null ? 'built in' : `you, version ${version}`}</td>
      <td data-label="In live mode">
        {withdrawn ? (
          <span className="soft">no</span>
        ) : live ? (
          'has a vendor'
        ) : (
          <span className="tag">no connection</span>
        )}
      </td>
      <td data-label="Pulled by">
        <PulledBy workflows={workflows ?? []} />
      </td>
    </tr>
  );
}

/** Names of workflows, with links to them. */
export function PulledBy({ workflows }: { readonly workflows: readonly PullingWorkflow[] }) {
  if (workflows.length === 0) return <span className="soft">no workflow</span>;
  return workflows.map(({ id, name, active }, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <Link to="/workflows/$id" params={{ id: String(id) }}>
        <bdi>{name}</bdi>
      </Link>
      {!active && <span className="soft"> (not active)</span>}
    </span>
  ));
}
