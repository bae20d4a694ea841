import { lookup as systemLookup } from 'node:dns/promises';
import { Resolver } from 'node:dns/promises';
import { hasCode } from '../thrown.ts';
import { OutboundError } from './errors.ts';
import { isLocalhost } from './target.ts';

/** Every address of a name, as text; empty if it has none. Rejects with an OutboundError `dns` if that is not known. */
export type Lookup = (hostname: string, timeoutMs: number) => Promise<readonly string[]>;

/**
 * Asks the DNS servers directly, for names that others chose. The system's resolver runs on a few threads that the
 * whole process shares. One name server that does not respond would block the look-up of every other name.
 */
export function dnsLookup(options: { servers?: readonly string[] } = {}): Lookup {
  return async (hostname, timeoutMs) => {
    const resolver = new Resolver({ timeout: Math.max(250, Math.floor(timeoutMs / 3)), tries: 2 });
    if (options.servers !== undefined) resolver.setServers([...options.servers]);
    const cancel = setTimeout(() => resolver.cancel(), timeoutMs);
    try {
      const results = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
      if (addresses.length === 0 && !results.some(saysNoSuchName)) throw unresolved();
      return addresses;
    } finally {
      clearTimeout(cancel);
    }
  };
}

/** The system's resolver, with its hosts file and search domains. For targets that the operator chose. */
export const hostLookup: Lookup = async (hostname, timeoutMs) => {
  if (isLocalhost(hostname)) return ['127.0.0.1', '::1'];
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(unresolved()), timeoutMs);
  });
  try {
    const found = await Promise.race([systemLookup(hostname, { all: true, order: 'verbatim' }), late]);
    return found.map(({ address }) => address);
  } catch (error) {
    if (hasCode(error, 'ENOTFOUND')) return [];
    throw unresolved();
  } finally {
    clearTimeout(timer);
  }
};

function saysNoSuchName(result: PromiseSettledResult<string[]>): boolean {
  return result.status === 'rejected' && (hasCode(result.reason, 'ENOTFOUND') || hasCode(result.reason, 'ENODATA'));
}

export function unresolved(): OutboundError {
  return new OutboundError('dns', 'The host name does not resolve.');
}
