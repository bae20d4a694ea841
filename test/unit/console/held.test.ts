import { HeldDecisions, HOLD_MS, type Decision } from '../../../console/src/api/held.ts';
import { ApiError, wasRefused, type ApiRequest } from '../../../console/src/api/http.ts';
import { beforeEach, describe, expect, test } from '../../support/jest.ts';

const refusal = (code: 'assigned_elsewhere' | 'review_not_pending') => new ApiError(409, { code }, null);

/** A page whose clock and service are in the test's hands. */
class Page {
  nowMs = 0;
  keys = 0;
  readonly sent: ApiRequest[] = [];
  readonly taken: number[] = [];
  readonly refused: string[] = [];
  /** The service's next answers; by default it accepts everything. */
  readonly answers: Promise<unknown>[] = [];
  readonly timers = new Map<number, () => void>();
  readonly decisions = new HeldDecisions({
    send: (request) => {
      this.sent.push(request);
      return this.answers.shift() ?? Promise.resolve();
    },
    newKey: () => `k${(this.keys += 1)}`,
    now: () => this.nowMs,
    after: (ms, run) => {
      const atMs = this.nowMs + ms;
      this.timers.set(atMs, run);
      return () => void this.timers.delete(atMs);
    },
  });

  of(id: number, decision = 'approved'): Decision {
    return {
      ...{ executionId: id, reviewId: id, words: 'Approved', name: `Applicant ${id}` },
      request: {
        method: 'POST',
        path: `/executions/${id}/review_decisions`,
        body: { decision },
      },
      onTaken: () => Promise.resolve(this.taken.push(id)),
      onRefused: (error) => void this.refused.push(error.message),
    };
  }

  passes(ms: number): void {
    this.nowMs += ms;
    for (const [atMs, run] of this.timers) {
      if (atMs > this.nowMs) continue;
      this.timers.delete(atMs);
      run();
    }
  }

  get states(): string[] {
    return this.decisions.all().map(({ executionId, state }) => `${executionId} ${state.is}`);
  }
}

test('only an answer of the service itself says that something was not done', () => {
  const answers = [400, 409, 422, 429].map((status) => new ApiError(status, {}, null));
  expect(answers.every(wasRefused)).toBe(true);
  // No answer, one of a proxy, half of one.
  const silence = [...[0, 500, 502, 504].map((status) => new ApiError(status, {}, null)), new SyntaxError('cut off')];
  expect(silence.some(wasRefused)).toBe(false);
});

describe('a decision', () => {
  let page: Page;
  beforeEach(() => {
    page = new Page();
  });

  // Rules: 9.17.3
  test('is sent after ten seconds, and not before', async () => {
    page.decisions.hold(page.of(7));
    page.passes(HOLD_MS - 1);
    expect(page.sent).toEqual([]);
    page.passes(1);
    await page.decisions.flush();
    expect(page.sent).toEqual([{ ...page.of(7).request, idempotencyKey: 'k1', isKept: true }]);
    expect([page.taken, page.states]).toEqual([[7], []]);
  });

  test('that is taken back is never sent', async () => {
    page.decisions.hold(page.of(7));
    expect(page.decisions.undo()?.executionId).toBe(7);
    page.passes(HOLD_MS);
    await page.decisions.flush();
    expect([page.sent, page.states]).toEqual([[], []]);
  });

  test('that is under way is taken back no more', async () => {
    page.decisions.hold(page.of(7));
    const flushed = page.decisions.flush();
    expect(page.decisions.undo()).toBeNull();
    await flushed;
    expect(page.taken).toEqual([7]);
  });

  test('is sent at once when the page is left, and once alone', async () => {
    page.decisions.hold(page.of(7));
    // Browsers say both that a page is hidden and that it is left.
    await Promise.all([page.decisions.flush(), page.decisions.flush()]);
    page.passes(HOLD_MS);
    expect(page.sent).toHaveLength(1);
  });

  test('is sent by the next one, of which alone there is an undo', async () => {
    page.decisions.hold(page.of(7));
    page.passes(HOLD_MS / 2);
    page.decisions.hold(page.of(8));
    expect(page.sent.map(({ path }) => path)).toEqual(['/executions/7/review_decisions']);
    page.passes(HOLD_MS / 2);
    expect(page.sent).toHaveLength(1);
    expect(page.decisions.undo()?.executionId).toBe(8);
    expect(await page.decisions.flush()).toBeNull();
    expect(page.taken).toEqual([7]);
  });

  test('comes before whatever else is done with its execution, and before nothing else', async () => {
    page.decisions.hold(page.of(7));
    await page.decisions.before({ method: 'POST', path: '/reviews/next', body: {} });
    await page.decisions.before({ method: 'POST', path: '/executions/77/review_assignment', body: {} });
    await page.decisions.before({
      ...{ method: 'POST', path: '/executions/review_bulk_actions', body: { execution_ids: [8] } },
    });
    expect(page.states).toEqual(['7 waiting']);
    await page.decisions.before({
      ...{ method: 'POST', path: '/executions/review_bulk_actions', body: { execution_ids: [8, 7] } },
    });
    expect([page.taken, page.states]).toEqual([[7], []]);
  });

  test('that was refused stays, and nothing is done with its execution behind it', async () => {
    page.answers.push(Promise.reject(refusal('assigned_elsewhere')));
    page.decisions.hold(page.of(7));
    await expect(page.decisions.before({ method: 'POST', path: '/executions/7/review_snooze' })).rejects.toMatchObject({
      code: 'assigned_elsewhere',
    });
    expect([page.states, page.refused.length, page.taken]).toEqual([['7 refused'], 1, []]);
    page.decisions.drop(7);
    expect(page.states).toEqual([]);
  });

  // Rules: 9.17.4
  test('that got no answer is sent again under the same key', async () => {
    page.answers.push(Promise.reject(new ApiError(0, {}, null)));
    page.decisions.hold(page.of(7));
    expect(await page.decisions.flush()).toMatchObject({ status: 0 });
    page.decisions.again(7);
    expect(await page.decisions.flush()).toBeNull();
    expect(page.sent.map(({ idempotencyKey: key }) => key)).toEqual(['k1', 'k1']);
    expect([page.taken, page.states]).toEqual([[7], []]);
  });

  test('that was refused gives its place to another one about the same review', () => {
    page.answers.push(Promise.reject(refusal('review_not_pending')));
    page.decisions.hold(page.of(7));
    return page.decisions.flush().then(() => {
      page.decisions.hold(page.of(7, 'denied'));
      expect(page.states).toEqual(['7 waiting']);
    });
  });

  test('is taken although the pages could not be shown anew', async () => {
    page.decisions.hold({ ...page.of(7), onTaken: () => Promise.reject(new Error('no page')) });
    expect(await page.decisions.flush()).toBeNull();
    expect(page.states).toEqual([]);
  });
});
