import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { policyKey } from '../drafts.ts';
import { useMay, useMe } from '../session.tsx';
import '../style/execution.css';
import '../style/workflows.css';
import '../style/policy.css';
import { Empty } from '../ui/parts.tsx';
import { ALL_WORKFLOWS } from '../workflows/filter.ts';
import { Create } from './create.tsx';
import { PolicyText } from './policy-text.tsx';
import { Templates } from './templates.tsx';
import { TENANT_SCREENING } from './use-cases.ts';

const WAYS = [
  { from: undefined, name: 'From a policy' },
  { from: 'template', name: 'From a template' },
  { from: 'empty', name: 'Empty, as JSON' },
] as const;

/** Creates a workflow from a policy in plain words, from a template, or empty. */
export function NewWorkflowPage() {
  const { from } = useSearch({ from: '/workflows/new' });
  const navigate = useNavigate();
  const me = useMe();
  const mayWrite = useMay('workflows:write');
  useEffect(() => {
    document.title = 'New workflow – Cascade';
  }, []);
  if (!mayWrite) {
    return (
      <Empty title="Your role makes no workflows" isPage>
        <p>
          An author or an administrator does (<a href="/docs/people">the scope workflows:write</a>). You can{' '}
          <Link to="/workflows" search={ALL_WORKFLOWS}>
            look at those that there are
          </Link>{' '}
          and try them.
        </p>
      </Empty>
    );
  }
  const show = (workflowId: number): void =>
    void navigate({ to: '/workflows/$id', params: { id: String(workflowId) } });
  return (
    <>
      <div className="page-head">
        <h1>New workflow</h1>
      </div>
      <nav className="filters" aria-label="Where it comes from">
        <ul>
          {WAYS.map((way) => (
            <li key={way.name}>
              <Link
                to="/workflows/new"
                search={way.from === undefined ? {} : { from: way.from }}
                activeOptions={{ exact: true }}
                aria-current={way.from === from ? 'page' : undefined}
              >
                {way.name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {from === undefined && (
        <PolicyText
          draftKey={policyKey(me.user.id)}
          finish={({ name, isStale, done, ...made }) => (
            <Create
              {...{ name, isStale, made }}
              onCreated={(id) => {
                done();
                show(id);
              }}
            />
          )}
        />
      )}
      {from === 'template' && <Templates onCreated={show} />}
      {from === 'empty' && (
        <div className="narrow-page">
          <p>
            It has no steps yet; its page has an editor for the JSON, with the schema and the warnings as you type.{' '}
            <a href="/docs/cascades">What a definition says</a>
          </p>
          <Create
            name="New workflow"
            made={{ definition: [], useCase: TENANT_SCREENING, note: null }}
            onCreated={show}
          />
        </div>
      )}
    </>
  );
}
