import type { SubjectRegistry } from '../../../core/products/sandbox.ts';
import { PRODUCT_CODES, PRODUCTS, type BuiltInCode } from '../../../core/products/index.ts';
import { PostgresArtifactStore, type ArtifactStore } from '../../../platform/artifact-store/index.ts';
import type { Config, VariableName } from '../../../platform/config/index.ts';
import type { EncryptionKey } from '../../../platform/crypto.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { MAILER_VARIABLES, openMailer } from '../../../platform/mail/service.ts';
import type { Bus } from '../../../platform/nats/index.ts';
import { createOutboundClient, ownAuthorities, type OutboundClient } from '../../../platform/outbound/index.ts';
import type { NoticeData } from '../../../platform/reference-data/index.ts';
import { installationConnection, type InstallationSettings } from './connection.ts';
import type { Executors } from './index.ts';
import { livePullExecutor } from './live-pull.ts';
import type { LetterDependencies } from './letters.ts';
import { mailExecutor } from './mail.ts';
import { noticeExecutor } from './notice.ts';
import type { NoticeDependencies } from './notice-dependencies.ts';
import { notificationExecutor } from './notification.ts';
import { cascadeSource } from './source.ts';
import { Vendor } from './vendor.ts';
import { Vendors } from './vendors.ts';

const ENDS = ['URL', 'TOKEN', 'CONNECTION'] as const;
type End = (typeof ENDS)[number];
type VendorVariable = `PRODUCT_${Uppercase<BuiltInCode>}_${End}`;
const vendorVariable = <Of extends End>(code: BuiltInCode, end: Of) =>
  // Upper-casing a code gives the middle of the name; the type system cannot follow toUpperCase.
  `PRODUCT_${code.toUpperCase() as Uppercase<BuiltInCode>}_${end}` as const;

/** The environment variables that the executors of effects read. */
export const EFFECT_VARIABLES = [
  ...MAILER_VARIABLES,
  'MAIL_FROM',
  'NOTICE_MAIL_FROM',
  'MAIL_RETURN_PATH',
  'NOTICES_PER_CLIENT_PER_HOUR',
  'NOTICES_PER_RECIPIENT_PER_DAY',
  'LETTERS_PER_CLIENT_PER_HOUR',
  'LETTERS_PER_RECIPIENT_PER_HOUR',
  'LETTERS_PER_EXECUTION',
  'NOTIFICATIONS_PER_CLIENT_PER_HOUR',
  'NOTIFICATIONS_PER_EXECUTION',
  'WEBHOOK_ALLOW_PRIVATE_TARGETS',
  'PULL_DEADLINE_HOURS',
  ...PRODUCT_CODES.flatMap((code) => ENDS.map((end): VendorVariable => vendorVariable(code, end))),
] as const satisfies readonly VariableName[];
type EffectConfig = Config<(typeof EFFECT_VARIABLES)[number]>;

export interface EffectResources {
  readonly executors: Executors;
  readonly vendors: Vendors;
  /** For notices that are sent again outside of their run. */
  readonly notices: NoticeDependencies;
  close(): Promise<void>;
}

const VENDOR_LIMITS = {
  connectTimeoutMs: 5_000,
  readTimeoutMs: 30_000,
  totalTimeoutMs: 60_000,
  maxResponseBytes: 512 * 1_024,
  largeResponse: 'refuse',
  perOriginConnections: 20,
} as const;
const NOTIFICATION_LIMITS = {
  connectTimeoutMs: 5_000,
  readTimeoutMs: 10_000,
  totalTimeoutMs: 20_000,
  maxResponseBytes: 64 * 1_024,
  perOriginConnections: 4,
} as const;

/** Opens the resources of effects: mail, HTTP clients, vendors, files. */
export function openEffects(options: {
  readonly config: EffectConfig;
  readonly db: Database;
  readonly bus: Bus;
  readonly log: Logger;
  readonly notices: NoticeData;
  readonly sandbox: SubjectRegistry;
  /** Store of the files of notices; by default PostgreSQL. */
  readonly store?: ArtifactStore;
  /** By default the machine's. */
  readonly clock?: () => number;
  /** Default: vendors are only polled. */
  readonly callbackUrl?: InstallationSettings['callbackUrl'];
  /** The keys of the secrets of accounts' connections. */
  readonly connectionKeys?: readonly EncryptionKey[] | undefined;
  /** Called for each attempt at a letter. */
  readonly onLetter?: LetterDependencies['onLetter'];
}): EffectResources {
  const { config, db, bus, log } = options;
  // Separate connections, so that a notice waits for no other mail.
  const [mailer, noticeMailer] = [openMailer(options), openMailer(options)];
  // Vendors are configured by the operator and may be in the operator's own network.
  const vendorClient = createOutboundClient({
    ...VENDOR_LIMITS,
    allowPrivate: true,
    ...ownAuthorities(config.TLS_CA_PATH),
  });
  // An account chooses the addresses of its own vendors, so they are public and use TLS.
  const accountClient = createOutboundClient({
    ...VENDOR_LIMITS,
    allowPrivate: config.WEBHOOK_ALLOW_PRIVATE_TARGETS,
    requiresTls: !config.WEBHOOK_ALLOW_PRIVATE_TARGETS,
    ...ownAuthorities(config.TLS_CA_PATH),
  });
  const publicClient = createOutboundClient({
    ...NOTIFICATION_LIMITS,
    allowPrivate: config.WEBHOOK_ALLOW_PRIVATE_TARGETS,
  });
  const { callbackUrl, connectionKeys: keys = [] } = options;
  const deadlineMs = config.PULL_DEADLINE_HOURS * 3_600_000;
  const installation = installationVendors(config, vendorClient, { deadlineMs, callbackUrl });
  const agreed = { deadlineMs, callbackUrl, subjects: options.sandbox };
  const vendors = new Vendors({ db, log, installation, outbound: accountClient, keys, ...agreed });
  const letters = {
    db,
    mailer,
    from: config.MAIL_FROM,
    returnPath: config.MAIL_RETURN_PATH,
    quotas: {
      noticesPerHour: config.NOTICES_PER_CLIENT_PER_HOUR,
      noticesPerRecipient: config.NOTICES_PER_RECIPIENT_PER_DAY,
      lettersPerHour: config.LETTERS_PER_CLIENT_PER_HOUR,
      lettersPerRecipient: config.LETTERS_PER_RECIPIENT_PER_HOUR,
      lettersPerExecution: config.LETTERS_PER_EXECUTION,
      requestsPerHour: config.NOTIFICATIONS_PER_CLIENT_PER_HOUR,
      requestsPerExecution: config.NOTIFICATIONS_PER_EXECUTION,
    },
    clock: options.clock ?? Date.now,
    onLetter: options.onLetter,
  };
  const notices: NoticeDependencies = {
    ...letters,
    mailer: noticeMailer,
    from: config.NOTICE_MAIL_FROM ?? config.MAIL_FROM,
    bus,
    store: options.store ?? new PostgresArtifactStore(db.kysely),
    notices: options.notices,
  };
  return {
    notices,
    vendors,
    executors: {
      live_pull: livePullExecutor(db, vendors, options.sandbox),
      mail: mailExecutor(letters),
      notification: notificationExecutor({ ...letters, outbound: publicClient }),
      notice: noticeExecutor(notices),
    },
    close: async () => {
      mailer.close();
      noticeMailer.close();
      await Promise.all([vendorClient.close(), accountClient.close(), publicClient.close()]);
    },
  };
}

/** The vendors of the installation, by product. */
function installationVendors(
  config: EffectConfig,
  outbound: OutboundClient,
  agreed: Pick<InstallationSettings, 'deadlineMs' | 'callbackUrl'>,
): ReadonlyMap<string, Vendor> {
  const vendors = new Map<string, Vendor>();
  for (const code of PRODUCT_CODES) {
    const url = config[vendorVariable(code, 'URL')];
    const token = config[vendorVariable(code, 'TOKEN')];
    const terms = config[vendorVariable(code, 'CONNECTION')];
    if (url === undefined) continue;
    const connection = installationConnection({ productCode: code, url, token, terms, ...agreed });
    vendors.set(code, new Vendor(cascadeSource(PRODUCTS[code]), connection, outbound));
  }
  return vendors;
}
