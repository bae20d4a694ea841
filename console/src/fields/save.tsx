import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { schemaOf } from '../../../core/fields/schema.ts';
import type { FieldSpecs } from '../../../core/fields/spec.ts';
import type { ApiRequest } from '../api/http.ts';
import { Question } from '../ui/act.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { Loading } from '../ui/parts.tsx';
import { pathAt } from './forms.ts';
import { changesQuery, FIELDS, type FieldChanges } from './queries.ts';

interface Props {
  readonly wanted: FieldSpecs;
  readonly etag: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** What saving changes, for which active cascades, and what refuses it, before it is done. */
export function Save({ wanted, etag, onClose, onDone }: Props) {
  const body = schemaOf(wanted);
  const request: ApiRequest = { method: 'PUT', path: '/fields', body, ifMatch: etag };
  const { data, error } = useQuery(changesQuery(body, etag));
  const isReady = data !== undefined && refusals(data).length === 0 && Object.keys(data.changes).length > 0;
  return (
    <Question
      title="Save the dictionary?"
      label="Save"
      requests={[request]}
      isReady={isReady}
      changes={[FIELDS]}
      onDone={onDone}
      onClose={onClose}
      nameOf={pathAt}
    >
      {data === undefined && error === null && <Loading />}
      {error !== null && <ErrorMessage error={error} nameOf={pathAt} />}
      {data !== undefined && <Changes changes={data} />}
    </Question>
  );
}

/** Why it would be refused. */
function refusals({ in_use: inUse, needs_approval: needsApproval, needs_pii_read: needsPiiRead }: FieldChanges) {
  return [
    ...inUse.map(
      ({ path, cascades }) => `${path} stays declared while an active cascade reads it: ${names(cascades)}.`,
    ),
    ...(needsPiiRead ? ['It shows more of applicants than your role sees (pii:read).'] : []),
    ...(needsApproval
      ? ['It changes letters of active cascades, and this account asks for four eyes: make each a draft first.']
      : []),
  ];
}

const names = (cascades: readonly { readonly name: string }[]): string => cascades.map(({ name }) => name).join(', ');

function Changes({ changes }: { readonly changes: FieldChanges }) {
  const changed = Object.entries(changes.changes);
  const refused = refusals(changes);
  if (changed.length === 0) return <p className="message">Nothing would change.</p>;
  return (
    <>
      <ul className="plain changes">
        {changed.map(([path, change]) => (
          <li key={path}>
            <code>{path}</code> {wordsOf(change)}
          </li>
        ))}
      </ul>
      <p>It holds for executions that are accepted from now on. Those before keep version {changes.version}.</p>
      {changes.rewritten.length > 0 && (
        <div className="message" role="status">
          Letters of active cascades will say it so:{' '}
          {changes.rewritten.map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link to="/workflows/$id" params={{ id: String(id) }}>
                <bdi>{name}</bdi>
              </Link>
            </span>
          ))}
          .
        </div>
      )}
      {changes.rewritten.length === 0 && <p>No letter of an active cascade changes.</p>}
      {changes.shown.length > 0 && (
        <p className="message">
          Reviewers will see what was masked: <code>{changes.shown.join(', ')}</code>.
        </p>
      )}
      {refused.map((words) => (
        <p key={words} className="message bad" role="alert">
          {words}
        </p>
      ))}
    </>
  );
}

/** `label: Pets → Animals; kind: fact`. */
function wordsOf(change: unknown): string {
  const { old = null, new: next = null } = Object(change) as { old?: object | null; new?: object | null };
  if (next === null) return 'is declared no longer';
  const text = (spec: object | null, name: string): string => {
    const value: unknown = spec === null ? undefined : Reflect.get(spec, name);
    return value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value);
  };
  return [...new Set([...Object.keys(old ?? {}), ...Object.keys(next)])]
    .filter((name) => text(old, name) !== text(next, name))
    .map((name) => `${name}: ${old === null ? '' : `${text(old, name)} → `}${text(next, name)}`)
    .join('; ');
}
