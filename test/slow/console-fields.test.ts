import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { Desk, type Seat } from './console-support/desk.ts';
import { checkPage, seated } from './console-support/pages.ts';

/** The data dictionary in a real browser, on a whole stack. */
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

const condition = (field: string) => ({ source_node_id: 'start', field, operator: 'less_than', value: 3 });
const definitionWith = (...fields: readonly string[]) => [
  { id: 'start', type: 'ApplicantSource', next_step: ['decide'] },
  {
    ...{ id: 'decide', type: 'IfElse' },
    branches: { pass: { condition_groups: [{ conditions: fields.map(condition) }] } },
  },
];
/** The row of a path. */
const row = (path: string): string => `xpath/.//fieldset[legend[normalize-space(.)="${path}"]]`;
const control = (path: string, label: string, tag = '*'): string =>
  `${row(path)}//label[normalize-space(text())="${label}"]/${tag}`;
const valueOf = (seat: Seat, path: string, label: string): Promise<string> =>
  seat.page.$eval(control(path, label), (element) => (element as unknown as { value: string }).value);

async function choose(seat: Seat, path: string, label: string, value: string): Promise<void> {
  const select = await seat.page.waitForSelector(control(path, label, 'select'));
  if (select === null) throw new Error(`${path} has no ${label}`);
  await select.select(value);
}

async function replace(seat: Seat, path: string, label: string, text: string): Promise<void> {
  await seat.page.locator(control(path, label, 'input')).fill(text);
}

test('an author declares what nobody did in one sitting, answers questions, and sees what changes before it is saved', async () => {
  const { data: cascade } = await desk.api.post('/workflows', {
    name: 'Pets and scores',
    definition: definitionWith('applicant.monthlyPets', 'applicant.risk_score', 'applicant.unit_age'),
  });
  await desk.api.trigger(cascade.id, { applicant: { monthlyPets: 4, risk_score: '12', extra: true } });
  await seated(
    desk,
    async (seat) => {
      await seat.goTo('/fields');
      await seat.sees('applicant.monthlyPets');
      await checkPage(seat, 'fields');
      await seat.page.setViewport({ width: 1_440, height: 900 });
      // Code in the service's messages is shown as code.
      await seat.sees('"applicant.risk_score" looks like what a model made of a person: say kind score');
      expect(await seat.page.$eval('.question code', ({ textContent }) => textContent)).toBe('kind');
      // The label is made from the name; a person has to choose the kind.
      expect(await valueOf(seat, 'applicant.monthlyPets', 'Label')).toBe('Monthly pets');
      expect(await valueOf(seat, 'applicant.monthlyPets', 'Type')).toBe('number');
      expect(await valueOf(seat, 'applicant.monthlyPets', 'Kind')).toBe('');
      await replace(seat, 'applicant.monthlyPets', 'Label', 'Pets');
      await choose(seat, 'applicant.monthlyPets', 'Kind', 'fact');
      await replace(seat, 'applicant.monthlyPets', 'Unit', 'dollars');
      // The error is beside the row, and no request is sent.
      await seat.sees('The unit is written "USD".');
      await seat.press('Save 1 field');
      expect(await seat.page.$('dialog[open]')).toBeNull();
      await seat.page.waitForFunction(`document.activeElement.getAttribute('aria-invalid') === 'true'`);
      await replace(seat, 'applicant.monthlyPets', 'Unit', 'pets');
      await seat.page.locator(`${row('applicant.monthlyPets')}//summary`).click();
      await replace(seat, 'applicant.monthlyPets', 'Too high, or too late', 'Too many pets');
      // One question is answered by the kind, another by a reason. The save bar covers the bottom of the page.
      await seat.page.$eval(row('applicant.risk_score'), (element) => element.scrollIntoView({ block: 'center' }));
      await seat.press('Yes: kind score', 'fieldset');
      expect(await valueOf(seat, 'applicant.risk_score', 'Kind')).toBe('score');
      await choose(seat, 'applicant.risk_score', 'Type', 'number');
      await seat.press('Save 2 fields');
      await seat.sees('No letter of an active cascade changes.');
      await seat.sees('label: Pets; unit: pets; kind: fact; reason: above “Too many pets”');
      await seat.answer('Save');
      await seat.sees('Declared (2)');
      const { data: fields } = await desk.api.get('/fields');
      expect(
        fields.map(({ path, label, kind, version }: Record<string, unknown>) => [path, label, kind, version]),
      ).toEqual(
        expect.arrayContaining([
          ['applicant.monthlyPets', 'Pets', 'fact', 1],
          ['applicant.risk_score', 'Risk score', 'score', 1],
        ]),
      );
      const pets = fields.find(({ path }: { path: string }) => path === 'applicant.monthlyPets');
      expect(pets.reason).toEqual({ above: 'Too many pets' });
      await checkPage(seat, 'fields that are declared');
    },
    'author',
  );
}, 240_000);

test('why a field is not what its name looks like is kept, and asked again once it is taken back', async () => {
  await desk.api.post('/workflows', { name: 'Ages', definition: definitionWith('applicant.resident_age') });
  await seated(
    desk,
    async (seat) => {
      await seat.goTo('/fields');
      const reason = `${row('applicant.resident_age')}//label[contains(., "why not")]/input`;
      await seat.page.locator(reason).fill('Years since the move');
      await seat.page.keyboard.press('Enter');
      await seat.sees('Years since the move');
      await seat.page.waitForFunction(`document.querySelector('section[aria-label="Answers"]') !== null`);
      const { data } = await desk.api.get('/fields/proposals');
      expect(data.answers).toMatchObject([{ path: 'applicant.resident_age', reason: 'Years since the move' }]);
      await seat.press('Ask again about applicant.resident_age');
      await seat.page.waitForFunction(`document.querySelector('section[aria-label="Answers"]') === null`);
    },
    'author',
  );
}, 120_000);

test('two who change it at once: the second is refused, and what was typed stays', async () => {
  await desk.api.post('/workflows', { name: 'Rooms', definition: definitionWith('applicant.rooms') });
  await seated(
    desk,
    async (seat) => {
      await seat.goTo('/fields');
      await choose(seat, 'applicant.rooms', 'Kind', 'fact');
      await choose(seat, 'applicant.rooms', 'Type', 'integer');
      await desk.api.call('PUT', '/fields/applicant.other', { body: { type: 'text', kind: 'fact' } });
      await seat.press('Save');
      await seat.page.waitForSelector('dialog[open] button.primary:not(:disabled)');
      await seat.answer('Save');
      await seat.sees('precondition_failed');
      await seat.answer('Leave it');
      expect(await valueOf(seat, 'applicant.rooms', 'Kind')).toBe('fact');
      await seat.page.reload();
      await seat.sees('applicant.rooms');
      expect(await valueOf(seat, 'applicant.rooms', 'Kind')).toBe('fact');
      await seat.press('Save');
      await seat.page.waitForSelector('dialog[open] button.primary:not(:disabled)');
      await seat.answer('Save');
      await seat.sees('applicant.other');
      await seat.page.waitForSelector('dialog[open]', { hidden: true });
      expect((await desk.api.get('/fields/applicant.rooms')).data).toMatchObject({ kind: 'fact', type: 'integer' });
    },
    'author',
  );
}, 120_000);

test('a field is declared by keys alone', async () => {
  await desk.api.post('/workflows', { name: 'Floors', definition: definitionWith('applicant.floors') });
  await seated(
    desk,
    async (seat) => {
      await seat.goTo('/fields');
      const { keyboard } = seat.page;
      await seat.focus(`${row('applicant.floors')}//input[@type="checkbox"]`);
      await keyboard.press('Space');
      await keyboard.press('Tab');
      await keyboard.press('Tab');
      await keyboard.type('integer');
      await keyboard.press('Tab');
      await keyboard.type('floors');
      await keyboard.press('Tab');
      await keyboard.type('fact');
      expect(await valueOf(seat, 'applicant.floors', 'Kind')).toBe('fact');
      const button = await seat.page.waitForSelector('.save-bar button');
      await button?.focus();
      await keyboard.press('Enter');
      await seat.page.waitForSelector('dialog[open] button.primary:not(:disabled)');
      await seat.page.focus('dialog[open] button.primary');
      await keyboard.press('Enter');
      await seat.page.waitForSelector('dialog[open]', { hidden: true });
      expect((await desk.api.get('/fields/applicant.floors')).data).toMatchObject({ type: 'integer', unit: 'floors' });
    },
    'author',
  );
}, 120_000);

test('who does not write sees what is declared and no button', async () => {
  await seated(
    desk,
    async (seat) => {
      await seat.goTo('/fields');
      await seat.sees('Declared (');
      expect(await seat.page.$('.save-bar, fieldset.field-row, main form')).toBeNull();
    },
    'reviewer',
  );
}, 120_000);

// Rules: 20.12.1
test('with four eyes an author asks, and a publisher reads what it alters in letters and approves', async () => {
  const other = await Desk.open(stack);
  try {
    const { pool } = stack.db;
    const accountId = (await other.api.get('/me')).data.account.id;
    await pool.query('update account set production_access = true where id = $1', [accountId]);
    const [start, decide] = definitionWith('applicant.pets');
    const deny = {
      ...{ id: 'deny', type: 'Action', action_type: 'AdverseAction' },
      adverse_action: { recipient: '{{applicant.email}}', purpose: 'tenant' },
    };
    const pets = { type: 'integer', label: 'Pets', kind: 'fact' };
    await other.api.call('PUT', '/fields/applicant.pets', { body: pets });
    const { data: cascade } = await other.api.post('/workflows', {
      name: 'Pets with letters',
      definition: [start, { ...decide, fail_steps: ['deny'] }, deny],
    });
    expect(cascade.active).toBe(true);
    await pool.query('update account set four_eyes = true where id = $1', [accountId]);
    const [ada, bert] = [await other.signIn('author', 'Ada'), await other.signIn('publisher', 'Bert')];
    await ada.goTo('/fields');
    await ada.click('button[aria-label="Change applicant.pets"]');
    await replace(ada, 'applicant.pets', 'Label', 'Animals');
    await ada.press('Save 1 field');
    await ada.sees('Another person approves it');
    await ada.answer('Ask for approval');
    await ada.sees('Withdraw the request');
    // Only people who can approve see it in the inbox.
    await ada.goTo('/');
    expect(await ada.text()).not.toContain('for your approval');
    await bert.goTo('/');
    await bert.press('A change of the fields waits for your approval');
    await bert.sees('applicant.pets label: Pets → Animals');
    await bert.sees('Pets with letters');
    await checkPage(bert, 'a change of fields that waits');
    await bert.page.setViewport({ width: 1_440, height: 900 });
    await bert.press('Approve');
    await bert.answer('Approve');
    await bert.page.waitForFunction(`document.querySelector('section[aria-label="Waits for approval"]') === null`);
    expect((await other.api.get('/fields/applicant.pets')).data.label).toBe('Animals');
    expect([ada.problems, bert.problems]).toEqual([[], []]);
  } finally {
    await other.close();
  }
}, 240_000);

test('a new field is asked about, and a label that policies cannot say is told, before anything is saved', async () => {
  await seated(
    desk,
    async (seat) => {
      await seat.goTo('/fields');
      await seat.type('form.narrow input', 'applicant.has_cosigner');
      await seat.press('Add it');
      await seat.sees('"applicant.has_cosigner" looks like a person');
      await seat.type('form.narrow input', 'applicant.months_at_address');
      await seat.press('Add it');
      await seat.sees('"applicant.months_at_address" looks like where a person is reached');
      await choose(seat, 'applicant.months_at_address', 'Type', 'integer');
      await choose(seat, 'applicant.months_at_address', 'Kind', 'fact');
      await replace(seat, 'applicant.months_at_address', 'Label', 'Monthly income');
      await seat.sees('Policies in plain words cannot name it by this label');
      await checkPage(seat, 'fields that are added');
      await replace(seat, 'applicant.months_at_address', 'Label', 'Kennel size');
      await seat.page.waitForFunction(`!document.body.innerText.includes('cannot name it by this label')`);
    },
    'author',
    'Fiona',
  );
});
