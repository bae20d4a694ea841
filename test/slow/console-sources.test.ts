import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { OWN_EXAMPLE } from '../../services/gateway/products/schemas.ts';
import { startVendorStub, type VendorStub } from '../../dev/demo/vendor-stub.ts';
import { until } from '../support/until.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { Desk, OPEN_DIALOG, type Seat } from './console-support/desk.ts';
import { checkPage, seated } from './console-support/pages.ts';
import { shoot } from './console-support/shots.ts';

/** Sources in the settings, described and connected by a user who never saw the API. */
let stack: SharedStack;
let desk: Desk;
let vendor: VendorStub;
beforeAll(async () => {
  stack = await sharedStack();
  desk = await Desk.open(stack);
  vendor = await startVendorStub({ port: 0, seconds: 1, say: () => undefined });
}, 300_000);
afterAll(async () => {
  await vendor?.close();
  await desk?.close();
  await stack?.stop();
});

const wide = ({ page }: Seat) => page.setViewport({ width: 1_440, height: 900 });
const looked = async (seat: Seat, what: string): Promise<void> => {
  await checkPage(seat, what);
  await shoot(seat, what);
  await wide(seat);
};
const part = (name: string) => `main ::-p-xpath(.//section[@aria-label="${name}"])`;
const input = (within: string, label: string, tag = '*[self::input or self::select or self::textarea]') =>
  `${within} ::-p-xpath(.//label[starts-with(normalize-space(.), "${label}")]//${tag})`;
const fill = (seat: Seat, selector: string, text: string) => seat.page.locator(selector).fill(text);
const FIELD = (path: string) => `main ::-p-xpath(.//fieldset[legend="${path}"])`;

const ANSWER = { data: { risk: 87, verdict: 'B', vpn: true, seen: '2026-01-02', visits: 3, factors: ['New device'] } };

// Rules: 6.14.14, 6.15.1, 6.15.2, 6.15.11
test('an administrator describes a source from an answer of its vendor, saves it, connects it and checks it', async () => {
  await seated(
    desk,
    async (seat) => {
      const { page } = seat;
      await seat.goTo('/settings/sources');
      await seat.sees('Credit report');
      await looked(seat, 'sources');
      await seat.press('Add a source');
      await fill(seat, input(part('Name'), 'Name'), 'Fraud score');
      await fill(seat, input(part('How the vendor is asked'), 'Path'), '/v1/scores');
      await seat.press('Add a line', part('How the vendor is asked'));
      await fill(seat, input(part('How the vendor is asked'), 'Name'), 'person.last');
      await fill(seat, input(part('How the vendor is asked'), 'Value'), '{{applicant.last_name}}');
      await seat.type('section[aria-label="Try it"] textarea', JSON.stringify(ANSWER));
      await seat.press('Add a field for each');
      await seat.sees('It is a report');
      await seat.click('button[aria-label="Change risk"]');
      await fill(seat, input(FIELD('risk'), 'Label'), 'Fraud risk');
      await page.locator(input(FIELD('risk'), 'Who sees it', 'select')).fill('fact');
      // A limit below the other one is a fault at the field, and keeps it from being saved.
      await fill(seat, input(FIELD('risk'), 'At least'), '9');
      await fill(seat, input(FIELD('risk'), 'At most'), '3');
      await seat.press('Check it', 'main section[aria-label="Save"]');
      await seat.seesIn('fieldset.field-row [role="alert"]', 'The greatest value must be at least minimum');
      await looked(seat, 'a source with a fault');
      await fill(seat, input(FIELD('risk'), 'At least'), '0');
      await fill(seat, input(FIELD('risk'), 'At most'), '100');
      await seat.press('Save', 'main section[aria-label="Save"]');
      await looked(seat, 'the question of a new source');
      await seat.answer('Save');
      await seat.sees('There is none yet: in live mode');
      expect(page.url()).toContain('/settings/sources/fraud_score');
      const { data } = await desk.api.get('/products/fraud_score');
      expect(data).toMatchObject({ version: 1, live: false });
      expect(data.described_as.mapping.fields.risk).toEqual({ path: 'data.risk' });
      expect(data.described_as.request.steps[0].body).toEqual({ person: { last: '{{applicant.last_name}}' } });

      await seat.press('Connect the vendor');
      await fill(seat, input(OPEN_DIALOG, 'Address'), `${vendor.url}/at_once/pulls`);
      await fill(seat, input(OPEN_DIALOG, 'Token'), 'sk_live_never_shown');
      await looked(seat, 'the question of a connection');
      await seat.answer('Save');
      await page.waitForSelector(OPEN_DIALOG, { hidden: true });
      await seat.seesIn('section[aria-label="Connection"]', vendor.url);
      await seat.press('Check it', part('Connection'));
      await seat.seesIn('section[aria-label="Connection"]', 'The vendor answered 405');
      await seat.seesIn('section[aria-label="Connection"]', 'by Sam');
      await looked(seat, 'a source with its connection');
      expect([await page.content(), ...(await seat.responses())].join()).not.toContain('sk_live_never_shown');
      await seat.press('Change', part('Connection'));
      expect(await page.$eval(`${OPEN_DIALOG} input[type="password"]`, ({ value }) => value)).toBe('');
      await seat.answer('Leave it');
    },
    'admin',
    'Sam',
  );
}, 240_000);

// Rules: 6.14.1, 6.14.14
test('a change makes a version, which the JSON shows too, and what was not saved is still there after a reload', async () => {
  await desk.api.post('/products', { ...OWN_EXAMPLE, code: 'second_look', name: 'Second look' });
  await seated(
    desk,
    async (seat) => {
      const { page } = seat;
      await seat.goTo('/settings/sources/second_look');
      await fill(seat, input(part('Name'), 'What it reports'), 'Whether somebody was seen before.');
      await page.reload();
      await seat.press('JSON');
      const json = await page.$eval('section[aria-label="As JSON"] textarea', ({ value }) => value);
      expect(JSON.parse(json)).toMatchObject({ description: 'Whether somebody was seen before.' });
      await looked(seat, 'a source as JSON');
      await seat.press('Save', 'main section[aria-label="Save"]');
      await seat.answer('Save');
      await seat.sees('second_look · version 2');
      await seat.press('Version 1');
      await seat.sees('This is version 1');
      expect(await page.$('section[aria-label="Save"]')).toBeNull();
      await seat.press('The newest one');
      await seat.press('Withdraw');
      await seat.answer('Withdraw');
      await page.waitForSelector('main ::-p-xpath(.//tr[contains(., "Second look")]//span[.="withdrawn"])');
    },
    'admin',
    'Toni',
  );
}, 240_000);

const pulling = (code: string) => [
  { id: 'a', type: 'ApplicantSource', next_step: ['pull'] },
  { id: 'pull', type: 'BillingProduct', config: { billing_product_code: code }, next_step: ['end'] },
  { id: 'end', type: 'ShowResults' },
];

// Rules: 6.9.9
test('an order that was cut short is listed, linked from the overview and settled by a person who has asked', async () => {
  const cutting = createServer(({ socket }) => socket.destroy()).listen(0, '127.0.0.1');
  await once(cutting, 'listening');
  const url = `http://127.0.0.1:${(cutting.address() as AddressInfo).port}`;
  await desk.api.post('/products', { ...OWN_EXAMPLE, code: 'cut_short', name: 'Cut short' });
  const body = { url, credentials: { type: 'none' }, idempotency: 'none' };
  expect((await desk.api.call('PUT', '/products/cut_short/connection', { body })).status).toBe(200);
  await stack.db.pool.query('update account set production_access = true');
  const { data: workflow } = await desk.api.post('/workflows', { name: 'Cut', definition: pulling('cut_short') });
  const applicant = { first_name: 'Rita', last_name: 'Sample' };
  const { data } = await desk.api.trigger(workflow.id, { payload: { applicant }, execution_mode: 'live' });
  await until(async () => (await desk.api.get('/unknown_pulls')).data.length === 1);
  cutting.close();
  await seated(
    desk,
    async (seat) => {
      const { page } = seat;
      await seat.goTo(`/executions/${data.id}`);
      await seat.sees('Say whether the vendor has the order');
      await seat.goTo('/overview');
      await seat.press('One order of which nobody knows');
      await seat.sees('Cut short');
      await looked(seat, 'unknown orders');
      await seat.press('The vendor has it');
      await looked(seat, 'the question of an order that there is');
      expect(await page.$(`${OPEN_DIALOG} button[type="submit"]:disabled`)).not.toBeNull();
      await seat.answer('Leave it');
      await seat.press('The vendor has none');
      // A stray key press orders nothing again.
      expect(await page.$(`${OPEN_DIALOG} button[type="submit"]:disabled`)).not.toBeNull();
      await seat.click(`${OPEN_DIALOG} input[type="checkbox"]`);
      await looked(seat, 'the question of an order that there is not');
      await seat.answer('It has none: order again');
      await seat.sees('There is none');
      expect((await desk.api.get('/unknown_pulls')).data).toEqual([]);
    },
    'admin',
    'Uma',
  );
}, 240_000);

// Rules: 6.14.9
test('the checklist of a workflow leads to the source whose field lacks a reason', async () => {
  const schema = {
    type: 'object',
    properties: { heat: { type: 'number', title: 'Heat of the trail', 'x-kind': 'fact' } },
  };
  await desk.api.post('/products', { code: 'trail', name: 'Trail', schema, request: { kind: 'cascade' } });
  const prompt = 'Deny if the heat of the trail is more than 80. Approve everyone else.';
  const { status, data } = await desk.api.post('/workflows/generate', { prompt });
  expect(status).toBe(201);
  await seated(
    desk,
    async (seat) => {
      await seat.goTo(`/workflows/${data.id}`);
      await seat.seesIn('[aria-label="Before it goes live"]', 'Reason of heat in the source “Trail”');
      await seat.press('Add a rule from a field');
      await seat.sees("trail's heat of the trail");
      await looked(seat, 'a workflow that lacks the words of a source');
      await seat.press('Open the source');
      await seat.sees('trail · version 1');
    },
    'admin',
    'Wil',
  );
}, 240_000);

// Rules: 6.14.2, 6.15.10
test.each(['viewer', 'reviewer', 'author', 'publisher'] as const)(
  'a %s reads sources and what they hold, and nothing of a connection',
  async (role) => {
    await desk.api.post('/products', { ...OWN_EXAMPLE, code: `seen_by_${role}`, name: 'Seen' });
    await seated(
      desk,
      async (seat) => {
        const { page } = seat;
        await seat.goTo('/settings/sources');
        await seat.sees('Credit report');
        expect(await page.$('main .page-head .button')).toBeNull();
        await seat.goTo(`/settings/sources/seen_by_${role}`);
        await seat.sees('Risk of fraud');
        const names = ['Connection', 'Save', 'How the vendor is asked'];
        const shown = await Promise.all(names.map((name) => page.$(`section[aria-label="${name}"]`)));
        expect(shown).toEqual([null, null, null]);
        expect(
          await page.$('main ::-p-xpath(.//button[starts-with(., "Withdraw") or starts-with(., "Add")])'),
        ).toBeNull();
        expect((await seat.responses()).join()).not.toContain('"object":"connection"');
      },
      role,
      `Seer-${role}`,
    );
  },
  120_000,
);
