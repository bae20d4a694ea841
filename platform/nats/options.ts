import { credsAuthenticator, type NodeConnectionOptions } from '@nats-io/transport-node';

export interface NatsAddress {
  readonly urls: readonly string[];
  /** Content of a .creds file. Takes the place of credentials in the URLs. */
  readonly credentials?: string | undefined;
  /** PEM of the authorities to trust in place of the system's. */
  readonly ca?: string | undefined;
}

/**
 * Servers, credentials and TLS from NATS URLs; the client itself reads only hosts and ports from them.
 * `nats://user:password@host:4222`, `nats://token@host`, `tls://host`. The first URL with credentials sets them for all.
 */
export function natsOptions({ urls, credentials, ca }: NatsAddress): NodeConnectionOptions {
  const parsed = urls.map((url) => new URL(url));
  const servers = parsed.map(({ hostname, port }) => `${hostname}:${port || '4222'}`);
  const isTls = parsed.some(({ protocol }) => protocol === 'tls:');
  const options: NodeConnectionOptions = {
    servers,
    ...(isTls ? { tls: ca === undefined ? {} : { ca } } : {}),
  };
  if (credentials !== undefined) {
    return { ...options, authenticator: credsAuthenticator(new TextEncoder().encode(credentials)) };
  }
  const withUser = parsed.find(({ username }) => username !== '');
  if (withUser === undefined) return options;
  const user = decodeURIComponent(withUser.username);
  const pass = decodeURIComponent(withUser.password);
  return { ...options, ...(pass === '' ? { token: user } : { user, pass }) };
}
