import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { Desk, type Seat } from './console-support/desk.ts';
import { checkPage, seated } from './console-support/pages.ts';

/** A policy while it is written, in a real browser, on a whole stack. */
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

const TEXT = 'form.policy-text textarea';
const MISSING = 'section[aria-label="Approved because a value is missing"]';
const POLICY = 'Deny if the number of collections is more than 2. Approve everyone else.';

const written = async (seat: Seat, policy: string): Promise<void> => {
  await seat.goTo('/workflows/new');
  await seat.type(TEXT, policy);
  await seat.press('Read it');
};

/** The outcome for an applicant with that value, in the table of applicants. */
const outcomeOf = (seat: Seat, value: string): Promise<unknown> =>
  seat.page.evaluate(`[...document.querySelectorAll('table.examples tr')]
    .find((row) => row.querySelector('th')?.textContent === ${JSON.stringify(value)})?.querySelector('.tag')?.textContent`);

describe('the preview of a policy', () => {
  // Rules: 2.6.27
  test('shows what a choice for a missing value does to applicants, reading and picture, and keeps it when the text is read again', async () => {
    await seated(
      desk,
      async (seat) => {
        const { page } = seat;
        await written(seat, POLICY);
        await seat.seesIn(MISSING, 'is not known is approved');
        expect(await outcomeOf(seat, 'not known')).toBe('is approved');
        await checkPage(seat, 'the preview of a policy');
        await seat.choose(`${MISSING} select`, 'deny');
        await seat.page.waitForFunction(`[...document.querySelectorAll('table.examples tr')]
          .some((row) => row.textContent.startsWith('not known') && row.textContent.includes('is denied'))`);
        await seat.seesIn('section[aria-label="Picture"]', 'not known: deny');
        const read = 'Deny if the number of collections is more than 2 or the number of collections is not known';
        await seat.seesIn('section[aria-label="What was read"]', read);
        await seat.seesIn('section[aria-label="The whole in English"]', read);
        await checkPage(seat, 'the preview with a choice');
        await page.focus(TEXT);
        await page.keyboard.down('Control');
        await page.keyboard.press('Home');
        await page.keyboard.up('Control');
        await page.keyboard.type('Deny if the credit score is below 500. ');
        await seat.press('Read it');
        await seat.seesIn('section[aria-label="What was read"]', 'Deny if the credit score is below 500');
        await page.waitForSelector(MISSING);
        const chosen = await page.evaluate(`[...document.querySelectorAll(${JSON.stringify(`${MISSING} li`)})]
          .map((item) => [item.textContent.includes('collections'), item.querySelector('select').value])`);
        expect(chosen).toContainEqual([true, 'deny']);
        await seat.click('section[aria-label="Create the workflow"] button[type="submit"]');
        await page.waitForSelector('ol.rules');
        const id = Number(page.url().split('/').at(-1));
        const { rules } = (await desk.api.get(`/workflows/${id}/rules`)).data;
        expect(rules.map((rule: { on_missing: unknown }) => rule.on_missing)).toEqual([null, 'deny']);
      },
      'author',
      'Paula',
    );
  });

  test('keeps what the policy is for as long as its text', async () => {
    await seated(
      desk,
      async (seat) => {
        await seat.goTo('/workflows/new');
        await seat.type(TEXT, POLICY);
        await seat.choose('form.policy-text select', 'consumer_credit');
        await seat.goTo('/workflows');
        await seat.goTo('/workflows/new');
        await seat.page.waitForSelector('form.policy-text select');
        const useCase = await seat.page.$eval(
          'form.policy-text select',
          (field) => (field as unknown as { value: string }).value,
        );
        expect(useCase).toBe('consumer_credit');
      },
      'author',
      'Keno',
    );
  });

  test('takes a near form of a sentence that is not read by a press, and says what it leaves out', async () => {
    await seated(
      desk,
      async (seat) => {
        await written(seat, 'Scores between 580 and 639 go to an underwriter. Approve everyone else.');
        await seat.sees('Perhaps you mean');
        await checkPage(seat, 'a sentence that is not read');
        await seat.press('Write it so');
        await seat.sees('What was read');
        const text = await seat.page.$eval(TEXT, (field) => (field as unknown as { value: string }).value);
        expect(text).toContain('at least 580');
      },
      'author',
      'Nera',
    );
  });
});

test('the menu of the person closes where another page opens, and by Escape', async () => {
  await seated(
    desk,
    async (seat) => {
      const { page } = seat;
      const isOpen = () => page.$eval('details.person', (menu) => (menu as unknown as { open: boolean }).open);
      await page.waitForSelector('details.person');
      await seat.click('details.person summary');
      expect(await isOpen()).toBe(true);
      await page.keyboard.press('Escape');
      expect(await isOpen()).toBe(false);
      await seat.click('details.person summary');
      await seat.click('details.person a[href="/console/settings"]');
      await page.waitForFunction(`location.pathname === '/console/settings'`);
      await page.waitForFunction(`!document.querySelector('details.person').open`);
    },
    'admin',
    'Mena',
  );
});
