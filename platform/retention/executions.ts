import { sql } from 'kysely';
import { NODES, type CascadeDefinition } from '../../core/cascade/registry.ts';
import { redactedOutput } from '../../core/cascade/redaction.ts';
import { isJsonObject, type Json } from '../../core/json.ts';
import type { ArtifactStore } from '../artifact-store/index.ts';
import type { Queryable } from '../database/index.ts';
import { emptyMails, removeFiles } from './files.ts';

const CHUNK = 50;
/** Who corrected a value of what, and when, stays; names of members of a payload may be those of people. */
const REDACTED_CORRECTIONS = `(
  select jsonb_agg(each || '{"value": null, "previous": null, "note": null, "reason": ""}'
    || case when each ->> 'product_code' is null then '{"field": ""}'::jsonb else '{}' end)
  from jsonb_array_elements(corrections) each)`;
/** In place of an error's text, which may quote what the applicant entered. Its code stays. */
const REMOVED_TEXT = 'Removed under the retention rules.';

/**
 * Redacts executions that ended `days` ago: payload, corrections, state, outputs (save what was decided and done), effects, reports
 * taken over, notes, texts of errors, e-mails that are no letters, and PDFs of reports.
 */
export async function redactExecutions(trx: Queryable, store: ArtifactStore, days: number) {
  const executions = await expiredExecutions(trx, days);
  const ids = executions.map(({ id }) => id);
  if (ids.length > 0) {
    await redactSteps(trx, executions);
    await redactRows(trx, ids);
    await redactEvents(trx, ids);
    await emptyMails(trx, ids, sql`f.kind <> 'notice'`);
    await removeFiles(trx, store, await reportFiles(trx, ids));
    // Last, as what the others are found by.
    await sql`update effect set request = '{}', result = null, ${withoutText} where ${of(ids)}`.execute(trx);
    await sql`
      update execution
      set payload = '{}', corrections = ${sql.raw(REDACTED_CORRECTIONS)}, state = null, redacted_at = now(), updated_at = now(),
        first_error_message = case when first_error_message is not null then ${REMOVED_TEXT} end
      where id = any (${ids}::bigint[])`.execute(trx);
  }
  return { of: ids, isLast: ids.length < CHUNK };
}

const NOTES_CHUNK = 1_000;

/** A note may be added at any time, to a redacted execution too. */
export async function redactLateNotes(trx: Queryable, days: number) {
  const { rows } = await sql<{ execution_id: number }>`
    update review_event set note = null
    where (execution_id, id) in (
      select v.execution_id, v.id from review_event v join execution e on e.id = v.execution_id
      where v.note is not null and v.created_at < now() - ${days}::int * interval '1 day' and e.redacted_at is not null
      limit ${NOTES_CHUNK}
      for update of v skip locked
    )
    returning execution_id`.execute(trx);
  return { of: rows.map(({ execution_id: id }) => id), isLast: rows.length < NOTES_CHUNK };
}

interface Expired {
  readonly id: number;
  readonly workflow_id: number;
  readonly workflow_version: number;
}

async function expiredExecutions(trx: Queryable, days: number): Promise<readonly Expired[]> {
  const { rows } = await sql<Expired>`
    select id, workflow_id, workflow_version from execution
    where redacted_at is null and completed_at < now() - ${days}::int * interval '1 day'
    order by completed_at
    limit ${CHUNK}
    for update skip locked`.execute(trx);
  return rows;
}

/** The ids themselves, and no join alone: they choose the partitions. */
const of = (ids: readonly number[]) => sql`execution_id = any (${[...ids]}::bigint[])`;
const withoutText = sql`error_message = case when error_message is not null then ${REMOVED_TEXT} end`;

async function redactSteps(trx: Queryable, executions: readonly Expired[]): Promise<void> {
  const ids = executions.map(({ id }) => id);
  const definitions = await definitionsOf(trx, executions);
  // Reports are the bulk of the outputs, and nothing of them is kept: they are not read.
  const readable = [...definitions.values()].flatMap((definition) =>
    definition.filter((node) => NODES.find(node)?.keptOutput !== undefined).map((node) => node.id),
  );
  const { rows: steps } = await sql<{ execution_id: number; node_id: string; visit: number; output: Json }>`
    select execution_id, node_id, visit, output from step
    where ${of(ids)} and node_id = any (${[...new Set(readable)]}::text[]) and output is not null`.execute(trx);
  const byId = new Map(executions.map((execution) => [execution.id, execution]));
  const kept = steps.map(({ execution_id, node_id, visit, output }) => {
    const node = definitions.get(versionKey(byId.get(execution_id)))?.find(({ id }) => id === node_id);
    return { execution_id, node_id, visit, output: redactedOutput(node, output, NODES) };
  });
  await sql`
    update step set output = case when output is not null then '{}'::jsonb end, ${withoutText}
    where ${of(ids)}`.execute(trx);
  await sql`
    update step s set output = kept.output
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as kept
      (execution_id bigint, node_id text, visit int, output jsonb)
    where s.execution_id = any (${ids}::bigint[]) and s.execution_id = kept.execution_id and s.node_id = kept.node_id and s.visit = kept.visit`.execute(
    trx,
  );
}

const versionKey = (of: Pick<Expired, 'workflow_id' | 'workflow_version'> | undefined) =>
  `${of?.workflow_id}:${of?.workflow_version}`;

async function definitionsOf(trx: Queryable, executions: readonly Expired[]): Promise<Map<string, CascadeDefinition>> {
  const { rows } = await sql<Omit<Expired, 'id'> & { definition: CascadeDefinition }>`
    select v.workflow_id, v.version as workflow_version, v.definition
    from workflow_version v
    join (
      select distinct workflow_id, workflow_version from execution
      where id = any (${executions.map(({ id }) => id)}::bigint[])
    ) used on used.workflow_id = v.workflow_id and used.workflow_version = v.version`.execute(trx);
  return new Map(rows.map((row) => [versionKey(row), row.definition]));
}

async function redactRows(trx: Queryable, ids: readonly number[]): Promise<void> {
  await sql`delete from reused_report where ${of(ids)}`.execute(trx);
  await sql`update review_round set note = null, reasons = null, variables = null where ${of(ids)}`.execute(trx);
  await sql`
    update review_event set note = null, metadata = metadata - '{note,reasons,variables}'::text[]
    where ${of(ids)}`.execute(trx);
}

/** The text of the error is all in an event that is not an id or a code. */
async function redactEvents(trx: Queryable, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: string; body: string }>`
    select id, body from event where ${of(ids)} and body like '%"first_error_message"%'`.execute(trx);
  const redacted = rows.map(({ id, body }) => {
    const envelope: unknown = JSON.parse(body);
    if (!isJsonObject(envelope) || !isJsonObject(envelope.data)) throw new Error(`event ${id} has no data`);
    return { id, body: JSON.stringify({ ...envelope, data: { ...envelope.data, first_error_message: REMOVED_TEXT } }) };
  });
  await sql`
    update event e set body = redacted.body
    from jsonb_to_recordset(${JSON.stringify(redacted)}::jsonb) as redacted (id uuid, body text)
    where e.id = redacted.id`.execute(trx);
}

async function reportFiles(trx: Queryable, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from artifact where ${of(ids)} and kind = 'report' and removed_at is null for update`.execute(trx);
  return rows.map(({ id }) => id);
}
