import { setTimeout as sleep } from 'node:timers/promises';
import { userInfo } from 'node:os';
import { sql } from 'kysely';
import { SetupError } from '../platform/setup-error.ts';
import { messageOf } from '../platform/thrown.ts';
import type { ArtifactStores } from '../platform/artifact-store/index.ts';
import { endBacktest } from '../platform/database/backtests.ts';
import { requeueDeadDeliveries } from '../platform/database/deliveries.ts';
import type { Link } from '../core/audit-chain.ts';
import { chainedAccounts, operator, purgeAudit, recordAudit, verifyChain } from '../platform/database/audit.ts';
import { openDatabase, type Database, type Queryable, type SessionSettings } from '../platform/database/index.ts';
import { isBeingMigrated, migrate, OldDatabaseError, pendingMigrations } from '../platform/database/migrate.ts';
import { grantToServices, lacksPrivileges, RolesMissingError } from '../platform/database/roles.ts';
import { ensurePartitions, type MadePartition } from '../platform/partitions/ensure.ts';
import { detachOver, dropOver, freezeSettled } from '../platform/partitions/retire.ts';
import type { Partition } from '../platform/partitions/tables.ts';
import { recover, recoverRestored, ServicesConnectedError } from '../platform/recovery.ts';
import type { CliAct, Work } from './action.ts';
import { eraseAgain } from './erasures.ts';
import type { Report } from './progress.ts';
import {
  runRetention,
  type Removed,
  type RetentionCounts,
  type RetentionPeriods,
} from '../platform/retention/index.ts';

/**
 * The part of the admin command line that needs the database's packages; loaded by the commands that need a database.
 */
export { keyUsage, reencrypt } from '../platform/database/sealed.ts';

export { openArtifactStores } from '../platform/artifact-store/index.ts';

/** Removes what has been kept for its time, with its files. */
export async function retain(
  { db, audit, operator: by }: Work,
  files: ArtifactStores,
  { auditDays, ...periods }: RetentionPeriods & { readonly auditDays: number },
  report: Report,
): Promise<RetentionCounts & { readonly auditRows: number }> {
  const recorded = (trx: Queryable, { accountId, what, count, keptDays }: Removed) =>
    audit(trx, {
      action: 'retention.applied',
      accountId,
      subject: { type: 'account', id: accountId },
      detail: { removed: what, count, kept_days: keptDays },
    });
  const counts = await runRetention({ db, storeOn: (trx) => files.on(trx), audit: recorded, report }, periods);
  let auditRows = 0;
  for (const accountId of await chainedAccounts(db.kysely)) {
    auditRows += await purgeAudit(db.kysely, accountId, { keptDays: auditDays, by });
  }
  return { ...counts, auditRows };
}

export { readPartitions } from '../platform/partitions/tables.ts';

/** Makes partitions ahead. */
export function makePartitions({ db, audit }: Pick<Work, 'db' | 'audit'>): Promise<readonly MadePartition[]> {
  return ensurePartitions(db, (trx, { name, from, to }) =>
    audit(trx, {
      action: 'partition.made',
      subject: { type: 'partition', id: name },
      detail: { from_id: from, to_id: to },
    }),
  );
}

export function detachPartitions(
  { db, audit }: Pick<Work, 'db' | 'audit'>,
  { days, isForGood }: { readonly days: number; readonly isForGood: boolean },
): Promise<readonly Partition[]> {
  // Before it, because a detachment is no transaction: what was begun is known even if it breaks off.
  return detachOver(db, { days, isForGood }, (begun, { name, from, to, rows }) =>
    audit(begun, {
      action: 'partition.detached',
      subject: { type: 'partition', id: name },
      detail: { from_id: from, to_id: to, rows, kept_days: days },
    }),
  );
}

/**
 * The daily job's work on partitions: it drops those that are over, freezes those that will not change any more, and
 * makes some ahead.
 */
export async function keepPartitions(
  work: Pick<Work, 'db' | 'audit'>,
  { traceDays, isRedacted }: { readonly traceDays: number | undefined; readonly isRedacted: boolean },
): Promise<{ readonly made: number; readonly frozen: number; readonly dropped: number }> {
  if (traceDays !== undefined) await detachPartitions(work, { days: traceDays, isForGood: true });
  const dropped = await dropOver(work.db, (trx, { name, rows }) =>
    work.audit(trx, { action: 'partition.dropped', subject: { type: 'partition', id: name }, detail: { rows } }),
  );
  const made = await makePartitions(work);
  const frozen = await freezeSettled(work.db, { isRedacted });
  return { made: made.length, frozen: frozen.length, dropped: dropped.length };
}

export function open(url: string, { readOnly = false }: { readonly readOnly?: boolean } = {}): Database {
  const session: SessionSettings = readOnly ? { default_transaction_read_only: 'on' } : {};
  return openDatabase({ url, poolMax: 2, applicationName: 'cascade admin', connectTimeoutMs: 30_000, session });
}

/** CASCADE_OPERATOR, or whoever this machine says that it is. */
export function operatorName(env: Readonly<Record<string, string | undefined>>): string {
  const given = env.CASCADE_OPERATOR?.trim();
  if (given !== undefined && given !== '') return given;
  try {
    return userInfo().username;
  } catch {
    // A user id without a name, as in a container.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

export function record(trx: Queryable, name: string, { accountId, ...audited }: CliAct): Promise<void> {
  return recordAudit(trx, operator(name, accountId), audited);
}

export { changesOf } from '../platform/database/audit.ts';
export { auditCsv, auditOf } from '../platform/database/audit-export.ts';

/** The state of each chain, or of one. Rows and ends are of one moment. */
export async function verifyChains(
  db: Database,
  { accountId, known }: { readonly accountId: number | undefined; readonly known: ReadonlyMap<number, Link> },
) {
  return db.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const chained = await chainedAccounts(trx);
      const accounts = [...new Set([...chained, ...known.keys()])].sort((a, b) => a - b);
      const rows = [];
      for (const id of accountId === undefined ? accounts : [accountId]) {
        const link = known.get(id);
        const { rows: count, last, broken } = await verifyChain(trx, id, link === undefined ? [] : [link]);
        const state = { broken_at: broken?.sequence ?? null, reason: broken?.reason ?? null };
        rows.push({ object: 'audit_chain', account_id: id, rows: count, ...last, ...state });
      }
      return rows;
    });
}

export interface RecoverFlags {
  readonly restored?: boolean;
}

/** Starts live executions again: those that Temporal does not know, or all of them in a database that was restored. */
export async function recoverRuns(
  { db, audit }: Work,
  { restored = false }: RecoverFlags,
  { report, env }: { readonly report: Report; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<{ readonly recovered: number; readonly erased_again?: number }> {
  // Before the work, which is many transactions: what was begun is known even if it breaks off.
  await audit(db.kysely, {
    action: 'executions.recovered',
    subject: { type: 'installation', id: 'executions' },
    detail: { restored },
  });
  if (!restored) return recover(db, report);
  try {
    const { recovered } = await recoverRestored(db);
    return { recovered, erased_again: await eraseAgain({ db, audit }, env) };
  } catch (error) {
    throw error instanceof ServicesConnectedError ? new SetupError(error.message) : error;
  }
}

export interface MigrateFlags {
  readonly wait?: boolean;
  /** The prefix of the roles; true: `cascade`. */
  readonly serviceRoles?: string | true;
}

const WAIT_MS = 2_000;

/**
 * Migrates and grants the services' roles their privileges; with `wait` it changes nothing and returns once another
 * has.
 */
export async function bringUpToDate(
  { db, audit }: Work,
  { wait = false, serviceRoles }: MigrateFlags,
  say: (text: string) => void,
): Promise<{ readonly migrated: true }> {
  if (wait) {
    await waitUntilMigrated(db, say);
    return { migrated: true };
  }
  const pending = await pendingMigrations(db);
  await migrate(db, async () => {
    // The table may not have been there before.
    if (pending.length > 0 || serviceRoles !== undefined) {
      await audit(db.kysely, {
        action: 'database.migrated',
        subject: { type: 'installation', id: 'database' },
        detail: { migrations: [...pending], grants: serviceRoles !== undefined },
      });
    }
    if (serviceRoles === undefined) return;
    await grantToServices(db, serviceRoles === true ? 'cascade' : serviceRoles);
  }).catch((error: unknown) => {
    const isForPeople = error instanceof RolesMissingError || error instanceof OldDatabaseError;
    throw isForPeople ? new SetupError(error.message) : error;
  });
  return { migrated: true };
}

/** Also waits for a database that does not respond, or refuses this role as long as it was granted nothing. */
async function waitUntilMigrated(db: Database, say: (text: string) => void): Promise<void> {
  for (let said = ''; ; await sleep(WAIT_MS)) {
    const state = await whatIsMissing(db).catch((error: unknown) => `the database: ${messageOf(error)}`);
    if (state === undefined) return;
    if (state !== said) say(`waiting for ${state}\n`);
    said = state;
  }
}

/**
 * Asks who is at work after what is pending: whoever wrote the last migration is then still at work, or done with all.
 */
async function whatIsMissing(db: Database): Promise<string | undefined> {
  const pending = await pendingMigrations(db);
  if (pending.length > 0) return `${pending.length} migrations, up to ${pending.at(-1)}`;
  if (await lacksPrivileges(db)) return 'the privileges of this role, which the migration grants';
  return (await isBeingMigrated(db)) ? 'another process to end its migration' : undefined;
}

/** Stops the dispatch of a running batch; rows in flight finish. Throws unless it is running. */
export async function interruptBatch(
  db: Queryable,
  id: number,
): Promise<{ readonly id: number; readonly status: string }> {
  const row = await db
    .updateTable('batch')
    .set({ status: 'interrupted', interrupted_code: 'operator', updated_at: sql`now()` })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'running'])
    .returning(['id', 'status'])
    .executeTakeFirst();
  if (row !== undefined) return row;
  const { status } = (await db.selectFrom('batch').select('status').where('id', '=', id).executeTakeFirst()) ?? {};
  throw new SetupError(
    status === undefined
      ? `There is no batch ${id}.`
      : `Batch ${id} is ${status}; only a pending or running one can be interrupted.`,
  );
}

/** Ends a backtest; what it has found stays. Throws if it has ended. */
export async function cancelBacktest(
  db: Queryable,
  id: number,
): Promise<{ readonly id: number; readonly status: string }> {
  const known = await db
    .selectFrom('backtest')
    .select(['account_id', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (known === undefined) throw new SetupError(`There is no backtest ${id}.`);
  const { account_id: accountId, status } = known;
  const ended = await endBacktest(db, { id, accountId });
  if (ended === undefined)
    throw new SetupError(`Backtest ${id} is ${status}; only a queued or running one can be cancelled.`);
  return { id, status: ended.status };
}

const REQUEUE_CHUNK = 500;

/** Grants every dead delivery one more attempt, in chunks, so that no lock is held for long. */
export async function requeueAllDead({ db, audit }: Work, report: Report): Promise<{ readonly requeued: number }> {
  const { total } = await db.kysely
    .selectFrom('webhook_unsuccessful')
    .select((expression) => expression.fn.countAll<number>().as('total'))
    .where('status', '=', 'dead')
    .executeTakeFirstOrThrow();
  let requeued = 0;
  for (;;) {
    report(requeued, Number(total));
    const count = await db.transaction(async (trx) => {
      const done = await requeueDeadDeliveries(trx, { limit: REQUEUE_CHUNK });
      const subject = { type: 'installation', id: 'deliveries' };
      if (done > 0) await audit(trx, { action: 'deliveries.retried', subject, detail: { requeued: done } });
      return done;
    });
    requeued += count;
    if (count < REQUEUE_CHUNK) return { requeued };
  }
}
