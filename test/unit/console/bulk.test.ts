import type { Review } from '../../../console/src/api/records.ts';
import { NOW, OWN_TIME, snoozedUntil, SNOOZES } from '../../../console/src/case/snoozes.ts';
import { bulkRequests, bulkWords, letterNotes, skipWords } from '../../../console/src/inbox/bulk-words.ts';
import { SKIP_REASONS } from '../../../services/gateway/reviews/bulk.ts';
import { describe, expect, test } from '../../support/jest.ts';

const review = (executionId: number, kind: Review['kind']): Review => ({
  ...{ object: 'review', id: executionId + 100, execution_id: executionId, kind, workflow_id: 1, workflow_name: 'W' },
  ...{ node_id: 'decide', due_at: null, overdue: false, needs: null, variables: null, why: null, delivery: null },
  ...{
    approvals: null,
    assigned_to_user_id: null,
    assigned_at: null,
    external_reference: null,
    execution_mode: 'test',
  },
  ...{ opened_at: null, queue: null, snoozed_until: null },
});
const MIXED = [review(1, 'decision'), review(2, 'notice'), review(3, 'decision')];

describe('an act on many reviews', () => {
  test('is one request for each kind, so that what approves a person sends no letter', () => {
    const choice = { act: 'deny', note: ' Called twice ', reasons: ['Gap in references'] } as const;
    expect(bulkRequests(MIXED, choice).map(({ body }) => body)).toEqual([
      {
        execution_ids: [1, 3],
        bulk_action: 'deny',
        kind: 'decision',
        note: 'Called twice',
        reasons: ['Gap in references'],
      },
      { execution_ids: [2], bulk_action: 'deny', kind: 'notice', note: 'Called twice' },
    ]);
    expect(bulkRequests(MIXED, { act: 'assign_to_me', note: 'x', reasons: [] })[0]?.body).toEqual({
      ...{ execution_ids: [1, 3], bulk_action: 'assign_to_me', kind: 'decision' },
    });
  });

  test('of more than 25 is several requests, and nobody is left out', () => {
    const many = Array.from({ length: 60 }, (_none, index) => review(index + 1, 'decision'));
    const ids = bulkRequests(many, { act: 'approve', note: '', reasons: [] }).map(
      ({ body }) => (body as { execution_ids: number[] }).execution_ids,
    );
    expect(ids.map(({ length }) => length)).toEqual([25, 25, 10]);
    expect(ids.flat()).toEqual(many.map(({ execution_id: id }) => id));
  });

  test.each([
    ['approve', 'Approve 2 applicants and 1 letter'],
    ['deny', 'Deny 2 applicants and discard 1 letter'],
    ['assign_to_me', 'Claim 3 cases'],
  ] as const)('%s says how many of what', (act, words) => {
    expect(bulkWords(MIXED, act)).toBe(words);
  });

  test.each([
    ['that wait for reasons', { needs: 'reasons' }, true],
    ['that wait for values', { needs: 'variables' }, true],
    ['that wait to be posted', { delivery: 'post' }, true],
    ['by post that somebody else approves last', { delivery: 'post', approvals: { required: 2, given: 0 } }, false],
  ] as const)('says that letters %s are left out', (_which, more, isLeftOut) => {
    const approvals = 'approvals' in more ? { ...more.approvals, by_user_ids: [], given_at: [] } : null;
    const letter = { ...review(2, 'notice'), ...more, approvals };
    expect(bulkWords([letter], 'approve')).toBe(isLeftOut ? null : 'Approve 1 letter');
    expect(bulkWords([letter, review(1, 'decision')], 'approve')).toBe(
      isLeftOut ? 'Approve 1 applicant' : 'Approve 1 applicant and 1 letter',
    );
    expect(letterNotes([letter], 'approve').join(' ').startsWith('1 letter is left out, because it waits for ')).toBe(
      isLeftOut,
    );
    expect([bulkWords([letter], 'deny'), letterNotes([letter], 'deny')]).toEqual(['Discard 1 letter', []]);
  });

  test('names what letters wait for, each once', () => {
    const letters = (['reasons', 'reasons', 'variables'] as const).map((needs, index) => ({
      ...review(index, 'notice'),
      needs,
    }));
    expect(letterNotes([...letters, review(9, 'notice')], 'approve')).toEqual([
      expect.stringContaining('sent at once'),
      '3 letters are left out, because they wait for reasons or values. Open each of them for that.',
    ]);
  });

  test('does not say that somebody has decided what only lacks something', () => {
    const skip = { id: 1, reason: 'review_not_pending' as const, message: 'reasons: is required' };
    const letter = { ...review(1, 'notice'), needs: 'reasons' as const };
    expect(skipWords(skip, letter, 'approve')).toBe('The letter waits for reasons. Open it for that.');
    expect(skipWords(skip, undefined, 'approve')).toBe('Reasons: is required.');
    expect(skipWords({ ...skip, message: 'an earlier one was decided' }, letter, 'deny')).toBe(
      'An earlier one was decided.',
    );
    expect(skipWords({ id: 1, reason: 'review_not_pending' }, review(1, 'decision'), 'approve')).toContain(
      'decided it meanwhile',
    );
  });

  test('explains every skip, with what the service adds', () => {
    const wordsOf = (reason: (typeof SKIP_REASONS)[number]) => skipWords({ id: 1, reason }, undefined, 'approve');
    for (const reason of SKIP_REASONS) expect(wordsOf(reason).length).toBeGreaterThan(15);
    expect(new Set(SKIP_REASONS.map(wordsOf)).size).toBe(SKIP_REASONS.length);
    const more = { id: 1, reason: 'not_awaiting_review', message: 'it has ended' } as const;
    expect(skipWords(more, undefined, 'approve')).toMatch(/^It waits for nobody.* It has ended\.$/);
  });
});

describe('times until which a case is snoozed', () => {
  const at = (now: string): Record<string, string> =>
    Object.fromEntries(SNOOZES.map(({ value, until }) => [value, until(new Date(now)).toString().slice(0, 21)]));

  test('are in the morning of the own clock, and always later than now', () => {
    // A Monday.
    expect(at('2026-11-23T22:30:00')).toEqual({
      hour: 'Mon Nov 23 2026 23:30',
      hours: 'Tue Nov 24 2026 02:30',
      tomorrow: 'Tue Nov 24 2026 09:00',
      days: 'Thu Nov 26 2026 09:00',
      monday: 'Mon Nov 30 2026 09:00',
      weeks: 'Mon Dec 07 2026 09:00',
    });
    // A Sunday.
    expect(at('2026-11-29T08:00:00').monday).toBe('Mon Nov 30 2026 09:00');
  });

  test('are of the list, or of one’s own choice if that is to come', () => {
    const now = new Date('2026-11-23T22:30:00');
    const until = (chosen: string, own = '') => snoozedUntil({ chosen, own }, now);
    expect(until('hour')?.getTime()).toBe(now.getTime() + 3_600_000);
    expect(until(NOW)).toBeNull();
    expect(until(OWN_TIME, '2026-11-24T07:15')).toEqual(new Date('2026-11-24T07:15:00'));
    expect([until(OWN_TIME), until(OWN_TIME, '2026-11-23T22:30'), until(OWN_TIME, 'soon')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
