import { readFile } from 'node:fs/promises';
import type { NoticeDue } from '../../core/notices/due.ts';
import { asJson } from '../../platform/database/index.ts';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { startReceiver, type Receiver } from '../webhooks/support/receiver.ts';
import { BENJAMIN, Desk, type Seat } from './console-support/desk.ts';
import { checkPage, seated } from './console-support/pages.ts';

/** Webhooks, letters that wait, and people's queues in a real browser, with a receiver that fails and then works. */
let stack: Stack;
let desk: Desk;
let receiver: Receiver;
beforeAll(async () => {
  [receiver, stack] = await Promise.all([
    startReceiver(),
    startStack({
      env: {
        // A delivery is given up at its first failure, and a retry is a single attempt.
        WEBHOOK_MAX_ATTEMPTS: '1',
      },
    }),
  ]);
  desk = await Desk.open(stack);
}, 300_000);
afterAll(async () => {
  await desk?.close();
  await stack?.stop();
  await receiver?.close();
});

const SECRET = /whsec_[A-Za-z0-9+/]{43}=/;
const fails = (): void => {
  receiver.answer = (_request, response) => void response.writeHead(503).end('out of order');
};
const works = (): void => {
  receiver.answer = (_request, response) => void response.writeHead(204).end();
};
const subscribe = async (path: string, more: object = {}): Promise<number> =>
  (await desk.api.post('/webhook_subscriptions', { url: `${receiver.url}${path}`, ...more })).data.id;
const deliveriesOf = async (id: number) =>
  (await desk.api.get(`/webhook_deliveries?filter[subscription_id]=${id}`)).data as { id: number; status: string }[];
const settled = (id: number, status: string, count: number): Promise<void> =>
  until(async () => (await deliveriesOf(id)).filter((row) => row.status === status).length === count);

/** Presses Tab until the control with that text has the focus. */
async function tabTo({ page }: Seat, text: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(
      'document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText ?? ""',
    );
    if (String(focused).trim() === text) return;
  }
  throw new Error(`no key leads to ${text}`);
}
const buttons = ({ page }: Seat): Promise<string[]> =>
  page.$$eval('main button', (all) => all.map((button) => String(button.textContent).trim()));
const confirm = (seat: Seat): Promise<void> => seat.click('dialog[open] button[type="submit"]');

describe('webhooks', () => {
  test('by keys alone: subscribed, the secret is shown once and kept nowhere, a sample fails and is delivered again once', async () => {
    fails();
    await seated(
      desk,
      async (seat) => {
        const { page } = seat;
        await seat.goTo('/subscriptions');
        await seat.sees('Nobody is told of anything yet');
        await tabTo(seat, 'Add a subscription …');
        await page.keyboard.press('Enter');
        await page.waitForSelector('dialog[open] input');
        await page.keyboard.type(`${receiver.url}/keys`);
        await page.keyboard.press('Enter');
        await page.waitForSelector('.secret');
        const secret = await page.$eval('.secret', (field) => (field as unknown as { value: string }).value);
        expect(secret).toMatch(SECRET);
        // A stray key press does not close it.
        await page.keyboard.press('Escape');
        expect(await page.$('.secret')).not.toBeNull();
        await tabTo(seat, 'I have stored it');
        await page.keyboard.press('Enter');
        await page.waitForFunction('/subscriptions\\/\\d+$/.test(location.pathname)');
        const id = Number(page.url().split('/').at(-1));
        await seat.sees('Nothing was sent yet');
        const kept = async (): Promise<string> =>
          String(
            await page.evaluate(
              'document.documentElement.outerHTML + JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, history.state])',
            ),
          );
        expect(await kept()).not.toContain(secret);
        expect((await seat.responses()).filter((text) => text.includes(secret))).toHaveLength(1);
        for (const service of ['gateway', 'webhooks'] as const) {
          expect(await readFile(stack.logFile(service), 'utf8')).not.toContain(secret.slice(6));
        }

        await tabTo(seat, 'Send a sample …');
        await page.keyboard.press('Enter');
        await page.waitForSelector('dialog[open] select');
        await tabTo(seat, 'Send');
        await page.keyboard.press('Enter');
        await page.waitForFunction('/deliveries\\/\\d+$/.test(location.pathname)');
        const deliveryId = Number(page.url().split('/').at(-1));
        // The page before has these words in a filter, too.
        await until(async () => (await desk.api.get(`/webhook_deliveries/${deliveryId}`)).data.status === 'dead');
        await seat.sees('none: a sample');
        await seat.sees('Given up');
        const { data: shown } = await desk.api.get(`/webhook_deliveries/${deliveryId}`);
        expect(shown).toMatchObject({ status: 'dead', attempts: 1, last_response_status: 503 });
        await seat.sees('Nothing more is tried by itself: one attempt failed.');
        const rowsOf = () =>
          page.$$eval('table[aria-label="attempts"] tbody tr', (rows) =>
            rows.map((row) => [...row.children].map((cell) => String(cell.textContent))),
          );
        expect(await rowsOf()).toEqual([
          [
            '1',
            expect.stringContaining(shown.attempts_log[0].attempted_at),
            expect.stringMatching(/\d (ms|s)$/),
            'HTTP 503',
          ],
        ]);

        works();
        const before = receiver.received.length;
        await tabTo(seat, 'Deliver again …');
        await page.keyboard.press('Enter');
        await page.waitForSelector('dialog[open] button[type="submit"]');
        await page.keyboard.press('Enter');
        await seat.sees('It was delivered after 2 attempts.');
        expect(receiver.received.slice(before).map(({ headers }) => headers['x-service-delivery'])).toEqual([
          String(deliveryId),
        ]);
        expect((await rowsOf()).map((row) => row[3])).toEqual(['HTTP 503', 'HTTP 204']);
        // A delivered event is not delivered again.
        expect(await buttons(seat)).not.toContain('Deliver again …');
        expect(await deliveriesOf(id)).toMatchObject([{ id: deliveryId, status: 'succeeded' }]);
      },
      'admin',
      'Ada',
    );
  });

  test('after an outage all that failed since a time is sent again, each once, and the counts are those of the API', async () => {
    fails();
    const id = await subscribe('/outage');
    for (let n = 0; n < 3; n += 1) await desk.api.post(`/webhook_subscriptions/${id}/test`, {});
    await settled(id, 'dead', 3);
    await stack.db.pool.query(
      "update webhook_delivery set created_at = created_at - interval '3 days' where id = (select min(id) from webhook_delivery where subscription_id = $1)",
      [id],
    );
    await seated(
      desk,
      async (seat) => {
        const { page } = seat;
        // The list says it without being asked for each.
        await seat.goTo('/subscriptions');
        await seat.sees('/outage');
        const cells = await page.$eval(`tr:has(a[href$="/subscriptions/${id}"])`, (row) =>
          [...row.children].map((cell) => String(cell.textContent)),
        );
        expect(cells.slice(3, 6)).toEqual([expect.stringContaining('Given up'), '3', '0']);
        await seat.goTo(`/subscriptions/${id}`);
        await page.waitForFunction(`document.querySelector('.troubles .late dd')?.textContent === '3'`);
        await seat.press('Redeliver what failed …');
        await seat.sees('Now that is 2 deliveries.');
        works();
        const before = receiver.received.length;
        await confirm(seat);
        await seat.sees('2 are delivered again');
        await seat.answer('Close');
        await settled(id, 'succeeded', 2);
        await page.waitForFunction(`document.querySelector('.troubles .late dd')?.textContent === '1'`);
        const sent = receiver.received.slice(before).filter(({ path }) => path === '/outage');
        expect(new Set(sent.map(({ headers }) => headers['x-service-delivery'])).size).toBe(2);
        expect(sent).toHaveLength(2);
        await seat.goTo(`/deliveries?subscription=${id}&show=over`);
        await seat.sees('1 of 1 deliveries');
        const [row] = (await deliveriesOf(id)).filter(({ status }) => status === 'dead');
        expect(await page.$$eval('.row-link', (links) => links.map((link) => String(link.textContent)))).toEqual([
          String(row?.id),
        ]);
      },
      'admin',
      'Bea',
    );
  });

  test('it is changed, paused, resumed, its secret rotated, and deleted, each after a question that shows its curl', async () => {
    works();
    const id = await subscribe('/acts?token=s3cr3t');
    const read = async () => (await desk.api.get(`/webhook_subscriptions/${id}`)).data;
    await seated(
      desk,
      async (seat) => {
        const { page } = seat;
        await page.evaluate(`localStorage.setItem('developer:${seat.userId}', 'on')`);
        await seat.goTo('/subscriptions');
        await seat.sees('/acts?…');
        expect(await seat.text()).not.toContain('s3cr3t');
        await seat.goTo(`/subscriptions/${id}`);
        await seat.press('Pause …');
        await page.waitForSelector('dialog[open] .copy-curl');
        await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("none"))');
        await seat.click('dialog[open] .copy-curl button');
        await seat.seesIn('dialog .copy-curl pre', `-X PATCH ${stack.baseUrl}/api/v1/webhook_subscriptions/${id}`);
        await confirm(seat);
        await seat.sees('Paused: nothing is sent to it');
        expect(await read()).toMatchObject({ active: false });
        expect(await buttons(seat)).not.toContain('Redeliver what failed …');
        await seat.press('Resume …');
        await confirm(seat);
        await page.waitForFunction("!document.body.innerText.includes('Paused:')");
        expect(await read()).toMatchObject({ active: true });

        await seat.press('Change …');
        await page.waitForSelector('dialog[open] input[type="checkbox"]');
        // Nothing is changed yet, and only what is changed is sent.
        expect(await page.$('dialog[open] button[type="submit"]:disabled')).not.toBeNull();
        await seat.click('dialog[open] input[type="checkbox"]');
        await seat.click('dialog[open] .copy-curl button');
        await seat.seesIn('dialog .copy-curl pre', `-d '{"event_filter":["execution.completed"]}'`);
        await confirm(seat);
        await page.waitForFunction("document.querySelector('dialog') === null");
        expect(await read()).toMatchObject({ event_filter: ['execution.completed'] });

        await seat.press('Rotate the secret …');
        await confirm(seat);
        await page.waitForSelector('.secret');
        const secret = await page.$eval('.secret', (field) => (field as unknown as { value: string }).value);
        expect(secret).toMatch(SECRET);
        // The browser keeps a page that was left, and shows it again.
        await page.evaluate("dispatchEvent(new Event('pagehide'))");
        await page.waitForFunction("document.querySelector('.secret') === null");
        await seat.sees('is not shown again');
        expect(await page.content()).not.toContain(secret);
        await seat.answer('I have stored it');
        await page.waitForFunction("document.querySelector('dialog') === null");

        await seat.press('Delete …');
        await page.waitForSelector('dialog[open]');
        await page.keyboard.press('Escape');
        expect((await desk.api.get(`/webhook_subscriptions/${id}`)).status).toBe(200);
        await seat.press('Delete …');
        await confirm(seat);
        await page.waitForFunction("location.pathname.endsWith('/subscriptions')");
        expect((await desk.api.get(`/webhook_subscriptions/${id}`)).status).toBe(404);
        await page.waitForFunction("!document.body.innerText.includes('/acts')");
      },
      'admin',
      'Cleo',
    );
  });

  test('what was sent to a subscription that was deleted leads to no page that is not there', async () => {
    fails();
    const id = await subscribe('/gone');
    const { data } = await desk.api.post(`/webhook_subscriptions/${id}/test`, {});
    await settled(id, 'dead', 1);
    await desk.api.delete(`/webhook_subscriptions/${id}`);
    await seated(
      desk,
      async (seat) => {
        await seat.goTo(`/deliveries?subscription=${id}`);
        await seat.sees(`${id}, deleted`);
        await seat.click('a.row-link');
        await seat.sees(`subscription ${id}, which was deleted`);
        await seat.sees('The subscription was deleted, so it cannot be delivered again.');
        expect(await seat.page.$(`a[href$="/subscriptions/${id}"]`)).toBeNull();
        const asked = (await seat.responses()).filter((text) => text.includes('"not_found"'));
        expect([data.subscription_id, asked]).toEqual([id, []]);
      },
      'admin',
      'Dora',
    );
  });

  test('a viewer sees what there is and no button, and no response has a secret', async () => {
    fails();
    const id = await subscribe('/viewer');
    const { data } = await desk.api.post(`/webhook_subscriptions/${id}/test`, {});
    await settled(id, 'dead', 1);
    await seated(
      desk,
      async (seat) => {
        await seat.goTo('/subscriptions');
        await seat.sees('/viewer');
        const seen = [await buttons(seat)];
        await seat.goTo(`/subscriptions/${id}`);
        await seat.sees('Given up');
        seen.push(await buttons(seat));
        await seat.goTo(`/deliveries/${data.id}`);
        await seat.sees('HTTP 503');
        seen.push(await buttons(seat));
        expect(seen).toEqual([[], [], []]);
        expect((await seat.responses()).filter((text) => text.includes('whsec_'))).toEqual([]);
        // The menu has no entry for pages that the user may not open.
        expect(await seat.page.$('a[href$="/people"]')).toBeNull();
      },
      'viewer',
      'Vera',
    );
  });
});

describe('letters that wait', () => {
  const OWED: NoticeDue = {
    applicant: 'applicant',
    kind: 'credit',
    due_at: '2026-02-04T11:00:00.000Z',
    why: 'step_failed',
    node_id: 'deny',
  };
  /** The made-up report of this name has a score that asks a person. */
  const HOSTILE = { first_name: '<img src=x onerror=alert(1)>', last_name: '‮desrever'.padEnd(299, 'x') };

  /** A draft that waits for a person, and an execution that ended and owes a letter. */
  async function letters(): Promise<{ draft: number; owed: number }> {
    const draft = await desk.newCase({ ...BENJAMIN, ...HOSTILE });
    await desk.api.post(`/executions/${draft}/review_decisions`, { decision: 'denied' });
    await until(async () => (await desk.api.get(`/executions/${draft}`)).data.pending_review?.kind === 'notice');
    const owed = await desk.newCase();
    await desk.api.post(`/executions/${owed}/review_decisions`, { decision: 'approved' });
    await until(async () => (await desk.api.get(`/executions/${owed}`)).data.status === 'completed');
    const { kysely } = stack.db;
    await kysely
      .updateTable('execution')
      .set({ notices_due: asJson([OWED]) })
      .where('id', '=', owed)
      .execute();
    await kysely
      .insertInto('step')
      .values({
        ...{ execution_id: owed, node_id: 'deny', node_type: 'AdverseAction', visit: 7, causes: asJson([]) },
        ...{ status: 'failed', error_code: 'notice_incomplete', output: null },
        error_message: "The notice lacks: the applicant's postal address.",
      })
      .execute();
    return { draft, owed };
  }
  test('are listed as the API has them, lead to where one acts, and one that was sent otherwise is gone', async () => {
    const { draft, owed } = await letters();
    await seated(desk, async (seat) => {
      const { page } = seat;
      await seat.goTo('/letters');
      await seat.sees('The notice lacks: the applicant');
      const { data, body } = await desk.api.get('/waiting_letters');
      const hrefs = await page.$$eval('.row-link', (links) => links.map((link) => String(link.getAttribute('href'))));
      expect(hrefs).toEqual(
        data.map(({ execution_id: id, state }: { execution_id: number; state: string }) =>
          state === 'owed' ? `/console/executions/${id}` : `/console/cases/${id}`,
        ),
      );
      expect(hrefs.slice(0, 1)).toEqual([`/console/executions/${owed}`]);
      expect(await page.$$eval('.filters .count', ([all]) => String(all?.textContent))).toBe(
        String(body.meta.counts.total),
      );
      expect(await seat.text()).toContain(HOSTILE.first_name);
      // A draft is acted on at its case.
      await seat.click(`a[href="/console/cases/${draft}"]`);
      await seat.sees('The drafted letter');
      await seat.goTo('/letters?show=owed');
      await seat.sees('The notice lacks');
      await seat.press('Was sent otherwise …');
      await page.waitForSelector('dialog[open] input[type="text"]');
      await seat.type('dialog[open] input[type="text"]', 'USPS certified 9407');
      await confirm(seat);
      await seat.sees('No letter of this kind waits');
      const { data: after } = await desk.api.get(`/executions/${owed}`);
      expect(after.notices_due).toEqual([]);
      const { data: events } = await desk.api.get(`/executions/${owed}/review_events`);
      expect(events.at(-1)).toMatchObject({ event_type: 'adverse_action_sent', actor_user_id: seat.userId });
    });
  });

  test('show a viewer no applicant, no act, and what one lacks in a code alone', async () => {
    await letters();
    await seated(
      desk,
      async (seat) => {
        await seat.goTo('/letters');
        await seat.sees('notice_incomplete');
        expect(await buttons(seat)).toEqual([]);
        expect(await seat.page.$('a[href^="/console/cases/"]')).toBeNull();
        expect((await seat.responses()).filter((text) => /Harlow|onerror|postal address/.test(text))).toEqual([]);
      },
      'viewer',
      'Walt',
    );
  });
});

test('an administrator sets the queues of people, and is told of a queue that nobody works', async () => {
  const id = await desk.newCase();
  await stack.db.kysely.updateTable('review_round').set({ queue: 'fraud' }).where('execution_id', '=', id).execute();
  const ann = await desk.newPerson('reviewer', 'Ann');
  await seated(
    desk,
    async (seat) => {
      const { page } = seat;
      await seat.goTo('/people');
      await seat.sees('Nobody works fraud (1 waits)');
      const open = async (): Promise<void> => {
        await seat.click(`xpath/.//tr[contains(., "#${ann}")]//button`);
        await page.waitForSelector('dialog[open] input');
      };
      await open();
      await seat.type('dialog[open] input', 'Fraud');
      await seat.sees('“Fraud”: a queue has small letters');
      expect(await page.$('dialog[open] button[type="submit"]:disabled')).not.toBeNull();
      await page.keyboard.press('Escape');
      await open();
      await page.evaluate(`document.querySelector('dialog input').select()`);
      await page.keyboard.type('letters, fraud');
      await confirm(seat);
      await page.waitForFunction("!document.body.innerText.includes('Nobody works')");
      const { data } = await desk.api.get('/users?per_page=100');
      expect(data.find((user: { id: number }) => user.id === ann)).toMatchObject({ queues: ['letters', 'fraud'] });
    },
    'admin',
    'Dora',
  );
});

test('the pages break no rule of axe-core and fit, light and dark, from 360 to 1,920 pixels', async () => {
  fails();
  const id = await subscribe('/hostile');
  const { data } = await desk.api.post(`/webhook_subscriptions/${id}/test`, {});
  await settled(id, 'dead', 1);
  const name = `<b>${'Wolfeschlegelsteinhausen'.repeat(12)}`;
  const owing = await desk.newCase();
  const applicant = asJson({ applicant: { ...BENJAMIN, first_name: name } });
  const owed = { applicant: 'applicant', kind: 'tenant', due_at: '2026-02-04T11:00:00.000Z' } as const;
  await stack.db.kysely
    .updateTable('execution')
    .set({ payload: applicant, notices_due: asJson([{ ...owed, why: 'no_notice_step', node_id: 'decide' } as const]) })
    .where('id', '=', owing)
    .execute();
  const hostile = `http://127.0.0.1/"><img src=x onerror=alert(1)>\u202e${'👩‍⚖️'.repeat(200)}`;
  await stack.db.kysely.updateTable('webhook_subscription').set({ url: hostile }).where('id', '=', id).execute();
  await seated(
    desk,
    async (seat) => {
      await stack.db.kysely.updateTable('account_user').set({ name }).execute();
      for (const [path, text] of [
        ['/subscriptions', 'onerror=alert(1)'],
        [`/subscriptions/${id}`, 'onerror=alert(1)'],
        ['/deliveries', 'HTTP 503'],
        [`/deliveries/${data.id}`, 'HTTP 503'],
        ['/letters', 'To do'],
        ['/people', 'Set queues …'],
      ] as const) {
        await seat.page.setViewport({ width: 1_280, height: 800 });
        await seat.goTo(path);
        await seat.sees(text);
        await checkPage(seat, path);
      }
      // Questions about people with long names fit, too.
      for (const [path, button] of [
        ['/people', 'Set queues …'],
        ['/letters?show=owed', 'Was sent otherwise …'],
        [`/subscriptions/${id}`, 'Delete …'],
      ] as const) {
        await seat.page.setViewport({ width: 360, height: 800 });
        await seat.goTo(path);
        await seat.sees(button);
        await seat.press(button);
        await seat.page.waitForSelector('dialog[open]');
        const beyond = await seat.page.$eval('dialog', (dialog) => dialog.scrollWidth - dialog.clientWidth);
        expect([path, beyond]).toEqual([path, 0]);
        await checkPage(seat, `the question of ${path}`);
      }
    },
    'admin',
    'Eve',
  );
}, 300_000);
