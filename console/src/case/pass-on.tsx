import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { usersQuery } from '../api/queries.ts';
import type { Execution } from '../api/records.ts';
import { useMe } from '../session.tsx';
import { ActNow } from '../ui/act.tsx';
import { When } from '../ui/parts.tsx';
import { useCommands } from '../use-commands.ts';
import { CASE_CHANGES } from './changes.ts';
import { SNOOZES } from './snoozes.ts';
import { takersOf } from './takers.ts';
import type { OpenReview } from './words.ts';

interface Props {
  readonly execution: Execution;
  readonly review: OpenReview;
}

/** For whoever cannot decide now, or is not the one to decide. */
export function PassOn({ execution, review }: Props) {
  const place = useRef<HTMLDetailsElement>(null);
  useCommands({
    pass_on: () => {
      if (place.current === null) return;
      place.current.open = true;
      place.current.querySelector('select')?.focus();
    },
  });
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
              Put off; back <When at={until} />.
            </>
          )}
        </p>
      )}
      <details className="pass-on" ref={place}>
        <summary>
          Put off or hand on <kbd>p</kbd>
        </summary>
        <Snooze execution={execution} review={review} />
        <HandOver execution={execution} />
        <MoveToQueue execution={execution} queue={queue} />
      </details>
    </>
  );
}

function Snooze({ execution, review }: Props) {
  const [chosen, setChosen] = useState<string>(SNOOZES[0].value);
  const until = SNOOZES.find(({ value }) => value === chosen)?.until(new Date()) ?? null;
  const path = `/executions/${execution.id}/review_snooze`;
  return (
    <ActNow
      look="pass-act"
      changes={CASE_CHANGES}
      label="Put off"
      request={{ method: 'POST', path, body: { until: until?.toISOString() ?? null } }}
    >
      <label>
        Put off until{' '}
        <select value={chosen} onChange={({ target }) => setChosen(target.value)}>
          {SNOOZES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          {review.snoozed_until !== null && <option value="now">now: bring it back</option>}
        </select>
      </label>
    </ActNow>
  );
}

function HandOver({ execution }: { readonly execution: Execution }) {
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
      label="Hand over"
      isReady={assignee !== null}
      request={{ method: 'POST', path, body: { assignee } }}
    >
      <label>
        Hand over to{' '}
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

function MoveToQueue({ execution, queue }: { readonly execution: Execution; readonly queue: string | null }) {
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
      label="Move"
      request={{ method: 'POST', path, body: { queue: target === '' ? null : target } }}
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
