import { isIP, type LookupFunction } from 'node:net';
import { getCACertificates } from 'node:tls';
import { buildConnector } from 'undici';
import { defaultLookup } from './check.ts';
import { OutboundError, toOutboundError, toConnectError } from './errors.ts';
import { skipContinue } from './interim.ts';
import { unresolved, type Lookup } from './resolve.ts';
import { isAllowedAddress, RESOLVES_TO_FORBIDDEN } from './target.ts';

interface ConnectOptions {
  readonly allowPrivate: boolean;
  readonly connectTimeoutMs: number;
  readonly lookup: Lookup;
  readonly certificateAuthorities?: string;
}

/** Certificate authorities that TLS_CA_PATH adds for servers outside the installation, beside the public ones. */
export function ownAuthorities(ca: string | undefined): { readonly certificateAuthorities?: string } {
  return ca === undefined ? {} : { certificateAuthorities: [...getCACertificates('default'), ca].join('\n') };
}

/** For clients of packages that bring a protocol of their own. */
export function guardedConnector(options: Omit<ConnectOptions, 'lookup'>): buildConnector.connector {
  return connectChecked({ ...options, lookup: defaultLookup(options.allowPrivate) });
}

/** How long one address is tried before the next is tried in parallel (RFC 8305 says 250 ms; far networks are slower). */
const NEXT_ADDRESS_AFTER_MS = 1_000;

/**
 * A connector that resolves the name once, checks every address, and gives exactly these addresses to the socket. A
 * second look-up could return other addresses (DNS rebinding), so there is none. Literal addresses are checked here
 * too, because sockets do not look them up.
 */
export function connectChecked(options: ConnectOptions): buildConnector.connector {
  return (target, callback) => {
    const isTls = target.protocol === 'https:';
    addressesOf(target.hostname, options).then(
      ({ addresses, remainingMs }) => {
        const connect = buildConnector({
          timeout: remainingMs,
          allowH2: false,
          // TLS sessions are not resumed: each connection verifies the certificate in full.
          maxCachedSessions: 0,
          lookup: pinnedTo(addresses),
          autoSelectFamily: true,
          autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
          ...(options.certificateAuthorities === undefined ? {} : { ca: options.certificateAuthorities }),
        });
        connect(target, (...[error, socket]) => {
          if (error !== null) callback(isTls ? toConnectError(error) : toOutboundError(error), null);
          else {
            skipContinue(socket);
            callback(null, socket);
          }
        });
      },
      (error: unknown) => callback(toOutboundError(error), null),
    );
  };
}

async function addressesOf(host: string, { lookup, connectTimeoutMs, allowPrivate }: ConnectOptions) {
  const hostname = host.replace(/^\[(.*)\]$/, '$1');
  const begunAt = performance.now();
  const addresses = isIP(hostname) === 0 ? await lookup(hostname, connectTimeoutMs) : [hostname];
  if (addresses.length === 0) throw unresolved();
  if (!addresses.every((address) => isAllowedAddress(address, { allowPrivate }))) {
    throw new OutboundError('forbidden_target', `The URL ${RESOLVES_TO_FORBIDDEN}.`);
  }
  return { addresses, remainingMs: Math.max(1, connectTimeoutMs - (performance.now() - begunAt)) };
}

function pinnedTo(addresses: readonly string[]): LookupFunction {
  const results = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    const [first] = results;
    if (options.all === true || first === undefined) callback(null, results);
    else callback(null, first.address, first.family);
  };
}
