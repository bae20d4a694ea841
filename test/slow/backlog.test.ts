import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { APPLICANT, APPROVE, REVIEW } from '../executor/support/definitions.ts';
import { executionOf, trigger } from '../executor/support/runs.ts';
import { startStack, type Caller, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

const BACKLOG = 20_000;

let stack: Stack;
let caller: Caller;

beforeAll(async () => {
  stack = await startStack({ services: ['gateway', 'executor'] });
  caller = await stack.createCaller();
});
afterAll(async () => {
  // The backlog is not worked off, so the executor is killed without a graceful end.
  await stack?.kill('executor');
  await stack?.stop();
});

const tenantOf = ({ accountId, clientId }: Caller) => ({ accountId, apiClientId: clientId });

/** Pretends that the client has triggered this many runs at once. */
async function insertBacklog(): Promise<void> {
  const model = await trigger(stack.db, tenantOf(caller), { definition: APPROVE });
  await sql`
    with run as (
      insert into execution (account_id, api_client_id, workflow_id, workflow_version, status, execution_mode, payload,
        run_key)
      select account_id, api_client_id, workflow_id, 1, 'pending', 'test', '{}', gen_random_uuid()
      from execution cross join generate_series(1, ${BACKLOG}::int) where id = ${model.id}
      returning id
    )
    insert into command (kind, execution_id, lane) select 'start', id, 'single' from run`.execute(stack.db.kysely);
}

async function countOf(status: 'pending' | 'completed'): Promise<number> {
  const { total } = await stack.db.kysely
    .selectFrom('execution')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('status', '=', status)
    .executeTakeFirstOrThrow();
  return total;
}

test('a review that is decided during a backlog of 20,000 starts goes on before the backlog does', async () => {
  const { id } = await trigger(stack.db, tenantOf(caller), { definition: REVIEW, payload: APPLICANT });
  await until(async () => (await executionOf(stack.db, id)).status === 'awaiting_review');
  await insertBacklog();
  // The executor is in the middle of it, and Temporal has a backlog of its own.
  await until(async () => (await countOf('completed')) >= 50);

  const decided = await fetch(`${stack.baseUrl}/api/v1/executions/${id}/review_decisions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ decision: 'approved' }),
  });
  expect(decided.status).toBe(200);
  await until(async () => (await executionOf(stack.db, id)).status === 'completed');
  // If it had waited behind the backlog, nothing would be pending at its end.
  expect(await countOf('pending')).toBeGreaterThan(BACKLOG / 2);
});
