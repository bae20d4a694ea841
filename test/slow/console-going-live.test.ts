import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { Desk, OPEN_DIALOG, type Seat } from './console-support/desk.ts';
import { checkPage, seated } from './console-support/pages.ts';

/** From nothing to a live cascade with an eviction report and 25 fields of its own, in the console alone. */
let stack: SharedStack;
let desk: Desk;
let accountId: number;
beforeAll(async () => {
  stack = await sharedStack();
  desk = await Desk.open(stack);
  accountId = (await desk.api.get('/me')).data.account.id;
  // The privilege that an operator grants. Nothing else is set.
  await stack.db.pool.query(
    `update account set production_access = true, legal_name = '', address = '', phone = '' where id = $1`,
    [accountId],
  );
}, 300_000);
afterAll(async () => {
  await desk?.close();
  await stack?.stop();
});

const OWN = Array.from({ length: 25 }, (_, at) => `applicant.own_${String.fromCharCode(97 + at)}`);
const condition = (field: string) => ({ source_node_id: 'start', field, operator: 'less_than', value: 3 });
const DEFINITION = [
  { id: 'start', type: 'ApplicantSource', next_step: ['evictions'] },
  { id: 'evictions', type: 'BillingProduct', billing_product_code: 'eviction_history', next_step: ['decide'] },
  {
    ...{ id: 'decide', type: 'IfElse', pass_steps: ['approve'], fail_steps: ['deny'] },
    branches: {
      pass: {
        condition_groups: [
          {
            conditions: [
              { source_node_id: 'evictions', field: 'filings_count', operator: 'equals', value: 0 },
              ...OWN.map(condition),
            ],
          },
        ],
      },
    },
  },
  { id: 'approve', type: 'Action', action_type: 'Approve' },
  {
    ...{ id: 'deny', type: 'Action', action_type: 'AdverseAction' },
    adverse_action: { recipient: '{{applicant.email}}', send_strategy: 'draft_first', purpose: 'credit' },
  },
];
const CHECKLIST = '[aria-label="Before it goes live"]';
const EDITOR = `document.querySelector('.json-editor').shadowRoot`;

async function fill(seat: Seat, label: string, text: string): Promise<void> {
  await seat.page
    .locator(`${OPEN_DIALOG} ::-p-xpath(.//label[contains(., "${label}")]//*[self::input or self::textarea])`)
    .fill(text);
}

/** The button of that line of the checklist. */
async function add(seat: Seat, line: string): Promise<void> {
  await seat.click(`${CHECKLIST} ::-p-xpath(.//li[contains(., "${line}")]//*[self::button or self::a])`);
}

async function writeDefinition({ page }: Seat): Promise<void> {
  await page.waitForFunction(
    `document.querySelector('.json-editor')?.shadowRoot?.querySelector('.cm-content') != null`,
  );
  await page.evaluate(`${EDITOR}.querySelector('.cm-content').focus()`);
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  // As from the clipboard: text that a protocol inserts is given a style, which the page's policy refuses.
  await page.evaluate(`
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(JSON.stringify(DEFINITION, null, 1))});
    ${EDITOR}.querySelector('.cm-content').dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  `);
}

async function declareAll(seat: Seat): Promise<void> {
  for (const path of OWN) {
    const row = `xpath/.//fieldset[legend[normalize-space(.)="${path}"]]`;
    for (const [label, value] of [
      ['Type', 'number'],
      ['Kind', 'fact'],
    ] as const) {
      const select = await seat.page.waitForSelector(`${row}//label[normalize-space(text())="${label}"]/select`);
      await select?.select(value);
    }
    await seat.page.locator(`${row}//label[normalize-space(text())="Unit"]/input`).fill('count');
  }
}

// Rules: 16.25.6
test('a person goes from nothing to a live cascade with an eviction report and 25 declared fields', async () => {
  await seated(
    desk,
    async (seat) => {
      const { page } = seat;
      await seat.goTo('/workflows/new?from=empty');
      await page.locator('#create input').fill('Renting');
      await seat.press('Create the workflow');
      await page.waitForFunction('/workflows\\/\\d+$/.test(location.pathname)');
      const path = new URL(page.url()).pathname.replace('/console', '');
      await seat.goTo(`${path}/edit`);
      await writeDefinition(seat);
      await seat.press('Save');
      await seat.answer('Save');
      await page.waitForFunction('/workflows\\/\\d+$/.test(location.pathname)');

      // The missing parts in words, each with a way to add it, without commands.
      await seat.seesIn(CHECKLIST, 'Agency behind the eviction history');
      for (const line of [
        'Legal name of your company',
        'Postal address',
        'Federal agency',
        '25 fields that nobody declared',
      ])
        await seat.seesIn(CHECKLIST, line);
      expect(await page.$eval(CHECKLIST, ({ textContent }) => String(textContent))).not.toContain('cascade ');
      await checkPage(seat, 'what is missing before it goes live');
      await page.setViewport({ width: 1_440, height: 900 });

      await add(seat, 'Legal name of your company');
      await fill(seat, 'Legal name', 'Harbor Homes LLC');
      await fill(seat, 'Postal address', '12 Quay Street\nPortland, ME 04101');
      await seat.choose(`${OPEN_DIALOG} select`, 'federal_trade_commission');
      await checkPage(seat, 'the question of the company');
      await page.setViewport({ width: 1_440, height: 900 });
      await seat.answer('Save');
      await page.waitForFunction(`!document.querySelector('${CHECKLIST}').textContent.includes('Federal agency')`);

      await add(seat, 'Agency behind the eviction history');
      await fill(seat, 'Name', 'Civic Records Inc.');
      await fill(seat, 'Postal address', '20 Court Street\nAlbany, NY 12207');
      await fill(seat, 'Telephone number', '800 555 0100');
      // A nationwide agency without a toll-free number is not saved.
      const nationwide = `${OPEN_DIALOG} ::-p-xpath(.//label[contains(., "nationwide")]/input)`;
      await seat.click(nationwide);
      expect(await page.$eval(`${OPEN_DIALOG} button[type="submit"]`, (button) => button.matches(':disabled'))).toBe(
        true,
      );
      await checkPage(seat, 'the question of an agency');
      await page.setViewport({ width: 1_440, height: 900 });
      await seat.click(nationwide);
      await seat.answer('Save');
      await page.waitForFunction(`!document.querySelector('${CHECKLIST}').textContent.includes('Agency behind')`);

      await add(seat, '25 fields');
      await seat.sees('Not declared (25)');
      await declareAll(seat);
      await seat.press('Save 25 fields');
      await seat.answer('Save');
      await seat.sees('Everything is declared');

      await seat.goTo(path);
      await seat.sees('It is a draft');
      expect(await page.$(CHECKLIST)).toBeNull();
      await seat.press('Put it live');
      await seat.answer('Put it live');
      await seat.sees('is live');
      const { data } = await desk.api.get(path);
      expect([data.active, data.missing_for_live]).toEqual([true, []]);

      await seat.goTo('/settings');
      await seat.sees('Civic Records Inc.');
      await seat.sees('Federal Trade Commission');
      await checkPage(seat, 'settings');
    },
    'admin',
    'Alex',
  );
}, 480_000);

// Rules: 16.25.3
test('who sets nothing sees what is missing and who adds it', async () => {
  const text = JSON.stringify(DEFINITION).replace('eviction_history', 'criminal_background');
  const definition = JSON.parse(text.replace('filings_count', 'records_count')) as object[];
  const { data } = await desk.api.post('/workflows', { name: 'Records', definition });
  await seated(
    desk,
    async (seat) => {
      await seat.goTo(`/workflows/${data.id}`);
      await seat.seesIn(CHECKLIST, 'An admin adds it');
      expect(await seat.page.$(`${CHECKLIST} button`)).toBeNull();
      await seat.press('Settings', CHECKLIST);
      await seat.sees('An admin changes it');
      expect(await seat.page.$('main section button')).toBeNull();
      await checkPage(seat, 'settings of others');
    },
    'author',
    'Ann',
  );
});
