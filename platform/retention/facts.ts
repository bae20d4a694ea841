import { sql } from 'kysely';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { coarseFacts, limitsOf, ValueCounts, type Facts, type Limits } from '../../core/statistics/coarse.ts';
import type { Database, Queryable } from '../database/index.ts';

/** So many of the newest facts of a workflow say which of its values few have. */
const MOST_COUNTED = 20_000;

interface Coarsening {
  readonly limits: Limits;
  readonly counts: ValueCounts;
}

/**
 * Coarsens the facts of executions that are redacted, in place: numbers to bins, times to the day, and `other` for what few
 * facts of the workflow have. Id and batch are taken off; a random number below zero is the id from then on.
 *
 * What is rare is counted once for each workflow in a run of retention: what becomes frequent meanwhile is still `other`.
 */
export class FactCoarsener {
  readonly #ofWorkflow = new Map<number, Coarsening>();

  async coarsen(trx: Queryable, executionIds: readonly number[]): Promise<void> {
    const { rows } = await sql<{ id: number; workflow_id: number; facts: Facts }>`
      select id, workflow_id, facts from decision_fact where id = any (${[...executionIds]}::bigint[])`.execute(trx);
    const coarse: { readonly id: number; readonly facts: Facts }[] = [];
    for (const { id, workflow_id: workflowId, facts } of rows) {
      const { limits, counts } = await this.#coarsening(trx, workflowId);
      coarse.push({ id, facts: counts.withoutRare(coarseFacts(facts, limits)) });
    }
    await sql`
      update decision_fact f
      set id = -1 - (random() * 9e15)::bigint, batch_id = null, taken = '{}', facts = coarse.facts,
        accepted_at = date_trunc('day', f.accepted_at, 'UTC'), ended_at = date_trunc('day', f.ended_at, 'UTC')
      from jsonb_to_recordset(${JSON.stringify(coarse)}::jsonb) as coarse (id bigint, facts jsonb)
      where f.id = coarse.id`.execute(trx);
  }

  async #coarsening(trx: Queryable, workflowId: number): Promise<Coarsening> {
    const known = this.#ofWorkflow.get(workflowId);
    if (known !== undefined) return known;
    const { rows } = await sql<{ workflow_version: number; facts: Facts }>`
      select workflow_version, facts from decision_fact where workflow_id = ${workflowId}
      order by ended_at desc limit ${MOST_COUNTED}`.execute(trx);
    const versions = [...new Set(rows.map(({ workflow_version: version }) => version))];
    const { rows: definitions } = await sql<{ definition: CascadeDefinition }>`
      select definition from workflow_version
      where workflow_id = ${workflowId} and version = any (${versions}::int[])`.execute(trx);
    const limits = limitsOf(definitions.map(({ definition }) => definition));
    const counts = new ValueCounts();
    for (const { facts } of rows) counts.add(coarseFacts(facts, limits));
    const made = { limits, counts };
    this.#ofWorkflow.set(workflowId, made);
    return made;
  }
}

/** So many of the coarse facts of a workflow and month may be like no other of it. */
const MOST_UNIQUE = 0.05;
/** Days of a month and those before it that redaction may still reach. */
const REACHED_DAYS = 62;

/**
 * Widens the bins of coarse facts that are like no other of their workflow and month, where these are too many: to one digit,
 * then by leaving the values out. What is left of them then are codes of rules and reasons.
 */
export async function widenFacts(db: Database, days: number): Promise<void> {
  for (const digits of [1, 0]) {
    for (const ids of await uniqueFacts(db.kysely, days)) {
      await db.transaction(async (trx) => {
        const { rows } = await sql<{ id: number; facts: Facts }>`
          select id, facts from decision_fact where id = any (${ids}::bigint[]) for update`.execute(trx);
        const none: Limits = new Map();
        const wide = rows.map(({ id, facts }) => ({ id, facts: digits === 0 ? {} : coarseFacts(facts, none, digits) }));
        await sql`
          update decision_fact f set facts = wide.facts
          from jsonb_to_recordset(${JSON.stringify(wide)}::jsonb) as wide (id bigint, facts jsonb)
          where f.id = wide.id`.execute(trx);
      });
    }
  }
}

/** By workflow and month, where they are too many. Days are left out: they are cut, and say when somebody was decided. */
async function uniqueFacts(db: Queryable, days: number): Promise<readonly (readonly number[])[]> {
  const { rows } = await sql<{ ids: number[] }>`
    with coarse as (
      select id, workflow_id, date_trunc('month', ended_at, 'UTC') as month, facts, count(*) over (
        partition by workflow_id, date_trunc('month', ended_at, 'UTC'), workflow_version, execution_mode, is_again, status,
          outcome, error_code, decided_by, held, reasons, facts) as alike
      from decision_fact
      where id < 0 and ended_at > now() - ${days + REACHED_DAYS}::int * interval '1 day'
    )
    select coalesce(array_agg(id) filter (where alike = 1 and facts <> '{}'), '{}') as ids from coarse
    group by workflow_id, month having avg((alike = 1)::int) > ${MOST_UNIQUE}::float8`.execute(db);
  return rows.map(({ ids }) => ids.map(Number)).filter((ids) => ids.length > 0);
}
