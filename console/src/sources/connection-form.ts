import type { AccountConnection } from '../../../core/products/account-connection.ts';
import type { ConnectionCallback } from '../../../core/products/connection.ts';

/*
 * A connection in the form. Secrets begin empty, since nobody is shown a stored one; an input that stays empty keeps it.
 */

export type CredentialType = NonNullable<AccountConnection['credentials']>['type'];
export type Idempotency = NonNullable<AccountConnection['idempotency']>;
type SignatureForm = NonNullable<ConnectionCallback['signature']>['form'];

export interface ConnectionForm {
  readonly url: string;
  readonly type: CredentialType;
  readonly token: string;
  readonly username: string;
  readonly password: string;
  readonly header: string;
  readonly value: string;
  readonly token_url: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly client_authentication: 'basic' | 'body';
  readonly scope: string;
  readonly idempotency: Idempotency;
  readonly lookup_url: string;
  readonly order_url: string;
  /** The vendor can be asked for a report that it has accepted. */
  readonly isAsked: boolean;
  readonly every_seconds: number | undefined;
  readonly until_hours: number | undefined;
  readonly deadline_hours: number | undefined;
  readonly slots: number | undefined;
  readonly isSandbox: boolean;
  /** How its callbacks are authenticated; `none` if it does not call. */
  readonly proof: 'none' | 'signature' | 'secret';
  readonly match: string;
  readonly report: string;
  /** The path and the names of the events that count; empty: all events count. */
  readonly event_path: string;
  readonly events: string;
  readonly form: SignatureForm;
  readonly signature_header: string;
  readonly signature_secret: string;
  readonly encoding: 'hex' | 'base64';
  readonly tolerance_seconds: number | undefined;
  readonly secret_header: string;
  readonly secret_value: string;
  /** Settings that the form has no input for. They stay. */
  readonly kept: KeptSettings;
}

interface KeptSettings {
  readonly credentials: Pick<NonNullable<AccountConnection['credentials']>, 'audience' | 'resource'>;
  readonly signature: Pick<NonNullable<ConnectionCallback['signature']>, 'hash'>;
  readonly connection: Pick<AccountConnection, 'reply'>;
  readonly sandbox: NonNullable<AccountConnection['sandbox']>;
}

const SECRETS = ['token', 'password', 'value', 'client_secret', 'signature_secret', 'secret_value'] as const;

/** Members of each kind of credentials, in the order of the form. */
export const MEMBERS_OF = {
  none: [],
  bearer: ['token'],
  basic_key: ['token'],
  basic: ['username', 'password'],
  header: ['header', 'value'],
  oauth2_client_credentials: ['token_url', 'client_id', 'client_secret', 'scope'],
} as const satisfies Readonly<Record<CredentialType, readonly (keyof ConnectionForm)[]>>;

export const isSecret = (name: keyof ConnectionForm): boolean => SECRETS.some((each) => each === name);

/** `settings` is null for a connection that does not exist yet. */
export function formOfSettings(settings: AccountConnection | null): ConnectionForm {
  const known: Partial<AccountConnection> = settings ?? {};
  const { url = '', credentials, idempotency = 'header', lookup_url, order_url } = known;
  const { fetch = true, poll, callback, deadline_hours, slots } = known;
  const {
    type = 'bearer',
    username,
    header,
    token_url,
    client_id,
    client_authentication,
    scope,
  } = credentials ?? {
    type: settings === null ? 'bearer' : 'none',
  };
  const { signature, secret } = callback ?? {};
  return {
    ...{ url, type, token: '', username: username ?? '', password: '', header: header ?? '', value: '' },
    ...{ token_url: token_url ?? '', client_id: client_id ?? '', client_secret: '', scope: scope ?? '' },
    client_authentication: client_authentication ?? 'basic',
    ...{ idempotency, lookup_url: lookup_url ?? '', order_url: order_url ?? '', isAsked: fetch },
    isSandbox: known.sandbox !== undefined,
    ...{ every_seconds: poll?.every_seconds, until_hours: poll?.until_hours, deadline_hours, slots },
    proof: signature !== undefined ? 'signature' : secret !== undefined ? 'secret' : 'none',
    ...{ match: callback?.match ?? '', report: callback?.report ?? '', form: signature?.form ?? 'body' },
    ...{ event_path: callback?.only?.path ?? '', events: callback?.only?.is.join(', ') ?? '' },
    ...{ signature_header: signature?.header ?? '', signature_secret: '', encoding: signature?.encoding ?? 'hex' },
    tolerance_seconds: signature?.tolerance_seconds,
    ...{ secret_header: secret?.header ?? '', secret_value: '' },
    kept: {
      credentials: present({ audience: credentials?.audience, resource: credentials?.resource }),
      signature: present({ hash: signature?.hash }),
      connection: present({ reply: known.reply }),
      sandbox: known.sandbox ?? {},
    },
  };
}

/** The members that have a value. */
const present = <Members extends object>(members: Members): Partial<Members> =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== '' && value !== undefined),
  ) as Partial<Members>;

/** The body of the request. `withSecrets` is false for the body that is shown. */
export function settingsOf(form: ConnectionForm, withSecrets = true): AccountConnection {
  const { type, isAsked, proof, idempotency } = form;
  const text = (name: keyof ConnectionForm): string => {
    const value = form[name];
    return typeof value === 'string' && (withSecrets || !isSecret(name)) ? value.trim() : '';
  };
  const members = Object.fromEntries(MEMBERS_OF[type].map((name) => [name, text(name)]));
  const isOauth = type === 'oauth2_client_credentials';
  const poll = present({ every_seconds: form.every_seconds, until_hours: form.until_hours });
  const isTimed = form.form !== 'body';
  const callback =
    proof === 'signature'
      ? {
          signature: {
            form: form.form,
            ...present({
              secret: text('signature_secret'),
              header: form.form === 'standard' ? '' : text('signature_header'),
              encoding: isTimed && (form.form === 'standard' || form.encoding === 'hex') ? undefined : form.encoding,
              tolerance_seconds: isTimed ? form.tolerance_seconds : undefined,
            }),
            ...(form.form === 'standard' ? {} : form.kept.signature),
          },
        }
      : { secret: { header: text('secret_header'), ...present({ value: text('secret_value') }) } };
  const events = form.events.split(',').flatMap((event) => (event.trim() === '' ? [] : [event.trim()]));
  const only = form.event_path === '' && events.length === 0 ? {} : { only: { path: text('event_path'), is: events } };
  return {
    url: text('url'),
    credentials: {
      type,
      ...present(members),
      ...(isOauth && form.client_authentication === 'body' ? { client_authentication: 'body' as const } : {}),
      ...(isOauth ? form.kept.credentials : {}),
    },
    idempotency,
    ...present({ lookup_url: text('lookup_url'), order_url: text('order_url') }),
    ...(isAsked ? {} : { fetch: false }),
    ...(Object.keys(poll).length === 0 ? {} : { poll }),
    ...present({ deadline_hours: form.deadline_hours, slots: form.slots }),
    ...form.kept.connection,
    ...(form.isSandbox ? { sandbox: form.kept.sandbox } : {}),
    ...(proof === 'none'
      ? {}
      : { callback: { match: text('match'), ...present({ report: text('report') }), ...only, ...callback } }),
  };
}
