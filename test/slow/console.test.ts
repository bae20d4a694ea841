import { updateUser } from '../../platform/identity/index.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { BENJAMIN, Desk, type Seat } from './console-support/desk.ts';
import { checkPage, seated as seatedAt } from './console-support/pages.ts';

/** The console in real browsers, on a whole stack. */

let stack: SharedStack;
let desk: Desk;
beforeAll(async () => {
  stack = await sharedStack();
}, 300_000);
afterAll(() => stack?.stop());
// Each test has an account of its own: which of two reviewers is first decides what is left in theirs.
beforeEach(async () => {
  desk = await Desk.open(stack);
}, 300_000);
afterEach(() => desk?.close());

const seated = (work: (seat: Seat) => Promise<void>, ...as: Parameters<Desk['signIn']>): Promise<void> =>
  seatedAt(desk, work, ...as);

const openDialog = 'dialog[open]';
const confirm = async (seat: Seat): Promise<void> => {
  await seat.page.waitForSelector(openDialog);
  await seat.page.keyboard.press('Enter');
  await seat.sendsDecision();
};

test('by keys alone: from the link to a denied applicant and a letter that was sent', async () => {
  const id = await desk.newCase(BENJAMIN, { external_reference: 'application-1' });
  await seated(async (seat) => {
    const { page } = seat;
    await seat.sees('Tenant screening');
    await page.keyboard.press('n');
    await seat.sees('Benjamin Harlow');
    await seat.click('section[aria-label="Why you are asked"] summary');
    await seat.sees('The credit score is at least 670: it is 617');
    // The number is masked by role.
    await seat.sees('***-**-1002');
    const [reason] = await page.$$eval('.reasons .check', (labels) => labels.map((label) => String(label.textContent)));
    await seat.focus('.reasons input[type="checkbox"]');
    await page.keyboard.press('Space');
    await seat.focus('textarea');
    await page.keyboard.type('Called twice; nobody answered.');
    await seat.focus('#main');
    await page.keyboard.press('d');
    await page.waitForSelector(openDialog);
    expect(await page.$eval(openDialog, (dialog) => String(dialog.textContent))).toContain(String(reason));
    // Escape takes it back, and the focus is where it was.
    await page.keyboard.press('Escape');
    await page.waitForFunction(`document.querySelector('${openDialog}') === null`);
    await page.waitForFunction("document.activeElement.id === 'main'");
    await page.keyboard.press('d');
    await confirm(seat);
    await until(async () => (await desk.api.get(`/executions/${id}`)).data.pending_review?.kind === 'notice');
    await page.reload();
    await seat.sees('The drafted letter');
    await seat.sees('Called twice; nobody answered.');
    await page.keyboard.press('a');
    await confirm(seat);
    await until(async () => (await desk.api.get(`/executions/${id}`)).data.status === 'completed');
    const { data: events } = await desk.api.get(`/executions/${id}/review_events`);
    expect(events.map((event: { event_type: string }) => event.event_type)).toEqual(
      expect.arrayContaining(['denied', 'adverse_action_drafted', 'approved', 'adverse_action_sent']),
    );
    expect(events.find((event: { event_type: string }) => event.event_type === 'denied')).toMatchObject({
      actor_user_id: seat.userId,
      note: 'Called twice; nobody answered.',
    });
  });
});

test('the inbox shows a case that comes, and forgets one that goes, without being asked', async () => {
  await seated(async (seat) => {
    const id = await desk.newCase();
    await seat.page.waitForSelector(`a[href="/console/cases/${id}"]`);
    await desk.api.post(`/executions/${id}/review_decisions`, { decision: 'approved' });
    await seat.page.waitForFunction(`document.querySelector('a[href="/console/cases/${id}"]') === null`);
  });
});

describe('two reviewers', () => {
  test('who decide the same case at once: one does, and the other is told, with the id of the request', async () => {
    const id = await desk.newCase();
    const seats = [await desk.signIn('reviewer', 'Ada'), await desk.signIn('reviewer', 'Bert')];
    try {
      for (const [index, seat] of seats.entries()) {
        await seat.goTo(`/cases/${id}`);
        await seat.sees('Why you are asked');
        await seat.page.keyboard.press(index === 0 ? 'a' : 'd');
        await seat.page.waitForSelector(openDialog);
      }
      await Promise.all(seats.map(({ page }) => page.keyboard.press('Enter')));
      await Promise.all(seats.map((seat) => seat.sendsDecision()));
      const isRefused = (seat: Seat) => seat.page.$('.held .request-id').then((found) => found !== null);
      await until(async () => (await Promise.all(seats.map(isRefused))).filter(Boolean).length === 1);
      const { data: events } = await desk.api.get(`/executions/${id}/review_events`);
      const decided = events.filter(({ event_type: type }: { event_type: string }) => /approved|denied/.test(type));
      expect(decided).toHaveLength(1);
      expect(seats.flatMap(({ problems }) => problems)).toEqual([]);
    } finally {
      await Promise.all(seats.map((seat) => seat.close()));
    }
  });

  test('who have to approve the same case both: the first one waits for the second', async () => {
    const id = await desk.newCase();
    await stack.db.pool.query('update review_round set approvals_required = 2 where execution_id = $1', [id]);
    const [ada, bert] = [await desk.signIn('reviewer', 'Ada'), await desk.signIn('reviewer', 'Bert')];
    try {
      await ada.goTo(`/cases/${id}`);
      await ada.sees('0 of 2 approvals');
      await ada.sees('Yours is approval 1 of 2: nothing happens before another person has approved, too.');
      await ada.page.keyboard.press('a');
      await confirm(ada);
      await ada.sees('1 of 2 approvals');
      await ada.sees('Somebody else has to approve too');
      expect(await ada.page.$('button.approve:not([disabled])')).toBeNull();
      await bert.goTo(`/cases/${id}`);
      await bert.sees('1 of 2 approvals');
      await bert.page.keyboard.press('a');
      await confirm(bert);
      await until(async () => (await desk.api.get(`/executions/${id}`)).data.review_status === 'approved');
      expect([...ada.problems, ...bert.problems]).toEqual([]);
    } finally {
      await Promise.all([ada.close(), bert.close()]);
    }
  });

  test('who ask for the next case at once get two', async () => {
    await desk.newCase();
    await desk.newCase();
    const seats = [await desk.signIn('reviewer', 'Cleo'), await desk.signIn('reviewer', 'Dan')];
    try {
      await Promise.all(seats.map((seat) => seat.page.keyboard.press('n')));
      await Promise.all(seats.map(({ page }) => page.waitForFunction("location.pathname.includes('/cases/')")));
      const [first, second] = seats.map(({ page }) => page.url());
      expect(first).not.toBe(second);
    } finally {
      await Promise.all(seats.map((seat) => seat.close()));
    }
  });
});

test('a session that ends in mid-note loses no letter of it, neither over the sign-in nor over a reload', async () => {
  const id = await desk.newCase();
  await seated(async (seat) => {
    const { page } = seat;
    const note = () => page.$eval('textarea', (field) => (field as unknown as { value: string }).value);
    await seat.goTo(`/cases/${id}`);
    await seat.type('textarea', 'Half a sentence');
    // Another role ends every session of a person at once.
    await updateUser(stack.db.kysely, seat.userId, { role: 'admin' });
    await seat.focus('#main');
    await page.keyboard.press('c');
    await seat.sees('Your session has ended');
    expect(await note()).toBe('Half a sentence');
    await seat.enterAgainBy(await desk.linkOf(seat.userId));
    expect(await note()).toBe('Half a sentence');
    await page.reload();
    await page.waitForSelector('textarea');
    expect(await note()).toBe('Half a sentence');
  });
});

test('a network that is cut loses no text, and the decision is made once when it is back', async () => {
  const id = await desk.newCase();
  await seated(async (seat) => {
    const { page } = seat;
    await seat.goTo(`/cases/${id}`);
    await seat.type('textarea', 'In the tunnel');
    await seat.focus('#main');
    await page.keyboard.press('a');
    await page.waitForSelector(openDialog);
    await page.setOfflineMode(true);
    await page.keyboard.press('Enter');
    await seat.sendsDecision();
    await seat.sees('cannot be reached');
    // Nobody has decided, so the case is still open, with what was typed.
    expect(await page.$eval('textarea', (field) => (field as unknown as { value: string }).value)).toBe(
      'In the tunnel',
    );
    await page.setOfflineMode(false);
    await seat.press('Send it again', '.held');
    await seat.sees('It was approved');
    await page.waitForSelector('.held > *', { hidden: true });
    // A page that was never loaded says so, inside the menu, and loads once the network is back.
    await page.setOfflineMode(true);
    await seat.click('nav a[href="/console/letters"]');
    await seat.sees('this page was not loaded yet');
    await page.setOfflineMode(false);
    await seat.click('main button.primary');
    await seat.sees('No letter waits');
    // The router logs it in the browser's console, too.
    const said = seat.problems.splice(0);
    expect(said.filter((problem) => !problem.includes('this page was not loaded yet'))).toEqual([]);
    const { data: events } = await desk.api.get(`/executions/${id}/review_events`);
    expect(events.filter(({ note }: { note: string | null }) => note === 'In the tunnel')).toHaveLength(1);
  });
});

test('data of applicants is text and nothing else, whatever it is', async () => {
  const hostile = {
    ...BENJAMIN,
    first_name: '<img src=x onerror="alert(1)"><script>alert(2)</script>',
    last_name: '\u202Elorem \u05E9\u05DC\u05D5\u05DD \u{1F480}\u{1F468}\u200D\u{1F469}',
    story: `javascript:alert(3) ${'x'.repeat(10_000)}`,
  };
  const id = await desk.newCase(hostile, { external_reference: '"><b>bold</b>' });
  await seated(async (seat) => {
    await seat.sees('"><b>bold</b>');
    await seat.goTo(`/cases/${id}`);
    await seat.sees(hostile.first_name);
    expect(await seat.text()).toContain(hostile.story);
    expect(await seat.page.$$eval('main img, main script, main b, main iframe', (found) => found.length)).toBe(0);
    for (const width of [360, 1_920]) {
      await seat.page.setViewport({ width, height: 900 });
      expect(await seat.page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
    }
    // A bidirectional override ends with the value, so the label after it is unaffected.
    expect(await seat.page.$$eval('.facts dd', (all) => all.every((one) => one.innerHTML.startsWith('<bdi')))).toBe(
      true,
    );
  });
});

test('every page breaks no rule of axe-core and fits, light and dark, from 360 to 1,920 pixels', async () => {
  const id = await desk.newCase();
  await seated(async (seat) => {
    const { page } = seat;
    const check = (what: string): Promise<void> => checkPage(seat, what);
    await page.waitForSelector('table.inbox');
    await check('inbox');
    await page.keyboard.press('?');
    await page.waitForSelector(openDialog);
    await check('keys');
    await page.keyboard.press('Escape');
    await seat.goTo('/?show=overdue&workflow=999');
    await check('nothing of this kind');
    await seat.goTo(`/cases/${id}`);
    await seat.sees('Why you are asked');
    await check('case');
    await page.keyboard.press('d');
    await page.waitForSelector(openDialog);
    await check('question');
    await page.keyboard.press('Escape');
    await page.goto(`${stack.baseUrl}/console/cases/999999`);
    await seat.sees('There is no such case');
    await check('no case');
  });
}, 300_000);

test('a viewer has no button that it may not press, and no response says anything of the applicant', async () => {
  const id = await desk.newCase();
  await seated(
    async (seat) => {
      await seat.sees('Tenant screening');
      await seat.goTo(`/cases/${id}`);
      await seat.sees('Your role does not show applicants');
      const names = await seat.page.$$eval('button', (buttons) => buttons.map((button) => String(button.textContent)));
      expect(names.filter((name) => /approve|deny|claim|next|send|discard/i.test(name))).toEqual([]);
      for (const key of ['a', 'd', 'c', 'n'] as const) await seat.page.keyboard.press(key);
      expect(await seat.page.$(openDialog)).toBeNull();
      expect((await seat.responses()).length).toBeGreaterThan(2);
      expect((await seat.responses()).filter((text) => /Harlow|900-10|1991-09|benjamin@/.test(text))).toEqual([]);
    },
    'viewer',
    'Vera',
  );
});

test('a reviewer sees no number in full, in no response', async () => {
  const id = await desk.newCase();
  await seated(async (seat) => {
    await seat.goTo(`/cases/${id}`);
    await seat.sees('***-**-1002');
    expect((await seat.responses()).filter((text) => /900-10-1002|900101002|1991-09-03/.test(text))).toEqual([]);
  });
});
