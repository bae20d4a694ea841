import type { CredentialType, Idempotency } from './connection-form.ts';

/** The page's words for the parts of a connection. */
export const CREDENTIAL_WORDS: Readonly<Record<CredentialType, string>> = {
  none: 'none',
  bearer: 'a token (Authorization: Bearer)',
  basic_key: 'a key as user name, without a password',
  basic: 'user name and password',
  header: 'a header with a key',
  oauth2_client_credentials: 'OAuth 2: client id and secret',
};

export const IDEMPOTENCY_WORDS: Readonly<Record<Idempotency, string>> = {
  header: 'is one order: the vendor knows it by its Idempotency-Key',
  lookup: 'is looked up before: the vendor can be asked by our reference',
  none: 'is two orders: a request that was cut short waits for a person',
};
