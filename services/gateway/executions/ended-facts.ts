import { unpack } from '../../../core/sources/pinned.ts';
import { pinnedProducts } from '../../../platform/database/products.ts';
import { CompiledQuery, sql } from 'kysely';
import { fieldsOfCascade } from '../../../core/cascade/nodes/applicant-source.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import type { Json } from '../../../core/json.ts';
import { decisionFact } from '../../../core/statistics/ended.ts';
import { recordingFacts, type ToldOfRun } from '../../../platform/database/decision-facts.ts';
import { fieldsOfExecution } from '../../../platform/database/fields.ts';
import type { Queryable } from '../../../platform/database/index.ts';

const RECORD = recordingFacts('select * from execution where id = any ($1::bigint[])', '$2::jsonb');

/**
 * Records for statistics the runs that this transaction has ended. `decided` are those of them that already had an
 * outcome.
 */
export async function recordEnded(trx: Queryable, ids: readonly number[], decided: readonly number[]): Promise<void> {
  const told: ToldOfRun[] = [];
  for (const id of decided) told.push(...(await toldOf(trx, id)));
  await trx.executeQuery(CompiledQuery.raw(RECORD, [ids, JSON.stringify(told)]));
}

/** Outputs of choices and letters only, because reports can be large. */
const OUTPUT = sql<Json | null>`case when s.output ? 'conditions' or s.output ? 'reasons' then s.output end`;

async function toldOf(trx: Queryable, id: number): Promise<readonly ToldOfRun[]> {
  const run = await trx
    .selectFrom('execution as e')
    .innerJoin('workflow_version as v', (join) =>
      join.onRef('v.workflow_id', '=', 'e.workflow_id').onRef('v.version', '=', 'e.workflow_version'),
    )
    .select(['e.outcome', 'v.definition', fieldsOfExecution().as('fields')])
    .select(pinnedProducts('e.account_id', 'v.products').as('products'))
    .where('e.id', '=', id)
    .executeTakeFirst();
  if (run === undefined) return [];
  const steps = await trx
    .selectFrom('step as s')
    .select(['s.node_id', 's.visit', 's.causes', OUTPUT.as('output')])
    .where('s.execution_id', '=', id)
    .orderBy('s.sequence')
    .execute();
  const { fields, outcome } = run;
  const definition = unpack(run);
  const visits = steps.map(({ node_id: nodeId, ...step }) => ({ ...step, nodeId }));
  const { dictionary } = dictionaryIn(fields, fieldsOfCascade(definition));
  return [{ id, ...decisionFact({ definition, dictionary, visits, outcome }) }];
}
