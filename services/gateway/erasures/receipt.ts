import { sql } from 'kysely';
import { canonicalJson } from '../../../core/canonical-json.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { erasureMessage, signBytes, type EvidenceKey } from '../../../platform/evidence/index.ts';
import { presentErased, type ErasedExecution, type ErasureRow } from './records.ts';

/*
 * The receipt of an erasure: what was emptied, what is kept until when and why, and what this service cannot empty.
 * Equal rows give equal bytes and an equal signature. It names nobody: ids, codes, times and counts.
 */

interface Installation {
  readonly evidenceKeys: readonly EvidenceKey[];
  /** How long backups are kept; undefined: the operator has not said. */
  readonly backupDays: number | undefined;
}

/** Null until all that could go is gone, and in an installation that signs nothing. */
export async function receiptOf(
  db: Queryable,
  erasure: ErasureRow,
  executions: readonly ErasedExecution[],
  { evidenceKeys, backupDays }: Installation,
): Promise<JsonObject | null> {
  const [key] = evidenceKeys;
  if (erasure.emptied_at === null || key === undefined || key.privateKey === null) return null;
  const ids = executions.map(({ execution_id: id }) => id);
  const done = executions.flatMap(({ erased_at: at }) => at ?? []);
  const asOf = new Date(Math.max(erasure.emptied_at.getTime(), ...done.map((at) => at.getTime())));
  const document = canonicalJson({
    ...{ format: 'cascade-erasure/1', erasure_id: erasure.id, applicant_id: erasure.applicant_id },
    ...{ account_id: erasure.account_id, api_client_id: erasure.api_client_id, reason: erasure.reason },
    ...{ requested_at: erasure.created_at.toISOString(), as_of: asOf.toISOString(), status: erasure.status },
    executions: executions.map((each) => presentErased(each)),
    out_of_reach: [
      ...outOfReach(asOf, backupDays),
      ...(await receivedBy(db, { accountId: erasure.account_id, ids, until: asOf })),
    ],
  });
  const signature = signBytes(erasureMessage(key.id, sha256Hex(document)), key.privateKey);
  return { document, algorithm: 'Ed25519', key_id: key.id, signature: signature.toString('base64') };
}

const DAY_MS = 86_400_000;

/** `until`: null where nobody here knows. */
function outOfReach(asOf: Date, backupDays: number | undefined): readonly JsonObject[] {
  const until = backupDays === undefined ? null : new Date(asOf.getTime() + backupDays * DAY_MS).toISOString();
  const said = backupDays === undefined ? ' The operator has not said for how long (BACKUP_DAYS).' : '';
  return [
    {
      what: 'backups',
      until,
      why: `Copies of the database are not changed. One that is restored is erased again before it is used.${said}`,
    },
    { what: 'write_ahead_log', until, why: `Its segments are archived with the backups.${said}` },
    {
      what: 'freed_space',
      until: null,
      why:
        'The files of the database hold what was emptied until later rows overwrite it, or the operator writes the tables anew ' +
        '(cascade retention run --rewrite).',
    },
    {
      what: 'detached_partitions',
      until: null,
      why: 'Archives that an operator has detached hold only redacted executions.',
    },
    {
      what: 'files_of_callers',
      until: null,
      why: 'The caller still has its own data: requests, and files of applicants.',
    },
  ];
}

interface Given {
  readonly accountId: number;
  readonly ids: readonly number[];
  /** Data that was given to others later is in no receipt of that moment. */
  readonly until: Date | null;
}

export interface Received {
  readonly what: string;
  readonly by: string;
  readonly count: number;
  readonly first_at: Date;
  readonly last_at: Date;
}

/** None of them can be made to forget from here. */
async function receivedBy(db: Queryable, given: Given): Promise<readonly Json[]> {
  const rows = await readReceived(db, given);
  return rows.map(({ what, by, count, first_at: first, last_at: last }) => ({
    ...{ what, by, count, first_at: first.toISOString(), last_at: last.toISOString(), until: null },
    why: WHY[what] ?? '',
  }));
}

/** Others who were given something of these executions, by what they are. */
export async function readReceived(db: Queryable, { accountId, ids, until }: Given): Promise<readonly Received[]> {
  const of = sql`any (${[...ids]}::bigint[])`;
  const { rows } = await sql<Received>`
    select 'vendor' as what, product_code as by, count(*) as count, min(created_at) as first_at, max(created_at) as last_at
    from billing_entry where execution_id = ${of} group by 2
    union all
    select 'subscriber', s.id::text, count(*), min(d.delivered_at), max(d.delivered_at)
    from event v join webhook_delivery d on d.event_id = v.id join webhook_subscription s on s.id = d.subscription_id
    where v.execution_id = ${of} and d.delivered_at is not null group by 2
    union all
    select 'mailbox', 'recipients', count(*), min(accepted_at), max(accepted_at)
    from mail_message where execution_id = ${of} and accepted_at is not null having count(*) > 0
    union all
    select 'download', action, count(*), min(occurred_at), max(occurred_at)
    from audit_event
    where account_id = ${accountId} and subject_type = 'execution' and subject_id = any (${ids.map(String)}::text[])
      and action like '%.downloaded' and occurred_at <= coalesce(${until}::timestamptz, now()) group by 2
    order by 1, 2`.execute(db);
  return rows;
}

const WHY: Readonly<Record<string, string>> = {
  vendor: 'Was asked for a report, and keeps what it was asked.',
  subscriber: 'The webhook subscription of this id was sent events.',
  mailbox: 'Mail that was delivered is its recipient’s.',
  download: 'Files that somebody has downloaded are theirs.',
};
