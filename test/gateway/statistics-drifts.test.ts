import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import type { AnyJson } from './api-caller.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';

const WORKFLOW = 7;

let gateway: TestGateway;
let caller: Caller;

beforeAll(async () => {
  gateway = await startGateway();
  caller = await gateway.caller();
  await sql`
    insert into workflow (id, account_id, code, name, active, trigger_type, version)
    select ${WORKFLOW} + n, ${caller.accountId}, 'CAS-00000' || n, 'Counted', n = 0, 'manual', 3
    from generate_series(0, 1) n`.execute(gateway.db.kysely);
});
afterAll(() => gateway?.stop());

describe('drifts', () => {
  const insert = (begun: string | null, ended: string | null, more: AnyJson = {}) => {
    const row = { client: caller.clientId, kind: 'rule', key: 'r2', workflow: WORKFLOW, ...more };
    return sql`
      insert into decision_drift (account_id, api_client_id, workflow_id, workflow_version, kind, key, measured,
        suspected_at, begun_at, ended_at)
      values (${caller.accountId}, ${row.client}, ${row.workflow}, 3, ${row.kind}, ${row.key},
        '{"days": 1, "decisions": 312, "share_before": 0.011, "share_now": 0.263}', now() - interval '50 days',
        now() - ${begun}::interval, now() - ${ended}::interval)`.execute(gateway.db.kysely);
  };
  const drifts = async (by = caller) => (await by.api.get('/statistics/drifts')).data.drifts;

  // Rules: 21.5.6, 21.5.7
  test('are those that go on or ended lately, of active workflows of the client; what is only suspected is not told', async () => {
    await insert('2 hours', null);
    await insert('3 days', '1 day', { key: '', kind: 'approvals' });
    await insert('40 days', '31 days', { key: 'r3' });
    await insert(null, null, { key: 'r4' });
    await insert('1 hour', null, { client: (await gateway.caller()).clientId });
    await insert('1 hour', null, { workflow: WORKFLOW + 1, key: 'r5' });
    expect(await drifts()).toMatchObject([
      { kind: 'rule', key: 'r2', ended_at: null, decisions: 312, share_before: 0.011, share_now: 0.263, text: null },
      { kind: 'approvals', key: null, ended_at: expect.any(String) },
    ]);
  });

  // Rules: 21.5.7
  test('tell who cannot read executions no count of a few', async () => {
    const narrow = await gateway.caller({ of: caller, sameClient: true, scopes: ['statistics:read'] });
    expect((await drifts(narrow))[0]).toMatchObject({ decisions: 310, share_before: 0, share_now: 0.25 });
  });
});
