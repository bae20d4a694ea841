import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import '../style/applicants.css';
import { ErrorMessage } from '../ui/errors.tsx';
import { Empty, Loading } from '../ui/parts.tsx';
import { useAsked } from './asked.ts';
import { ExecutionsList } from './executions-list.tsx';
import { searchQuery } from './queries.ts';
import type { FoundPerson } from './records.ts';

/** The people found, each with their newest executions. */
export function SearchPage() {
  const asked = useAsked();
  useEffect(() => {
    // The browser's history keeps titles, so the title contains no name.
    document.title = 'People – Cascade';
  }, []);
  const [, execution] = /^#?(\d{1,15})$/.exec(asked) ?? [];
  const { data, error } = useQuery(searchQuery(asked));
  if (asked === '') {
    return (
      <Empty title="Find a person" isPage>
        <p>
          Type the beginning of a name, a reference or the number of an execution into the box above, and press Enter.
          What you search for stands in no address, so a page that is loaded anew does not know it.
        </p>
      </Empty>
    );
  }
  return (
    <>
      <div className="page-head">
        <div>
          <h1>People</h1>
          {data !== undefined && (
            <p className="soft" role="status">
              {countWords(data.total_count, data.has_more)} by “<bdi>{asked}</bdi>”
              {data.total_count > data.applicants.length &&
                `; the newest ${data.applicants.length} are shown. Another word narrows it`}
              .
            </p>
          )}
        </div>
      </div>
      {error !== null && <ErrorMessage error={error} />}
      {data === undefined && error === null && <Loading />}
      {data?.total_count === 0 && (
        <Empty title="Nobody was found">
          <p>
            People are found by the beginning of each word of a name or a reference.{' '}
            {data.searched_identifiers
              ? 'A number, a telephone number or an e-mail address has to be whole.'
              : 'Numbers, telephone numbers and e-mail addresses are looked for only for people who may see them.'}
          </p>
          {execution !== undefined && (
            <p>
              An execution may be about nobody:{' '}
              <Link to="/executions/$id" params={{ id: execution }}>
                Open execution {execution}
              </Link>
            </p>
          )}
        </Empty>
      )}
      {data?.applicants.map((person) => (
        <PersonFound key={person.id} person={person} />
      ))}
    </>
  );
}

function countWords(total: number, hasMore: boolean): string {
  if (hasMore) return `More than ${total.toLocaleString('en')} people were found`;
  return total === 1 ? 'One person was found' : `${total.toLocaleString('en')} people were found`;
}

export function PersonFound({ person }: { readonly person: FoundPerson }) {
  const { id, name, execution_mode: mode, execution_count: count, executions } = person;
  return (
    <section className="card" aria-labelledby={`person-${id}`}>
      <h2 id={`person-${id}`}>
        <Link to="/applicants/$id" params={{ id: String(id) }}>
          {name === null ? `Person ${id}` : <bdi>{name}</bdi>}
        </Link>{' '}
        {mode === 'test' && <span className="tag">test</span>}
      </h2>
      <ExecutionsList executions={executions} />
      {count > executions.length && <p className="soft small">and {count - executions.length} older executions</p>}
    </section>
  );
}
