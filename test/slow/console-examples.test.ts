import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { Desk, OPEN_DIALOG } from './console-support/desk.ts';
import { checkPage, seated } from './console-support/pages.ts';
import { shoot } from './console-support/shots.ts';

/** Kept applicants of a workflow, in a real browser, on a whole stack. */
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

/** Asks nobody and writes no letter, so it needs nothing to be live. */
const byScore = (value: number) => [
  { id: 'start', type: 'ApplicantSource', next_step: ['credit'] },
  { id: 'credit', type: 'BillingProduct', billing_product_code: 'credit_report', next_step: ['decide'] },
  {
    ...{ id: 'decide', type: 'IfElse', pass_steps: ['approve'], fail_steps: ['results'] },
    branches: {
      pass: {
        condition_groups: [
          { conditions: [{ source_node_id: 'credit', field: 'score', operator: 'greater_than_or_equal', value }] },
        ],
      },
    },
  },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
  { id: 'results', type: 'ShowResults' },
];
const CARD = '#examples';

const requireExamples = (workflowId: number) =>
  stack.db.pool.query(
    `update account set production_access = true, examples_gate = 'required'
       where id = (select account_id from workflow where id = $1)`,
    [workflowId],
  );

// Rules: 2.13.7, 2.13.10
test('an applicant that was tried is kept, fails once the limit moves, holds up going live, and is accepted', async () => {
  const { data } = await desk.api.post('/workflows', { name: 'Score', active: false, definition: byScore(650) });
  await seated(
    desk,
    async (seat) => {
      const { page } = seat;
      await seat.goTo(`/workflows/${data.id}/simulate`);
      await seat.click('button[aria-label="Try the credit score: 650"]');
      await seat.press('Keep as an example');
      await page.locator(`${OPEN_DIALOG} input`).fill('Just enough');
      await seat.answer('Keep as an example');
      await seat.sees('Kept as “Just enough”');

      await desk.api.patch(`/workflows/${data.id}`, { definition: byScore(660) });
      await requireExamples(data.id);
      await seat.goTo(`/workflows/${data.id}`);
      await seat.seesIn(CARD, 'Just enough: expected: approved; now: not decided');
      await seat.seesIn('[aria-label="Before it goes live"]', 'An example fails');
      await checkPage(seat, 'a workflow whose example fails');
      await shoot(seat, 'examples');
      await page.setViewport({ width: 1_440, height: 900 });

      await seat.press('Put it live');
      await seat.seesIn(OPEN_DIALOG, 'An example fails');
      const held = `${OPEN_DIALOG} button[type="submit"]:disabled`;
      await page.waitForSelector(held);
      await page.locator(`${OPEN_DIALOG} textarea`).fill('Until May.');
      await page.waitForSelector(held, { hidden: true });
      await checkPage(seat, 'the question whether it goes live');
      await shoot(seat, 'examples-live');
      await page.setViewport({ width: 1_440, height: 900 });
      await seat.click(`${OPEN_DIALOG} ::-p-xpath(.//button[contains(., "This is what I want now")])`);
      await page.waitForSelector(`${OPEN_DIALOG} [aria-label="Examples that fail"]`, { hidden: true });
      await seat.answer('Put it live');
      await seat.sees('Version 2 is live');
      await seat.seesIn(CARD, '1 passes');
      const { data: kept } = await desk.api.get(`/workflows/${data.id}/examples`);
      expect(kept).toMatchObject([{ name: 'Just enough', expected: { outcome: 'undecided' } }]);
    },
    'admin',
    'Alex',
  );
});

// Rules: 2.13.9
test('an applicant of a table is kept with one press, tried and changed; an old version is restored with a reason', async () => {
  const { data } = await desk.api.post('/workflows', { name: 'Score', active: false, definition: byScore(650) });
  await desk.api.patch(`/workflows/${data.id}`, { definition: byScore(660) });
  await seated(
    desk,
    async (seat) => {
      const { page } = seat;
      await seat.goTo('/settings');
      await seat.click('section[aria-label="Examples"] button');
      await page.locator(`${OPEN_DIALOG} ::-p-xpath(.//label[contains(., "Do not ask")]//input)`).click();
      await checkPage(seat, 'the gate of examples');
      await shoot(seat, 'examples-gate');
      await page.setViewport({ width: 1_440, height: 900 });
      await seat.answer('Save');
      // The open question has the same words.
      await page.waitForSelector(OPEN_DIALOG, { hidden: true });
      await seat.seesIn('section[aria-label="Examples"]', 'Do not ask.');
      await requireExamples(data.id);

      await seat.goTo(`/workflows/${data.id}/simulate`);
      await seat.click('::-p-xpath(//tr[contains(., "660")]//button[contains(., "Keep as example")])');
      await seat.seesIn('section[aria-label="Applicants to check"]', 'kept');
      await seat.goTo(`/workflows/${data.id}`);
      await seat.seesIn(CARD, 'The credit score: 660: approved');
      await seat.click(`${CARD} a[aria-label="Change the example The credit score: 660"]`);
      await page.waitForFunction(`location.search.includes('example')`);
      await page.locator('::-p-xpath(//label[contains(., "score")]/following-sibling::input)').fill('655');
      await seat.click('section[aria-label="Try an applicant"] button[type="submit"]');
      await seat.press('Save the example');
      await page.locator(`${OPEN_DIALOG} select`).fill('undecided');
      await checkPage(seat, 'the question of a changed example');
      await shoot(seat, 'examples-change');
      await page.setViewport({ width: 1_440, height: 900 });
      await seat.answer('Save');
      await seat.sees('Saved.');
      const { data: kept } = await desk.api.get(`/workflows/${data.id}/examples`);
      expect(kept).toMatchObject([
        {
          reports: { credit_report: { score: 655 } },
          expected: { outcome: 'undecided' },
          name: 'The credit score: 660',
        },
      ]);

      // Version 1 approves applicants whom this example leaves undecided.
      await desk.api.patch(`/workflows/${data.id}`, { active: true });
      await seat.goTo(`/workflows/${data.id}?version=1`);
      await seat.press('Restore version 1');
      await seat.seesIn(OPEN_DIALOG, 'An example fails');
      const held = `${OPEN_DIALOG} button[type="submit"]:disabled`;
      await page.waitForSelector(held);
      await page.locator(`${OPEN_DIALOG} [aria-label="Examples that fail"] textarea`).fill('Until May.');
      await page.waitForSelector(held, { hidden: true });
      await seat.answer('Restore version 1');
      await seat.sees('Version 3 is live');
    },
    'admin',
    'Alex',
  );
});

// Rules: 2.13.16, 2.13.17
test('a second person sees which examples the author took away, also if that happens while they read', async () => {
  const { data } = await desk.api.post('/workflows', { name: 'Score', active: false, definition: byScore(650) });
  const one = { name: 'Just enough', reports: { credit_report: { score: 650 } }, expected: { outcome: 'approved' } };
  const { data: example } = await desk.api.post(`/workflows/${data.id}/examples`, one);
  const { data: other } = await desk.api.post(`/workflows/${data.id}/examples`, { ...one, name: 'Another' });
  await requireExamples(data.id);
  await desk.api.patch(`/workflows/${data.id}`, { active: true });
  await desk.api.post(`/workflows/${data.id}/activation_requests`, { definition: byScore(660) });
  await desk.api.call('DELETE', `/workflows/${data.id}/examples/${example.id}`);
  await seated(
    desk,
    async (seat) => {
      const { page } = seat;
      await seat.goTo(`/workflows/${data.id}`);
      await seat.seesIn('[aria-label="Examples of the request"]', '0 of 2 examples passed');
      await seat.seesIn('[aria-label="Examples of the request"]', 'Just enough: expected approved');
      // The preview is loaded above the button, which moves until then.
      await seat.seesIn('[aria-label="Request"]', 'Who is treated differently');
      await seat.press('Approve');
      await seat.seesIn(OPEN_DIALOG, 'Just enough: expected approved');
      await checkPage(seat, 'a request whose examples changed');
      await shoot(seat, 'examples-request');
      await page.setViewport({ width: 1_440, height: 900 });
      await desk.api.call('DELETE', `/workflows/${data.id}/examples/${other.id}`);
      await page.locator(`${OPEN_DIALOG} textarea`).fill('As agreed.');
      await seat.answer('Approve');
      await seat.seesIn(OPEN_DIALOG, 'Examples of the cascade have changed');
      await seat.seesIn(OPEN_DIALOG, 'Another: expected approved');
      await seat.answer('Approve');
      await seat.sees('Version 2 is live');
    },
    'publisher',
    'Pia',
  );
});

// Rules: 2.13.14
test('a workflow of a template has its examples', async () => {
  await seated(
    desk,
    async (seat) => {
      const { data: templates } = await desk.api.get('/workflow_templates');
      await seat.goTo('/workflows/new?from=template');
      await seat.click(`ul.templates ::-p-xpath(.//button[contains(., "${templates[0].name}")])`);
      await seat.press('Create the workflow');
      await seat.seesIn(CARD, 'pass');
      await checkPage(seat, 'a workflow of a template');
    },
    'author',
    'Ann',
  );
});

// Rules: 2.13.15
test('an execution is kept as an example of somebody made up', async () => {
  const { data } = await desk.api.post('/workflows', { name: 'Score', active: false, definition: byScore(650) });
  const applicant = { first_name: 'Wilhelmina', last_name: 'Quackenbush', email: 'w.q@harbor.example' };
  const { data: run } = await desk.api.trigger(data.id, {
    ...{ execution_mode: 'test', payload: { applicant }, sandbox: { credit_report: { score: 733 } } },
  });
  await until(async () => (await desk.api.get(`/executions/${run.id}`)).data.status === 'completed');
  await seated(
    desk,
    async (seat) => {
      await seat.goTo(`/executions/${run.id}`);
      await seat.press('Keep as an example');
      await seat.page.locator(`${OPEN_DIALOG} input`).fill('As it was decided');
      await checkPage(seat, 'the question of an example');
      await seat.answer('Keep as an example');
      await seat.seesIn(OPEN_DIALOG, 'is asked about “As it was decided”');
      const { data: kept } = await desk.api.get(`/workflows/${data.id}/examples`);
      expect(kept).toMatchObject([{ expected: { outcome: 'approved' } }]);
      expect(JSON.stringify(kept)).not.toMatch(/Wilhelmina|Quackenbush|harbor|733/);
    },
    'admin',
    'Alex',
  );
});
