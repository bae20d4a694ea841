import { isIP } from 'node:net';
import { isPrivateAddress, isPublicAddress } from './addresses.ts';

/**
 * The rules for a URL that somebody else chose (semantics 12.7.4 and 14.3). It has http or https, no userinfo, no port
 * 0, and a host that is not forbidden in any notation. WHATWG parsing turns every notation that a connection would
 * accept (decimal, octal, hex, full-width digits, percent-encoding) into the plain one. The checked address is
 * therefore the connected one.
 */

interface TargetPolicy {
  /** Allows private and loopback addresses, `localhost`, and names without a dot, as containers have them. */
  readonly allowPrivate: boolean;
  /** Refuses http. */
  readonly requiresTls?: boolean;
}

export interface Target {
  readonly isTls: boolean;
  /** Lowercase, punycode, without brackets or trailing dot. */
  readonly hostname: string;
  /** `scheme://host[:port]`, of the host as given in `hostname`. */
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  /** Set if the host is an address and not a name. */
  readonly literal: string | null;
}

export type TargetOrProblem = { readonly target: Target } | { readonly problem: string };

const MAX_URL_LENGTH = 2_048;
const NOT_PUBLIC = 'must be publicly reachable: private, loopback, link-local and metadata addresses are refused';
const WITHOUT_DOT = 'must have a full host name with a dot, such as hooks.example.com';
const MALFORMED = 'must be a valid http or https URL';

/** Parses a URL and checks all that can be checked without DNS. The problem's text never repeats the URL. */
export function readTarget(text: string, policy: TargetPolicy): TargetOrProblem {
  const unread = problemOfText(text);
  if (unread !== null) return { problem: unread };
  const url = new URL(text);
  if (policy.requiresTls === true && url.protocol !== 'https:') return { problem: 'must begin with https://' };
  if (url.port === '0') return { problem: 'must not have port 0' };
  const bare = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const hostname = bare.endsWith('.') ? bare.slice(0, -1) : bare;
  const literal = isIP(hostname) === 0 ? null : hostname;
  const forbidden = literal === null ? problemOfName(hostname, policy) : problemOfAddress(literal, policy);
  if (forbidden !== null) return { problem: forbidden };

  const host = literal?.includes(':') === true ? `[${literal}]` : hostname;
  return {
    target: {
      isTls: url.protocol === 'https:',
      hostname,
      origin: `${url.protocol}//${host}${url.port === '' ? '' : `:${url.port}`}`,
      path: url.pathname + url.search,
      literal,
    },
  };
}

/** Forms that parsers correct in different ways are refused before any parser sees them. */
function problemOfText(text: string): string | null {
  if (text.length > MAX_URL_LENGTH) return `must be at most ${MAX_URL_LENGTH} characters long`;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return 'must begin with http:// or https://';
  // oxlint-disable-next-line no-control-regex -- controls and spaces are what is looked for
  if (/[\u0000-\u0020\u007f\\]/.test(text)) return MALFORMED;
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1];
  if (authority === undefined || !URL.canParse(text)) return MALFORMED;
  return authority.includes('@') ? 'must not have a user name or password' : null;
}

function problemOfName(hostname: string, policy: TargetPolicy): string | null {
  if (!isDnsName(hostname)) return MALFORMED;
  if (!isAllowedName(hostname, policy)) return NOT_PUBLIC;
  // A resolver may add the network's own domain to such a name, so it can be that of a server within.
  return hostname.includes('.') || policy.allowPrivate ? null : WITHOUT_DOT;
}

function problemOfAddress(address: string, policy: TargetPolicy): string | null {
  return isAllowedAddress(address, policy) ? null : NOT_PUBLIC;
}

export function isAllowedAddress(address: string, policy: TargetPolicy): boolean {
  return isPublicAddress(address) || (policy.allowPrivate && isPrivateAddress(address));
}

/** `localhost` and everything below it (RFC 6761). */
export function isLocalhost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost');
}

/** Names that resolve only inside of networks and clouds (RFC 6761, 6762, 8375; ICANN's `.internal`). */
const INTERNAL_SUFFIXES = ['local', 'localdomain', 'internal', 'home.arpa'];
const METADATA_NAMES = ['metadata', 'metadata.google.internal', 'metadata.azure.internal', 'metadata.goog'];
const METADATA_SUFFIXES = ['instance-data', 'instance-data.ec2.internal', 'metadata.tencentyun.com'];

function isAllowedName(hostname: string, policy: TargetPolicy): boolean {
  if (METADATA_NAMES.includes(hostname) || isBelow(hostname, METADATA_SUFFIXES)) return false;
  return policy.allowPrivate || !(isLocalhost(hostname) || isBelow(hostname, INTERNAL_SUFFIXES));
}

function isBelow(hostname: string, suffixes: readonly string[]): boolean {
  return suffixes.some((suffix) => hostname === suffix || hostname.endsWith(`.${suffix}`));
}

function isDnsName(hostname: string): boolean {
  return hostname.length <= 253 && hostname.split('.').every((label) => /^[a-z0-9_-]{1,63}$/.test(label));
}

/** The problem of a host whose name resolves to an address that is not allowed. */
export const RESOLVES_TO_FORBIDDEN = NOT_PUBLIC;
