import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { BENJAMIN, Desk } from './console-support/desk.ts';
import { checkPage, seated } from './console-support/pages.ts';
import { shoot } from './console-support/shots.ts';

/** A caller is found by name in a real browser, on a whole stack. */
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

/** Denied by a reviewer, the letter sent. */
async function deniedCase(applicant: object, reference: string): Promise<number> {
  const id = await desk.newCase(applicant, { external_reference: reference, applicant_key: 'benjamin' });
  await desk.api.post(`/executions/${id}/review_decisions`, { decision: 'denied' });
  await until(async () => (await desk.api.get(`/executions/${id}`)).data.pending_review?.kind === 'notice');
  const { node_id } = (await desk.api.get(`/executions/${id}`)).data.pending_review;
  await desk.api.post(`/executions/${id}/review_decisions`, { decision: 'approved', node_id });
  await until(async () => (await desk.api.get(`/executions/${id}`)).data.status === 'completed');
  return id;
}

// Rules: 22.2.1, 22.2.6
test('a caller is found by name within ten seconds, and the name stands in no address', async () => {
  const denied = await deniedCase(BENJAMIN, 'unit-12');
  const again = await desk.newCase(
    { ...BENJAMIN, first_name: 'Ben' },
    { external_reference: 'unit-14', applicant_key: 'benjamin' },
  );
  const likeness = { first_name: 'Benjamin', last_name: 'Harlow', date_of_birth: BENJAMIN.date_of_birth };
  await desk.newCase({ ...likeness, ssn: '900-10-1002', email: 'other@example.com' }, { applicant_key: 'other' });
  await desk.api.post(`/executions/${denied}/review_notes`, { note: 'Asked for the letter by telephone.' });
  await seated(desk, async (seat) => {
    const { page } = seat;
    const began = performance.now();
    await page.keyboard.press('/');
    await page.waitForFunction(`document.activeElement?.type === 'search'`);
    await page.keyboard.type("harlow ben'jamin");
    await page.keyboard.press('Enter');
    await seat.sees('letter sent');
    expect(performance.now() - began).toBeLessThan(10_000);
    await seat.sees('awaits a person: a decision');
    expect(page.url()).toMatch(/\/console\/applicants$/);
    expect(await page.title()).toBe('People – Cascade');
    await shoot(seat, 'people-found');
    await checkPage(seat, 'people found');

    const person = (await desk.api.get(`/executions/${denied}`)).data.applicant_id;
    await page.click(`main a[href="/console/applicants/${person}"]`);
    for (const words of ['2 executions', 'Reports', 'of today', 'Asked for the letter', 'Perhaps the same person']) {
      await seat.sees(words);
    }
    await shoot(seat, 'person');
    await checkPage(seat, 'person');
    // A page that is loaded anew knows the person, and no search.
    await seat.goTo('/applicants');
    await seat.sees('Find a person');
    // Cells of a spreadsheet are pasted with tabs, and an execution may be about nobody.
    await page.focus('input[type="search"]');
    await page.evaluate(`document.execCommand('insertText', false, 'Harlow\\tBenjamin')`);
    await page.keyboard.press('Enter');
    await seat.sees('letter sent');
    await seat.goTo('/applicants');
    await page.focus('input[type="search"]');
    await page.keyboard.type('#987654321');
    await page.keyboard.press('Enter');
    await seat.sees('Open execution 987654321');
  });
  expect((await desk.api.get(`/executions/${again}`)).data.applicant_id).toBe(
    (await desk.api.get(`/executions/${denied}`)).data.applicant_id,
  );
});

// Rules: 22.3.2
test('executions are joined to a person and taken apart by hand', async () => {
  const ids = [
    await desk.newCase(BENJAMIN, { applicant_key: 'one' }),
    await desk.newCase(BENJAMIN, { applicant_key: 'two' }),
  ];
  const personOf = async (id = 0): Promise<number> => (await desk.api.get(`/executions/${id}`)).data.applicant_id;
  const person = await personOf(ids[0]);
  await seated(desk, async (seat) => {
    await seat.goTo(`/applicants/${person}`);
    await seat.sees('the same number');
    // The newest of those who may be the same person comes first.
    await seat.press('The same person …');
    await seat.answer('Join them');
    await until(async () => (await personOf(ids[1])) === person);
    await seat.sees('2 executions');
    await seat.press('Another person …');
    await seat.answer('Take it apart');
    await seat.sees('One execution');
    expect(await personOf(ids[0])).not.toBe(await personOf(ids[1]));
  });
});

// Rules: 23.1.1
test('an administrator has a person forgotten, and sees that nothing is left', async () => {
  const id = await desk.newCase(BENJAMIN, { applicant_key: 'forgotten' });
  const person = (await desk.api.get(`/executions/${id}`)).data.applicant_id;
  await seated(
    desk,
    async (seat) => {
      await seat.goTo(`/applicants/${person}`);
      await seat.sees('One execution');
      await seat.press('Forget …');
      await seat.sees('cannot be brought back');
      await shoot(seat, 'forget');
      await checkPage(seat, 'forget');
      await seat.page.click('dialog input[type="checkbox"]');
      await seat.answer('Forget this person');
      await seat.sees('Nothing is left.');
      await seat.page.waitForFunction(`!document.querySelector('main').innerText.includes('Harlow')`);
      await shoot(seat, 'forgotten');
      await checkPage(seat, 'forgotten');
    },
    'admin',
  );
  expect((await desk.api.get(`/executions/${id}`)).data.redacted_at).not.toBeNull();
});

test('a viewer has no box to search in', async () => {
  await seated(
    desk,
    async (seat) => {
      await seat.sees('Executions');
      expect(await seat.page.$('input[type="search"]')).toBeNull();
    },
    'viewer',
  );
});
