import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { usersQuery } from '../api/queries.ts';
import type { Execution } from '../api/records.ts';
import { useMe } from '../session.tsx';
import { ActNow } from '../ui/act.tsx';
import { When } from '../ui/parts.tsx';
import { useCommands } from '../use-commands.ts';
import { CASE_CHANGES } from './changes.ts';
import { NOW, OWN_TIME, snoozedUntil, SNOOZES } from './snoozes.ts';
import { takersOf } from './takers.ts';
import type { OpenReview } from './words.ts';

interface Props {
  readonly execution: Execution;
  readonly review: OpenReview;
}

/** For a reviewer who cannot decide now, or should not. */
export function PassOn({ execution, review }: Props) {
  const place = useRef<HTMLDetailsElement>(null);
  useCommands({
    pass_on: () => {
      if (place.current === null) return;
      place.current.open = true;
      place.current.querySelector('select')?.focus();
    },
  });
  const [text, setText] = useState('');
  const note = text.trim() === '' ? {} : { note: text.trim() };
  const clear = (): void => setText('');
  const { queue, snoozed_until: until } = review;
  return (
    <>
      {(queue !== null || until !== null) && (
        <p className="small">
          {queue !== null && (
            <>
              In the queue <strong>{queue}</strong>.{' '}
            </>
          )}
          {until !== null && (
            <>
              Snoozed; back <When at={until} />.
            </>
          )}
        </p>
      )}
      <details className="pass-on" ref={place}>
        <summary>
          Snooze or reassign <kbd>p</kbd>
        </summary>
        <Snooze execution={execution} review={review} note={note} onDone={clear} />
        <Reassign execution={execution} note={note} onDone={clear} />
        <MoveToQueue execution={execution} queue={queue} note={note} onDone={clear} />
        <label className="field">
          Note with it <span className="soft">(for whoever takes it on, never on a letter)</span>
          <input type="text" maxLength={2_000} value={text} onChange={({ target }) => setText(target.value)} />
        </label>
      </details>
    </>
  );
}

/** A note that is sent with the action. */
interface Noted {
  readonly note: { readonly note?: string };
  readonly onDone: () => void;
}

function Snooze({ execution, review, note, onDone }: Props & Noted) {
  const [chosen, setChosen] = useState<string>(SNOOZES[0].value);
  const [own, setOwn] = useState('');
  const until = snoozedUntil({ chosen, own }, new Date());
  const path = `/executions/${execution.id}/review_snooze`;
  return (
    <ActNow
      look="pass-act"
      changes={CASE_CHANGES}
      onDone={onDone}
      label="Snooze"
      isReady={until !== undefined}
      request={{ method: 'POST', path, body: { until: until?.toISOString() ?? null, ...note } }}
    >
      <label>
        Snooze until{' '}
        <select value={chosen} onChange={({ target }) => setChosen(target.value)}>
          {SNOOZES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          <option value={OWN_TIME}>a time of your own …</option>
          {review.snoozed_until !== null && <option value={NOW}>now: bring it back</option>}
        </select>
      </label>
      {chosen === OWN_TIME && (
        <label className="own-time">
          Until <input type="datetime-local" value={own} onChange={({ target }) => setOwn(target.value)} />
        </label>
      )}
    </ActNow>
  );
}

function Reassign({ execution, note, onDone }: { readonly execution: Execution } & Noted) {
  const me = useMe();
  const { data: users } = useQuery(usersQuery);
  const others = takersOf(users ?? [], [me.user.id, execution.assigned_to_user_id]);
  const [chosen, setChosen] = useState('');
  if (others.length === 0) return null;
  const assignee = others.find(({ id }) => String(id) === chosen)?.id ?? null;
  const path = `/executions/${execution.id}/review_assignment`;
  return (
    <ActNow
      look="pass-act"
      changes={CASE_CHANGES}
      onDone={onDone}
      label="Reassign"
      isReady={assignee !== null}
      request={{ method: 'POST', path, body: { assignee, ...note } }}
    >
      <label>
        Reassign to{' '}
        <select value={chosen} onChange={({ target }) => setChosen(target.value)}>
          <option value="">a colleague …</option>
          {others.map(({ id, name, queues }) => (
            <option key={id} value={id}>
              {queues.length === 0 ? name : `${name} (${queues.join(', ')})`}
            </option>
          ))}
        </select>
      </label>
    </ActNow>
  );
}

interface MoveProps extends Noted {
  readonly execution: Execution;
  readonly queue: string | null;
}

function MoveToQueue({ execution, queue, note, onDone }: MoveProps) {
  const { data: users } = useQuery(usersQuery);
  const queues = [...new Set(users?.flatMap((user) => user.queues) ?? [])].filter((one) => one !== queue).toSorted();
  const [chosen, setChosen] = useState<string | null>(null);
  const options = [...queues, ...(queue === null ? [] : [''])];
  if (options.length === 0) return null;
  const target = chosen !== null && options.includes(chosen) ? chosen : (options[0] ?? '');
  const path = `/executions/${execution.id}/review_queue`;
  return (
    <ActNow
      look="pass-act"
      changes={CASE_CHANGES}
      onDone={onDone}
      label="Move"
      request={{ method: 'POST', path, body: { queue: target === '' ? null : target, ...note } }}
    >
      <label>
        Move to the queue{' '}
        <select value={target} onChange={(event) => setChosen(event.target.value)}>
          {options.map((one) => (
            <option key={one} value={one}>
              {one === '' ? 'none: for everybody' : one}
            </option>
          ))}
        </select>
      </label>
    </ActNow>
  );
}
