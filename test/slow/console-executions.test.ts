import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { BENJAMIN, Desk, type Seat } from './console-support/desk.ts';
import { checkPage, seated } from './console-support/pages.ts';
import { shoot } from './console-support/shots.ts';

/** The page of an execution in a real browser, on a whole stack. */
let stack: SharedStack;
let desk: Desk;
beforeAll(async () => {
  stack = await sharedStack();
  desk = await Desk.open(stack);
}, 300_000);
afterAll(async () => {
  await desk?.close();
  await stack?.stop();
});

const classesOf = ({ page }: Seat): Promise<Record<string, string>> =>
  page.$$eval('.drawing g[data-node]', (nodes) =>
    Object.fromEntries(
      nodes.map((node) => [String(node.getAttribute('data-node')), String(node.getAttribute('class'))]),
    ),
  );

/** The score of the applicant, and no part of a time. */
const SCORE = /\b617\b(?! ms)/;

/** `Page.focus` knows HTML alone. */
const focusOn = ({ page }: Seat, node: string): Promise<unknown> =>
  page.evaluate(`document.querySelector('.drawing g[data-node="${node}"]').focus()`);

/** Denied by a reviewer, the letter sent. */
async function deniedCase(): Promise<number> {
  const id = await desk.newCase(BENJAMIN, { external_reference: 'application-7' });
  await desk.api.post(`/executions/${id}/review_decisions`, { decision: 'denied' });
  await until(async () => (await desk.api.get(`/executions/${id}`)).data.pending_review?.kind === 'notice');
  const { node_id } = (await desk.api.get(`/executions/${id}`)).data.pending_review;
  await desk.api.post(`/executions/${id}/review_decisions`, { decision: 'approved', node_id });
  await until(async () => (await desk.api.get(`/executions/${id}`)).data.status === 'completed');
  return id;
}

test('an execution shows its way lit, the values at its choice, times at its nodes, and all that happened', async () => {
  const id = await deniedCase();
  await seated(desk, async (seat) => {
    const { page } = seat;
    await seat.goTo(`/executions/${id}`);
    await seat.sees('The way that it took');
    const classes = await classesOf(seat);
    const ran = (await desk.api.get(`/executions/${id}/timeline`)).data.steps.map(
      (step: { node_id: string }) => step.node_id,
    );
    for (const [node, name] of Object.entries(classes))
      expect([node, /taken/.test(name)]).toEqual([node, ran.includes(node)]);
    expect(Object.values(classes).some((name) => name.includes('idle'))).toBe(true);
    expect(await page.$$eval('.edge.taken', (edges) => edges.length)).toBe(ran.length - 1);
    const notes = await page.$$eval('.drawing .note', (all) => all.map((note) => String(note.textContent)));
    expect(notes.some((note) => note.startsWith('Score 617, asked: ≥ 670'))).toBe(true);
    expect(notes.filter((note) => /\d (ms|s)$/.test(note)).length).toBeGreaterThan(2);
    for (const words of ['Denied by', 'Letter of', 'kept as a file', 'The execution ended: completed']) {
      await seat.sees(words);
    }
    // A node is chosen by keys, and the list is about it alone.
    await focusOn(seat, 'decide');
    await page.keyboard.press('Enter');
    await seat.sees('Timeline of this node');
    expect(await page.$eval('section[aria-label="Node"]', (panel) => String(panel.textContent))).toContain('617');
    await page.keyboard.press(' ');
    await page.waitForSelector('section[aria-label="Node"]', { hidden: true });
  });
});

// Rules: 6.10.5
test('a report that its vendor corrected since is shown with the old and the new values', async () => {
  const id = await desk.newCase();
  const result = JSON.stringify({ report: { score: 640, accounts: [{ days_late: 0 }, { days_late: 30 }] } });
  const corrected = { score: 702, accounts: [{ days_late: 0 }, { days_late: 0 }] };
  const corrections = JSON.stringify([{ came_at: '2026-03-03T10:00:00.000Z', report: corrected }]);
  await sql`
    with pulled as (
      insert into effect (execution_id, node_id, visit, kind, key, request, status, result)
      values (${id}, 'credit', 9, 'live_pull', 'a', '{"kind": "live_pull"}', 'done', ${result}::jsonb) returning id)
    insert into vendor_order (idempotency_key, account_id, api_client_id, execution_id, effect_id, node_id, visit,
      product_code, connection, poll_at, deadline_at, ended_at, ended_as, corrections)
    select gen_random_uuid(), account_id, api_client_id, e.id, pulled.id, 'credit', 9, 'credit_report', 'a', now(), now(),
      now(), 'reported', ${corrections}::jsonb
    from execution e, pulled where e.id = ${id}`.execute(stack.db.kysely);
  await seated(desk, async (seat) => {
    await seat.goTo(`/executions/${id}`);
    await seat.sees('As it was reported');
    const rows = await seat.page.$$eval('[aria-label="Values that were corrected"] tbody tr', (all) =>
      all.map((row) => [...row.children].map((cell) => String(cell.textContent))),
    );
    expect(rows).toEqual([
      ['accounts[1].days late', '30', '0'],
      ['score', '640', '702'],
    ]);
    await shoot(seat, 'corrected-report');
    await checkPage(seat, 'corrected report');
  });
});

test('two executions are compared on one picture, and in values', async () => {
  const denied = await deniedCase();
  const approved = await desk.newCase();
  await desk.api.post(`/executions/${approved}/review_decisions`, { decision: 'approved' });
  await until(async () => (await desk.api.get(`/executions/${approved}`)).data.status === 'completed');
  await seated(desk, async (seat) => {
    const { page } = seat;
    await seat.goTo(`/executions/${denied}`);
    await seat.type('.choose-other input', String(approved));
    await seat.click('.choose-other a.button');
    await seat.sees('What differs');
    const all = Object.values(await classesOf(seat));
    for (const name of ['both', 'first', 'second'])
      expect([name, all.some((one) => one.includes(name))]).toEqual([name, true]);
    const outcome = await page.$eval('.differences tbody tr', (row) => String(row.textContent));
    expect(outcome).toBe('Outcomedeniedapproved');
    await seat.click('main a[href$="/executions/' + denied + '"]');
    await seat.sees('The way that it took');
  });
});

test('an administrator sees at once what failed, and whoever evaluates it again has seen to it', async () => {
  const [workflow] = (await desk.api.get('/workflows')).data;
  const vera = { ...BENJAMIN, first_name: 'Vera', last_name: 'Nolan', ssn: '900-10-1005', date_of_birth: '1979-02-17' };
  const { data: failing } = await desk.api.trigger(workflow.id, { payload: { applicant: vera } });
  await until(async () => (await desk.api.get(`/executions/${failing.id}`)).data.status === 'failed');
  await seated(
    desk,
    async (seat) => {
      const { page } = seat;
      // It is in the menu, at the inbox where everybody begins.
      await seat.press('1 failed', 'nav');
      await seat.seesIn('.filters a[aria-current]', 'Failed1');
      await seat.seesIn('table.rows tbody', String(failing.id));
      expect(await page.$$('table.rows tbody tr')).toHaveLength(1);
      // Each row says why, as the execution does on its own page.
      const [step] = (await desk.api.get(`/executions/${failing.id}`)).data.failed_steps;
      expect(step.code).toBe('vendor_error');
      for (const words of [step.code, step.message]) await seat.seesIn('table.rows tbody tr', words);
      await seat.sees('Those that failed and were not evaluated again since.');
      await checkPage(seat, 'failed executions');
      await seat.click('a.row-link');
      await seat.press('Evaluate again …');
      await seat.answer('Evaluate in test mode');
      await page.waitForFunction(`!location.pathname.endsWith('/${failing.id}')`);
      const made = Number(/\d+$/.exec(page.url())?.[0]);
      await until(async () => (await desk.api.get(`/executions/${made}`)).data.status === 'failed');
      await seat.goTo('/executions?show=failed');
      await seat.seesIn('table.rows tbody', String(made));
      expect(await page.$$('table.rows tbody tr')).toHaveLength(1);
      // A visitor of the first link is told that somebody has handled it.
      await seat.goTo(`/executions/${failing.id}`);
      await seat.seesIn('.page-head .message', `It was evaluated again: execution ${made}.`);
    },
    'admin',
    'Ada',
  );
});

test('a letter that a failed run owes is foretold, and named in the list and on its page', async () => {
  const { email: _none, ...person } = BENJAMIN;
  const id = await desk.newCase(person);
  await seated(
    desk,
    async (seat) => {
      // There is no address to which it could go.
      await seat.goTo(`/cases/${id}`);
      await seat.seesIn('.outcome.fail', 'A letter about a denial cannot be made: its step fails.');
      await seat.seesIn('.outcome.fail', 'It lacks: a mail address');
      await desk.api.post(`/executions/${id}/review_decisions`, { decision: 'denied' });
      await until(async () => (await desk.api.get(`/executions/${id}`)).data.status === 'failed');
      await seat.goTo('/executions?show=failed');
      await seat.seesIn('table.rows tbody', 'Failed notice owed');
      await seat.click(`a.row-link[href$="/${id}"]`);
      await seat.seesIn('.page-head', 'recipient_unresolved');
      await seat.seesIn('.page-head', 'A letter is owed');
      await seat.seesIn('.page-head', 'its step failed');
    },
    'reviewer',
    'Nils',
  );
});

test('whoever looks on is told the code of what failed, and no words about the applicant', async () => {
  const [workflow] = (await desk.api.get('/workflows')).data;
  const vera = { ...BENJAMIN, first_name: 'Vera', last_name: 'Nolan', ssn: '900-10-1005', date_of_birth: '1979-02-17' };
  const { data } = await desk.api.trigger(workflow.id, { payload: { applicant: vera } });
  await until(async () => (await desk.api.get(`/executions/${data.id}`)).data.status === 'failed');
  const [step] = (await desk.api.get(`/executions/${data.id}`)).data.failed_steps;
  await seated(
    desk,
    async (seat) => {
      await seat.goTo('/executions?show=failed');
      await seat.seesIn('table.rows tbody tr', 'vendor_error');
      expect(await seat.text()).not.toContain(step.message);
      await seat.click('a.row-link');
      await seat.seesIn('.page-head .message', 'vendor_error');
      expect(await seat.text()).not.toContain(step.message);
      // It has ended without one.
      await seat.goTo(`/cases/${data.id}`);
      await seat.seesIn('section[aria-label="How it stands"]', 'Outcomenone');
      expect(await seat.text()).not.toContain('none yet');
    },
    'viewer',
    'Otto',
  );
});

test('of the views of a list the one that is shown is marked, and no other', async () => {
  await seated(
    desk,
    async (seat) => {
      for (const path of ['/', '/executions', '/letters', '/deliveries', '/workflows']) {
        await seat.goTo(path);
        await seat.page.waitForSelector('.filters li a');
        const hrefs = await seat.page.$$eval('.filters li a', (links) =>
          links.map((link) => String(link.getAttribute('href'))),
        );
        for (const href of hrefs.slice(0, 3)) {
          await seat.click(`.filters li a[href="${href}"]`);
          await seat.page.waitForSelector(`.filters li a[href="${href}"][aria-current]`);
          const marked = await seat.page.$$eval('.filters li a[aria-current]', (links) =>
            links.map((link) => String(link.getAttribute('href'))),
          );
          expect(marked).toEqual([href]);
        }
      }
    },
    'admin',
    'Ida',
  );
});

test('a viewer sees the way and the times, and no value of the applicant', async () => {
  const id = await deniedCase();
  await seated(
    desk,
    async (seat) => {
      await seat.goTo(`/executions/${id}`);
      await seat.sees('Your role does not show the values.');
      await focusOn(seat, 'decide');
      await seat.page.keyboard.press('Enter');
      await seat.sees('Timeline of this node');
      expect(await seat.text()).not.toMatch(SCORE);
      expect((await seat.responses()).filter((text) => /Harlow|900-10/.test(text) || SCORE.test(text))).toEqual([]);
    },
    'viewer',
    'Vera',
  );
});

test('the pages break no rule of axe-core and fit, light and dark, from 360 to 1,920 pixels', async () => {
  const id = await deniedCase();
  const other = await desk.newCase();
  await seated(desk, async (seat) => {
    await seat.goTo(`/executions/${id}`);
    await seat.sees('The way that it took');
    await focusOn(seat, 'decide');
    await seat.page.keyboard.press('Enter');
    await seat.sees('Timeline of this node');
    await checkPage(seat, 'execution');
    await seat.goTo(`/executions/${id}?with=${other}`);
    await seat.sees('What differs');
    await checkPage(seat, 'comparison');
    await seat.goTo('/executions/999999');
    await seat.sees('There is no such execution');
    await checkPage(seat, 'no execution');
  });
}, 300_000);

test('a value that cannot be compared is corrected on the page, and what failed is run again by its code', async () => {
  const pass = { source_node_id: 'context', field: 'applicant.monthly_income', operator: 'greater_than', value: 3000 };
  const { data: workflow } = await desk.api.post('/workflows', {
    name: 'Income',
    definition: [
      { id: 'start', type: 'ApplicantSource', next_step: ['income'] },
      {
        ...{ id: 'income', type: 'IfElse', branches: { pass: { condition_groups: [{ conditions: [pass] }] } } },
        ...{ pass_steps: ['approve'], fail_steps: ['results'] },
      },
      { id: 'approve', type: 'Action', action_type: 'Approve' },
      { id: 'results', type: 'ShowResults' },
    ],
  });
  const ids: number[] = [];
  for (let index = 0; index < 3; index += 1) {
    const payload = { applicant: { ...BENJAMIN, monthly_income: '$4,200' } };
    const { data } = await desk.api.trigger(workflow.id, { payload });
    await until(async () => (await desk.api.get(`/executions/${data.id}`)).data.status === 'failed');
    ids.push(data.id);
  }
  const [first = 0, ...others] = ids;
  await seated(
    desk,
    async (seat) => {
      const { page } = seat;
      await seat.goTo(`/executions/${first}`);
      await seat.press('Correct and run again …');
      // The page knows the value and what it has to be.
      await seat.sees('applicant.monthly_income has to be a number.');
      await checkPage(seat, 'correct and run again');
      await seat.type('.correction input', '4200');
      await seat.type('dialog textarea', 'The form sent a dollar sign.');
      await seat.answer('Run again in test mode');
      await page.waitForFunction(`!location.pathname.endsWith('/${first}')`);
      const made = Number(/\d+$/.exec(page.url())?.[0]);
      await until(async () => (await desk.api.get(`/executions/${made}`)).data.status === 'completed');
      const detail = (await desk.api.get(`/executions/${made}`)).data;
      expect(detail.outcome).toBe('approved');
      expect(detail.corrections).toMatchObject([
        {
          ...{ path: 'applicant.monthly_income', value: 4200, previous: '$4,200' },
          reason: 'The form sent a dollar sign.',
        },
      ]);

      await seat.goTo('/executions?show=failed&code=value_not_comparable');
      await seat.sees('Run these 2 again …');
      await checkPage(seat, 'failed by a code');
      await seat.press('Run these 2 again …');
      await seat.answer('Run these 2 again');
      await seat.sees('2 run again.');
      for (const id of others) {
        expect((await desk.api.get(`/executions/${id}`)).data.re_evaluated_as).toHaveLength(1);
      }
    },
    'admin',
    'Ada',
  );
});
