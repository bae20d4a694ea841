import { readFileSync } from 'node:fs';
import type { Agency } from '../../core/notices.ts';
import { PRODUCT_CODES, PRODUCTS, type ProductCode } from '../../core/products/index.ts';
import type { ExecutionMode } from '../../core/states.ts';
import { PostgresArtifactStore } from '../../platform/artifact-store/index.ts';
import type { Config, VariableName } from '../../platform/config.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/log.ts';
import { createMailer } from '../../platform/mail.ts';
import type { Bus } from '../../platform/nats.ts';
import { createOutboundClient } from '../../platform/outbound/index.ts';
import { compileValidator } from '../../platform/validation.ts';
import type { Executors } from './perform/index.ts';
import { livePullExecutor } from './perform/live-pull.ts';
import { mailExecutor } from './perform/mail.ts';
import { noticeExecutor, type NoticeMailWording } from './perform/notice.ts';
import { notificationExecutor } from './perform/notification.ts';
import { Vendor } from './perform/vendor.ts';

type VendorVariable = `PRODUCT_${Uppercase<ProductCode>}_${'URL' | 'TOKEN'}`;
const vendorVariable = <End extends 'URL' | 'TOKEN'>(code: ProductCode, end: End) =>
  // Upper-casing a code gives the name's middle; the type system cannot follow toUpperCase.
  `PRODUCT_${code.toUpperCase() as Uppercase<ProductCode>}_${end}` as const;

/** What the executors of effects need of the environment. */
export const EFFECT_VARIABLES = [
  'SMTP_URL',
  'MAIL_FROM',
  'MAIL_DIRECTORY',
  'WEBHOOK_ALLOW_PRIVATE_TARGETS',
  ...PRODUCT_CODES.flatMap((code): VendorVariable[] => [vendorVariable(code, 'URL'), vendorVariable(code, 'TOKEN')]),
] as const satisfies readonly VariableName[];
type EffectConfig = Config<(typeof EFFECT_VARIABLES)[number]>;

export interface EffectResources {
  readonly executors: Executors;
  readonly vendors: ReadonlyMap<string, Vendor>;
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

/** Opens what effects need: mail, HTTP clients, vendors, files. */
export function openEffects(options: {
  readonly config: EffectConfig;
  readonly db: Database;
  readonly bus: Bus;
  readonly log: Logger;
  readonly testAgencies: Readonly<Record<ProductCode, Agency>>;
}): EffectResources {
  const { config, db, bus, log } = options;
  const mailer = createMailer({ smtpUrl: config.SMTP_URL, directory: config.MAIL_DIRECTORY, log });
  // Vendors are the operator's choice, and may well be in the operator's own network.
  const vendorClient = createOutboundClient({ ...VENDOR_LIMITS, allowPrivate: true });
  const publicClient = createOutboundClient({
    ...NOTIFICATION_LIMITS,
    allowPrivate: config.WEBHOOK_ALLOW_PRIVATE_TARGETS,
  });
  const vendors = new Map<string, Vendor>();
  for (const code of PRODUCT_CODES) {
    const url = config[vendorVariable(code, 'URL')];
    const token = config[vendorVariable(code, 'TOKEN')];
    if (url !== undefined) vendors.set(code, new Vendor(PRODUCTS[code], { url, token }, vendorClient));
  }
  const testAgencies = new Map<string, Agency>(Object.entries(options.testAgencies));
  const noAgencies = new Map<string, Agency>();
  const letters = { db, mailer, from: config.MAIL_FROM };
  return {
    vendors,
    executors: {
      live_pull: livePullExecutor(vendors),
      mail: mailExecutor(letters),
      notification: notificationExecutor({ ...letters, outbound: publicClient }),
      notice: noticeExecutor({
        ...letters,
        bus,
        store: new PostgresArtifactStore(db.kysely),
        agencies: (mode: ExecutionMode) => (mode === 'test' ? testAgencies : noAgencies),
        wording: readNoticeMailWording(),
      }),
    },
    close: async () => {
      mailer.close();
      await Promise.all([vendorClient.close(), publicClient.close()]);
    },
  };
}

const text = { type: 'string', minLength: 1 };
const validateWording = compileValidator({
  type: 'object',
  required: ['subject', 'text', 'test_subject', 'unnamed_recipient'],
  properties: { subject: text, text, test_subject: text, unnamed_recipient: text },
});

/** Throws where the file is missing or lacks a text. */
function readNoticeMailWording(): NoticeMailWording {
  const file = new URL('../../data/notice-email.json', import.meta.url);
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const wrong = validateWording(content);
  if (wrong.length > 0) throw new Error(`data/notice-email.json: ${wrong[0]?.field} ${wrong[0]?.message}`);
  // It is what the validator asked for.
  return content as NoticeMailWording;
}
