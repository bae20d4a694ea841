import { sql } from 'kysely';
import { NODES, type CascadeDefinition } from '../../core/cascade/registry.ts';
import { redactedOutput } from '../../core/cascade/redaction.ts';
import type { Json } from '../../core/json.ts';
import type { Queryable } from '../database/index.ts';
import { TABLE_RECORDS } from '../database/tables.ts';

/*
 * Empties the rows of executions as the registry of tables says. The executions are locked by whoever calls. An erasure empties
 * more, by a function of the database (`erasures.sql`).
 */

export interface ExecutionToEmpty {
  readonly id: number;
  readonly workflow_id: number;
  readonly workflow_version: number;
}

/** Words about the applicant go; of outputs it keeps what was decided and done. */
export async function emptyRows(trx: Queryable, executions: readonly ExecutionToEmpty[]): Promise<void> {
  const kept = await keptOutputs(trx, executions);
  const ids = executions.map(({ id }) => id);
  await eraseRows(trx, ids);
  await giveBack(trx, ids, kept);
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
export async function keptOutputs(
  trx: Queryable,
  executions: readonly ExecutionToEmpty[],
): Promise<readonly KeptOutput[]> {
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

export async function giveBack(trx: Queryable, ids: readonly number[], kept: readonly KeptOutput[]): Promise<void> {
  await sql`
    update step s set output = kept.output
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as kept
      (execution_id bigint, node_id text, visit int, output jsonb)
    where s.execution_id = any (${[...ids]}::bigint[]) and s.execution_id = kept.execution_id
      and s.node_id = kept.node_id and s.visit = kept.visit`.execute(trx);
}

const versionKey = (of: Pick<ExecutionToEmpty, 'workflow_id' | 'workflow_version'> | undefined) =>
  `${of?.workflow_id}:${of?.workflow_version}`;

async function definitionsOf(
  trx: Queryable,
  executions: readonly ExecutionToEmpty[],
): Promise<Map<string, CascadeDefinition>> {
  const { rows } = await sql<Omit<ExecutionToEmpty, 'id'> & { definition: CascadeDefinition }>`
    select v.workflow_id, v.version as workflow_version, v.definition
    from workflow_version v
    join (
      select distinct workflow_id, workflow_version from execution
      where id = any (${executions.map(({ id }) => id)}::bigint[])
    ) used on used.workflow_id = v.workflow_id and used.workflow_version = v.version`.execute(trx);
  return new Map(rows.map((row) => [versionKey(row), row.definition]));
}
