import { useQuery } from '@tanstack/react-query';
import { schemaOf } from '../../../core/fields/schema.ts';
import type { FieldSpecs } from '../../../core/fields/spec.ts';
import type { ApiRequest } from '../api/http.ts';
import { Question } from '../ui/act.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { Loading } from '../ui/parts.tsx';
import { Altered } from './altered.tsx';
import { pathAt } from './forms.ts';
import { FIELD_REQUESTS, FIELDS } from './pending.ts';
import { changesQuery, type FieldChanges } from './queries.ts';

interface Props {
  readonly wanted: FieldSpecs;
  readonly etag: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Shows, before saving, the changes, the active cascades affected, and what would be refused. */
export function Save({ wanted, etag, onClose, onDone }: Props) {
  const body = schemaOf(wanted);
  const { data, error } = useQuery(changesQuery(body, etag));
  const isAsked = data?.needs_approval === true;
  const request: ApiRequest = isAsked
    ? { method: 'POST', path: FIELD_REQUESTS, body: { fields: body }, ifMatch: etag }
    : { method: 'PUT', path: '/fields', body, ifMatch: etag };
  const isReady = data !== undefined && refusals(data).length === 0 && Object.keys(data.changes).length > 0;
  return (
    <Question
      title={isAsked ? 'Ask for these changes?' : 'Save the dictionary?'}
      label={isAsked ? 'Ask for approval' : 'Save'}
      requests={[request]}
      isReady={isReady}
      changes={[FIELDS, 'workflow']}
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

/** Reasons for which the change would be refused. */
function refusals({ in_use: inUse, needs_pii_read: needsPiiRead }: FieldChanges) {
  return [
    ...inUse.map(
      ({ path, cascades }) => `${path} stays declared while an active cascade reads it: ${names(cascades)}.`,
    ),
    ...(needsPiiRead ? ['It shows more of applicants than your role sees (pii:read).'] : []),
  ];
}

const names = (cascades: readonly { readonly name: string }[]): string => cascades.map(({ name }) => name).join(', ');

function Changes({ changes }: { readonly changes: FieldChanges }) {
  if (Object.keys(changes.changes).length === 0) return <p className="message">Nothing would change.</p>;
  return (
    <>
      <Altered {...changes} />
      <p>It holds for executions that are accepted from now on. Those before keep version {changes.version}.</p>
      {changes.needs_approval && (
        <p className="message">Another person approves it, since the account asks for four eyes.</p>
      )}
      {changes.unsaid_labels.map(({ path, label, message }) => (
        <p key={path} className="message">
          Policies in plain words cannot name <bdi>{path}</bdi> by its label “<bdi>{label}</bdi>”: it {message}.
        </p>
      ))}
      {refusals(changes).map((words) => (
        <p key={words} className="message bad" role="alert">
          {words}
        </p>
      ))}
    </>
  );
}
