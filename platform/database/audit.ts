import { INSTALLATION, type ActorKind, type AuditAction } from '../../core/audit.ts';
import { ChainCheck, NO_HASH, type Broken, type ChainedRow, type Link } from '../../core/audit-chain.ts';
import type { JsonObject } from '../../core/json.ts';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { sha256Hex } from '../crypto.ts';
import { asJson, type DB, type Queryable } from './index.ts';

/**
 * The actor of an act, determined once at each entrance: the gateway's dispatcher, its sign-in, and the command line.
 */
export interface Actor {
  /** INSTALLATION if the act concerns no account, or all of them. */
  readonly accountId: number;
  readonly kind: ActorKind;
  /** Id of the token or the session; null for an operator. */
  readonly id: number | null;
  readonly userId: number | null;
  /** Name of an operator on their machine. */
  readonly name: string | null;
  readonly apiClientId: number | null;
  /** Source address of the request. */
  readonly address: string | null;
  readonly requestId: string | null;
}

export interface Audited {
  readonly action: AuditAction;
  readonly subject: { readonly type: string; readonly id: number | string };
  /** Never a value that was shown, a secret, or anything of an applicant. */
  readonly detail: JsonObject;
}

/** An operator at the command line. */
export function operator(name: string, accountId: number = INSTALLATION): Actor {
  return {
    ...{ accountId, kind: 'operator', id: null, userId: null, name },
    ...{ apiClientId: null, address: null, requestId: null },
  };
}

/**
 * Records an act in the transaction of its effect, so that neither exists without the other. Call it last. It locks the
 * head of the account's chain until the transaction ends. A transaction that waits for that lock must hold nothing that
 * this one still needs.
 */
export async function recordAudit(trx: Queryable, actor: Actor, audited: Audited): Promise<void> {
  const { detail, ...columns } = auditRow(actor, audited);
  await trx
    .insertInto('audit_event')
    .values({ ...columns, detail: asJson(detail) })
    .execute();
}

export type AuditRow = ReturnType<typeof auditRow>;

/** The row of an act, for a statement that writes it with its effect: `auditingCte`. */
export function auditRow(actor: Actor, { action, subject, detail }: Audited) {
  return {
    account_id: actor.accountId,
    action,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_user_id: actor.userId,
    actor_name: actor.name,
    api_client_id: actor.apiClientId,
    address: actor.address,
    request_id: actor.requestId,
    subject_type: subject.type,
    subject_id: String(subject.id),
    detail,
  };
}

const COLUMNS =
  'account_id, action, actor_kind, actor_id, actor_user_id, actor_name, api_client_id, address, request_id, ' +
  'subject_type, subject_id, detail';

/** SQL: records the row in `parameter` if `source` has one. */
export function auditingCte(source: string, parameter: string): string {
  return `audited as (
    insert into audit_event (${COLUMNS})
    select ${COLUMNS.replaceAll(/\w+/g, (column) => `a.${column}`)}
    from ${source} cross join jsonb_to_record(${parameter}) as a (account_id bigint, action text, actor_kind text,
      actor_id bigint, actor_user_id bigint, actor_name text, api_client_id bigint, address text, request_id text,
      subject_type text, subject_id text, detail jsonb)
  )`;
}

/** Old and new values of the members that changed. */
export function changesOf(before: JsonObject, after: JsonObject): { old: JsonObject; new: JsonObject } {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return {
    old: Object.fromEntries(names.map((name) => [name, before[name] ?? null])),
    new: Object.fromEntries(names.map((name) => [name, after[name] ?? null])),
  };
}

export type AuditEventRow = Selectable<DB['audit_event']>;

/** The content of a row that is hashed, under the names and in the forms of the chain. */
export function contentOf(row: AuditEventRow): JsonObject {
  return {
    account_id: row.account_id,
    sequence: row.sequence,
    previous_hash: row.previous_hash,
    action: row.action,
    actor_kind: row.actor_kind,
    actor_id: row.actor_id,
    actor_user_id: row.actor_user_id,
    actor_name: row.actor_name,
    api_client_id: row.api_client_id,
    address: row.address,
    request_id: row.request_id,
    subject_type: row.subject_type,
    subject_id: row.subject_id,
    detail: row.detail,
    occurred_at: row.occurred_at.toISOString(),
  };
}

const PAGE = 1_000;

/** Rows of an account that match, the oldest first, read a page at a time. */
export async function* readAudit(
  db: Queryable,
  accountId: number,
  matches: RawBuilder<boolean> = sql<boolean>`true`,
): AsyncGenerator<AuditEventRow> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('audit_event')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('sequence', '>', after)
      .where(matches)
      .orderBy('sequence')
      .limit(PAGE)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.sequence;
  }
}

export interface VerifiedChain {
  readonly accountId: number;
  readonly rows: number;
  readonly last: Link;
  readonly broken: Broken | undefined;
}

/** Accounts that have a chain, or rows that should be in one. */
export async function chainedAccounts(db: Queryable): Promise<readonly number[]> {
  const { rows } = await sql<{ account_id: number }>`
    select account_id from audit_chain union select account_id from audit_event order by 1`.execute(db);
  return rows.map(({ account_id: accountId }) => accountId);
}

/**
 * Checks the chain of an account from its first row to its last. To be called in a transaction at REPEATABLE READ, so
 * that rows and chain ends are of one moment.
 */
export async function verifyChain(trx: Queryable, accountId: number, known: readonly Link[]): Promise<VerifiedChain> {
  const ends = await trx.selectFrom('audit_chain').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  const check = new ChainCheck(
    {
      purgedSequence: ends?.purged_sequence ?? 0,
      purgedHash: ends?.purged_hash ?? NO_HASH,
      lastSequence: ends?.last_sequence ?? 0,
      lastHash: ends?.last_hash ?? NO_HASH,
    },
    known,
    sha256Hex,
  );
  const found = (broken: Broken | undefined) => ({ accountId, rows: check.rows, last: check.last, broken });
  for await (const row of readAudit(trx, accountId)) {
    const broken = check.next(chained(row));
    if (broken !== undefined) return found(broken);
  }
  return found(check.end());
}

function chained(row: AuditEventRow): ChainedRow {
  return { sequence: row.sequence, previousHash: row.previous_hash, hash: row.hash, content: contentOf(row) };
}

const PURGED_TOGETHER = 1_000;

/** Removes one account's rows past their retention time, in chunks. Returns how many. */
export async function purgeAudit(
  db: Queryable,
  accountId: number,
  { keptDays, by }: { readonly keptDays: number; readonly by: string },
): Promise<number> {
  for (let total = 0; ;) {
    const { rows } = await sql<{ removed: number }>`
      select audit_purge(${accountId}, ${keptDays}::int, ${PURGED_TOGETHER}::int, ${by}) as removed`.execute(db);
    const removed = rows[0]?.removed ?? 0;
    total += removed;
    if (removed < PURGED_TOGETHER) return total;
  }
}
