import { pinnedProducts } from '../../../platform/database/products.ts';
import { sql } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import { fieldsOfExecution } from '../../../platform/database/fields.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { StoredNotice, StoredRun } from '../calculations/stored-run.ts';
import type { Auth } from '../services.ts';

/**
 * A stored run of the calling client. Members that can be large stay JSON: this process passes them on, and a worker
 * process parses them. Throws `not_found`.
 */
export async function readRecordedRun(db: Queryable, auth: Auth, executionId: number): Promise<StoredRun> {
  const execution = await db
    .selectFrom('execution as e')
    .innerJoin('workflow_version as v', (join) =>
      join.onRef('v.workflow_id', '=', 'e.workflow_id').onRef('v.version', '=', 'e.workflow_version'),
    )
    .select(['e.id', 'e.execution_mode', 'e.external_reference', 'e.reuse_reports', 'v.name', 'v.use_case'])
    .select(['e.settings', 'e.dictionary_version'])
    .select([
      sql<string>`e.payload::text`.as('payload'),
      sql<string | null>`e.state::text`.as('state'),
      sql<string>`v.definition::text`.as('definition'),
      pinnedProducts('e.account_id', 'v.products').as('products'),
      fieldsOfExecution().as('fields'),
    ])
    .where('e.id', '=', executionId)
    .where('e.api_client_id', '=', auth.apiClientId)
    .executeTakeFirst();
  if (execution === undefined) throw new AppError('not_found');
  const steps = await db
    .selectFrom('step')
    .select(['node_id', 'visit', 'causes'])
    .select(sql<string | null>`output::text`.as('output'))
    .where('execution_id', '=', executionId)
    .orderBy('sequence')
    .execute();
  const reused = execution.reuse_reports
    ? await db
        .selectFrom('reused_report')
        .select('product_code')
        .select(sql<string>`output::text`.as('output'))
        .where('execution_id', '=', executionId)
        .execute()
    : [];
  return {
    execution: {
      id: execution.id,
      mode: execution.execution_mode,
      externalReference: execution.external_reference,
    },
    workflow: { name: execution.name, useCase: execution.use_case },
    dictionaryVersion: execution.dictionary_version,
    fields: execution.fields,
    settings: execution.settings,
    definition: execution.definition,
    products: execution.products,
    payload: execution.payload,
    state: execution.state,
    steps: steps.map(({ node_id: nodeId, visit, causes, output }) => ({ nodeId, visit, causes, output })),
    reusedReports: reused.map(({ product_code: productCode, output }) => ({ productCode, output })),
  };
}

/** The requests of its notices, in order. */
export async function readNotices(db: Queryable, executionId: number): Promise<StoredNotice[]> {
  const effects = await db
    .selectFrom('effect')
    .select(['node_id', 'visit'])
    .select(sql<string>`request::text`.as('request'))
    .where('execution_id', '=', executionId)
    .where('kind', '=', 'notice')
    .orderBy('id')
    .execute();
  return effects.map(({ node_id: nodeId, visit, request }) => ({ nodeId, visit, request }));
}
