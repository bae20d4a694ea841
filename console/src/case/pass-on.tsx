import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { ApiError, call, type ApiRequest } from '../api/http.ts';
import { newKey } from '../api/idempotency.ts';
import { usersQuery } from '../api/queries.ts';
import type { Execution } from '../api/records.ts';
import { useMe } from '../session.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { keepFocus } from '../ui/focus.ts';
import { CopyCurl, When } from '../ui/parts.tsx';
import { useCommands } from '../use-commands.ts';
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
    <Act
      execution={execution}
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
    </Act>
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
    <Act
      execution={execution}
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
    </Act>
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
    <Act
      execution={execution}
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
    </Act>
  );
}

interface ActProps {
  readonly execution: Execution;
  readonly request: ApiRequest;
  readonly label: string;
  /** False while nothing is chosen. */
  readonly isReady?: boolean;
  readonly children: ReactNode;
}

/** One act with its choice, its button and its curl. */
function Act({ execution, request, label, isReady = true, children }: ActProps) {
  const client = useQueryClient();
  const sent = useRef({ body: '', key: '' });
  const act = useMutation({
    mutationFn: () => {
      // The same act sent again has the same key; another choice is another act.
      const body = JSON.stringify(request.body);
      if (sent.current.body !== body) sent.current = { body, key: newKey() };
      return call<unknown>({ ...request, idempotencyKey: sent.current.key });
    },
    onSettled: async (_data, error) => {
      if (!(error instanceof ApiError) || error.status !== 0) sent.current = { body: '', key: '' };
      // What one has put off or handed on has no such buttons any more.
      keepFocus();
      await Promise.all([
        client.invalidateQueries({ queryKey: ['case', execution.id] }),
        client.invalidateQueries({ queryKey: ['inbox'] }),
      ]);
    },
  });
  return (
    <div className="pass-act">
      {children}
      <button
        type="button"
        disabled={!isReady}
        aria-disabled={act.isPending}
        onClick={() => !act.isPending && act.mutate()}
      >
        {label}
      </button>
      <CopyCurl request={request} />
      {act.error !== null && <ErrorMessage error={act.error} />}
    </div>
  );
}
