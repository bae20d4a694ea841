import { sql } from 'kysely';
import { isJsonObject } from '../../core/json.ts';
import { recipientHash } from '../mail/address.ts';
import type { MailReport } from '../mail/report.ts';
import { emittingCtes, eventRow } from './events.ts';
import type { Database, Queryable } from './index.ts';

/*
 * Records what came back of letters (semantics 12.8). One transaction: the report, the event of a notice that did not
 * arrive, and the stop of a client whose mail too many recipients refused. A report that comes twice changes nothing.
 */

export interface StopRule {
  /** MAIL_STOP_PERCENT: share of the client's recipients of 24 hours. */
  readonly percent: number;
  /** MAIL_STOP_RECIPIENTS: fewer stop nobody. */
  readonly recipients: number;
}

export type Recorded =
  /** No letter has that id, or it was never sent. */
  | { readonly is: 'unknown' }
  | { readonly is: 'known'; readonly reportId: number }
  | {
      readonly is: 'recorded';
      readonly reportId: number;
      readonly apiClientId: number;
      readonly executionId: number;
      /** The client's other mail is stopped from now on. */
      readonly hasStopped: boolean;
    };

interface ReportedLetter {
  readonly message_id: string;
  readonly recipient: string;
  readonly execution_id: number;
  readonly api_client_id: number;
  readonly run_key: string;
  readonly workflow_id: number;
  readonly external_reference: string | null;
  readonly effect_kind: string | null;
  readonly node_id: string | null;
  readonly visit: number | null;
}

export function recordMailReport(db: Database, report: MailReport, rule: StopRule): Promise<Recorded> {
  return db.transaction(async (trx) => {
    const letter = await reportedLetter(trx, report);
    if (letter === undefined) return { is: 'unknown' };
    const { message_id, execution_id, api_client_id, recipient } = letter;
    const values = {
      message_id,
      execution_id,
      api_client_id,
      kind: report.kind,
      status: report.status,
      recipient_hash: recipient === '' ? null : recipientHash(recipient),
    };
    const row = await trx
      .insertInto('mail_report')
      .values(values)
      .onConflict((conflict) => conflict.columns(['message_id', 'kind']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) {
      const { id } = await trx
        .selectFrom('mail_report')
        .select('id')
        .where('message_id', '=', message_id)
        .where('kind', '=', report.kind)
        .executeTakeFirstOrThrow();
      return { is: 'known', reportId: id };
    }
    if (report.kind !== 'complaint') await emitUndelivered(trx, letter);
    const hasStopped = await stopIfTooMany(trx, api_client_id, rule);
    return { is: 'recorded', reportId: row.id, apiClientId: api_client_id, executionId: execution_id, hasStopped };
  });
}

/** A letter that was kept as a file was not sent, so it cannot come back. */
async function reportedLetter(trx: Queryable, { messageIds }: MailReport): Promise<ReportedLetter | undefined> {
  const { rows } = await sql<ReportedLetter>`
    select m.message_id, m.recipient, m.execution_id, e.api_client_id, e.run_key, e.workflow_id, e.external_reference,
      f.kind as effect_kind, f.node_id, f.visit
    from mail_message m
    join execution e on e.id = m.execution_id
    left join effect f on f.execution_id = m.execution_id and f.id = m.effect_id
    where m.message_id = any (${[...messageIds]}::text[]) and m.kept_at is null
    limit 1`.execute(trx);
  return rows[0];
}

/** A notice that the mail server had accepted did not arrive: `adverse_action.failed` (semantics 12.8.7). */
async function emitUndelivered(trx: Queryable, letter: ReportedLetter): Promise<void> {
  const { effect_kind, node_id, visit, execution_id: executionId } = letter;
  if (effect_kind !== 'notice' || node_id === null || visit === null) return;
  const step = await trx
    .selectFrom('step')
    .select('output')
    .where('execution_id', '=', executionId)
    .where('node_id', '=', node_id)
    .where('visit', '=', visit)
    .executeTakeFirst();
  const output = isJsonObject(step?.output) ? step.output : {};
  const notices = Array.isArray(output.notices) ? output.notices.filter(isJsonObject) : [];
  const notice = notices.find(({ message_id }) => message_id === letter.message_id) ?? notices.at(-1);
  const event = eventRow(
    {
      executionId,
      runKey: letter.run_key,
      name: 'adverse_action.failed',
      nodeId: node_id,
      visit,
      key: `returned:${letter.message_id}`,
    },
    {
      workflow_execution_id: executionId,
      workflow_id: letter.workflow_id,
      external_reference: letter.external_reference,
      node_id,
      action_taken: output.action_taken,
      stage: notice?.stage,
      notice_artifact_id: notice?.artifact_id,
    },
    new Date(),
  );
  const [before = '', after = ''] = emittingCtes('source', '$EVENTS').split('$EVENTS');
  await sql`
    with source as (select ${letter.api_client_id}::bigint as api_client_id, ${executionId}::bigint as execution_id),
    ${sql.raw(before)}${JSON.stringify([event])}::jsonb${sql.raw(after)}
    select 1`.execute(trx);
}

/**
 * Stops the client if too many recipients refused its mail or complained since a day ago, or since an operator resumed
 * it. They are counted against all recipients of that time: one person stops nobody's mail.
 */
async function stopIfTooMany(trx: Queryable, apiClientId: number, { percent, recipients }: StopRule): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with since as (
      select greatest(now() - interval '24 hours', (
        select resumed_at from mail_stop where api_client_id = ${apiClientId})) as at
    ),
    counted as (
      select
        (select count(distinct coalesce(r.recipient_hash, r.message_id))::int from mail_report r, since
         where r.api_client_id = ${apiClientId} and r.created_at > since.at and r.kind <> 'undelivered') as refusing,
        (select count(distinct coalesce(
           mail_address_key(m.recipient), regexp_replace(lower(m.recipient), '^([^+@]+)[+][^@]*', '\\1')))::int
         from mail_message m, since
         where m.api_client_id = ${apiClientId} and m.created_at > since.at and m.accepted_at is not null) as recipients
    )
    insert into mail_stop as s (api_client_id, refusing, recipients, stopped_at)
    select ${apiClientId}, refusing, recipients, now() from counted
    where refusing >= ${recipients} and refusing * 100 >= recipients * ${percent}
    on conflict (api_client_id) do update
    set refusing = excluded.refusing, recipients = excluded.recipients, stopped_at = excluded.stopped_at, resumed_at = null
    where s.resumed_at is not null`.execute(trx);
  return numAffectedRows === 1n;
}

/**
 * The reason why a client's letter may not go to a recipient; null if it may. The law requires a notice (`isNotice`) to
 * be sent.
 */
export async function stoppedBecause(
  trx: Queryable,
  apiClientId: number,
  { recipient, isNotice }: { readonly recipient: string; readonly isNotice: boolean },
): Promise<'client' | 'recipient' | null> {
  // A complaint shows that the address works, so it stops no notice.
  const kinds = isNotice ? ['bounce'] : ['bounce', 'complaint'];
  const { rows } = await sql<{ client: boolean; recipient: boolean }>`
    select
      exists (select from mail_stop where api_client_id = ${apiClientId} and resumed_at is null) as client,
      exists (
        select from mail_report
        where api_client_id = ${apiClientId} and recipient_hash = ${recipientHash(recipient)} and lifted_at is null
          and kind = any (${kinds}::text[])
      ) as recipient`.execute(trx);
  if (!isNotice && rows[0]?.client === true) return 'client';
  return rows[0]?.recipient === true ? 'recipient' : null;
}
