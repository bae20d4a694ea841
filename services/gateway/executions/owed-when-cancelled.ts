import { unpack } from '../../../core/sources/pinned.ts';
import { pinnedProducts } from '../../../platform/database/products.ts';
import { sql } from 'kysely';
import { buildGraph } from '../../../core/cascade/graph.ts';
import { NODES } from '../../../core/cascade/registry.ts';
import { noticesDue, type NoticeDue } from '../../../core/notices/due.ts';
import type { Json } from '../../../core/json.ts';
import { wasDecided } from '../../../platform/database/notices-due.ts';
import { asJson, type Queryable } from '../../../platform/database/index.ts';

/**
 * The part of an output that tells whether somebody was denied, because reports can be large. The sent notices are read
 * from their files, because the run may not have been advanced since.
 */
const OUTPUT = sql<Json | null>`case when s.output is null then null when jsonb_typeof(s.output) <> 'object' then '{}'
  else jsonb_build_object('branch', s.output -> 'branch', 'review', jsonb_build_object('decision', s.output #> '{review,decision}'),
    'action_taken', s.output -> 'action_taken', 'notices', (
      select coalesce(jsonb_agg(jsonb_build_object('stage', a.stage, 'status', a.notice_status)), '[]')
      from artifact a
      where a.execution_id = s.execution_id and a.kind = 'notice' and a.node_id = s.node_id and a.visit = s.visit)) end`;

/**
 * The notices that a run owes when it is cancelled: a recorded denial stands, and an application for credit is owed an
 * answer. Reads nothing unless one may be owed.
 */
export async function owedWhenCancelled(trx: Queryable, executionId: number): Promise<readonly NoticeDue[]> {
  const run = await trx
    .selectFrom('execution as e')
    .innerJoin('workflow_version as v', (join) =>
      join.onRef('v.workflow_id', '=', 'e.workflow_id').onRef('v.version', '=', 'e.workflow_version'),
    )
    .select(['e.outcome', 'e.execution_mode', 'e.payload', 'e.created_at', 'v.definition', 'v.use_case'])
    .select(['e.settings', pinnedProducts('e.account_id', 'v.products').as('products')])
    .where('e.id', '=', executionId)
    // A live run that decided nothing may owe an answer.
    .where(sql<boolean>`(e.outcome in ('denied', 'conditional') or (e.outcome is null and e.execution_mode = 'live'))`)
    .executeTakeFirst();
  if (run === undefined) return [];
  const steps = await trx
    .selectFrom('step as s')
    .select(['s.node_id', 's.visit', 's.causes', 's.status'])
    .select(OUTPUT.as('output'))
    .where('s.execution_id', '=', executionId)
    .orderBy('s.sequence')
    .execute();
  const definition = unpack(run);
  const graph = buildGraph(definition, NODES);
  const due = noticesDue({
    ...{ definition, graph, useCase: run.use_case, mode: run.execution_mode, payload: run.payload },
    clock: { acceptedAt: run.created_at.getTime(), defaultPurpose: run.settings.default_purpose },
    visits: steps,
    failed: new Set(steps.filter(({ status }) => status === 'failed').map(({ node_id: id }) => id)),
    stopped: new Set(),
    outcome: run.outcome,
    endedAs: 'cancelled',
    isReport: (id) => {
      const node = graph.node(id);
      return node !== undefined && NODES.sourceOf(node)?.kind === 'report';
    },
  });
  const isDecided = due.some(({ why }) => why === 'no_decision') && (await wasDecided(trx, executionId));
  return isDecided ? due.filter(({ why }) => why !== 'no_decision') : due;
}

/** The columns of an execution that owes these notices. */
export function owedColumns(due: readonly NoticeDue[]) {
  const [first] = due.map(({ due_at: dueAt }) => dueAt).toSorted();
  return {
    notices_due: due.length === 0 ? null : asJson(due),
    notices_overdue_at: first === undefined ? null : new Date(first),
  };
}
