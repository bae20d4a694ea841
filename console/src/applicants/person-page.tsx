import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { ApiError } from '../api/http.ts';
import { useMay } from '../session.tsx';
import '../style/applicants.css';
import { Act } from '../ui/act.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { Empty, Loading, When } from '../ui/parts.tsx';
import { UserName } from '../ui/user-name.tsx';
import { ExecutionsList } from './executions-list.tsx';
import { ErasureState, ExportApplicant, Forget } from './forget.tsx';
import { personQuery } from './queries.ts';
import type { FoundPerson, Person, PersonsExecution } from './records.ts';
import { likenessWords } from './words.ts';

/** Everything about one person. */
export function PersonPage() {
  const { id } = useParams({ from: '/applicants/$id' });
  const { data: person, error } = useQuery(personQuery(Number(id)));
  useEffect(() => {
    document.title = `Person ${id} – Cascade`;
  }, [id]);
  if (error instanceof ApiError && error.code === 'not_found') {
    return (
      <Empty title="There is no such person" isPage>
        <p>No person of yours has this number. Their executions may have been joined to another person.</p>
      </Empty>
    );
  }
  if (error !== null) return <ErrorMessage error={error} />;
  return person === undefined ? <Loading /> : <Shown person={person} />;
}

const CHANGES = ['applicant', 'applicants_found', 'executions'];

function Shown({ person }: { readonly person: Person }) {
  const { id, name, execution_mode: mode, applicant_keys: keys, executions, execution_count: count } = person;
  const mayJoin = useMay('reviews:decide');
  return (
    <>
      <div className="page-head">
        <div>
          <h1>
            {name === null ? `Person ${id}` : <bdi>{name}</bdi>} <span className={`tag ${mode}`}>{mode}</span>
          </h1>
          {keys.length > 0 && (
            <p className="soft">
              Your id: <bdi>{keys.join(', ')}</bdi>
            </p>
          )}
        </div>
        <div className="filters">
          <ExportApplicant applicantId={id} />
          <Forget applicantId={id} />
        </div>
      </div>
      <ErasureState applicantId={id} />
      <Part title={count === 1 ? 'One execution' : `${count} executions`}>
        <ExecutionsList executions={executions}>
          {(execution) => mayJoin && count > 1 && <TakeApart person={id} execution={execution} />}
        </ExecutionsList>
        {count > executions.length && <p className="soft small">The newest {executions.length} are shown.</p>}
      </Part>
      {person.perhaps_same.length > 0 && (
        <Part title="Perhaps the same person">
          <ul className="plain">
            {person.perhaps_same.map((other) => (
              <li key={other.id}>
                <h3>
                  <Link to="/applicants/$id" params={{ id: String(other.id) }}>
                    {other.name === null ? `Person ${other.id}` : <bdi>{other.name}</bdi>}
                  </Link>{' '}
                  <span className="soft small">{likenessWords(other.because)}</span>
                </h3>
                <ExecutionsList executions={other.executions} />
                {mayJoin && <Join person={id} other={other} />}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Reports person={person} />
      <Decisions person={person} />
      {person.notes.length > 0 && (
        <Part title="Notes">
          <ul className="plain">
            {person.notes.map(({ execution_id: of, note, by_user_id: by, created_at: at }) => (
              <li key={`${of} ${at}`}>
                <span className="soft small">
                  <When at={at} /> {by !== null && <UserName id={by} />} · execution {of}
                </span>
                <blockquote>
                  <bdi>{note}</bdi>
                </blockquote>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Readers person={person} />
    </>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Place({ at, execution }: { readonly at: string | null; readonly execution: number }) {
  return (
    <span className="soft small">
      <When at={at} /> · execution {execution}
    </span>
  );
}

function TakeApart({ person, execution }: { readonly person: number; readonly execution: PersonsExecution }) {
  return (
    <Act<Person>
      label="Another person"
      title={`Is execution ${execution.id} about another person?`}
      confirm="Take it apart"
      isQuiet
      request={{
        ...{ method: 'POST', path: `/applicants/${person}/separations` },
        body: { execution_ids: [execution.id] },
      }}
      changes={CHANGES}
    >
      <p>It becomes an execution of a person of its own, with the numbers that no other execution here has.</p>
    </Act>
  );
}

function Join({ person, other }: { readonly person: number; readonly other: FoundPerson }) {
  const isShownWhole = other.execution_count === other.executions.length;
  return (
    <Act<Person>
      label="The same person"
      title="Are they one person?"
      confirm="Join them"
      request={{
        ...{ method: 'POST', path: `/applicants/${person}/executions` },
        body: { execution_ids: other.executions.map(({ id }) => id) },
      }}
      changes={CHANGES}
    >
      <p>
        {isShownWhole ? 'All their executions' : `The newest ${other.executions.length} executions`} become executions
        of this person, and later ones are joined alike.
      </p>
    </Act>
  );
}

function Reports({ person: { reports } }: { readonly person: Person }) {
  if (reports.length === 0) return null;
  return (
    <Part title="Reports">
      <ul className="plain">
        {reports.map(({ execution_id: of, node_id: node, product_code: product, received_at: at, age_days: days }) => (
          <li key={`${of} ${node} ${at}`}>
            {(product ?? node).replaceAll('_', ' ')},{' '}
            {days === 0 ? 'of today' : days === 1 ? '1 day old' : `${days} days old`} <Place at={at} execution={of} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Decisions({ person: { decisions } }: { readonly person: Person }) {
  if (decisions.length === 0) return null;
  return (
    <Part title="Decisions of people">
      <ul className="plain">
        {decisions.map(({ execution_id: of, kind, decision, decided_at: at, decided_by_user_id: by }) => (
          <li key={`${of} ${kind} ${at ?? ''}`}>
            {kind === 'notice' ? 'Letter' : 'Case'}: {(decision ?? 'decided').replaceAll('_', ' ')}
            {by !== null && (
              <>
                {' by '}
                <UserName id={by} />
              </>
            )}{' '}
            <Place at={at} execution={of} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

const READING: Readonly<Record<string, string>> = {
  'applicant.read': 'opened this page',
  'applicant.joined': 'joined executions',
  'applicant.separated': 'took executions apart',
  'applicant.erasure_requested': 'asked that this person be forgotten',
  'applicant.exported': 'downloaded all that is held',
  'applicant.held': 'put a legal hold on this person',
  'applicant.released': 'lifted a legal hold',
  'execution.read': 'saw an execution with its numbers',
  'execution.revealed': 'uncovered values',
  'evidence.downloaded': 'downloaded the evidence',
};

function Readers({ person: { readers } }: { readonly person: Person }) {
  if (readers === undefined || readers.length === 0) return null;
  return (
    <Part title="Who looked">
      <ul className="plain">
        {readers.map(({ action, actor_kind: kind, actor_user_id: by, subject_type: type, subject_id: of, at }) => (
          <li key={`${action} ${at} ${of}`}>
            {by === null ? kind : <UserName id={by} />} {READING[action] ?? action}{' '}
            <span className="soft small">
              <When at={at} />
              {type === 'execution' && ` · execution ${of}`}
              {kind === 'token' && ' · by a program'}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
