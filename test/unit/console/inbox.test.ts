import { EVERYTHING, filterOf, inboxPath, SHOWN } from '../../../console/src/inbox/filters.ts';
import { nextRow } from '../../../console/src/inbox/rows.ts';
import { stepped } from '../../../console/src/ui/stepped.ts';
import { dueWords, fromNow } from '../../../console/src/times.ts';
import { describe, expect, test } from '../../support/jest.ts';

describe('the address of a view of the inbox', () => {
  test.each([
    [{}, { show: 'all', workflow: null, queue: null }],
    [
      { show: 'overdue', workflow: '12', queue: 'fraud' },
      { show: 'overdue', workflow: 12, queue: 'fraud' },
    ],
    [
      { show: 'everything', workflow: '-1', queue: '<b>' },
      { show: 'all', workflow: null, queue: null },
    ],
    [
      { show: ['mine'], workflow: 'x' },
      { show: 'all', workflow: null, queue: null },
    ],
  ])('%p is read as %p: whatever somebody writes there', (search, filter) => {
    expect(filterOf(search)).toEqual(filter);
  });

  test('becomes a request for a hundred reviews, with the filters of the API', () => {
    expect(inboxPath(EVERYTHING, null)).toBe('/reviews?per_page=100&filter%5Bsnoozed%5D=false');
    expect(inboxPath({ show: 'mine', workflow: 12, queue: 'fraud' }, 'a+b=')).toBe(
      '/reviews?per_page=100&filter%5Bsnoozed%5D=false&filter%5Bassigned_to_user_id%5D=me&filter%5Bworkflow_id%5D=12' +
        '&filter%5Bqueue%5D=fraud&cursor=a%2Bb%3D',
    );
    expect(inboxPath({ ...EVERYTHING, show: 'snoozed' }, null)).toContain('filter%5Bsnoozed%5D=true');
    expect(new Set(SHOWN.map((show) => inboxPath({ ...EVERYTHING, show }, null))).size).toBe(SHOWN.length);
  });
});

describe('a step in the list', () => {
  test.each<[number | null, 1 | -1, number, number | null]>([
    [null, 1, 3, 0],
    [null, -1, 3, 2],
    [0, 1, 3, 1],
    [2, 1, 3, 2],
    [0, -1, 3, 0],
    [5, -1, 3, 2],
    [null, 1, 0, null],
    [2, 1, 0, null],
  ])('from %p by %p in a list of %p leads to %p', (from, by, length, to) => {
    expect(stepped(from, by, length)).toBe(to);
  });
});

describe('a step in a list whose rows come and go', () => {
  const rows = [{ id: 11 }, { id: 12 }, { id: 13 }];
  test.each<[string, { id: number; index: number } | null, 1 | -1, number | null]>([
    ['begins at the first row', null, 1, 0],
    ['goes on from its row, wherever that stands now', { id: 12, index: 7 }, 1, 2],
    ['takes the row that came in the place of one that has gone', { id: 99, index: 1 }, 1, 1],
    ['goes to the one before it', { id: 99, index: 1 }, -1, 0],
    ['stops at the end', { id: 99, index: 8 }, 1, 2],
    ['stops at the beginning', { id: 99, index: 0 }, -1, 0],
  ])('%s', (_what, current, by, to) => {
    expect(nextRow(rows, current, by)).toBe(to);
    expect(nextRow([], current, by)).toBeNull();
  });
});

describe('times in words', () => {
  const now = Date.parse('2026-11-24T12:00:00Z');
  test.each([
    ['2026-11-24T12:00:20Z', 'now'],
    ['2026-11-24T12:01:00Z', 'in 1 minute'],
    ['2026-11-24T13:00:00Z', 'in 60 minutes'],
    ['2026-11-24T08:00:00Z', '4 hours ago'],
    ['2026-11-27T12:00:00Z', 'in 3 days'],
  ])('%s is %s', (at, words) => {
    expect(fromNow(Date.parse(at), now)).toBe(words);
  });

  test.each<[string | null, string]>([
    [null, 'no time limit'],
    ['2026-11-24T14:00:00Z', 'in 2 hours'],
    ['2026-11-24T12:00:00Z', 'overdue by less than a minute'],
    ['2026-11-23T12:00:00Z', 'overdue by 24 hours'],
    ['2026-11-21T12:00:00Z', 'overdue by 3 days'],
  ])('a review due at %s is %s', (dueAt, words) => {
    expect(dueWords(dueAt, now)).toBe(words);
  });
});
