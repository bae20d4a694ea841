import type { ErrorDetail } from '../errors.ts';
import type { FromSchema } from '../from-schema.ts';
import type { JsonSchema } from '../json.ts';
import { faultOfTerms, OWN_HEADERS, TERMS_SCHEMA, type ConnectionTerms } from './connection.ts';

/*
 * An account's connection to the vendor of a product, as an admin enters it. Its secrets are stored separately, so
 * nothing that shows or records a connection contains one.
 */

const CREDENTIAL_TYPES = ['none', 'bearer', 'basic', 'basic_key', 'header', 'oauth2_client_credentials'] as const;
type CredentialType = (typeof CREDENTIAL_TYPES)[number];

const PRINTABLE = '^[\\x21-\\x7e](?:[\\x20-\\x7e]*[\\x21-\\x7e])?$';
const SECRET = { type: 'string', minLength: 1, maxLength: 4_000, pattern: PRINTABLE } as const;
const NAME = { type: 'string', minLength: 1, maxLength: 500, pattern: PRINTABLE } as const;
const ADDRESS = { type: 'string', format: 'uri', minLength: 1, maxLength: 1_000 } as const;

const CREDENTIALS_SCHEMA = {
  type: 'object',
  description: 'Credentials for the vendor. Secrets are never shown again.',
  additionalProperties: false,
  required: ['type'],
  properties: {
    type: { type: 'string', enum: CREDENTIAL_TYPES, description: 'The kind of credentials.' },
    token: {
      ...SECRET,
      description:
        'The token, for `bearer`, or the key that is a user name without a password, for `basic_key`. Secret.',
    },
    username: { ...NAME, description: 'The user name, for `basic`; without a colon.' },
    password: { ...SECRET, description: 'The password, for `basic`. Secret.' },
    header: { type: 'string', pattern: '^[A-Za-z0-9-]{1,100}$', description: 'The name of the header, for `header`.' },
    value: { ...SECRET, description: 'The value of the header, for `header`. Secret.' },
    token_url: {
      ...ADDRESS,
      description: 'Where a token is asked for, for `oauth2_client_credentials` (RFC 6749, section 4.4).',
    },
    client_id: { ...NAME, description: 'The id, for `oauth2_client_credentials`.' },
    client_secret: { ...SECRET, description: 'The secret, for `oauth2_client_credentials`. Secret.' },
    client_authentication: {
      type: 'string',
      enum: ['basic', 'body'],
      description: 'Where id and secret are sent, for `oauth2_client_credentials`; `basic` by default.',
    },
    scope: {
      ...NAME,
      description: 'The scopes that are asked for, for `oauth2_client_credentials`, with blanks between.',
    },
    audience: {
      ...NAME,
      description: 'The API that the token is for, where the token server asks for its `audience`.',
    },
    resource: {
      ...NAME,
      description: 'The API that the token is for, where the token server asks for its `resource` (RFC 8707).',
    },
  },
} as const satisfies JsonSchema;

export type Credentials = FromSchema<typeof CREDENTIALS_SCHEMA>;

export const ACCOUNT_CONNECTION_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['url'],
  properties: {
    url: { ...ADDRESS, description: 'Where reports are pulled. https; what it holds is no secret.' },
    credentials: CREDENTIALS_SCHEMA,
    ...TERMS_SCHEMA.properties,
  },
} as const satisfies JsonSchema;

/** Also the type of a connection without its secrets: it then lacks those members. */
export interface AccountConnection extends ConnectionTerms {
  readonly url: string;
  readonly credentials?: Credentials;
}

const SECRET_MEMBERS = ['token', 'password', 'value', 'client_secret'] as const;
type SecretMember = (typeof SECRET_MEMBERS)[number];

/** Secrets by member. Those of the credentials, and `signature` and `header`, which authenticate callbacks. */
export type ConnectionSecrets = { readonly [Name in SecretMember | 'signature' | 'header']?: string };

/** The required and the optional members of each type. */
const MEMBERS: Readonly<Record<CredentialType, readonly [needed: readonly string[], optional: readonly string[]]>> = {
  none: [[], []],
  bearer: [['token'], []],
  basic: [['username', 'password'], []],
  basic_key: [['token'], []],
  header: [['header', 'value'], []],
  oauth2_client_credentials: [
    ['token_url', 'client_id', 'client_secret'],
    ['client_authentication', 'scope', 'audience', 'resource'],
  ],
};

/** Faults of a connection that its schema cannot express. Addresses are checked when they are resolved. */
export function faultsOfConnection(connection: AccountConnection): readonly ErrorDetail[] {
  const { url, credentials = { type: 'none' } } = connection;
  const ofTerms = faultOfTerms(connection, url);
  return [...faultsOfCredentials(credentials), ...(ofTerms === undefined ? [] : [ofTerms])];
}

function* faultsOfCredentials(credentials: Credentials): Generator<ErrorDetail> {
  const { type, username = '', header = '' } = credentials;
  const [needed, optional] = MEMBERS[type];
  for (const member of needed) {
    if (!Object.hasOwn(credentials, member))
      yield { field: `credentials.${member}`, message: `is required of ${type}` };
  }
  for (const member of Object.keys(credentials)) {
    if (member !== 'type' && !needed.includes(member) && !optional.includes(member)) {
      yield { field: `credentials.${member}`, message: `does not belong to ${type}` };
    }
  }
  if (username.includes(':')) yield { field: 'credentials.username', message: 'must not have a colon' };
  if (OWN_HEADERS.includes(header.toLowerCase())) {
    yield { field: 'credentials.header', message: 'is a header that the service sets' };
  }
}

/** Separates a connection into its settings and its secrets. */
export function apart({ credentials, callback, ...others }: AccountConnection): {
  readonly settings: AccountConnection;
  readonly secrets: ConnectionSecrets;
} {
  const { token, password, value, client_secret, ...shown } = credentials ?? { type: 'none' };
  const { signature, secret, ...ofCallback } = callback ?? { match: '' };
  const { secret: signed, ...form } = signature ?? { form: 'body' };
  const { value: header, ...named } = secret ?? { header: '' };
  return {
    settings: {
      ...others,
      ...(credentials === undefined ? {} : { credentials: shown }),
      ...(callback === undefined
        ? {}
        : {
            callback: {
              ...ofCallback,
              ...(signature === undefined ? {} : { signature: form }),
              ...(secret === undefined ? {} : { secret: named }),
            },
          }),
    },
    secrets: present({ token, password, value, client_secret, signature: signed, header }),
  };
}

/** The connection with its secrets. Secrets of members that it lacks are left out. */
export function whole(settings: AccountConnection, secrets: ConnectionSecrets): AccountConnection {
  const { credentials, callback, ...others } = settings;
  const { signature, secret } = callback ?? {};
  return {
    ...others,
    ...(credentials === undefined ? {} : { credentials: { ...credentials, ...secretsOf(credentials.type, secrets) } }),
    ...(callback === undefined
      ? {}
      : {
          callback: {
            ...callback,
            ...(signature === undefined
              ? {}
              : { signature: { ...signature, ...present({ secret: secrets.signature }) } }),
            ...(secret === undefined ? {} : { secret: { ...secret, ...present({ value: secrets.header }) } }),
          },
        }),
  };
}

function secretsOf(type: CredentialType, secrets: ConnectionSecrets): ConnectionSecrets {
  const own = SECRET_MEMBERS.filter((member) => MEMBERS[type][0].includes(member));
  return present(Object.fromEntries(own.map((member) => [member, secrets[member]])));
}

function present<Of extends Readonly<Record<string, string | undefined>>>(values: Of) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [Name in keyof Of]?: string };
}

/**
 * The secrets to store. A secret that was left out is kept if the connection still asks the same servers in the same
 * way. Attack: another server may belong to the person who entered its address, so it gets none of the old secrets.
 */
export function keptSecrets(
  before: { readonly settings: AccountConnection; readonly secrets: ConnectionSecrets },
  entered: AccountConnection,
): ConnectionSecrets {
  return isSameVendor(before.settings, entered)
    ? { ...before.secrets, ...apart(entered).secrets }
    : apart(entered).secrets;
}

/**
 * True if both ask the same origin, and both or neither are for made-up people. Then orders of one are orders of the
 * other, and no order about a real person is answered by a sandbox.
 */
export function hasSameOrders(one: AccountConnection, other: AccountConnection): boolean {
  return isSameOrigin(one, other) && (one.sandbox === undefined) === (other.sandbox === undefined);
}

function isSameOrigin(one: AccountConnection, other: AccountConnection): boolean {
  return originOf(one.url) === originOf(other.url);
}

function isSameVendor(one: AccountConnection, other: AccountConnection): boolean {
  return (
    isSameOrigin(one, other) &&
    one.credentials?.type === other.credentials?.type &&
    originOf(one.credentials?.token_url) === originOf(other.credentials?.token_url)
  );
}

const originOf = (url: string | undefined): string | undefined => (url === undefined ? url : URL.parse(url)?.origin);
