import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../../clients/typescript/src/types.ts';
import { useMay, useMe } from '../session.tsx';
import { Act, ActNow } from '../ui/act.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { CopyButton, Loading, When } from '../ui/parts.tsx';
import { UserName } from '../ui/user-name.tsx';
import { ConnectionFields } from './connection-fields.tsx';
import { formOfSettings, settingsOf } from './connection-form.ts';
import { CREDENTIAL_WORDS, IDEMPOTENCY_WORDS } from './connection-words.ts';
import { codePath } from './draft.ts';
import { connectionChangesQuery, connectionQuery, CONNECTIONS, SOURCE_CHANGES, type Connection } from './queries.ts';

const CHANGES = [CONNECTIONS, ...SOURCE_CHANGES] as const;

interface Props {
  readonly code: string;
  /** False for a built-in source, for which the installation may have a vendor. */
  readonly isOwn: boolean;
}

/** The address of the vendor, and the credentials of the account. */
export function ConnectionCard({ code, isOwn }: Props) {
  const { data: connection, error } = useQuery(connectionQuery(code));
  const me = useMe();
  return (
    <section className="card" aria-label="Connection">
      <h2>Connection</h2>
      {error !== null && <ErrorMessage error={error} />}
      {connection === undefined && error === null && <Loading />}
      {connection === null && (
        <p>
          {isOwn
            ? 'There is none yet: in live mode a step that pulls this report fails until its vendor is connected. In test mode none is needed.'
            : 'The vendor of this installation is asked, if it has one. With a connection of your own, yours is.'}
        </p>
      )}
      {connection != null && <Settings connection={connection} />}
      {connection !== undefined && me.four_eyes && (
        <p className="message">
          Your account asks for four eyes: an operator sets it (<code>cascade connections set {code}</code>).
        </p>
      )}
      {connection !== undefined && !me.four_eyes && (
        <div className="buttons">
          <SetConnection code={code} connection={connection} />
          {connection !== null && <Remove code={code} isOwn={isOwn} />}
        </div>
      )}
      {connection != null && <Check code={code} />}
      <Changes code={code} />
    </section>
  );
}

function Settings({
  connection: { settings, callback_url: callback, updated_at: at },
}: {
  readonly connection: Connection;
}) {
  const { url, credentials, idempotency = 'header', deadline_hours: hours, slots, sandbox } = settings;
  const rows: readonly (readonly [string, string])[] = [
    ['Address', url],
    ['Credentials', CREDENTIAL_WORDS[credentials?.type ?? 'none']],
    ['An order that is placed twice', IDEMPOTENCY_WORDS[idempotency]],
    ...(sandbox === undefined ? [] : [['Sandbox', 'asked for made-up people alone'] as const]),
    ...(hours === undefined ? [] : [['A report may take', `${hours} hours`] as const]),
    ...(slots === undefined ? [] : [['Requests at once', String(slots)] as const]),
  ];
  return (
    <dl className="settings">
      {rows.map(([what, value]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
      {callback !== null && (
        <div>
          <dt>Enter this address at the vendor, for its callbacks; it is a secret</dt>
          <dd>
            <code className="url">{callback}</code> <CopyButton text={() => callback} label="Copy" />
          </dd>
        </div>
      )}
      <div>
        <dt>Set</dt>
        <dd>
          <When at={at} />
        </dd>
      </div>
    </dl>
  );
}

function SetConnection({ code, connection }: { readonly code: string; readonly connection: Connection | null }) {
  const [form, setForm] = useState(() => formOfSettings(connection?.settings ?? null));
  const request = { method: 'PUT', path: `${codePath(code)}/connection` } as const;
  return (
    <Act
      label={connection === null ? 'Connect the vendor' : 'Change'}
      confirm="Save"
      isMain={connection === null}
      title={connection === null ? 'Connect the vendor' : 'Change the connection'}
      request={{ ...request, body: settingsOf(form) }}
      // The command that people copy holds no secret.
      curl={[{ ...request, body: settingsOf(form, false) }]}
      isReady={form.url.trim() !== ''}
      onAsk={() => setForm(formOfSettings(connection?.settings ?? null))}
      changes={CHANGES}
    >
      <p>Pulls of your account ask it from the next one on. Orders that are open stay where they were placed.</p>
      <ConnectionFields form={form} before={connection} onChange={setForm} />
    </Act>
  );
}

function Remove({ code, isOwn }: Props) {
  return (
    <Act
      label="Remove"
      className="deny"
      title="Remove the connection?"
      request={{ method: 'DELETE', path: `${codePath(code)}/connection` }}
      changes={CHANGES}
    >
      <p>
        {isOwn
          ? 'Steps that pull this report in live mode fail from now on.'
          : 'The vendor of the installation is asked from now on, if it has one.'}{' '}
        Orders that are open are asked for no more, and end at their deadline. The credentials are deleted.
      </p>
    </Act>
  );
}

type Checked = Schemas['ConnectionCheck'];

/** Sends the vendor a request that orders nothing, and shows its answer. */
function Check({ code }: { readonly code: string }) {
  const [checked, setChecked] = useState<Checked | null>(null);
  const isGood = checked?.result === 'accepted' || checked?.result === 'reached';
  return (
    <>
      <ActNow<Checked>
        label="Check it"
        look="buttons"
        aside="Orders nothing, and sends nothing of an applicant."
        request={{ method: 'POST', path: `${codePath(code)}/connection/check`, body: {} }}
        changes={[]}
        onDone={([first]) => setChecked(first ?? null)}
        onRefused={() => setChecked(null)}
      />
      <div role="status">
        {checked !== null && <p className={isGood ? 'message' : 'message bad'}>{checked.message}</p>}
      </div>
    </>
  );
}

/** The last changes of the connection, each with its author and time. */
function Changes({ code }: { readonly code: string }) {
  const mayRead = useMay('audit:read');
  const { data } = useQuery({ ...connectionChangesQuery(code), enabled: mayRead });
  if (data === undefined || data.length === 0) return null;
  return (
    <>
      <h3>Changes</h3>
      <ul className="plain small">
        {data.map(({ id, action, actor_user_id: by, actor_name: name, occurred_at: at, detail }) => (
          <li key={id}>
            {action === 'connection.removed' ? 'Removed' : `Set${changedWords(detail)}`} <When at={at} /> by{' '}
            {by === null ? <bdi>{name ?? 'an operator'}</bdi> : <UserName id={by} />}
          </li>
        ))}
      </ul>
    </>
  );
}

/** ` (url, credentials, secrets)`; empty if no name is known. */
function changedWords(detail: unknown): string {
  const { new: changed = {}, secrets_changed: secrets = false } = Object(detail) as {
    new?: object | null;
    secrets_changed?: boolean;
  };
  const names = [...Object.keys(changed ?? {}), ...(secrets ? ['secrets'] : [])];
  return names.length === 0 ? '' : ` (${names.map((name) => name.replaceAll('_', ' ')).join(', ')})`;
}
