import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '../api/http.ts';
import { useList } from '../api/lists.ts';
import type { InboxMeta, Review, User } from '../api/records.ts';
import { useMay, useMe } from '../session.tsx';
import { Act } from '../ui/act.tsx';
import { Empty } from '../ui/parts.tsx';
import { ListTable } from '../ui/table.tsx';
import { abandoned, knownQueues, queuesOf, wrongQueues } from './queues.ts';

/** Shows which people work which queues of reviews, and lets those who may change that. */
export function PeoplePage() {
  const list = useList<User>({ key: ['users'], path: '/users', perPage: 100, everyMs: 60_000 });
  const { data: counts } = useQuery({
    queryKey: ['inbox', 'queues'],
    queryFn: ({ signal }) =>
      call<Review[], InboxMeta>({ method: 'GET', path: '/reviews?per_page=1' }, signal).then(({ meta }) => meta.counts),
  });
  const mayWrite = useMay('users:write');
  const mayDecide = useMay('reviews:decide');
  const me = useMe();
  useEffect(() => {
    document.title = 'People and queues – Cascade';
  }, []);
  const waiting = counts?.by_queue ?? [];
  const people = list.rows ?? [];
  // Queues without people are known only if all people are loaded.
  const left = list.rows === undefined || list.hasMore ? [] : abandoned(people, waiting);
  const known = knownQueues(people, waiting);
  return (
    <>
      <div className="page-head">
        <div>
          <h1>People and queues</h1>
          <p className="soft">
            Whoever works queues is given reviews of these and of none by “next case”; whoever works none is given all.
            Every reviewer may still open and decide every review. Without a confirmed e-mail address nobody approves
            where two people are asked.
          </p>
        </div>
      </div>
      {left.length > 0 && (
        <div className="message bad" role="status">
          Nobody works{' '}
          {left.map(({ queue, total }, index) => (
            <span key={queue}>
              {index > 0 && ', '}
              <code>{queue}</code> ({total} wait{total === 1 ? 's' : ''})
            </span>
          ))}
          .
        </div>
      )}
      <ListTable
        of="people"
        list={list}
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'Person',
            cell: ({ id, name }) => (
              <>
                <strong>
                  <bdi>{name}</bdi>
                </strong>
                {id === me.user.id && <span className="tag">you</span>} <span className="soft small">#{id}</span>
              </>
            ),
          },
          {
            name: 'Role',
            cell: ({ role }) => role ?? <span className="soft">none here</span>,
          },
          {
            name: 'E-mail address',
            cell: ({ address_confirmed_by: by }) =>
              by === null ? <span className="tag bad">not confirmed</span> : CONFIRMED[by],
          },
          {
            name: 'Queues',
            cell: ({ queues }) =>
              queues.length === 0 ? (
                <span className="soft">none of their own: all reviews</span>
              ) : (
                queues.map((queue) => (
                  <span key={queue} className="tag queue">
                    {queue}
                  </span>
                ))
              ),
          },
          ...(mayWrite || mayDecide
            ? [
                {
                  name: 'Acts',
                  cell: (user: User) => (
                    <>
                      {mayWrite && <SetQueues user={user} known={known} />}
                      {mayDecide && <TakeBack user={user} />}
                    </>
                  ),
                },
              ]
            : []),
        ]}
        empty={
          <Empty title="There is nobody">
            <p>An administrator invites people in the settings.</p>
          </Empty>
        }
      />
      <p className="soft small">
        A workflow puts a review into a queue by <code>review.queue</code> of its node. Roles are given in the{' '}
        <Link to="/settings/people">settings</Link>; names and addresses are changed by an operator:{' '}
        <code>cascade users update</code>.
      </p>
    </>
  );
}

const CONFIRMED: Readonly<Record<NonNullable<User['address_confirmed_by']>, string>> = {
  operator: 'confirmed by the operator',
  identity_provider: 'confirmed at a sign-in',
};

function TakeBack({ user }: { readonly user: User }) {
  return (
    <Act
      label="Take back cases"
      confirm="Take back"
      title={`Cases that ${user.name} has claimed`}
      request={{ method: 'POST', path: '/reviews/release', body: { user_id: user.id } }}
      changes={['users', 'inbox']}
    >
      <p>Nobody holds them afterwards, and their history says who took them back.</p>
    </Act>
  );
}

export function SetQueues({
  user,
  known,
}: {
  readonly user: Pick<User, 'id' | 'name' | 'queues'>;
  readonly known: readonly string[];
}) {
  const [text, setText] = useState(user.queues.join(', '));
  const queues = queuesOf(text);
  const wrong = wrongQueues(queues);
  return (
    <Act
      label="Set queues"
      confirm="Save"
      title={`Queues of ${user.name}`}
      request={{ method: 'PATCH', path: `/users/${user.id}`, body: { queues } }}
      isReady={wrong.length === 0}
      onAsk={() => setText(user.queues.join(', '))}
      changes={['users', 'settings-people', 'me', 'inbox']}
    >
      <label className="field">
        Queues, with commas
        <input type="text" value={text} onChange={({ target }) => setText(target.value)} />
        <span className="soft small">
          {queues.length === 0 ? 'None: they are given all reviews.' : 'They are given reviews of these, and of none.'}
        </span>
      </label>
      {wrong.length > 0 && (
        <p className="message bad" role="alert">
          {wrong.map((name) => `“${name}”`).join(', ')}: a queue has small letters, digits, - and _, at most 40, and is
          not called mine or none.
        </p>
      )}
      {known.some((name) => !queues.includes(name)) && (
        <p>
          <span className="soft small">There are: </span>
          {known
            .filter((name) => !queues.includes(name))
            .map((name) => (
              <button key={name} type="button" className="quiet" onClick={() => setText([...queues, name].join(', '))}>
                + {name}
              </button>
            ))}
        </p>
      )}
    </Act>
  );
}
