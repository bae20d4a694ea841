import type { EffectRequest, NoticeRequest } from '../../../core/cascade/contract.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Queryable } from '../../../platform/database/index.ts';

/** A notice as it was last prepared: what it was to say, and what came of that; `result` is null until it is there. */
export interface PreparedNotice {
  readonly notice: NoticeRequest;
  readonly result: JsonObject | null;
}

/** Null if none was prepared at the node. */
export async function lastPrepared(db: Queryable, executionId: number, nodeId: string): Promise<PreparedNotice | null> {
  const effects = await db
    .selectFrom('effect')
    .select(['request', 'result'])
    .where('execution_id', '=', executionId)
    .where('node_id', '=', nodeId)
    .where('kind', '=', 'notice')
    .orderBy('id', 'desc')
    .execute();
  for (const { request: stored, result } of effects) {
    const request: EffectRequest = stored;
    if (request.kind === 'notice' && request.operation === 'prepare') return { notice: request.notice, result };
  }
  return null;
}
