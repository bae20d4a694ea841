import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { Desk } from './console-support/desk.ts';
import { checkPage, seated } from './console-support/pages.ts';
import { shoot } from './console-support/shots.ts';

/** Past applicants, decided once more by rules that are not saved yet, in a real browser, on a whole stack. */
let stack: SharedStack;
let desk: Desk;
let workflowId: number;

const POLICY = 'Deny if the credit score is below 600. Review scores from 600 to 679. Approve everyone else.';
const SCORES = [720, 700, 690, 640, 610, 590];

beforeAll(async () => {
  stack = await sharedStack();
  desk = await Desk.open(stack);
  const made = await desk.api.post('/workflows/generate', { prompt: POLICY, name: 'Screening', create: true });
  workflowId = made.data.id;
  const ids: number[] = [];
  for (const score of SCORES) {
    const applicant = { first_name: 'Ann', last_name: `Made-Up`, email: 'ann@example.com' };
    const { data } = await desk.api.trigger(workflowId, {
      ...{ execution_mode: 'test', payload: { applicant }, sandbox: { credit_report: { score } } },
    });
    ids.push(data.id);
  }
  for (const id of ids)
    await until(async () =>
      ['completed', 'awaiting_review'].includes((await desk.api.get(`/executions/${id}`)).data.status),
    );
  // The stack has no vendor, so runs of test mode are used for live ones.
  await stack.db.pool.query(`update execution set execution_mode = 'live' where id = any ($1)`, [ids]);
}, 300_000);
afterAll(async () => {
  await desk?.close();
  await stack?.stop();
});

const PAST = '[aria-label="Past applicants"]';
const SENTENCE = 'Of the last 6 applicants 1 would be denied who was reviewed.';

test('other rules are tried on past applicants before they are saved, and a page lists who would be treated differently', async () => {
  await seated(
    desk,
    async (seat) => {
      const { page } = seat;
      await seat.goTo(`/workflows/${workflowId}`);
      const figure = await page.waitForSelector('ol.rules li:first-child input', { visible: true });
      await figure?.focus();
      await page.keyboard.down('Control');
      await page.keyboard.press('a');
      await page.keyboard.up('Control');
      await page.keyboard.type('620');
      await page.waitForSelector(PAST);
      await seat.press('Try on past applicants');
      await seat.seesIn(PAST, SENTENCE);
      await seat.seesIn(PAST, 'Deny if the credit score is below 620');
      await checkPage(seat, 'a backtest in the question whether to save');
      await shoot(seat, 'backtest-saving');
      await page.setViewport({ width: 1_440, height: 900 });

      await seat.press('The page of this backtest');
      await seat.sees('Rules that are not saved against what was recorded');
      await seat.sees('Applicants who would be treated differently');
      await page.waitForSelector('table[aria-label="applicants"] tbody tr');
      expect(await page.$$eval('table[aria-label="applicants"] tbody tr', (rows) => rows.length)).toBe(1);
      await seat.sees('reviewed');
      await seat.press('Download as CSV');
      await checkPage(seat, 'a backtest');
      await shoot(seat, 'backtest');
      await page.setViewport({ width: 1_440, height: 900 });

      await seat.goTo(`/workflows/${workflowId}/backtests`);
      await page.waitForSelector('table[aria-label="backtests"] tbody tr');
      await seat.press('Try on past applicants');
      await seat.seesIn(PAST, 'None of the last 6 applicants would be decided otherwise.');
      await page.waitForFunction(
        `!document.querySelector('table[aria-label="backtests"]').textContent.includes('waits for its turn')`,
      );
      await checkPage(seat, 'the backtests of a workflow');
      await shoot(seat, 'backtests');
    },
    'admin',
    'Alex',
  );
});

// Rules: 21.6.8, 21.6.14
test('who sees no applicant sees no backtest: a definition could ask for each of their values', async () => {
  await seated(
    desk,
    async (seat) => {
      await seat.goTo(`/workflows/${workflowId}/backtests`);
      await seat.sees('ask an administrator, or somebody who is author and reviewer');
      expect(await seat.text()).not.toContain('Rules that are not saved');
      expect(await seat.text()).not.toContain('Try on past applicants');
    },
    'author',
    'Ann',
  );
});
