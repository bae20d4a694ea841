import { sql } from 'kysely';
import { NODES, type CascadeDefinition } from '../../core/cascade/registry.ts';
import { redactedOutput } from '../../core/cascade/redaction.ts';
import { isJsonObject, type Json } from '../../core/json.ts';
import type { ArtifactStore } from '../artifact-store/index.ts';
import { forgetHandles } from '../database/applicants.ts';
import type { Queryable } from '../database/index.ts';
import { REMOVED_TEXT, TABLE_RECORDS } from '../database/tables.ts';
import type { FactCoarsener } from './facts.ts';
import { emptyMails, removeFiles } from './files.ts';

const CHUNK = 50;

/**
 * Redacts executions that ended `days` ago: what the registry of tables says of the rows of an execution, the e-mails that
 * are no letters, and PDFs of reports. Of outputs it keeps what was decided and done.
 */
export async function redactExecutions(
  trx: Queryable,
  { store, facts, days }: { readonly store: ArtifactStore; readonly facts: FactCoarsener; readonly days: number },
) {
  const executions = await expiredExecutions(trx, days);
  const ids = executions.map(({ id }) => id);
  if (ids.length > 0) {
    const kept = await keptOutputs(trx, executions);
    await eraseRows(trx, ids);
    await forgetHandles(trx, ids);
    await giveBack(trx, ids, kept);
    await facts.coarsen(trx, ids);
    await redactEvents(trx, ids);
    await emptyMails(trx, ids, sql`f.kind <> 'notice'`);
    await removeFiles(trx, store, await reportFiles(trx, ids));
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

/** What the registry says of each table whose rows are of an execution: which columns are left how; null: no row is. */
const ERASED = TABLE_RECORDS.flatMap(({ table, owner, applicant = {} }) => {
  const by = table === 'execution' ? 'id' : owner.find(([, to]) => to === 'execution')?.[0];
  const columns = Object.entries(applicant);
  const left = columns.flatMap(([column, erasure]) =>
    typeof erasure === 'object' ? sql`${sql.ref(column)} = ${sql.raw(erasure.leaves)}` : [],
  );
  const goes = columns.some(([, erasure]) => erasure === 'row');
  return by === undefined || (left.length === 0 && !goes) ? [] : [{ table, by, set: goes ? null : left }];
});

async function eraseRows(trx: Queryable, ids: readonly number[]): Promise<void> {
  // What vendors sent, before their references go.
  await sql`
    delete from vendor_callback c using vendor_order o
    where o.execution_id = any (${[...ids]}::bigint[]) and o.connection = c.connection
      and (o.idempotency_key = c.idempotency_key or o.reference = c.reference
        or o.idempotency_key::text = c.reference)`.execute(trx);
  for (const { table, by, set } of ERASED) {
    // The ids themselves, and no join: they choose the partitions.
    const rows = sql`${sql.ref(by)} = any (${[...ids]}::bigint[])`;
    const marks = table === 'execution' ? [sql`redacted_at = now()`, sql`updated_at = now()`] : [];
    await (
      set === null
        ? sql`delete from ${sql.table(table)} where ${rows}`
        : sql`update ${sql.table(table)} set ${sql.join([...set, ...marks])} where ${rows}`
    ).execute(trx);
  }
}

interface KeptOutput {
  readonly execution_id: number;
  readonly node_id: string;
  readonly visit: number;
  readonly output: Json;
}

/** Of the outputs, what was decided and done. */
async function keptOutputs(trx: Queryable, executions: readonly Expired[]): Promise<readonly KeptOutput[]> {
  const definitions = await definitionsOf(trx, executions);
  // Reports are the bulk of the outputs, and nothing of them is kept: they are not read.
  const readable = [...definitions.values()].flatMap((definition) =>
    definition.filter((node) => NODES.find(node)?.keptOutput !== undefined).map((node) => node.id),
  );
  const { rows: steps } = await sql<KeptOutput>`
    select execution_id, node_id, visit, output from step
    where ${of(executions.map(({ id }) => id))} and node_id = any (${[...new Set(readable)]}::text[])
      and output is not null`.execute(trx);
  const byId = new Map(executions.map((execution) => [execution.id, execution]));
  return steps.map(({ output, ...step }) => {
    const definition = definitions.get(versionKey(byId.get(step.execution_id)));
    return {
      ...step,
      output: redactedOutput(
        definition?.find(({ id }) => id === step.node_id),
        output,
        NODES,
      ),
    };
  });
}

async function giveBack(trx: Queryable, ids: readonly number[], kept: readonly KeptOutput[]): Promise<void> {
  await sql`
    update step s set output = kept.output
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as kept
      (execution_id bigint, node_id text, visit int, output jsonb)
    where s.execution_id = any (${[...ids]}::bigint[]) and s.execution_id = kept.execution_id
      and s.node_id = kept.node_id and s.visit = kept.visit`.execute(trx);
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
