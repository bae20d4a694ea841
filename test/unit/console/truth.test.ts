import { takersOf } from '../../../console/src/case/takers.ts';
import { testWords } from '../../../console/src/policy/test-words.ts';
import { createClock } from '../../../console/src/ui/clock.ts';
import { describe, expect, test } from '../../support/jest.ts';

describe('the time that pages show', () => {
  test('is right also when nothing showed it for a while', () => {
    let real = 1_000_000;
    const clock = createClock(() => real);
    const stop = clock.subscribe(() => undefined);
    stop();
    // Ten minutes on a page without a time: a review that was due in five is overdue now.
    real += 600_000;
    expect(clock.now()).toBe(real);
    // Nothing is drawn anew for a second.
    real += 1_000;
    expect(clock.now()).toBe(real - 1_000);
  });

  test('follows a clock that was set back', () => {
    let real = 10_000_000;
    const clock = createClock(() => real);
    real -= 3_600_000;
    expect(clock.now()).toBe(real);
  });
});

describe('what a test run does outside', () => {
  test('is said as the guide says it: e-mails are real, and reach others only with production access', () => {
    expect(testWords(true)).toContain('really sent');
    expect(testWords(false)).toContain('only people of your account');
  });
});

describe('to whom a case can be handed', () => {
  const people = [
    { id: 1, role: 'reviewer' },
    { id: 2, role: 'viewer' },
    { id: 3, role: 'author' },
    { id: 4, role: 'publisher' },
    { id: 5, role: 'admin' },
    { id: 6, role: null },
    { id: 7, role: 'reviewer' },
  ] as const;
  test('is whoever may decide, or may do so by a role that is not known here', () => {
    expect(takersOf(people, [7, null]).map(({ id }) => id)).toEqual([1, 5, 6]);
  });
});
