import { LRUCache } from 'lru-cache';
import { whole } from '../../../core/products/account-connection.ts';
import type { SubjectRegistry } from '../../../core/products/sandbox.ts';
import { productByCode } from '../../../core/products/index.ts';
import type { EncryptionKey } from '../../../platform/crypto.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { findPinnedProduct } from '../../../platform/database/products.ts';
import { CredentialHeaders, type OutboundClient } from '../../../platform/outbound/index.ts';
import {
  findConnection,
  openSecrets,
  selectConnections,
  type StoredConnection,
} from '../../../platform/vendor-connections.ts';
import { FORGOTTEN_AFTER_MS } from './circuit-breaker.ts';
import { connectionOf, type Connection, type InstallationSettings } from './connection.ts';
import { isAskedAbout } from './made-up.ts';
import { cascadeSource, ownSource, type Source } from './source.ts';
import { VendorCircuit } from './vendor-circuit.ts';
import { Vendor, type Shared } from './vendor.ts';

/** The secrets of a connection cannot be opened, because their key is missing. */
export const SEALED = 'sealed';

/** The members of an order that identify its vendor. */
export interface PlacedOrder {
  readonly execution_id: number;
  readonly connection: string;
}

/** Finds the vendor to call: the account's own, or else that of the installation. */
export interface VendorDirectory {
  /** The vendor for a pull of the execution. */
  of(
    execution: { readonly id: number; readonly accountId: number },
    productCode: string,
  ): Promise<Pick<Vendor, 'pull' | 'lookUp' | 'canAsk' | 'connection' | 'steps'> | typeof SEALED | undefined>;
  /**
   * The vendor at which an order was placed; undefined if its connection was deleted, does not open, or must not answer
   * it.
   */
  ofOrder(order: PlacedOrder): Promise<Vendor | undefined>;
  /** Connections by the name that orders and callbacks have, without deleted ones and those that do not open. */
  named(names: readonly string[]): Promise<ReadonlyMap<string, Connection>>;
}

/**
 * A product whose vendor is unreachable, for one account or (null) for all accounts that use the installation's vendor.
 */
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
  /** The test subjects of the products. */
  readonly subjects: Pick<SubjectRegistry, 'has'>;
}

const MOST_KEPT = 10_000;
const MOST_SOURCES = 200;

interface Kept extends Shared {
  readonly version: number;
  readonly accountId: number;
  readonly productCode: string;
  readonly connection: Connection;
}

/**
 * The vendors that this process calls. A connection is read for each pull, so a change applies to the next one. Its
 * circuit and its token stay in memory until it changes or is unused for ten minutes.
 */
export class Vendors implements VendorDirectory {
  readonly installation: ReadonlyMap<string, Vendor>;
  readonly #options: VendorsOptions;
  readonly #kept = new LRUCache<string, Kept>({ max: MOST_KEPT, ttl: FORGOTTEN_AFTER_MS, updateAgeOnGet: true });
  /** By account, code and version. */
  readonly #sources = new LRUCache<string, Source>({ max: MOST_SOURCES });

  constructor(options: VendorsOptions) {
    this.#options = options;
    this.installation = options.installation;
  }

  async of({ id, accountId }: { readonly id: number; readonly accountId: number }, productCode: string) {
    const own = await findConnection(this.#options.db.kysely, accountId, productCode);
    if (own === undefined) return this.installation.get(productCode);
    const kept = this.#opened(own);
    return kept === SEALED ? SEALED : this.#vendorOf(kept, id);
  }

  async ofOrder({ connection: name, execution_id: executionId }: PlacedOrder): Promise<Vendor | undefined> {
    const ofInstallation = [...this.installation.values()].find(({ connection }) => connection.name === name);
    if (ofInstallation !== undefined)
      return (await this.#mayAnswer(ofInstallation.connection, executionId)) ? ofInstallation : undefined;
    const own = await selectConnections(this.#options.db.kysely).where('name', '=', name).executeTakeFirst();
    const kept = own === undefined ? SEALED : this.#opened(own);
    if (kept === SEALED || !(await this.#mayAnswer(kept.connection, executionId))) return undefined;
    return this.#vendorOf(kept, executionId);
  }

  /** False if the connection was marked as a sandbox since the order was placed, or is marked so no longer. */
  async #mayAnswer(connection: Connection, executionId: number): Promise<boolean> {
    const { db, subjects } = this.#options;
    const run = await db.kysely
      .selectFrom('execution')
      .select('payload')
      .where('id', '=', executionId)
      .executeTakeFirst();
    return isAskedAbout(connection, run?.payload ?? {}, subjects);
  }

  async named(names: readonly string[]): Promise<ReadonlyMap<string, Connection>> {
    const found = new Map<string, Connection>();
    for (const { connection } of this.installation.values()) {
      if (names.includes(connection.name)) found.set(connection.name, connection);
    }
    const others = names.filter((name) => !found.has(name));
    if (others.length === 0) return found;
    for (const own of await selectConnections(this.#options.db.kysely).where('name', 'in', others).execute()) {
      const kept = this.#opened(own);
      if (kept !== SEALED) found.set(own.name, kept.connection);
    }
    return found;
  }

  /** The vendors that have been unreachable for `ms`. */
  away(ms: number): readonly Away[] {
    const ofInstallation = [...this.installation].flatMap(([product, vendor]): readonly Away[] =>
      vendor.openForMs >= ms
        ? [{ product, account_id: null }]
        : vendor.accountsOpenFor(ms).map((accountId) => ({ product, account_id: accountId })),
    );
    const ofAccounts = [...this.#kept.values()].filter(
      ({ circuit, accountId }) => circuit.openForMs() >= ms || circuit.accountsOpenFor(ms).includes(accountId),
    );
    return [
      ...ofInstallation,
      ...ofAccounts.map(({ productCode, accountId }) => ({ product: productCode, account_id: accountId })),
    ];
  }

  /** Connections of accounts whose vendors fail, while pulls still ask for them. */
  get ownCircuitsOpen(): number {
    return [...this.#kept.values()].filter(({ circuit }) => circuit.isOpen()).length;
  }

  #opened(own: StoredConnection): Kept | typeof SEALED {
    const { name, version, account_id: accountId, product_code: productCode } = own;
    const kept = this.#kept.get(name);
    if (kept?.version === version) return kept;
    const { deadlineMs, callbackUrl, outbound, log, keys } = this.#options;
    let connection: Connection;
    try {
      connection = connectionOf({
        name,
        connection: whole(own.settings, openSecrets(keys, own)),
        deadlineMs,
        callbackUrl,
      });
    } catch (error) {
      log.error({ err: error, connection: name }, 'a connection cannot be opened: CONNECTION_KEYS lacks its key');
      return SEALED;
    }
    const credentials = new CredentialHeaders(connection.credentials, outbound);
    const opened = { version, accountId, productCode, connection, credentials, circuit: new VendorCircuit() };
    this.#kept.set(name, opened);
    return opened;
  }

  /** The vendor of an account's product, in the version that the execution pulls; undefined if it pulls none. */
  async #vendorOf({ connection, accountId, productCode, ...shared }: Kept, executionId: number) {
    const builtIn = productByCode(productCode);
    const source =
      builtIn === undefined ? await this.#ownSource(accountId, productCode, executionId) : cascadeSource(builtIn);
    return source === undefined ? undefined : new Vendor(source, connection, this.#options.outbound, shared);
  }

  async #ownSource(accountId: number, productCode: string, executionId: number): Promise<Source | undefined> {
    const pinned = await findPinnedProduct(this.#options.db.kysely, executionId, productCode);
    if (pinned === undefined) return undefined;
    const key = `${accountId} ${productCode} ${pinned.version}`;
    const known = this.#sources.get(key) ?? ownSource(pinned.product);
    if (known !== undefined) this.#sources.set(key, known);
    return known;
  }
}
