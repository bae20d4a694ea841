import { dnsLookup, hostLookup, type Lookup } from './resolve.ts';
import { isAllowedAddress, readTarget, RESOLVES_TO_FORBIDDEN, type TargetOrProblem } from './target.ts';

const LOOKUP_TIMEOUT_MS = 3_000;

export interface CheckOptions {
  readonly allowPrivate: boolean;
  /** Refuses http. */
  readonly requiresTls?: boolean;
  /** Default: asks the DNS servers; with `allowPrivate`, the system's resolver. */
  readonly lookup?: Lookup;
}

/**
 * Checks a URL when it is saved: its parts, or what is wrong with it. One forbidden address among many refuses it. A name that
 * does not resolve at that time is accepted: it is resolved and checked again at each delivery.
 */
export async function checkTargetUrl(url: string, options: CheckOptions): Promise<TargetOrProblem> {
  const { allowPrivate, requiresTls = false, lookup = defaultLookup(allowPrivate) } = options;
  const read = readTarget(url, { allowPrivate, requiresTls });
  if ('problem' in read || read.target.literal !== null) return read;
  let addresses: readonly string[];
  try {
    addresses = await lookup(read.target.hostname, LOOKUP_TIMEOUT_MS);
  } catch {
    return read;
  }
  const isAllowed = addresses.every((address) => isAllowedAddress(address, { allowPrivate }));
  return isAllowed ? read : { problem: RESOLVES_TO_FORBIDDEN };
}

export function defaultLookup(allowPrivate: boolean): Lookup {
  return allowPrivate ? hostLookup : dnsLookup();
}
