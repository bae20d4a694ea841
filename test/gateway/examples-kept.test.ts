import { sql } from 'kysely';
import { compiled } from '../core/rows/support.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { until } from '../support/until.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

let gateway: TestGateway;
let author: Caller;

beforeAll(async () => {
  gateway = await startGateway();
  author = await gateway.caller({ productionAccess: true });
});
afterAll(() => gateway.stop());

/** A cascade with an example that expects another result. */
async function failing(): Promise<number> {
  const definition = compiled('Deny if the credit score is below 600. Approve everyone else.');
  const { data } = await author.api.post('/workflows', { name: 'Bands', active: false, definition });
  const example = { name: 'Just below', reports: { credit_report: { score: 599 } }, expected: { outcome: 'approved' } };
  expect((await author.api.post(`/workflows/${data.id}/examples`, example)).status).toBe(201);
  return data.id;
}

const setGate = (gate: 'off' | 'required') =>
  gateway.db.kysely.updateTable('account').set({ examples_gate: gate }).where('id', '=', author.accountId).execute();

// Rules: 2.13.5
test('nothing of an example is left when its cascade is deleted', async () => {
  const id = await failing();
  expect((await author.api.call('DELETE', `/workflows/${id}`)).status).toBe(204);
  const { rows } = await sql`select from workflow_example where workflow_id = ${id}`.execute(gateway.db.kysely);
  expect(rows).toEqual([]);
});

// Rules: 2.13.12
test('a save that waits while the account begins to ask for examples is held up by them', async () => {
  await setGate('off');
  const id = await failing();
  const { saving } = await gateway.db.transaction(async (trx) => {
    await sql`select from workflow where id = ${id} for update`.execute(trx);
    const waiting = author.api.patch(`/workflows/${id}`, { active: true });
    await until(async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(trx);
      return (rows[0]?.count ?? 0) > 0;
    });
    await setGate('required');
    return { saving: waiting };
  });
  expect((await saving).error).toMatchObject({ code: 'examples_fail' });
});
