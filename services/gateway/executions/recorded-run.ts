import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { AppError } from '../../../core/errors.ts';
import type { RecordedRun } from '../../../core/explanation/index.ts';
import { upcastState } from '../../../core/interpreter/advance.ts';
import type { RunState } from '../../../core/interpreter/types.ts';
import type { SandboxRegistry } from '../../../core/products/sandbox.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Auth } from '../services.ts';

interface StoredRun {
  readonly run: RecordedRun;
  readonly definition: CascadeDefinition;
  /** Null until the run has begun. */
  readonly state: RunState | null;
}

/** A run of the calling client as it is stored, for the interpreter to go over again. Throws `not_found`. */
export async function readRecordedRun(
  db: Queryable,
  sandbox: SandboxRegistry,
  auth: Auth,
  executionId: number,
): Promise<StoredRun> {
  const execution = await db
    .selectFrom('execution as e')
    .innerJoin('workflow_version as v', (join) =>
      join.onRef('v.workflow_id', '=', 'e.workflow_id').onRef('v.version', '=', 'e.workflow_version'),
    )
    .select(['e.id', 'e.execution_mode', 'e.external_reference', 'e.payload', 'e.state', 'e.reuse_reports'])
    .select(['v.definition', 'v.name', 'v.use_case'])
    .where('e.id', '=', executionId)
    .where('e.api_client_id', '=', auth.apiClientId)
    .executeTakeFirst();
  if (execution === undefined) throw new AppError('not_found');
  const { definition } = execution;
  const steps = await db
    .selectFrom('step')
    .select(['node_id', 'visit', 'causes', 'output'])
    .where('execution_id', '=', executionId)
    .orderBy('sequence')
    .execute();
  const reused = execution.reuse_reports
    ? await db
        .selectFrom('reused_report')
        .select(['product_code', 'output'])
        .where('execution_id', '=', executionId)
        .execute()
    : [];
  const run: RecordedRun = {
    definition,
    history: steps.map(({ node_id: nodeId, visit, causes, output }) => ({
      nodeId,
      visit,
      causes: causes ?? [],
      output,
    })),
    context: {
      execution: {
        id: execution.id,
        mode: execution.execution_mode,
        externalReference: execution.external_reference,
        skipWaits: true,
      },
      workflow: { name: execution.name ?? '', useCase: execution.use_case },
      payload: execution.payload,
      sandbox,
      reusedReports: new Map(reused.map(({ product_code: code, output }) => [code, output])),
    },
  };
  return { run, definition, state: execution.state === null ? null : upcastState(execution.state) };
}
