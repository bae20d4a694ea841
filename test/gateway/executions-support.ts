import { randomUUID } from 'node:crypto';
import type { EffectRequest } from '../../core/cascade/contract.ts';
import { initialState } from '../../core/interpreter/state.ts';
import type { RunState } from '../../core/interpreter/types.ts';
import type { ReviewKind } from '../../core/states.ts';
import { asJson, type Database } from '../../platform/database/index.ts';
import { loadReferenceData } from '../../platform/reference-data/index.ts';
import { World } from '../core/interpreter/world.ts';
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
  const state: RunState = { ...initialState([]), tokens };
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

/** An execution as the executor would have left the run of that world. */
export async function recordedRun(gateway: { readonly db: Database }, caller: Caller, world: World): Promise<number> {
  const { kysely } = gateway.db;
  const workflow = (await caller.api.post('/workflows', { name: 'W', definition: world.definition })).data;
  const { id } = (await caller.api.trigger(workflow.id, { payload: world.run.payload })).data;
  for (const { nodeId, visit, nodeType, status, output, causes } of world.steps.values()) {
    await kysely
      .insertInto('step')
      .values({
        execution_id: id,
        node_id: nodeId,
        visit,
        node_type: nodeType,
        status,
        output: output === null ? null : asJson(output),
        causes: asJson(causes),
      })
      .execute();
  }
  for (const { key, nodeId, visit, request } of world.allEffects) {
    await kysely
      .insertInto('effect')
      .values({ execution_id: id, key, node_id: nodeId, visit, kind: request.kind, request: asJson(request) })
      .execute();
  }
  const [key] = world.openRounds;
  if (key === undefined) return id;
  await park(gateway.db, id, [world.last?.rounds.find((round) => round.key === key)?.review.kind ?? 'decision']);
  await kysely
    .updateTable('review_round')
    .set({ key, node_id: key.slice(0, key.indexOf('#')) })
    .where('execution_id', '=', id)
    .execute();
  await kysely
    .updateTable('execution')
    .set({ state: asJson(world.state) })
    .where('id', '=', id)
    .execute();
  return id;
}

/** A recorded run of a shipped template that ends with a notice. */
export function declinedWorld(): World {
  const { templates, sandbox } = loadReferenceData();
  const definition = templates.find(({ key }) => key === 'income-to-rent')?.definition ?? [];
  const payload = { ...sandbox.subjects.find(({ id }) => id === 1403)?.payload };
  const world = new World(definition, { payload, sandbox });
  world.advance();
  return world;
}

const REQUEST: EffectRequest = { kind: 'live_pull', key: 'pull', product_code: 'credit_report' };

/** A pull of the caller's execution that was cut short: nobody knows whether the vendor has the order. */
export async function cutShort(
  db: Database,
  { accountId, clientId }: Pick<Caller, 'accountId' | 'clientId'>,
  executionId: number,
): Promise<void> {
  const at = new Date();
  const key = randomUUID();
  const { id } = await db.kysely
    .insertInto('effect')
    .values({
      ...{ execution_id: executionId, key, node_id: 'credit', visit: 1, kind: 'live_pull', request: asJson(REQUEST) },
      ...{ status: 'failed', error_code: 'vendor_unknown', error_message: 'Cut short.', finished_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.kysely
    .insertInto('vendor_order')
    .values({
      ...{ idempotency_key: key, account_id: accountId, api_client_id: clientId, execution_id: executionId },
      ...{ effect_id: id, node_id: 'credit', visit: 1, product_code: 'credit_report', connection: 'installation.x' },
      ...{ poll_at: at, deadline_at: at, ended_at: at, ended_as: 'unknown' },
    })
    .execute();
}
