import { useEffect, useState } from 'react';
import type { Role } from '../../../core/access.ts';
import { useList } from '../api/lists.ts';
import { knownQueues, queuesOf, wrongQueues } from '../people/queues.ts';
import { SetQueues } from '../people/people-page.tsx';
import { useMay, useMe } from '../session.tsx';
import '../style/settings.css';
import { Act } from '../ui/act.tsx';
import { Dialog, Empty, When } from '../ui/parts.tsx';
import { ListTable } from '../ui/table.tsx';
import { TextField } from './fields.tsx';
import { SettingsPages } from './pages.tsx';
import { ROLE_WORDS, rolesToGive } from './roles.ts';

interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role | null;
  readonly queues: string[];
  readonly is_of_provider: boolean;
  readonly last_signed_in_at: string | null;
  readonly sessions: number;
  readonly tokens: number;
}

const CHANGES = ['settings-people', 'users', 'inbox'] as const;

/** The people of the account with their roles, and the open invitations. */
export function SettingsPeoplePage() {
  const list = useList<Person>({ key: ['settings-people'], path: '/people', perPage: 100, everyMs: 60_000 });
  const me = useMe();
  const maySetQueues = useMay('users:write');
  useEffect(() => {
    document.title = 'People – Settings – Cascade';
  }, []);
  const known = knownQueues(list.rows ?? [], []);
  return (
    <>
      <SettingsPages />
      <div className="page-head">
        <div>
          <h1>People</h1>
          <p className="soft">
            Whoever you invite gets a mail with a link that signs them in once. A role that changes ends their sessions
            at once.
            {me.four_eyes && ' Your account asks for four eyes: an operator makes publishers and administrators.'}
          </p>
        </div>
        <Invite fourEyes={me.four_eyes} />
      </div>
      <ListTable
        of="people"
        list={list}
        keyOf={({ id }) => id}
        columns={[
          { name: 'Person', cell: (person) => <Who person={person} isMe={person.id === me.user.id} /> },
          { name: 'Role', cell: (person) => <RoleOf person={person} /> },
          {
            name: 'Queues',
            cell: ({ queues }) =>
              queues.length === 0 ? <span className="soft">all reviews</span> : <bdi>{queues.join(', ')}</bdi>,
          },
          { name: 'Last signed in', cell: (person) => <LastSignIn person={person} /> },
          {
            name: 'Acts',
            cell: (person) => (
              <div className="acts">
                {person.id !== me.user.id && !person.is_of_provider && (
                  <>
                    <SetRole person={person} fourEyes={me.four_eyes} />
                    {person.role !== null && person.email !== '' && <SendLink person={person} />}
                    {person.role !== null && <TakeAway person={person} />}
                  </>
                )}
                {maySetQueues && <SetQueues user={person} known={known} />}
              </div>
            ),
          },
        ]}
        empty={<Empty title="There is nobody yet">Invite the first person.</Empty>}
      />
    </>
  );
}

function Who({ person: { id, name, email, tokens }, isMe }: { readonly person: Person; readonly isMe: boolean }) {
  return (
    <>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      {isMe && <span className="tag">you</span>} <span className="soft small">#{id}</span>
      <br />
      <bdi className="soft address">{email === '' ? 'no address' : email}</bdi>
      {tokens > 0 && (
        <>
          <br />
          <span className="soft small">
            {tokens} token{tokens === 1 ? '' : 's'} in their name
          </span>
        </>
      )}
    </>
  );
}

function RoleOf({ person: { role, is_of_provider: isOfProvider } }: { readonly person: Person }) {
  if (isOfProvider) return <span className="soft">given where they sign in</span>;
  if (role === null) return <span className="tag">none</span>;
  return (
    <>
      <strong>{role}</strong>
      <br />
      <span className="soft small">{ROLE_WORDS[role]}</span>
    </>
  );
}

function LastSignIn({ person: { role, last_signed_in_at: at, sessions } }: { readonly person: Person }) {
  if (at === null) return <span className="soft">{role === null ? '–' : 'never, or not in the last month'}</span>;
  return (
    <>
      <When at={at} />
      {sessions > 0 && <span className="tag">signed in</span>}
    </>
  );
}

interface RoleProps {
  readonly value: Role | '';
  readonly fourEyes: boolean;
  readonly onChange: (role: Role) => void;
}

function RoleChoice({ value, fourEyes, onChange }: RoleProps) {
  const roles = rolesToGive(fourEyes);
  return (
    <fieldset className="roles">
      <legend>Role</legend>
      {roles.map((role) => (
        <label key={role} className="check">
          <input type="radio" name="role" checked={value === role} onChange={() => onChange(role)} />
          <span>
            <strong>{role}</strong> <span className="soft">{ROLE_WORDS[role]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const NOBODY = { name: '', email: '', role: 'reviewer' as Role, queues: '' };

function Invite({ fourEyes }: { readonly fourEyes: boolean }) {
  const [fields, setFields] = useState(NOBODY);
  const queues = queuesOf(fields.queues);
  const wrong = wrongQueues(queues);
  const body = { name: fields.name.trim(), email: fields.email.trim(), role: fields.role, queues };
  return (
    <Act
      label="Invite a person"
      confirm="Send the invitation"
      isMain
      title="Invite a person"
      request={{ method: 'POST', path: '/people', body }}
      isReady={body.name !== '' && body.email.includes('@') && wrong.length === 0}
      onAsk={() => setFields(NOBODY)}
      changes={CHANGES}
      result={(_, close) => (
        <Dialog title="Invitation sent" onClose={close}>
          <p role="status">
            A mail with a link is on its way to <bdi>{body.email}</bdi>.
          </p>
          <div className="buttons">
            <button type="button" className="primary" autoFocus onClick={close}>
              Close
            </button>
          </div>
        </Dialog>
      )}
    >
      <p>They get a mail with a link. It signs them in once, within three days.</p>
      <TextField label="Name" value={fields.name} maxLength={100} onChange={(name) => setFields({ ...fields, name })} />
      <TextField
        label="E-mail address"
        value={fields.email}
        maxLength={254}
        onChange={(email) => setFields({ ...fields, email })}
      />
      <RoleChoice value={fields.role} fourEyes={fourEyes} onChange={(role) => setFields({ ...fields, role })} />
      <TextField
        label="Queues of reviews, with commas"
        value={fields.queues}
        maxLength={500}
        isRequired={false}
        hint="None: they are given all reviews."
        onChange={(text) => setFields({ ...fields, queues: text })}
      />
      {wrong.length > 0 && (
        <p className="message bad" role="alert">
          {wrong.map((name) => `“${name}”`).join(', ')}: a queue has small letters, digits, - and _, at most 40, and is
          not called mine or none.
        </p>
      )}
    </Act>
  );
}

function SetRole({ person, fourEyes }: { readonly person: Person; readonly fourEyes: boolean }) {
  const [role, setRole] = useState<Role | ''>(person.role ?? '');
  return (
    <Act
      label={person.role === null ? 'Give a role' : 'Change the role'}
      confirm="Save"
      title={`Role of ${person.name}`}
      request={{ method: 'PATCH', path: `/people/${person.id}`, body: { role } }}
      isReady={role !== '' && role !== person.role}
      onAsk={() => setRole(person.role ?? '')}
      changes={CHANGES}
    >
      <p>Their sessions end at once: they sign in again with the new role.</p>
      <RoleChoice value={role} fourEyes={fourEyes} onChange={setRole} />
    </Act>
  );
}

function SendLink({ person }: { readonly person: Person }) {
  return (
    <Act
      label="Send a link"
      confirm="Send it"
      title={`A sign-in link for ${person.name}`}
      request={{ method: 'POST', path: `/people/${person.id}/links`, body: {} }}
      changes={CHANGES}
    >
      <p>
        It goes to <bdi>{person.email}</bdi> and signs them in once, within three days.
      </p>
    </Act>
  );
}

function TakeAway({ person }: { readonly person: Person }) {
  return (
    <Act
      label="Take away"
      confirm="Take the role away"
      className="deny"
      title={`Take the role of ${person.name} away`}
      request={{ method: 'PATCH', path: `/people/${person.id}`, body: { role: null } }}
      changes={CHANGES}
    >
      <p>They are signed out at once, no link signs them in, and what they claimed can be claimed by others.</p>
      {person.tokens > 0 && (
        <p className="message bad" role="status">
          {person.tokens} token{person.tokens === 1 ? ' acts' : 's act'} in their name and{' '}
          {person.tokens === 1 ? 'goes' : 'go'} on: revoke {person.tokens === 1 ? 'it' : 'them'} under Tokens, unless a
          program needs {person.tokens === 1 ? 'it' : 'them'}.
        </p>
      )}
    </Act>
  );
}
