import { updateUser } from '../../platform/identity/index.ts';
import { pagesOf } from '../artifacts/support.ts';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import { setUpLiveNotices, type SharedStack } from '../support/stack.ts';
import { until, untilPasses } from '../support/until.ts';
import { Desk } from './console-support/desk.ts';
import { checkPage, seated } from './console-support/pages.ts';

/** From a policy in plain words to a denied applicant's letter, in a browser, without curl. */

let stack: SharedStack;
let desk: Desk;
beforeAll(async () => {
  stack = await sharedStack();
  desk = await Desk.open(stack);
  const accountId = (await desk.api.get('/me')).data.account.id;
  await stack.db.pool.query('update account set production_access = true where id = $1', [accountId]);
  // Settings that an operator makes once, before anything goes live.
  await setUpLiveNotices(stack.db, accountId);
}, 300_000);
afterAll(async () => {
  await desk?.close();
  await stack?.stop();
});

const POLICY = 'Approve if the credit score is at least 680. Review scores from 600 to 679. Otherwise deny.';
const UNREAD = 'We prefer tenants with small pets.';
const READ_BUTTON = '.policy-text button.primary';

test('from the policy to the letter of somebody who is denied', async () => {
  await seated(
    desk,
    async (seat) => {
      const { page } = seat;
      await seat.goTo('/workflows');
      await seat.press('New workflow');
      await page.waitForSelector('textarea');
      await checkPage(seat, 'new workflow');

      // Unreadable sentences are marked in the text, and nothing can be created.
      await seat.type('textarea', `${POLICY} ${UNREAD}`);
      await page.keyboard.press('Tab');
      await seat.click(READ_BUTTON);
      await page.waitForSelector('.sentences .unread');
      expect(await page.$$eval('.unread .words', (all) => all.map((one) => String(one.textContent)))).toEqual([
        UNREAD.replace('.', ''),
      ]);
      expect(await page.$('#create')).toBeNull();
      await checkPage(seat, 'a policy that is refused');
      await seat.press('Show it in the policy');
      expect(await page.evaluate('getSelection().toString()')).toBe(UNREAD.replace('.', ''));
      await page.keyboard.press('Delete');
      await page.keyboard.press('Delete');

      // A reload, as after a sign-in, loses nothing that was typed.
      await page.reload();
      await page.waitForSelector('textarea');
      expect(await page.$eval('textarea', (field) => (field as { value: string }).value)).toBe(`${POLICY} `);

      await seat.click(READ_BUTTON);
      await page.waitForSelector('.policy-preview');
      const { data: preview } = await desk.api.post('/workflows/generate', {
        ...{ prompt: POLICY, use_case: 'tenant_screening', create: false },
      });
      const text = (await seat.text()).replaceAll(/\s+/g, ' ');
      for (const { text: words, read_as: readAs } of preview.explanation.sentences) {
        expect(text).toContain(words);
        expect(text).toContain(readAs);
      }
      const rows = await page.$$eval('table.examples tbody tr', (all) => all.map((row) => String(row.textContent)));
      const results = { denied: 'is denied', review: 'goes to a person', approved: 'is approved' } as const;
      expect(rows).toEqual(
        preview.examples.tables.flatMap((table: { rows: { value: string; result: keyof typeof results }[] }) =>
          table.rows.map(({ value, result }) => `${value}${results[result]}Try`),
        ),
      );

      // A sentence highlights its nodes, and a node its sentences.
      await seat.focus('.sentences li:nth-child(3) button');
      const pointed = () => page.$$eval('.node.pointed', (all) => all.map((one) => one.getAttribute('data-node')));
      await untilPasses(async () => expect(await pointed()).toEqual(preview.explanation.sentences[2].node_ids));
      await page.evaluate(`document.querySelector('.node[data-node="deny"]').focus()`);
      await page.waitForSelector('.sentences li.lit:nth-child(3)');

      // An applicant of the table shows the way, the outcome and the letter.
      await seat.focus('table.examples tbody tr:nth-child(1) button');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.result .letter');
      expect(await page.$eval('.result .verdict', (tag) => String(tag.textContent))).toBe('Denied');
      expect(await page.$('.node.taken[data-node="deny"]')).not.toBeNull();
      expect(await page.$('.node.idle[data-node="approve"]')).not.toBeNull();
      await checkPage(seat, 'a policy that was read and tried');
      await seat.focus('#create input');
      await page.keyboard.press('Enter');
      await page.waitForFunction('/workflows\\/\\d+$/.test(location.pathname)');
      await seat.sees('It is a draft');
      const workflowId = Number(page.url().split('/').at(-1));
      const { data: saved } = await desk.api.get(`/workflows/${workflowId}`);
      expect([saved.definition, saved.active]).toEqual([preview.definition, false]);

      await seat.press('Try it');
      await seat.click('table.examples tbody tr:nth-child(2) button');
      await seat.sees('A person is asked');
      await seat.press('If they deny');
      await seat.sees('As if somebody had denied');
      await checkPage(seat, 'trying a workflow');

      await seat.goTo(`/workflows/${workflowId}?version=1`);
      await page.waitForSelector(`nav.ways a[href$="/workflows/${workflowId}/simulate?version=1"]`);
      await seat.press('Put it live');
      await seat.answer('Put it live');
      await seat.sees('Version 1 is live');

      await seat.press('Start an execution');
      await seat.click('.subjects summary');
      await page.waitForSelector('.subjects li');
      const takes = `[...document.querySelectorAll('.subjects li')].find((one) => one.textContent.endsWith('credit report: fail'))`;
      await page.evaluate(`${takes}.querySelector('button').click()`);
      await checkPage(seat, 'starting an execution');
      await seat.focus('.start-form input[type="text"]');
      await page.keyboard.press('Enter');
      await page.waitForFunction('/executions\\/\\d+$/.test(location.pathname)');
      const id = Number(page.url().split('/').at(-1));
      // The page follows the execution by itself; the letter waits for a person, who reads and sends it.
      await page.waitForSelector('section[aria-label="Letters"] .tag');
      await seat.press('Open the case');
      await seat.sees('The drafted letter');
      const drafted = await page.$$eval('section[aria-label="The drafted letter"] li', (all) =>
        all.map((one) => String(one.textContent)),
      );
      await seat.focus('#main');
      await page.keyboard.press('a');
      await page.waitForSelector('dialog[open]');
      await page.keyboard.press('Enter');
      await seat.sendsDecision();
      await until(async () => (await desk.api.get(`/executions/${id}`)).data.status === 'completed');
      await seat.goTo(`/executions/${id}`);
      await page.waitForSelector('h1 .tag.denied');
      await page.waitForSelector('section[aria-label="Letters"] button');
      await seat.click('section[aria-label^="Why"] summary');
      await page.waitForSelector('section[aria-label^="Why"] article');
      const said = (await seat.text()).replaceAll(/\s+/g, ' ');
      const { data: explanation } = await desk.api.get(`/executions/${id}/explanation`);
      const [{ reasons, summary }] = explanation.notices;
      expect(drafted).toEqual(reasons);
      for (const sentence of [...reasons, ...summary]) expect(said).toContain(sentence);
      const { data: execution } = await desk.api.get(`/executions/${id}`);
      const report = Object.values(execution.step_outputs).find(
        (output) => typeof output === 'object' && output !== null && 'key_factors' in output,
      ) as { score: number; key_factors: { text: string }[] };
      // Page and letter agree with this report.
      expect(said).toContain(`Score: ${report.score} (required: at least 680)`);
      const [letter] = (await desk.api.get(`/executions/${id}/notice_artifacts`)).data;
      const path = `/api/v1/executions/${id}/notice_artifacts/${letter.id}`;
      const pdf = await page.evaluate(
        `fetch('${path}').then((file) => file.arrayBuffer()).then((bytes) => [...new Uint8Array(bytes)])`,
      );
      const printed = (await pagesOf(Uint8Array.from(pdf as number[]))).join(' ');
      const { first_name: first, last_name: last } = execution.input_context.applicant;
      for (const words of [`${first} ${last}`, String(report.score), ...report.key_factors.map(({ text: of }) => of)])
        expect(printed).toContain(words);
      await checkPage(seat, 'an execution with its letter');
    },
    'admin',
    'Alex',
  );
});

test('a new account is told what to do first, each step with its link', async () => {
  const fresh = await Desk.open(stack);
  try {
    await stack.db.pool.query('update workflow set deleted_at = now() where account_id = $1', [
      (await fresh.api.get('/me')).data.account.id,
    ]);
    await seated(
      fresh,
      async (seat) => {
        for (const path of ['/', '/executions', '/workflows']) {
          await seat.goTo(path);
          await seat.page.waitForSelector('.empty a');
          const links = await seat.page.$$eval('.empty a', (all) => all.map((one) => one.getAttribute('href')));
          expect([path, links.some((link) => link?.startsWith('/console/workflows') === true)]).toEqual([path, true]);
        }
      },
      'admin',
      'Nova',
    );
  } finally {
    await fresh.close();
  }
});

test('a session that ends while somebody writes a policy loses no word of it', async () => {
  await seated(
    desk,
    async (seat) => {
      const { page } = seat;
      const written = () => page.$eval('textarea', (field) => (field as { value: string }).value);
      await seat.goTo('/workflows/new');
      await page.waitForSelector('textarea');
      await seat.type('textarea', POLICY);
      // Another role ends every session of a person at once.
      await updateUser(stack.db.kysely, seat.userId, { role: 'admin' });
      await seat.click(READ_BUTTON);
      await seat.sees('Your session has ended');
      expect(await written()).toBe(POLICY);
      await seat.enterAgainBy(await desk.linkOf(seat.userId));
      expect(await written()).toBe(POLICY);
      await seat.click(READ_BUTTON);
      await page.waitForSelector('.policy-preview');
    },
    'author',
    'Ines',
  );
});
