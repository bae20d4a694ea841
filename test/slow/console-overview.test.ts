import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { Desk } from './console-support/desk.ts';
import { checkPage, seated } from './console-support/pages.ts';

/** A manager's view of some weeks, in a real browser on a whole stack. */
let stack: SharedStack;
let desk: Desk;
let workflowId: number;
const RUNS = 400;

beforeAll(async () => {
  stack = await sharedStack();
  desk = await Desk.open(stack);
  const { account, api_client: client } = (await desk.api.get('/me')).data;
  workflowId = (await desk.api.get('/workflows')).data[0].id;
  const { kysely } = stack.db;
  await sql`
    with made as (
      insert into execution (account_id, api_client_id, workflow_id, workflow_version, status, execution_mode, outcome,
        payload, run_key, created_at, completed_at, first_error_code, review_status)
      select ${account.id}, ${client.id}, ${workflowId}, 1, case when n % 40 = 0 then 'failed' else 'completed' end, 'live',
        case when n % 40 = 0 then null when n % 5 = 0 then 'denied' else 'approved' end, '{}', gen_random_uuid(),
        at - interval '5 seconds', at, case when n % 40 = 0 then 'vendor_timeout' end,
        case when n % 10 = 1 then 'approved' else 'none' end
      from (select n, now() - interval '5 minutes' - (n % 50) * interval '6 hours' as at from generate_series(1, ${RUNS}) n) runs
      returning *
    ), told as (
      insert into decision_fact (id, account_id, api_client_id, workflow_id, workflow_version, execution_mode, is_again,
        status, outcome, error_code, accepted_at, ended_at, decided_by, held, reasons, facts)
      select id, account_id, api_client_id, workflow_id, 1, 'live', false, status, outcome, first_error_code, created_at,
        completed_at, case outcome when 'approved' then 'decide:pass' when 'denied' then 'decide:fail' end, '{}',
        case outcome when 'denied' then array['credit_report.collections'] else '{}' end, '{}' from made
    )
    insert into effect (execution_id, key, node_id, visit, kind, request, status, begun_at, finished_at)
    select id, 'p', 'credit', 1, 'live_pull', '{"product_code": "credit_report"}',
      case status when 'failed' then 'failed' else 'done' end, created_at, completed_at from made`.execute(kysely);
  await until(async () => {
    const { ended } = (await desk.api.get('/statistics/decisions')).data.total;
    return ended === RUNS;
  });
}, 300_000);
afterAll(async () => {
  await desk?.close();
  await stack?.stop();
});

describe('the overview', () => {
  // Rules: 16.8.8
  test('is where a manager begins, and tells how many were denied, why, by which rule and what fails', async () => {
    await seated(
      desk,
      async (seat) => {
        await seat.enterBy(await desk.linkOf(seat.userId));
        await seat.sees('What each rule decided');
        expect(new URL(seat.page.url()).pathname).toBe('/console/overview');
        const week = (await desk.api.get(`/statistics/decisions?from=${daysAgo(6)}`)).data.total;
        await seat.seesIn('.tile.denied', String(week.denied));
        await seat.seesIn('[aria-label="Reasons in letters"]', 'Collection action reported by a creditor');
        await seat.seesIn('[aria-label="What each rule decided"]', 'the credit score is at least 670');
        await seat.seesIn('[aria-label="Reports of vendors"] tr.late', 'Credit report');
        // A bar leads to the executions in it, and the list counts as many.
        await seat.page.locator('.chart a[aria-label*="denied"]').click();
        await seat.sees('Ended from');
        const { searchParams } = new URL(seat.page.url());
        const day = searchParams.get('endedFrom');
        expect([searchParams.get('outcome'), day === searchParams.get('endedUntil')]).toEqual(['denied', true]);
        const counted = (await desk.api.get(`/statistics/decisions?from=${day}&to=${day}`)).data.total.denied;
        await seat.page.waitForSelector('.rows tbody tr');
        expect(await seat.page.$$eval('.rows tbody tr', (rows) => rows.length)).toBe(counted);
      },
      'viewer',
    );
  });

  // Rules: 21.5.7
  test('says first what differs from before, and nothing while nothing does', async () => {
    const { account, api_client: client } = (await desk.api.get('/me')).data;
    await seated(desk, async (seat) => {
      await seat.goTo('/overview');
      await seat.sees('What each rule decided');
      expect(await seat.page.$('.drifts')).toBeNull();
      await sql`update workflow set active = true where id = ${workflowId}`.execute(stack.db.kysely);
      await sql`
        insert into decision_drift (account_id, api_client_id, workflow_id, workflow_version, kind, key, measured,
          suspected_at, begun_at)
        values (${account.id}, ${client.id}, ${workflowId}, 1, 'constant_field', 'credit_report/score',
          '{"is_empty": false}', now(), now())`.execute(stack.db.kysely);
      await seat.goTo('/overview');
      await seat.seesIn('.drifts', 'Credit report: score is the same in every application of late');
      await checkPage(seat, 'drifts');
    });
    await sql`delete from decision_drift where api_client_id = ${client.id}`.execute(stack.db.kysely);
    await sql`update workflow set active = false where id = ${workflowId}`.execute(stack.db.kysely);
  });

  test('is a table too, whose figures are links by keys, and another period and mode stand in the address', async () => {
    await seated(
      desk,
      async (seat) => {
        await seat.goTo('/overview?period=month');
        await seat.sees('Outcomes by day');
        await seat.focus('.chart summary');
        await seat.page.keyboard.press('Enter');
        await seat.page.waitForSelector('.chart details[open] table a');
        await seat.page.keyboard.press('Tab');
        await seat.page.keyboard.press('Tab');
        expect(await seat.page.evaluate('document.activeElement.getAttribute("href")')).toContain(
          '/console/executions?',
        );
        await seat.choose('.selects label:last-child select', 'test');
        await seat.sees('Nothing ended in the last 30 days');
        expect(new URL(seat.page.url()).search).toBe('?period=month&mode=test');
        await seat.press('Look at 90 days');
        await seat.sees('Nothing ended in the last 90 days');
      },
      'admin',
      'Max',
    );
  });

  // Rules: 21.4.12
  test('says how many have not ended, of these how many are denied already', async () => {
    const { kysely } = stack.db;
    await sql`
      insert into execution (account_id, api_client_id, workflow_id, workflow_version, status, execution_mode, outcome,
        payload, run_key, created_at, needs_human_review, review_status)
      select e.account_id, e.api_client_id, e.workflow_id, 1, 'awaiting_review', 'test', made.outcome, '{}', gen_random_uuid(), now(),
        true, 'in_review'
      from (select * from execution where workflow_id = ${workflowId} limit 1) e, (values ('denied'), (null)) made (outcome)`.execute(
      kysely,
    );
    await seated(
      desk,
      async (seat) => {
        await seat.goTo('/overview');
        await seat.sees('Every application of the last 7 days has ended.');
        await seat.goTo('/overview?mode=test');
        await seat.sees('2 applications of the last 7 days have not ended');
        await seat.sees('2 wait for a person.');
        await seat.sees('Letters that wait');
        await seat.press('1 is denied already');
        await seat.page.waitForSelector('.rows tbody tr');
        expect(await seat.page.$$eval('.rows tbody tr', (rows) => rows.length)).toBe(1);
      },
      'viewer',
      'Vic',
    );
  });

  test('breaks no rule of axe and fits, with figures and without', async () => {
    await seated(
      desk,
      async (seat) => {
        await seat.goTo('/overview?period=month');
        await seat.sees('Nine of ten took at most');
        await seat.page.locator('.chart summary').click();
        await checkPage(seat, 'overview');
        await seat.goTo('/overview?mode=test');
        await seat.sees('Nothing ended');
        await checkPage(seat, 'empty overview');
      },
      'publisher',
      'Pat',
    );
  });

  test('offers the figures of test mode where nothing ended live', async () => {
    const { definition } = (await desk.api.get(`/workflows/${workflowId}`)).data;
    const { id: other } = (await desk.api.post('/workflows', { name: 'Only tried', definition, active: false })).data;
    await sql`
      with made as (
        insert into execution (account_id, api_client_id, workflow_id, workflow_version, status, execution_mode, outcome,
          payload, run_key, created_at, completed_at)
        select account_id, api_client_id, ${other}, 1, 'completed', 'test', 'denied', '{}', gen_random_uuid(), now(), now()
        from execution where workflow_id = ${workflowId} limit 3
        returning *
      )
      insert into decision_fact (id, account_id, api_client_id, workflow_id, workflow_version, execution_mode, is_again,
        status, outcome, accepted_at, ended_at, held, reasons, facts)
      select id, account_id, api_client_id, workflow_id, 1, 'test', false, status, outcome, created_at, completed_at, '{}',
        '{}', '{}' from made`.execute(stack.db.kysely);
    await until(
      async () => (await desk.api.get('/statistics/decisions?filter[execution_mode]=test')).data.total.ended === 3,
    );
    await seated(
      desk,
      async (seat) => {
        await seat.goTo(`/overview?workflow=${other}`);
        await seat.sees('Nothing ended in the last 7 days');
        await seat.press('Show the 3 of test mode');
        await seat.seesIn('.tile.denied', '3');
        await checkPage(seat, 'overview of test mode');
      },
      'viewer',
      'Tess',
    );
  });
});

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
