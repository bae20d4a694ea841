import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useList } from '../api/lists.ts';
import type { WaitingLetter } from '../api/records.ts';
import { useMay } from '../session.tsx';
import '../style/letters.css';
import { dueWords } from '../times.ts';
import { useNow } from '../ui/now.ts';
import { Empty, When } from '../ui/parts.tsx';
import { Choice } from '../ui/choice.tsx';
import { EXECUTION_MODES } from '../../../core/states.ts';
import { ListTable, type Column } from '../ui/table.tsx';
import { WorkflowChoice } from '../ui/workflow-name.tsx';
import { AnswerApplication, ResendLetter, SentElsewhere } from './acts.tsx';
import { ALL_LETTERS, countOf, letterParameters, SHOWN, SHOWS, type LetterFilter, type LettersMeta } from './filter.ts';
import { detailWords, isAtCase, taskOf } from './words.ts';

/** Letters that need an action, earliest due first. */
export function LettersPage() {
  const filter = useSearch({ from: '/letters' });
  const navigate = useNavigate();
  const list = useList<WaitingLetter, LettersMeta>({
    key: ['waiting_letters'],
    path: '/waiting_letters',
    parameters: letterParameters(filter),
  });
  const counts = list.meta?.counts;
  useEffect(() => {
    document.title = 'Letters – Cascade';
  }, []);
  const go = (more: Partial<LetterFilter>): void =>
    void navigate({ to: '/letters', search: { ...filter, ...more }, replace: true });
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Letters</h1>
          <p className="soft">Letters that wait for somebody, the first due first.</p>
        </div>
      </div>
      <div className="filters">
        <ul aria-label="Show">
          {SHOWS.map((show) => (
            <li key={show}>
              <Link
                to="/letters"
                search={{ ...filter, show }}
                activeOptions={{ exact: true }}
                className={show === 'overdue' && (counts?.overdue ?? 0) > 0 ? 'late' : ''}
              >
                {SHOWN[show].label} {counts !== undefined && <span className="count">{countOf(show, counts)}</span>}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <div className="narrow">
        <WorkflowChoice value={filter.workflow} onChange={(workflow) => go({ workflow })} />
        <Choice
          label="Mode"
          value={filter.mode}
          options={EXECUTION_MODES.map((mode) => [mode, mode])}
          onChange={(mode) => go({ mode: EXECUTION_MODES.find((each) => each === mode) ?? null })}
        />
      </div>
      <ListTable
        of="letters"
        list={list}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        mark={({ overdue, state }) => (overdue ? 'bad' : isAtCase({ state }) ? undefined : 'late')}
        empty={<NoLetter isNarrowed={filter.show !== 'all' || filter.workflow !== null || filter.mode !== null} />}
      />
    </>
  );
}

function NoLetter({ isNarrowed }: { readonly isNarrowed: boolean }) {
  return isNarrowed ? (
    <Empty title="Nothing here">
      <p>
        No letter of this kind waits.{' '}
        <Link to="/letters" search={ALL_LETTERS}>
          Show all
        </Link>
      </p>
    </Empty>
  ) : (
    <Empty title="No letter waits">
      <p>
        Whoever is denied gets a letter with the reasons. A letter comes here when somebody has to see to it: a draft to
        be read, a letter that lacks something, one that goes by post, one that came back, and one that is owed and did
        not go out.
      </p>
      <p>
        <a href="/docs/letters">Letters</a> says what has to be in one, and by when it goes.
      </p>
    </Empty>
  );
}

/** Links to the case for those who may read it, and otherwise to the execution. */
function LetterLink({ letter }: { readonly letter: WaitingLetter }) {
  const mayRead = useMay('executions:read:full');
  const { execution_id: id, applicant_name: name, external_reference: reference, execution_mode: mode } = letter;
  const text = <bdi>{name ?? reference ?? `Execution ${id}`}</bdi>;
  const params = { id: String(id) };
  return (
    <>
      {mayRead && isAtCase(letter) ? (
        <Link className="row-link" to="/cases/$id" params={params}>
          {text}
        </Link>
      ) : (
        <Link className="row-link" to="/executions/$id" params={params}>
          {text}
        </Link>
      )}
      {mode === 'test' && <span className="tag">test</span>}
      <div className="soft small">
        <bdi>{letter.workflow_name}</bdi> #{id}
        {name != null && reference !== null && (
          <>
            {' '}
            · <bdi>{reference}</bdi>
          </>
        )}
      </div>
    </>
  );
}

function Due({ letter: { due_at: at, overdue } }: { readonly letter: WaitingLetter }) {
  const now = useNow();
  if (at === null) return <span className="soft">no time limit</span>;
  const words = dueWords(at, now);
  return (
    <time dateTime={at} title={at}>
      {overdue ? <strong className="late">{words}</strong> : words}
    </time>
  );
}

function Acts({ letter }: { readonly letter: WaitingLetter }) {
  const mayResend = useMay('executions:write');
  const mayDecide = useMay('reviews:decide');
  const { state, notice_artifact_id: artifactId } = letter;
  if (state === 'owed') {
    return mayDecide ? (
      <div className="row-acts">
        {letter.notices_due.map((notice) => (
          <SentElsewhere key={`${notice.applicant} ${notice.kind} ${notice.node_id}`} letter={letter} notice={notice} />
        ))}
        {letter.notices_due.some(({ why }) => why === 'no_decision') && <AnswerApplication letter={letter} />}
      </div>
    ) : null;
  }
  if (artifactId === null || isAtCase(letter)) return null;
  return (
    <div className="row-acts">
      {mayResend && <ResendLetter letter={letter} artifactId={artifactId} />}
      {mayDecide && <SentElsewhere letter={letter} artifactId={artifactId} />}
    </div>
  );
}

const COLUMNS: readonly Column<WaitingLetter>[] = [
  { name: 'Application', cell: (letter) => <LetterLink letter={letter} /> },
  {
    name: 'To do',
    cell: (letter) => (
      <>
        {taskOf(letter)}
        {detailWords(letter).map((words) => (
          <div key={words} className="soft small">
            <bdi>{words}</bdi>
          </div>
        ))}
      </>
    ),
  },
  { name: 'Due', cell: (letter) => <Due letter={letter} /> },
  {
    name: 'Waits since',
    cell: ({ since, snoozed_until: until }) => (
      <>
        <When at={since} />
        {until !== null && Date.parse(until) > Date.now() && (
          <div className="soft small">
            put off, comes back <When at={until} />
          </div>
        )}
      </>
    ),
  },
  { name: 'Acts', cell: (letter) => <Acts letter={letter} /> },
];
