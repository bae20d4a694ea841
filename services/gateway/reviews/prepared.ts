import type { EffectRequest } from '../../../core/cascade/contract.ts';
import type { NoticeRequest } from '../../../core/cascade/notice-request.ts';
import type { Queryable } from '../../../platform/database/index.ts';

/** The content of a node's notice as it was last prepared; null if none was. */
export async function lastPrepared(db: Queryable, executionId: number, nodeId: string): Promise<NoticeRequest | null> {
  const effects = await db
    .selectFrom('effect')
    .select('request')
    .where('execution_id', '=', executionId)
    .where('node_id', '=', nodeId)
    .where('kind', '=', 'notice')
    .orderBy('id', 'desc')
    .execute();
  for (const { request: stored } of effects) {
    const request: EffectRequest = stored;
    if (request.kind === 'notice' && request.operation === 'prepare') return request.notice;
  }
  return null;
}
