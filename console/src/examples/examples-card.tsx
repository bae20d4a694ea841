import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMay } from '../session.tsx';
import { Act } from '../ui/act.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { Loading } from '../ui/parts.tsx';
import { ChangeLink } from './change-link.tsx';
import { FailingExamples } from './failing.tsx';
import { examplesQuery } from './queries.ts';
import { outcomeWords } from './result-words.ts';
import '../style/examples.css';

/** The examples of a workflow, each with the outcome that the current version gives it. */
export function ExamplesCard({ workflowId }: { readonly workflowId: number }) {
  const { data, error } = useQuery(examplesQuery(workflowId));
  const failing = data?.results.filter(({ passes }) => !passes) ?? [];
  const passing = data?.results.filter(({ passes }) => passes) ?? [];
  const mayWrite = useMay('workflows:write');
  return (
    <section className="card" id="examples" aria-label="Examples">
      <h2>Examples</h2>
      <p className="soft small">
        Applicants whom somebody made up, each with what should become of them. They are asked whenever this workflow
        changes.
      </p>
      {error !== null && <ErrorMessage error={error} />}
      {data === undefined && error === null && <Loading />}
      {data?.results.length === 0 && <p>There are none yet.</p>}
      {failing.length > 0 && <FailingExamples workflowId={workflowId} results={failing} />}
      {passing.length > 0 && (
        <details open={failing.length === 0 && passing.length <= MOST_OPEN}>
          <summary>
            {passing.length} {passing.length === 1 ? 'passes' : 'pass'}
          </summary>
          <ul className="plain examples-list">
            {passing.map((result) => (
              <li key={result.example_id}>
                <p>
                  <span className="tag pass">passes</span> <bdi>{result.name}</bdi>: {outcomeWords(result)}
                </p>
                {mayWrite && <ChangeLink workflowId={workflowId} id={result.example_id} name={result.name} />}
                {mayWrite && <Remove workflowId={workflowId} id={result.example_id} name={result.name} />}
              </li>
            ))}
          </ul>
        </details>
      )}
      {mayWrite && (
        <p>
          <Link to="/workflows/$id/simulate" params={{ id: String(workflowId) }} search={{}}>
            Try an applicant, and keep them
          </Link>
        </p>
      )}
    </section>
  );
}

const MOST_OPEN = 12;

function Remove({ workflowId, id, name }: { readonly workflowId: number; readonly id: number; readonly name: string }) {
  return (
    <Act
      label="Delete"
      title={`Delete the example “${name}”?`}
      isQuiet
      className="deny"
      request={{ method: 'DELETE', path: `/workflows/${workflowId}/examples/${id}` }}
      changes={['workflow']}
    >
      <p>It is asked no more.</p>
    </Act>
  );
}
