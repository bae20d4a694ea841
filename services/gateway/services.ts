import type { SubjectRegistry } from '../../core/products/sandbox.ts';
import type { ApplicantView } from '../../core/masks/index.ts';
import type { Role, Scope } from '../../core/access.ts';
import type { ArtifactStore } from '../../platform/artifact-store/index.ts';
import type { EncryptionKey, SecretBox } from '../../platform/crypto.ts';
import type { EvidenceKey } from '../../platform/evidence/index.ts';
import type { StopRule } from '../../platform/database/mail-reports.ts';
import type { Database } from '../../platform/database/index.ts';
import type { FederalAgencies } from '../../platform/reference-data/notices.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { Bus } from '../../platform/nats/index.ts';
import type { Calculations, CalculationSettings } from './calculations/index.ts';
import type { ExecutionWaits, WaitLimits } from './executions/waits.ts';
import type { SignInMail, SignInMailOptions } from './sign-in/mail.ts';
import type { InboxWatch, InboxWatchLimits } from './reviews/inbox-watch.ts';

/** Services that `main.ts` opens, or tests provide. */
export interface Services {
  readonly db: Database;
  readonly bus: Pick<Bus, 'publish' | 'request' | 'subscribe'>;
  /** How long a caller of generate waits for the generator. */
  readonly generateTimeoutMs: number;
  readonly artifacts: ArtifactStore;
  /** How long the first download of a report or of an evidence bundle waits for PDFs. */
  readonly reportWaitMs: number;
  /** Encrypts the signing secrets of subscriptions, and stored responses that hold them. */
  readonly secrets: SecretBox;
  readonly sandbox: SubjectRegistry;
  /** Agencies that an account can choose for its letters about credit. */
  readonly federalAgencies: FederalAgencies;
  /** Codes of the products that have a vendor for live mode. */
  readonly liveProducts: ReadonlySet<string>;
  /** The first one signs evidence bundles, all are published. If empty, there are no bundles. */
  readonly evidenceKeys: readonly EvidenceKey[];
  /** True if erasures can be recorded outside of the database; otherwise nobody is erased. */
  readonly hasErasureLog: boolean;
  /** How long backups are kept, for receipts of erasures; undefined if the operator has not said. */
  readonly backupDays: number | undefined;
  /**
   * Keys that encrypt accounts' connections to vendors, and the base address of vendors' calls. Without keys there are
   * no connections.
   */
  readonly connections: { readonly keys: readonly EncryptionKey[]; readonly baseUrl: string };
  /**
   * Keys of the HMACs by which people are joined and found. If empty, only callers' keys join people, and only words
   * are searched.
   */
  readonly searchKeys: readonly EncryptionKey[];
  /** Lets subscription URLs name private and local addresses. */
  readonly allowPrivateTargets: boolean;
  readonly subscriptionsPerClient: number;
}

/** Services that the gateway opens itself. */
export interface OpenServices extends Services {
  readonly waits: ExecutionWaits;
  readonly inboxWatch: InboxWatch;
  readonly calculations: Calculations;
  readonly signInMail: SignInMail | undefined;
}

export interface GatewaySettings {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly docsUrl: string;
  readonly trustedProxyHops: number;
  readonly limits: LimitSettings;
  /** `*` for all; if empty, no CORS headers are sent. */
  readonly corsOrigins: readonly string[];
  readonly timeouts: TimeoutSettings;
  readonly idempotencyDays: number;
  /** Default: DEFAULT_WAIT_LIMITS. */
  readonly waits?: Partial<WaitLimits>;
  /** Default: DEFAULT_INBOX_WATCH. */
  readonly inboxWatch?: Partial<InboxWatchLimits>;
  /** Default: DEFAULT_CALCULATIONS. */
  readonly calculations?: Partial<CalculationSettings>;
  /** Default: DEFAULT_SIGN_IN. */
  readonly signIn?: SignInSettings;
  /** Default: people sign in by links only. */
  readonly identityProvider?: IdentityProviderSettings | undefined;
  /** Default: requests for mails with sign-in links are kept and not sent. */
  readonly signInMail?: SignInMailOptions;
  /** Folder of the built console. Default: where `node dev/console.ts` builds it. */
  readonly consoleFolder?: string;
  /** Default: none are taken. */
  readonly mailReports?: MailReportSettings;
  /** Keys of the addresses at which vendors call. Default: no calls are taken. */
  readonly connectionKeys?: readonly EncryptionKey[];
}

export interface SignInSettings {
  /** A session ends when it was not used for this long. */
  readonly idleMs: number;
  /** A session ends this long after the sign-in in any case. */
  readonly absoluteMs: number;
}

/** The identity provider of one account's people. */
export interface IdentityProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scope: string;
  /** Claim of the ID token that holds groups, as a list or one text. */
  readonly roleClaim: string;
  /** Role of each group. */
  readonly roles: ReadonlyMap<string, Role>;
  readonly accountId: number;
  /** The API client through which they act; undefined for the account's only one. */
  readonly apiClientId: number | undefined;
  readonly redirectUri: string;
  /** Lets the issuer be on a private network. */
  readonly allowPrivate: boolean;
  /** Authorities that may have signed its certificate, beside the public ones (PEM). */
  readonly ca?: string | undefined;
}

export interface MailReportSettings {
  /** MAIL_REPORT_TOKEN. If undefined, the path does not exist. */
  readonly token: string | undefined;
  readonly rule: StopRule;
}

export interface LimitSettings {
  readonly ipPerMinute: number;
  readonly tokenPerHour: number;
  readonly appPer5Minutes: number;
  readonly personPerMinute: number;
  readonly banThreshold: number;
  readonly banMinutes: number;
}

export interface TimeoutSettings {
  /** From the first byte of a request to the end of its headers. */
  readonly headersMs: number;
  /** From the end of the headers to the end of the body. */
  readonly bodyMs: number;
  /** How long a heavy request may wait for a slot. */
  readonly slotWaitMs: number;
  /** How long a connection may transfer nothing while a response is due or being sent. */
  readonly idleMs: number;
}

/** The caller: a program with a token or a person in a session, with their account and client. */
export interface Auth {
  readonly via: { readonly kind: 'token' | 'session'; readonly id: number };
  readonly accountId: number;
  readonly apiClientId: number;
  readonly userId: number;
  readonly scopes: ReadonlySet<Scope>;
  readonly productionAccess: boolean;
  /** The view of applicants that the scopes allow. */
  readonly view: ApplicantView;
}

export type { Logger };
