import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../api/http.ts';
import { useMay } from '../session.tsx';
import { SetAgency } from '../settings/agency.tsx';
import { agenciesQuery } from '../settings/queries.ts';
import { AgencyWords } from '../settings/settings-page.tsx';
import '../style/fields.css';
import '../style/settings.css';
import '../style/sources.css';
import '../style/table.css';
import { Act } from '../ui/act.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { Empty, Loading, When } from '../ui/parts.tsx';
import { UserName } from '../ui/user-name.tsx';
import { BuiltInFields } from './built-in-fields.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { codePath, type Draft } from './draft.ts';
import { Editor } from './editor.tsx';
import { FieldsPart } from './fields-part.tsx';
import { SourcesHead } from './head.tsx';
import { JsonPart } from './json-part.tsx';
import { SOURCE_CHANGES, sourceQuery, versionsQuery, type SourceDetail } from './queries.ts';
import { PulledBy } from './sources-page.tsx';

/** A source: its report, the requests to its vendor, the connection, and the agency that letters name. */
export function SourcePage() {
  const { code } = useParams({ from: '/settings/sources/$code' });
  const { version } = useSearch({ from: '/settings/sources/$code' });
  const { data, error } = useQuery(sourceQuery(code, version ?? null));
  const name = data?.source.name ?? code;
  useEffect(() => {
    document.title = `${name} – Sources – Cascade`;
  }, [name]);
  if (error instanceof ApiError && error.code === 'not_found') {
    return (
      <Empty title="There is no such source" isPage>
        <p>
          It may have been withdrawn, or the address is misspelt. <Link to="/settings/sources">All sources</Link>
        </p>
      </Empty>
    );
  }
  if (data === undefined) return error === null ? <Loading /> : <ErrorMessage error={error} />;
  return <Shown key={`${code} ${version}`} {...data} isNewest={version === undefined} />;
}

interface ShownProps {
  readonly source: SourceDetail;
  readonly etag: string | null;
  readonly isNewest: boolean;
}

function Shown({ source, etag, isNewest }: ShownProps) {
  const { code, name, description, version, withdrawn, workflows, live, described_as: described } = source;
  const mayWrite = useMay('products:write');
  const mayConnect = useMay('connections:write');
  const draft: Draft | null = described === null ? null : { code, ...described };
  const isOpen = mayWrite && isNewest && !withdrawn;
  return (
    <>
      <SourcesHead
        title={<bdi>{name}</bdi>}
        aside={isOpen && draft !== null && <Withdraw source={source} etag={etag} />}
      >
        <p className="soft">
          <code>{code}</code> · {version === null ? 'built in' : `version ${version}`}
          {withdrawn && <span className="tag">withdrawn</span>}
          {!withdrawn && !live && <span className="tag">no connection</span>}
        </p>
        {description !== '' && (
          <p className="soft">
            <bdi>{description}</bdi>
          </p>
        )}
        <p>
          Pulled by <PulledBy workflows={workflows ?? []} />
        </p>
      </SourcesHead>
      {!isNewest && version !== null && (
        <p className="message">
          This is version {version}, which workflows that were saved with it go on pulling.{' '}
          {!withdrawn && (
            <Link to="/settings/sources/$code" params={{ code }} search={{}}>
              The newest one
            </Link>
          )}
        </p>
      )}
      {mayConnect && !withdrawn && isNewest && <ConnectionCard code={code} isOwn={draft !== null} />}
      {!withdrawn && isNewest && <AgencyCard source={source} />}
      {draft === null && <BuiltInFields source={source} />}
      {draft !== null && isOpen && <Editor before={draft} etag={etag} workflows={workflows ?? []} />}
      {draft !== null && !isOpen && (
        <>
          <FieldsPart draft={draft} faults={[]} onChange={undefined} />
          <JsonPart draft={draft} onChange={undefined} />
        </>
      )}
      {draft !== null && <Versions code={code} shown={version} />}
    </>
  );
}

function Withdraw({ source: { code, name, workflows }, etag }: Pick<ShownProps, 'source' | 'etag'>) {
  const navigate = useNavigate();
  const active = (workflows ?? []).filter((workflow) => workflow.active);
  return (
    <Act
      label="Withdraw"
      className="deny"
      title={`Withdraw ${name}?`}
      isReady={active.length === 0}
      request={{ method: 'DELETE', path: codePath(code), ...(etag === null ? {} : { ifMatch: etag }) }}
      changes={SOURCE_CHANGES}
      onDone={() => void navigate({ to: '/settings/sources' })}
    >
      {active.length > 0 ? (
        <p className="message">
          Active workflows pull it: <PulledBy workflows={active} />. Take it out of them, or deactivate them, first.
        </p>
      ) : (
        <p>
          No workflow that is saved from now on can pull it. Executions that were accepted finish, and its versions stay
          readable.
        </p>
      )}
    </Act>
  );
}

/** The agency that letters name, which may be set here, too. */
function AgencyCard({ source }: { readonly source: SourceDetail }) {
  const { data: agencies, error } = useQuery(agenciesQuery);
  const mayWrite = useMay('settings:write');
  const agency = agencies?.find(({ product_code: code }) => code === source.code);
  return (
    <section className="card" aria-label="Named in letters">
      <h2>Named in letters</h2>
      {error !== null && <ErrorMessage error={error} />}
      <ul className="plain settings">
        <li>
          <div>
            {agency === undefined ? (
              <span>
                <span className="tag">not set</span> A letter that rests on this report names the agency that made it,
                or says that it is no consumer report.
              </span>
            ) : (
              <AgencyWords agency={agency} />
            )}
          </div>
          {mayWrite && agencies !== undefined && (
            <SetAgency product={source} agency={agency} isOwn={source.version !== null} />
          )}
        </li>
      </ul>
    </section>
  );
}

function Versions({ code, shown }: { readonly code: string; readonly shown: number | null }) {
  const { data, error } = useQuery(versionsQuery(code));
  return (
    <section className="card" aria-label="Versions">
      <h2>Versions</h2>
      {error !== null && <ErrorMessage error={error} />}
      <ul className="plain">
        {data?.map(({ version, withdrawn, created_by_user_id: by, created_at: at }) => (
          <li key={version}>
            {withdrawn || version === shown ? (
              `Version ${version}`
            ) : (
              <Link to="/settings/sources/$code" params={{ code }} search={{ version }}>
                Version {version}
              </Link>
            )}
            {withdrawn ? ', withdrawn' : ''} <When at={at} />
            <span className="soft"> by {by === null ? 'an operator' : <UserName id={by} />}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
