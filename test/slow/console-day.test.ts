import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { sharedStack } from '../support/shared-stack.ts';
import type { SharedStack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { BENJAMIN, Desk, OPEN_DIALOG, type Seat } from './console-support/desk.ts';
import { deaf, seated } from './console-support/pages.ts';

/** A reviewer's working day by keys alone: a queue of twelve, everything that one does with a case, and colleagues. */

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

const CASES = 12;

/** Records in every frame whether the focus was ever lost from the page. */
const WATCH = `
  globalThis.lost = [];
  let was = null;
  const look = () => {
    const at = document.activeElement;
    if (at !== null && at !== document.body) was = at;
    else if (was !== null) lost.push(location.pathname + ' after ' + (was.textContent ?? '').trim().slice(0, 40));
    requestAnimationFrame(look);
  };
  document.addEventListener('DOMContentLoaded', look);
`;

class Keys {
  readonly #seat: Seat;

  constructor(seat: Seat) {
    this.#seat = seat;
  }

  press(...keys: Parameters<Seat['page']['keyboard']['press']>[0][]): Promise<void> {
    return keys.reduce<Promise<void>>(
      (before, key) => before.then(() => this.#seat.page.keyboard.press(key)),
      Promise.resolve(),
    );
  }

  /** Goes on with Tab until the focus is there. */
  async tabTo(selector: string, text = ''): Promise<void> {
    const { page } = this.#seat;
    const isThere = `document.activeElement.matches(${JSON.stringify(selector)}) &&
      document.activeElement.textContent.includes(${JSON.stringify(text)})`;
    for (let tabs = 0; tabs < 80; tabs += 1) {
      if ((await page.evaluate(isThere)) === true) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab never comes to ${selector} ${text}`);
  }

  /** Opens the dialog by its key, and confirms it by Enter. */
  async confirmed(key: 'a' | 'd', words: string): Promise<void> {
    await this.press(key);
    await this.#seat.page.waitForSelector(OPEN_DIALOG);
    await this.#seat.sees(words);
    await this.press('Enter');
    await this.#seat.page.waitForSelector(OPEN_DIALOG, { hidden: true });
    await this.#seat.sendsDecision();
  }

  /** Presses `n`, and returns the case to which it leads. */
  async next(): Promise<number> {
    const before = this.#seat.page.url();
    await this.press('n');
    await this.#seat.page.waitForFunction(
      `location.href !== ${JSON.stringify(before)} && /cases\\/\\d+$/.test(location.pathname)`,
    );
    return this.shown();
  }

  /** The case that is shown, when it is there to be acted on. */
  async shown(): Promise<number> {
    const { page } = this.#seat;
    await page.waitForSelector('.decision .acts');
    return Number(new URL(page.url()).pathname.split('/').at(-1));
  }

  /** The row of the inbox that the keys are at. */
  row(): Promise<number> {
    const { page } = this.#seat;
    return page.evaluate(`Number(document.activeElement.pathname?.split('/').at(-1))`) as Promise<number>;
  }

  /**
   * Returns to the inbox and waits until it has these cases in order, because the old list may be shown for a moment.
   */
  async inbox(ids: readonly number[]): Promise<void> {
    await this.press('i');
    await this.rows(ids);
  }

  async rows(ids: readonly number[]): Promise<void> {
    const shown = `[...document.querySelectorAll('table.inbox tbody a')].map((link) => link.pathname.split('/').at(-1))`;
    await this.#seat.page.waitForFunction(`${shown}.join() === '${ids.join()}'`);
  }
}

interface ReviewEvent {
  readonly event_type: string;
  readonly actor_user_id: number | null;
  readonly note: string | null;
  readonly metadata: { readonly reasons?: readonly string[]; readonly kind?: string };
}

const eventsOf = async (id: number): Promise<ReviewEvent[]> =>
  (await desk.api.get(`/executions/${id}/review_events`)).data;

/** The decision about the applicant and its author: exactly one, or none. */
async function decisionOf(id: number): Promise<string> {
  const decided = (await eventsOf(id)).filter(
    ({ event_type: type, metadata }) => ['approved', 'denied'].includes(type) && metadata.kind !== 'notice',
  );
  return decided.map(({ event_type: type, actor_user_id: by }) => `${type} by ${by}`).join(', ') || 'open';
}

test('twelve cases by keys alone: each decision is the one that was meant, and the focus is never lost', async () => {
  const made = await Promise.all(
    Array.from({ length: CASES }, (_, index) =>
      desk.newCase({ ...BENJAMIN, middle_name: `The ${index}` }, { external_reference: `day-${index}` }),
    ),
  );
  const colleague = (await desk.api.get('/me')).data.user.id as number;
  const grace = await desk.newPerson('reviewer', 'Grace');
  await desk.setQueues(grace, ['fraud']);
  await seated(
    desk,
    async (seat) => {
      const { page, userId: me } = seat;
      const keys = new Keys(seat);
      await page.evaluateOnNewDocument(WATCH);
      await page.reload();
      await page.waitForFunction(`document.querySelectorAll('table.inbox tbody tr').length === ${CASES}`);
      const order = (await desk.api.get('/reviews?per_page=100')).data.map(
        (review: { execution_id: number }) => review.execution_id,
      ) as number[];
      expect(order.toSorted()).toEqual(made.toSorted());
      const at = (index: number): number => order[index] ?? 0;
      const expected = new Map<number, string>();

      // The keys are listed, and the list closes.
      await keys.press('?');
      await page.waitForSelector(OPEN_DIALOG);
      await seat.sees('Claim and open the most urgent case');
      await keys.press('Escape');
      await page.waitForSelector(OPEN_DIALOG, { hidden: true });

      // Down, down, up, in: the first one is approved.
      await keys.press('j', 'j', 'k');
      expect(await keys.row()).toBe(at(0));
      await keys.press('Enter');
      expect(await keys.shown()).toBe(at(0));
      await keys.confirmed('a', 'Approve?');
      await seat.sees('It was approved.');
      expected.set(at(0), `approved by ${me}`);

      // The second one is denied with a reason of the catalogue and a note; its letter is read and sent.
      await keys.inbox(order.slice(1));
      await keys.press('j');
      expect(await keys.row()).toBe(at(1));
      await keys.press('Enter');
      expect(await keys.shown()).toBe(at(1));
      await keys.tabTo('.reasons input[type="checkbox"]');
      await keys.press('Space');
      await keys.tabTo('textarea');
      await page.keyboard.type('Rent was late twice: an answer is due.');
      await keys.tabTo('.add-note button', 'Add the note');
      await keys.confirmed('d', 'Deny?');
      await seat.sees('The drafted letter');
      const { data: denied } = await desk.api.get(`/executions/${at(1)}/review`);
      expect((await eventsOf(at(1))).find(({ event_type: type }) => type === 'denied')).toMatchObject({
        note: 'Rent was late twice: an answer is due.',
        metadata: { reasons: [expect.stringMatching(/^credit_report\./)] },
      });
      expect(await seat.text()).toContain(denied.notice.reasons[0]);
      expected.set(at(1), `denied by ${me}`);
      await keys.shown();
      await keys.confirmed('a', 'Send the letter?');
      await until(async () => (await desk.api.get(`/executions/${at(1)}`)).data.status === 'completed');
      expect((await eventsOf(at(1))).map(({ event_type: type }) => type)).toContain('adverse_action_sent');

      // The next one is claimed; a note is left, and it is given back and claimed again.
      expect(await keys.next()).toBe(at(2));
      await seat.sees('Claimed by you');
      await keys.tabTo('textarea');
      await page.keyboard.type('Asked for pay slips');
      await keys.tabTo('.add-note button', 'Add the note');
      await keys.press('Enter');
      await seat.sees('Note by Robin');
      expect((await eventsOf(at(2))).filter(({ note }) => note === 'Asked for pay slips')).toHaveLength(1);
      const holder = async (id: number) =>
        (await desk.api.get(`/executions/${id}`)).data.assigned_to_user_id as unknown;
      await keys.press('c');
      await seat.sees('Claimed by nobody');
      expect(await holder(at(2))).toBeNull();
      await keys.press('c');
      await seat.sees('Claimed by you');
      expect(await holder(at(2))).toBe(me);
      await keys.confirmed('a', 'Approve?');
      await seat.sees('It was approved.');
      expected.set(at(2), `approved by ${me}`);

      // One is put off, one handed to a colleague, one moved to a queue.
      expect(await keys.next()).toBe(at(3));
      await keys.press('p');
      await keys.tabTo('.pass-act select', 'tomorrow');
      await keys.press('n');
      await keys.tabTo('.pass-act button', 'Snooze');
      await keys.press('Enter');
      await seat.sees('Snoozed; back');
      const { data: putOff } = await desk.api.get(`/executions/${at(3)}/review`);
      expect(Date.parse(putOff.review.snoozed_until)).toBeGreaterThan(Date.now() + 3_600_000);
      expect(await keys.next()).toBe(at(4));
      await keys.press('p');
      await keys.tabTo('.pass-act select', 'a colleague');
      await keys.press('G');
      await keys.tabTo('.pass-act button', 'Reassign');
      await keys.press('Enter');
      await seat.sees('While a colleague holds the case');
      expect(await holder(at(4))).toBe(grace);
      expect(await keys.next()).toBe(at(5));
      await keys.press('p');
      await keys.tabTo('.pass-act select', 'fraud');
      await keys.tabTo('.pass-act button', 'Move');
      await keys.press('Enter');
      await seat.sees('In the queue fraud');
      await seat.sees('Claimed by nobody');

      // Moves from case to case in the list. A colleague decides the open case before the page hears of it: the refusal
      // says so, and shows the case.
      await keys.inbox(order.slice(4));
      await keys.press('j', 'j');
      expect(await keys.row()).toBe(at(5));
      await keys.press('Enter');
      expect(await keys.shown()).toBe(at(5));
      await keys.press('j');
      await page.waitForFunction(`location.pathname.endsWith('/${at(6)}')`);
      expect(await keys.shown()).toBe(at(6));
      await deaf(page);
      await desk.api.post(`/executions/${at(6)}/review_decisions`, { decision: 'denied' });
      await keys.press('a');
      await page.waitForSelector(OPEN_DIALOG);
      await keys.press('Enter');
      await seat.sendsDecision();
      await page.waitForSelector('.held .request-id');
      await keys.tabTo('.held a', 'Show the case');
      await keys.press('Enter');
      await page.waitForSelector('.held .request-id', { hidden: true });
      await seat.sees('The drafted letter');
      expected.set(at(6), `denied by ${colleague}`);

      // A colleague takes one at the same moment: the claim is refused, and the page says by whom it is held.
      await keys.press('j');
      await page.waitForFunction(`location.pathname.endsWith('/${at(7)}')`);
      expect(await keys.shown()).toBe(at(7));
      await desk.api.post(`/executions/${at(7)}/review_assignment`, { assignee: grace });
      await keys.press('c');
      await page.waitForSelector('.request-id');
      await seat.sees('Claimed by Grace');

      // A decision that can no longer be withdrawn says so, although its button is gone.
      await keys.press('j');
      await page.waitForFunction(`location.pathname.endsWith('/${at(8)}')`);
      expect(await keys.shown()).toBe(at(8));
      await keys.press('p');
      await keys.tabTo('.pass-act select', 'a colleague');
      await keys.press('G');
      await keys.tabTo('.pass-act button', 'Reassign');
      await desk.api.post(`/executions/${at(8)}/review_assignment`, { assignee: colleague });
      await keys.press('Enter');
      await page.waitForSelector('.refusal .request-id');
      await seat.sees('While a colleague holds the case');
      expect(await holder(at(8))).toBe(colleague);

      // Two of the rest at once; a row above them goes meanwhile.
      const left = [4, 5, 7, 8, 9, 10, 11, 6].map(at);
      await keys.inbox(left);
      await keys.press('j', 'j', 'j', 'j', 'j');
      expect(await keys.row()).toBe(at(9));
      await desk.api.post(`/executions/${at(5)}/review_decisions`, { decision: 'approved' });
      await keys.rows(left.filter((id) => id !== at(5)));
      expected.set(at(5), `approved by ${colleague}`);
      await keys.press('x', 'j', 'x');
      await seat.sees('2 chosen');
      await keys.press('a');
      await page.waitForSelector(OPEN_DIALOG);
      await seat.sees('Approve 2 applicants?');
      await keys.tabTo(`${OPEN_DIALOG} button.approve`);
      await keys.press('Enter');
      await seat.sees('2 of 2 done');
      await keys.press('Enter');
      await page.waitForSelector(OPEN_DIALOG, { hidden: true });
      expected.set(at(9), `approved by ${me}`).set(at(10), `approved by ${me}`);

      const decided = await Promise.all(order.map(async (id) => [id, await decisionOf(id)]));
      expect(decided).toEqual(order.map((id) => [id, expected.get(id) ?? 'open']));
      expect(await page.evaluate('lost')).toEqual([]);
    },
    'reviewer',
    'Robin',
  );
}, 120_000);
