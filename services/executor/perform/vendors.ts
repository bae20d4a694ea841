import { LRUCache } from 'lru-cache';
import { whole } from '../../../core/products/account-connection.ts';
import { productByCode } from '../../../core/products/index.ts';
import type { EncryptionKey } from '../../../platform/crypto.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { OutboundClient } from '../../../platform/outbound/index.ts';
import {
  findConnection,
  openSecrets,
  selectConnections,
  type StoredConnection,
} from '../../../platform/vendor-connections.ts';
import { FORGOTTEN_AFTER_MS } from './circuit-breaker.ts';
import { connectionOf, type InstallationSettings } from './connection.ts';
import { Vendor } from './vendor.ts';

/** The secrets of a connection do not open: their key is not there. */
export const SEALED = 'sealed';

/** Finds whom to ask: the connection of the account, else that of the installation. */
export interface VendorDirectory {
  /** Whom a pull of the account asks. */
  of(
    accountId: number,
    productCode: string,
  ): Promise<Pick<Vendor, 'pull' | 'lookUp' | 'canAsk' | 'connection'> | typeof SEALED | undefined>;
  /** By the name that their orders and callbacks have; those that are gone, or do not open, are missing. */
  named(names: readonly string[]): Promise<ReadonlyMap<string, Vendor>>;
}

/** A product whose vendor is away, for one account or (null) for all that ask that of the installation. */
export interface Away {
  readonly product: string;
  readonly account_id: number | null;
}

export interface VendorsOptions extends Pick<InstallationSettings, 'deadlineMs' | 'callbackUrl'> {
  readonly db: Database;
  readonly log: Logger;
  /** By product. */
  readonly installation: ReadonlyMap<string, Vendor>;
  /** For addresses that accounts enter. */
  readonly outbound: OutboundClient;
  readonly keys: readonly EncryptionKey[];
}

const MOST_KEPT = 10_000;

interface KeptVendor {
  readonly version: number;
  readonly accountId: number;
  readonly productCode: string;
  readonly vendor: Vendor;
}

/**
 * The vendors that this process asks. A connection is read for each pull, so a change holds for the next one; its circuit and
 * its token stay in memory until it changes or nobody asks for it any more.
 */
export class Vendors implements VendorDirectory {
  readonly installation: ReadonlyMap<string, Vendor>;
  readonly #options: VendorsOptions;
  readonly #kept = new LRUCache<string, KeptVendor>({
    max: MOST_KEPT,
    ttl: FORGOTTEN_AFTER_MS,
    updateAgeOnGet: true,
  });

  constructor(options: VendorsOptions) {
    this.#options = options;
    this.installation = options.installation;
  }

  async of(accountId: number, productCode: string): Promise<Vendor | typeof SEALED | undefined> {
    const own = await findConnection(this.#options.db.kysely, accountId, productCode);
    if (own === undefined) return this.installation.get(productCode);
    return this.#opened(own);
  }

  async named(names: readonly string[]): Promise<ReadonlyMap<string, Vendor>> {
    const found = new Map<string, Vendor>();
    for (const vendor of this.installation.values()) {
      if (names.includes(vendor.connection.name)) found.set(vendor.connection.name, vendor);
    }
    const others = names.filter((name) => !found.has(name));
    if (others.length === 0) return found;
    for (const own of await selectConnections(this.#options.db.kysely).where('name', 'in', others).execute()) {
      const vendor = this.#opened(own);
      if (vendor !== undefined && vendor !== SEALED) found.set(own.name, vendor);
    }
    return found;
  }

  /** Those that have responded to nobody as they should for `ms`. */
  away(ms: number): readonly Away[] {
    const ofInstallation = [...this.installation].flatMap(([product, vendor]): readonly Away[] =>
      vendor.openForMs >= ms
        ? [{ product, account_id: null }]
        : vendor.accountsOpenFor(ms).map((accountId) => ({ product, account_id: accountId })),
    );
    const ofAccounts = [...this.#kept.values()].filter(
      ({ vendor, accountId }) => vendor.openForMs >= ms || vendor.accountsOpenFor(ms).includes(accountId),
    );
    return [
      ...ofInstallation,
      ...ofAccounts.map(({ productCode, accountId }) => ({ product: productCode, account_id: accountId })),
    ];
  }

  #opened(own: StoredConnection): Vendor | typeof SEALED | undefined {
    const { name, version, account_id: accountId, product_code: productCode } = own;
    const kept = this.#kept.get(name);
    if (kept?.version === version) return kept.vendor;
    const { deadlineMs, callbackUrl, outbound, log } = this.#options;
    const product = productByCode(productCode);
    if (product === undefined) return undefined;
    let vendor: Vendor;
    try {
      const connection = whole(own.settings, openSecrets(this.#options.keys, own));
      vendor = new Vendor(product, connectionOf({ name, connection, deadlineMs, callbackUrl }), outbound);
    } catch (error) {
      log.error({ err: error, connection: name }, 'a connection cannot be opened: CONNECTION_KEYS lacks its key');
      return SEALED;
    }
    this.#kept.set(name, { version, accountId, productCode, vendor });
    return vendor;
  }
}
