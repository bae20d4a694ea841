import { listPath } from '../../../console/src/api/list-path.ts';
import {
  ALL_LETTERS,
  countOf,
  letterFilterOf,
  letterParameters,
  SHOWS as LETTER_SHOWS,
} from '../../../console/src/letters/filter.ts';
import { detailWords, isAtCase, taskOf } from '../../../console/src/letters/words.ts';
import { abandoned, knownQueues, queuesOf, wrongQueues } from '../../../console/src/people/queues.ts';
import { ALL_DELIVERIES, deliveryFilterOf, deliveryParameters, SHOWS } from '../../../console/src/webhooks/filter.ts';
import { localTime, timeOf } from '../../../console/src/webhooks/local-time.ts';
import {
  answerWords,
  deliveryState,
  durationText,
  isOpen,
  isOver,
  nextWords,
  shortUrl,
  subscriptionState,
} from '../../../console/src/webhooks/words.ts';
import { DELIVERY_STATUSES } from '../../../core/states.ts';
import { WAITING_STATES } from '../../../services/gateway/letters/waiting.ts';
import { describe, expect, test } from '../../support/jest.ts';

describe('webhooks', () => {
  test('the address of a view is read as far as it makes sense, and becomes the filters of the API', () => {
    expect(deliveryFilterOf({ show: 'constructor', event: 'x', subscription: -1, execution: '1e400' })).toEqual(
      ALL_DELIVERIES,
    );
    const filter = deliveryFilterOf({ show: 'over', event: 'review.overdue', subscription: '5', execution: 7 });
    expect(listPath('/webhook_deliveries', deliveryParameters(filter))).toBe(
      '/webhook_deliveries?filter%5Bstatus%5D=failed&filter%5Bstatus%5D=dead&filter%5Bevent%5D=review.overdue' +
        '&filter%5Bsubscription_id%5D=5&filter%5Bexecution_id%5D=7',
    );
    expect(listPath('/webhook_deliveries', deliveryParameters(ALL_DELIVERIES))).toBe('/webhook_deliveries');
  });

  test('each status is in one view, and only what nobody tries any more is over', () => {
    const views = SHOWS.filter((show) => show !== 'all' && show !== 'retrying').flatMap((show) => {
      const statuses = deliveryParameters({ ...ALL_DELIVERIES, show })['filter[status]'];
      return Array.isArray(statuses) ? statuses : [];
    });
    expect(views.toSorted()).toEqual([...DELIVERY_STATUSES].toSorted());
    expect(DELIVERY_STATUSES.filter((status) => isOver({ status }))).toEqual(['failed', 'dead']);
    expect(DELIVERY_STATUSES.filter((status) => isOpen({ status }))).toEqual(['pending', 'retrying']);
    expect(new Set(DELIVERY_STATUSES.map((status) => deliveryState({ status }).text)).size).toBe(5);
    expect(new Set(DELIVERY_STATUSES.map((status) => nextWords({ status, attempts: 2, last_error: null }))).size).toBe(
      5,
    );
    expect(nextWords({ status: 'retrying', attempts: 1, last_error: 'No.' })).toContain('once');
  });

  test('one that was stopped says why, though nothing was tried', () => {
    const stopped = { status: 'failed', attempts: 0, last_error: 'The subscription is paused.' } as const;
    expect(nextWords(stopped)).toBe('Nothing more is tried. The subscription is paused.');
    expect(nextWords({ ...stopped, last_error: null })).toContain('paused or deleted');
  });

  test('a paused subscription is paused, whatever its health', () => {
    const since = '2026-11-20T00:00:00.000Z';
    const state = (active: boolean, status: 'ok' | 'failing') =>
      subscriptionState({ active, health: { status, since } }).text;
    expect([state(true, 'ok'), state(true, 'failing'), state(false, 'failing')]).toEqual([
      'Active',
      'Failing',
      'Paused',
    ]);
  });

  test('an answer is a status or the reason that there was none, and its time is readable', () => {
    expect(answerWords(503, 'The receiver responded with 503.')).toBe('HTTP 503');
    expect(answerWords(200, null)).toBe('HTTP 200');
    expect(answerWords(301, 'Redirects are not followed.')).toBe('HTTP 301: Redirects are not followed.');
    expect(answerWords(null, 'The name does not resolve.')).toBe('The name does not resolve.');
    expect(answerWords(null, null)).toBe('no answer');
    expect([3, 999, 1_000, 9_990, 10_000].map(durationText)).toEqual(['3 ms', '999 ms', '1.00 s', '9.99 s', '10.0 s']);
  });

  test('lists show no query of a URL, which may hold a secret', () => {
    expect(shortUrl('https://a.example/x?key=s3cr3t&y=1#z')).toBe('https://a.example/x?…');
    expect(shortUrl('https://a.example/x#s3cr3t')).toBe('https://a.example/x#…');
    expect(shortUrl('https://a.example/x')).toBe('https://a.example/x');
  });

  test('a time of the field is one where one looks', () => {
    const at = new Date(2026, 2, 8, 2, 5);
    expect(localTime(at)).toBe('2026-03-08T02:05');
    expect(timeOf(localTime(at))).toEqual(at);
    expect([timeOf(''), timeOf('2026-13-01T00:00')]).toEqual([null, null]);
  });
});

describe('letters that wait', () => {
  test('each state is in one view and has a task, and the counts are those of the API', () => {
    const views = LETTER_SHOWS.flatMap((show) => {
      const states = letterParameters({ ...ALL_LETTERS, show })['filter[state]'];
      return Array.isArray(states) ? states : [];
    });
    expect(views.toSorted()).toEqual([...WAITING_STATES].toSorted());
    expect(new Set(WAITING_STATES.map((state) => taskOf({ state }))).size).toBe(WAITING_STATES.length);
    expect(WAITING_STATES.filter((state) => !isAtCase({ state }))).toEqual([
      'needs_glyphs',
      'owed',
      'returned',
      'resend_failed',
    ]);
    const states = {
      draft: 1,
      needs_reasons: 2,
      needs_variables: 4,
      needs_name: 128,
      needs_address: 256,
      needs_glyphs: 0,
      to_post: 8,
      owed: 16,
      returned: 32,
      resend_failed: 64,
    };
    const counts = { total: 511, overdue: 5, by_state: states };
    expect(LETTER_SHOWS.map((show) => countOf(show, counts))).toEqual([511, 5, 1, 390, 8, 16, 96]);
    expect(letterFilterOf({ show: 'toString', workflow: 'x' })).toEqual(ALL_LETTERS);
    expect(letterParameters({ show: 'overdue', workflow: 3, mode: 'live' })).toMatchObject({
      'filter[overdue]': true,
      'filter[workflow_id]': 3,
      'filter[execution_mode]': 'live',
    });
  });

  test('what a letter lacks is said once, and whom it is for if that is somebody else', () => {
    const letter = { variables: null, why: null, notices_due: [], report: null, error_code: null };
    const notice = { kind: 'credit', due_at: '2026-02-04T11:00:00.000Z', node_id: 'deny' } as const;
    const words = (more: object) => detailWords({ ...letter, ...more } as never);
    expect(words({ variables: ['loan.rate'] })).toEqual(['no value: loan.rate']);
    expect(
      words({
        notices_due: [
          {
            ...notice,
            applicant: 'applicant',
            why: 'step_failed',
            error_code: 'notice_incomplete',
            lacks: 'It lacks: x.',
          },
          { ...notice, applicant: 'co_applicant', why: 'step_failed', error_code: 'mail_refused' },
        ],
      }),
    ).toEqual(['It lacks: x.', 'to co applicant: its step failed (mail_refused)']);
    expect(words({ report: { kind: 'bounce', status: '5.1.1' } })).toEqual(['refused for good (5.1.1)']);
  });
});

describe("people's queues", () => {
  test('are read as one types them, and a wrong one is named', () => {
    expect(queuesOf(' fraud, letters;fraud\ncredit ')).toEqual(['fraud', 'letters', 'credit']);
    expect(queuesOf(' , ')).toEqual([]);
    expect(wrongQueues(['fraud', 'Fraud', 'mine', 'none', 'a'.repeat(41)])).toEqual([
      'Fraud',
      'mine',
      'none',
      'a'.repeat(41),
    ]);
  });

  test('a queue in which something waits and which nobody works is told of', () => {
    const people = [{ queues: ['fraud'] }, { queues: [] }];
    const waiting = [{ queue: 'fraud' }, { queue: 'credit' }];
    expect(abandoned(people, waiting)).toEqual([{ queue: 'credit' }]);
    expect(knownQueues(people, waiting)).toEqual(['credit', 'fraud']);
  });
});
