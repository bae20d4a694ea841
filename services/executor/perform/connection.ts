import {
  faultOfTerms,
  MOST_SLOTS,
  type ConnectionCallback,
  type ConnectionTerms,
  type Idempotency,
} from '../../../core/products/connection.ts';
import type { AccountConnection, Credentials } from '../../../core/products/account-connection.ts';
import type { OrderEnd } from '../../../core/products/pending-report.ts';
import { SetupError } from '../../../platform/setup-error.ts';

/** Everything needed to call a vendor, for the installation or for one account. */
export interface Connection {
  /** Identifies its orders, callbacks and slots. */
  readonly name: string;
  readonly url: string;
  readonly credentials: Credentials;
  readonly idempotency: Idempotency;
  /** URL that looks an order up by our reference. */
  readonly lookupUrl: string | undefined;
  /** URL that looks an order up by the vendor's reference. */
  readonly orderUrl: string | undefined;
  /** True if the vendor can be asked for a report. Then nothing that it sends by itself is believed. */
  readonly fetch: boolean;
  /** After `untilMs` it is asked only at the deadline. */
  readonly poll: { readonly everyMs: number; readonly untilMs: number };
  /** URL at which the vendor reports that a pull is ready; undefined if it takes none. */
  readonly callbackUrl: ((idempotencyKey: string) => string) | undefined;
  /** Undefined if it is no sandbox. */
  readonly sandbox: ConnectionTerms['sandbox'];
  /** The one callback URL for all its orders. */
  readonly callback: ConnectionCallback | undefined;
  readonly deadlineMs: number;
  readonly slots: number;
}

const HOUR_MS = 3_600_000;
const EVERY_MS = 5_000;

export interface InstallationSettings {
  readonly productCode: string;
  readonly url: string;
  readonly token?: string | undefined;
  readonly terms?: ConnectionTerms | undefined;
  /** Default, for terms that have none. */
  readonly deadlineMs: number;
  /** Undefined without keys: then vendors are only polled. */
  readonly callbackUrl?: ((connection: string, idempotencyKey: string) => string) | undefined;
}

/** The connection of the installation for a product. Throws SetupError for terms that contradict each other. */
export function installationConnection(settings: InstallationSettings): Connection {
  const { productCode, url, token, terms = {}, deadlineMs, callbackUrl } = settings;
  const { fetch = true, callback } = terms;
  const variable = `PRODUCT_${productCode.toUpperCase()}_CONNECTION`;
  const fault = faultOfTerms(terms, url);
  if (fault !== undefined) throw new SetupError(`${variable}: ${fault.field} ${fault.message}.`);
  if (callbackUrl === undefined && (!fetch || callback !== undefined)) {
    throw new SetupError(`${variable}: a vendor that calls needs CONNECTION_KEYS.`);
  }
  const credentials: Credentials = token === undefined ? { type: 'none' } : { type: 'bearer', token };
  return connectionOf({
    name: `installation.${productCode}`,
    connection: { ...terms, url, credentials },
    deadlineMs,
    callbackUrl,
  });
}

export interface NamedConnection extends Pick<InstallationSettings, 'deadlineMs' | 'callbackUrl'> {
  readonly name: string;
  /** With its secrets. */
  readonly connection: AccountConnection;
}

/** A connection as it is used, with defaults for terms that are left out. */
export function connectionOf({ name, connection: terms, deadlineMs, callbackUrl }: NamedConnection): Connection {
  const { url, credentials = { type: 'none' }, fetch = true, poll, callback, deadline_hours: deadlineHours } = terms;
  return {
    name,
    url,
    credentials,
    idempotency: terms.idempotency ?? 'header',
    lookupUrl: terms.lookup_url,
    orderUrl: terms.order_url,
    fetch,
    poll: {
      everyMs: poll?.every_seconds === undefined ? EVERY_MS : poll.every_seconds * 1_000,
      untilMs: poll?.until_hours === undefined ? Infinity : poll.until_hours * HOUR_MS,
    },
    callbackUrl: callbackUrl === undefined ? undefined : (key) => callbackUrl(name, key),
    callback,
    sandbox: terms.sandbox,
    deadlineMs: deadlineHours === undefined ? deadlineMs : deadlineHours * HOUR_MS,
    slots: terms.slots ?? MOST_SLOTS,
  };
}

/** The ways in which a report comes that the vendor makes in its own time. */
export function endsBy({ fetch, callbackUrl }: Connection): readonly OrderEnd[] {
  return [...(fetch ? (['poll'] as const) : []), ...(callbackUrl === undefined ? [] : (['callback'] as const))];
}
