import type { NodeConnectionOptions } from '@nats-io/transport-node';

/**
 * Servers, credentials and TLS from NATS URLs, which the client itself reads hosts and ports from only.
 * `nats://user:password@host:4222`, `nats://token@host`, `tls://host`. The first URL with credentials sets them for all.
 */
export function natsOptions(urls: readonly string[]): NodeConnectionOptions {
  const parsed = urls.map((url) => new URL(url));
  const servers = parsed.map(({ hostname, port }) => `${hostname}:${port || '4222'}`);
  const withUser = parsed.find(({ username }) => username !== '');
  const tls = parsed.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {};
  if (withUser === undefined) return { servers, ...tls };
  const user = decodeURIComponent(withUser.username);
  const pass = decodeURIComponent(withUser.password);
  return { servers, ...tls, ...(pass === '' ? { token: user } : { user, pass }) };
}
