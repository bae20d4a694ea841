import { AppError } from '../../../core/errors.ts';
import type { ConditionTrace, VisitRef } from '../../../core/cascade/conditions.ts';
import { NODES } from '../../../core/cascade/registry.ts';
import { isJsonObject } from '../../../core/json.ts';
import { catalogueReason, codeHolds } from '../../../core/notices/decided/index.ts';
import { visitKey } from '../../../core/notices/decided/way.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { OpenRound } from '../../../platform/database/reviews.ts';

/**
 * Refuses codes of the reason catalogue that are not true of the reports that the reviewer sees, so that no letter says
 * them. Texts that are no codes are the reviewer's own words. Throws `validation_failed`. Source: semantics 10.
 */
export async function refuseUntrueCodes(
  trx: Queryable,
  executionId: number,
  round: Pick<OpenRound, 'nodeId' | 'kind'>,
  reasons: readonly string[],
): Promise<void> {
  if (!reasons.some((reason) => catalogueReason(reason) !== undefined)) return;
  const { definition } = await trx
    .selectFrom('execution as e')
    .innerJoin('workflow_version as v', (join) =>
      join.onRef('v.workflow_id', '=', 'e.workflow_id').onRef('v.version', '=', 'e.workflow_version'),
    )
    .select('v.definition')
    .where('e.id', '=', executionId)
    .executeTakeFirstOrThrow();
  const steps = await trx
    .selectFrom('step')
    .select(['node_id', 'visit', 'output'])
    .where('execution_id', '=', executionId)
    .where('output', 'is not', null)
    .orderBy('sequence')
    .execute();
  const products = new Map(
    definition.flatMap((node) => {
      const source = NODES.sourceOf(node);
      return source?.kind === 'report' ? [[node.id, source.productCode ?? ''] as const] : [];
    }),
  );
  const reports = (read: VisitRef | null) => {
    const step = steps.find((each) => read !== null && visitKey(each) === visitKey(read));
    const productCode = products.get(step?.node_id ?? '');
    return step === undefined || productCode === undefined ? undefined : { productCode, output: step.output };
  };
  const reviewed = steps.findLast(({ node_id }) => node_id === round.nodeId)?.output;
  const output = round.kind === 'decision' && isJsonObject(reviewed) ? reviewed : {};
  // The interpreter wrote this output itself (core/cascade/nodes/if-else.ts).
  const { conditions = [], reports_held: held } = output as unknown as {
    readonly conditions?: readonly ConditionTrace[];
    readonly reports_held?: readonly VisitRef[];
  };
  const seen = { traces: conditions, reportsHeld: held ?? steps.filter(({ node_id }) => products.has(node_id)) };
  const details = reasons.flatMap((reason, index) =>
    catalogueReason(reason) === undefined || codeHolds(reason, seen, reports)
      ? []
      : [{ field: `reasons[${index}]`, message: `is not true of the reports of this execution: ${reason}` }],
  );
  if (details.length > 0) throw new AppError('validation_failed', { details });
}
