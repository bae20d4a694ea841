import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';

/**
 * The members of reports that their vendors have corrected, with both values, as JSON. Redaction of the execution
 * removes them.
 */
export async function readCorrectedReports(db: Queryable, executionId: number): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    with corrected as (
      select f.id, f.node_id, f.visit, o.corrections -> -1 ->> 'came_at' as came_at,
        f.result -> 'report' as reported, o.corrections -> -1 -> 'report' as corrected
      from effect f
      join vendor_order o on o.execution_id = f.execution_id and o.node_id = f.node_id and o.visit = f.visit
      where f.execution_id = ${executionId} and f.kind = 'live_pull'
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'node_id', c.node_id, 'visit', c.visit, 'corrected_at', c.came_at, 'changes', changed.changes) order by c.id), '[]')::text as json
    from corrected c
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object(
        'field', k, 'reported', c.reported -> k, 'corrected_to', c.corrected -> k) order by k), '[]') as changes
      from (select jsonb_object_keys(c.reported) union select jsonb_object_keys(c.corrected)) member (k)
      where c.reported -> k is distinct from c.corrected -> k
    ) changed
    where c.reported is not null and c.corrected is not null`.execute(db);
  return rows[0]?.json ?? '[]';
}
