import { sql } from 'kysely';
import type { ExecutionMode } from '../../../core/states.ts';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import { recipientHash } from '../../../platform/mail/index.ts';

/*
 * Limits how much mail and how many notifications a client may send. Two ways of counting, both in PostgreSQL:
 *
 * 1. By execution: the rank of the step's visit (for a reminder, its own rank) among those of the run that requested
 *    letters or notifications. It is read, never written, so a repeated attempt, a deferred one and a crash between
 *    counting and sending change nothing.
 * 2. By hour or day: a row of `rate_window`. A letter is counted in the transaction that stores it, so it is counted
 *    once, however often it is tried. A refusal rolls both back. Requests to URLs are counted by attempt. The table is
 *    unlogged: after a crash of PostgreSQL the hour begins anew.
 *
 * Source: semantics 12.6.
 */

export interface Quotas {
  /** NOTICES_PER_CLIENT_PER_HOUR. */
  readonly noticesPerHour: number;
  /** NOTICES_PER_RECIPIENT_PER_DAY. */
  readonly noticesPerRecipient: number;
  /** LETTERS_PER_CLIENT_PER_HOUR. */
  readonly lettersPerHour: number;
  /** LETTERS_PER_RECIPIENT_PER_HOUR. */
  readonly lettersPerRecipient: number;
  /** LETTERS_PER_EXECUTION. */
  readonly lettersPerExecution: number;
  /** NOTIFICATIONS_PER_CLIENT_PER_HOUR. */
  readonly requestsPerHour: number;
  /** NOTIFICATIONS_PER_EXECUTION. */
  readonly requestsPerExecution: number;
}

export interface Refusal {
  readonly is: 'failed';
  readonly code: string;
  readonly message: string;
}

export interface Deferral {
  readonly is: 'deferred';
  /** The client has used up its hour, or the recipient's day; deferred mail may be requested again then. */
  readonly until: Date;
}

interface EffectOfRun {
  readonly effectId: number;
  readonly executionId: number;
  readonly mode: ExecutionMode;
}

/** Refusal of a letter that is no notice of live mode. Null if it may be sent. */
export async function refusedByExecution(
  db: Database,
  effect: EffectOfRun,
  what: 'letters' | 'requests',
  quotas: Quotas,
): Promise<Refusal | null> {
  const most = what === 'letters' ? quotas.lettersPerExecution : quotas.requestsPerExecution;
  if ((await rankOf(db, effect, what)) <= most) return null;
  return what === 'letters'
    ? {
        is: 'failed',
        code: 'letters_per_execution_exceeded',
        message: `An execution sends at most ${most} e-mails (LETTERS_PER_EXECUTION).`,
      }
    : {
        is: 'failed',
        code: 'notifications_per_execution_exceeded',
        message: `An execution sends at most ${most} notifications to URLs (NOTIFICATIONS_PER_EXECUTION).`,
      };
}

/**
 * Distinguishes the letters of a visit, because a review may have several reminders. A deferred one has another key.
 */
const WHICH = (effect: string) =>
  sql.raw(`case when ${effect}.request ? 'reminder_of' then regexp_replace(${effect}.key, ':[0-9]+$', '') end`);

/** 1 for the first visit that requested one. A deferred letter is requested again by its visit. */
async function rankOf(db: Database, { effectId, executionId, mode }: EffectOfRun, what: 'letters' | 'requests') {
  const isAlike =
    what === 'letters'
      ? sql`(f.kind = 'mail' or (f.kind = 'notification' and f.request ->> 'channel' = 'email')
          or (${mode} = 'test' and f.kind = 'notice' and f.request ->> 'operation' = 'send'))`
      : sql`(f.kind = 'notification' and f.request ->> 'channel' <> 'email')`;
  const { rows } = await sql<{ rank: number }>`
    with own as (
      select min(f.id) as id from effect f join effect asked
        on asked.id = ${effectId} and asked.execution_id = ${executionId}
        and f.node_id = asked.node_id and f.visit = asked.visit
        and ${WHICH('f')} is not distinct from ${WHICH('asked')}
      where f.execution_id = ${executionId} and ${isAlike}
    )
    select count(distinct (f.node_id, f.visit, ${WHICH('f')}))::int as rank
    from effect f join own on f.id <= own.id
    where f.execution_id = ${executionId} and ${isAlike}`.execute(db.kysely);
  return rows[0]?.rank ?? 0;
}

/** Counts another letter for its client's hour; for the transaction that stores it. */
export function countLetter(trx: Queryable, apiClientId: number, { lettersPerHour }: Quotas): Promise<Deferral | null> {
  return count(trx, { key: `letters:${apiClientId}`, most: lettersPerHour, per: 'hour' });
}

/**
 * Counts a notice for its client's hour and for the day of its recipient; for the transaction that stores it. Notices have
 * counts of their own, so that no other mail makes one wait.
 */
export async function countNotice(
  trx: Queryable,
  { apiClientId, recipient }: { readonly apiClientId: number; readonly recipient: string },
  { noticesPerHour, noticesPerRecipient }: Quotas,
): Promise<Deferral | null> {
  const key = `letters:notices:to:${apiClientId}:${recipientHash(recipient)}`;
  return (
    (await count(trx, { key: `letters:notices:${apiClientId}`, most: noticesPerHour, per: 'hour' })) ??
    (await count(trx, { key, most: noticesPerRecipient, per: 'day' }))
  );
}

/** Counts another letter for its client's hour to this address; in the same transaction. */
export async function countRecipient(
  trx: Queryable,
  apiClientId: number,
  recipient: string,
  { lettersPerRecipient }: Quotas,
): Promise<Refusal | null> {
  const key = `letters:to:${apiClientId}:${recipientHash(recipient)}`;
  const over = await count(trx, { key, most: lettersPerRecipient, per: 'hour' });
  if (over === null) return null;
  return {
    is: 'failed',
    code: 'letters_per_recipient_exceeded',
    message:
      `At most ${lettersPerRecipient} e-mails an hour go to one address (LETTERS_PER_RECIPIENT_PER_HOUR), unless it is ` +
      "the account's own: the address of a user, or one that the operator confirmed.",
  };
}

/** Counts an attempt at a notification to a URL. */
export function countRequest(db: Database, apiClientId: number, { requestsPerHour }: Quotas): Promise<Deferral | null> {
  return count(db.kysely, { key: `letters:requests:${apiClientId}`, most: requestsPerHour, per: 'hour' });
}

interface Counted {
  readonly key: string;
  readonly most: number;
  /** Hours and days of UTC. */
  readonly per: 'hour' | 'day';
}

async function count(db: Queryable, { key, most, per }: Counted): Promise<Deferral | null> {
  const { rows } = await sql<{ hits: number; resets_at: Date }>`
    insert into rate_window as w (key, hits, resets_at)
    values (${key}, 1, date_trunc(${sql.lit(per)}, now(), 'UTC') + ${sql.lit(`1 ${per}`)}::interval)
    on conflict (key) do update
    set hits = case when w.resets_at <= now() then 1 else w.hits + 1 end,
      resets_at = case when w.resets_at <= now() then excluded.resets_at else w.resets_at end
    returning hits, resets_at`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a count has no row');
  return row.hits <= most ? null : { is: 'deferred', until: row.resets_at };
}
