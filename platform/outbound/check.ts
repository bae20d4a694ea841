import type { ErrorDetail } from '../../core/errors.ts';
import { dnsLookup, hostLookup, type Lookup } from './resolve.ts';
import { isAllowedAddress, readTarget, RESOLVES_TO_FORBIDDEN } from './target.ts';

const LOOKUP_TIMEOUT_MS = 3_000;

export interface CheckOptions {
  /** The request field that the error details name. */
  readonly field: string;
  readonly allowPrivate: boolean;
  /** Default: asks the DNS servers; with `allowPrivate`, the system's resolver. */
  readonly lookup?: Lookup;
}

/**
 * Checks a URL when it is saved. Returns what is wrong with it; empty if it is allowed. One forbidden address among many
 * refuses it. A name that does not resolve at that time is accepted: it is resolved and checked again at each delivery.
 */
export async function checkTargetUrl(url: string, options: CheckOptions): Promise<ErrorDetail[]> {
  const { field, allowPrivate, lookup = defaultLookup(allowPrivate) } = options;
  const read = readTarget(url, { allowPrivate });
  if ('problem' in read) return [{ field, message: read.problem }];
  if (read.target.literal !== null) return [];
  let addresses: readonly string[];
  try {
    addresses = await lookup(read.target.hostname, LOOKUP_TIMEOUT_MS);
  } catch {
    return [];
  }
  const isAllowed = addresses.every((address) => isAllowedAddress(address, { allowPrivate }));
  return isAllowed ? [] : [{ field, message: RESOLVES_TO_FORBIDDEN }];
}

export function defaultLookup(allowPrivate: boolean): Lookup {
  return allowPrivate ? hostLookup : dnsLookup();
}
