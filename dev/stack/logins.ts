import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/index.ts';
import { SERVICE_ROLES, type ServiceRole } from '../../platform/database/grants.ts';
import { grantToServices, roleName } from '../../platform/database/roles.ts';
import { PRODUCT_CODES } from '../../core/products/contract.ts';
import { VARIABLES } from '../../platform/config/variables.ts';
import type { VariableName } from '../../platform/config/index.ts';
import { natsAuthorization, type BusUser } from '../../platform/nats/permissions.ts';
import type { ServiceName } from './names.ts';

/*
 * Each service of a local stack logs in as itself, as it does in production, so that what it may not do is found here.
 * Passwords are derived from one secret, which no service knows.
 */

/** Where services log in as themselves; undefined: with what DATABASE_URL or NATS_URL says, which the operator chose. */
export interface Logins {
  /** The prefix of the database roles, and the secret of their passwords. */
  readonly database?: { readonly prefix: string; readonly secret: string } | undefined;
  readonly nats?: { readonly secret: string } | undefined;
}

/** Hexadecimal: it needs no quoting in URLs, SQL and configuration files. */
function passwordOf(secret: string, user: string): string {
  return createHmac('sha256', secret).update(user).digest('hex');
}

/** The variables that the renderer may know: no secret, and no address of a server. */
const OF_THE_RENDERER =
  /^(PATH|HOME|USER|LANG|LC_\w+|TZ|TMPDIR|XDG_\w+|FONTCONFIG_\w+|LD_LIBRARY_PATH|NODE_\w+|LOG_LEVEL|OPS_\w+|SHUTDOWN_GRACE_SECONDS|CHROMIUM_PATH|RENDER_CONCURRENCY|RENDERER_HOST|RENDERER_PORT)$/;

const WITH_DATABASE = ['gateway', 'executor', 'webhooks', 'artifacts'] as const;
const ON_THE_BUS = [...WITH_DATABASE, 'generator'] as const;
const HOLDERS_OF_FILES = ['gateway', 'executor', 'artifacts'] as const;

/** Which services hold a secret; of any other secret of the configuration none does. Logins are their own. */
const HOLDERS: Readonly<Partial<Record<VariableName, readonly ServiceName[]>>> = {
  DATABASE_URL: WITH_DATABASE,
  NATS_URL: ON_THE_BUS,
  NATS_CREDENTIALS_PATH: ON_THE_BUS,
  OTEL_EXPORTER_OTLP_HEADERS: ON_THE_BUS,
  ENCRYPTION_KEYS: ['gateway', 'webhooks'],
  EVIDENCE_KEYS: ['gateway'],
  CONNECTION_KEYS: ['gateway', 'executor'],
  SEARCH_KEYS: ['gateway'],
  MAIL_REPORT_TOKEN: ['gateway'],
  OIDC_CLIENT_SECRET: ['gateway'],
  SMTP_URL: ['gateway', 'executor'],
  TEMPORAL_TLS_KEY_PATH: ['executor'],
  TEMPORAL_API_KEY: ['executor'],
  LLM_API_KEY: ['generator'],
  ARTIFACTS_S3_ACCESS_KEY_ID: HOLDERS_OF_FILES,
  ARTIFACTS_S3_SECRET_ACCESS_KEY: HOLDERS_OF_FILES,
  ...Object.fromEntries(
    PRODUCT_CODES.flatMap((code) =>
      ['TOKEN', 'CONNECTION'].map((end) => [`PRODUCT_${code.toUpperCase()}_${end}`, ['executor']]),
    ),
  ),
};

function mayHold(service: ServiceName, name: string): boolean {
  const variable = (VARIABLES as Readonly<Record<string, { readonly secret: boolean }>>)[name];
  return variable?.secret !== true || HOLDERS[name as VariableName]?.includes(service) === true;
}

/** The environment of a service: that of the stack, without the secrets of others, with its own logins. */
export function environmentOf(service: ServiceName, env: NodeJS.ProcessEnv, logins: Logins = {}): NodeJS.ProcessEnv {
  if (service === 'renderer') {
    return Object.fromEntries(Object.entries(env).filter(([name]) => OF_THE_RENDERER.test(name)));
  }
  const own: NodeJS.ProcessEnv = Object.fromEntries(Object.entries(env).filter(([name]) => mayHold(service, name)));
  const { database, nats } = logins;
  if (service !== 'generator' && database !== undefined && env.DATABASE_URL !== undefined) {
    own.DATABASE_URL = roleUrl(env.DATABASE_URL, service, database);
  }
  if (nats !== undefined && env.NATS_URL !== undefined) own.NATS_URL = userUrl(env.NATS_URL, service, nats.secret);
  return own;
}

/** The URL of a database as one of its roles. */
export function roleUrl(url: string, role: ServiceRole, { prefix, secret }: NonNullable<Logins['database']>): string {
  const name = roleName(prefix, role);
  return withLogin(url, name, passwordOf(secret, name));
}

/** The URL of NATS as one of its users. */
export function userUrl(url: string, user: BusUser, secret: string): string {
  return withLogin(url, user, passwordOf(secret, user));
}

function withLogin(url: string, user: string, password: string): string {
  const parsed = new URL(url);
  [parsed.username, parsed.password] = [user, password];
  return parsed.href;
}

/** Makes the roles, if they are not there yet, with their passwords, and grants them what they need. */
export async function makeRoles(db: Database, { prefix, secret }: NonNullable<Logins['database']>): Promise<void> {
  for (const role of SERVICE_ROLES) {
    const name = roleName(prefix, role);
    const { rows } = await sql`select from pg_roles where rolname = ${name}`.execute(db.kysely);
    const verb = sql.raw(rows.length === 0 ? 'create' : 'alter');
    await sql`${verb} role ${sql.id(name)} login password ${sql.lit(passwordOf(secret, name))}`.execute(db.kysely);
  }
  await grantToServices(db, prefix);
}

/**
 * The configuration of a NATS server with a user for each service. `subjectPrefix` may be `*`. Whoever gives no user is
 * refused, or may do anything as `openTo`, for tests.
 */
export function natsConfig(subjectPrefix: string, secret: string, openTo?: string): string {
  const passwords = (user: BusUser): string => `"${passwordOf(secret, user)}"`;
  if (openTo === undefined) return natsAuthorization(subjectPrefix, passwords);
  const open = `{ user: ${openTo}, password: "${passwordOf(secret, openTo)}" }`;
  return `no_auth_user: ${openTo}\n${natsAuthorization(subjectPrefix, passwords, [open])}`;
}
