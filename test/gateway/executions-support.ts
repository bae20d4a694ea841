import { randomUUID } from 'node:crypto';
import type { RunState } from '../../core/interpreter/types.ts';
import type { ReviewKind } from '../../core/states.ts';
import { asJson, type Database } from '../../platform/database/index.ts';
import { SIMPLE } from './fixtures.ts';
import type { Caller } from './support.ts';
import { unguarded } from '../support/transitions.ts';

/** An execution of the caller, as the executor would have left it. */
export async function executionOf(caller: Caller, body: object = {}): Promise<number> {
  const workflow = (await caller.api.post('/workflows', { name: 'W', definition: SIMPLE })).data;
  const { data } = await caller.api.trigger(workflow.id, body, randomUUID());
  return data.id;
}

/** Parks the execution at reviews of these kinds: the first is open, the others wait. */
export async function park(
  db: Database,
  executionId: number,
  kinds: readonly ReviewKind[] = ['decision'],
): Promise<void> {
  await db.kysely
    .insertInto('review_round')
    .values(
      kinds.map((kind, index) => ({
        execution_id: executionId,
        key: `node${index}#1#review`,
        node_id: `node${index}`,
        visit: 1,
        kind,
        status: index === 0 ? ('open' as const) : ('queued' as const),
        opened_at: index === 0 ? new Date() : null,
      })),
    )
    .execute();
  await unguarded(db, (trx) =>
    trx
      .updateTable('execution')
      .set({ status: 'awaiting_review', needs_human_review: true, review_status: 'in_review', started_at: new Date() })
      .where('id', '=', executionId)
      .execute(),
  );
}

export async function setState(db: Database, executionId: number, tokens: RunState['tokens']): Promise<void> {
  const state: RunState = {
    version: 2,
    arrivals: [],
    tokens,
    causes: {},
    visits: {},
    failed: [],
    stopped: [],
    decided: null,
    decidedBy: null,
    outcome: null,
    firstError: null,
  };
  await db.kysely
    .updateTable('execution')
    .set({ state: asJson(state) })
    .where('id', '=', executionId)
    .execute();
}

export function commandsOf(db: Database, executionId: number) {
  return db.kysely
    .selectFrom('command')
    .select(['kind', 'lane'])
    .where('execution_id', '=', executionId)
    .orderBy('id')
    .execute();
}
