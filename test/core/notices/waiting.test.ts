import { describe, expect, test } from '../../support/jest.ts';
import { dateIn, waitingEndsAt, type WaitingPeriod } from '../../../core/notices/waiting.ts';
import { jurisdictionOf, loadNoticeData } from '../../../platform/reference-data/index.ts';

const { calendar, jurisdictions } = loadNoticeData();

/** The end of the period after a letter that was sent at 15:00 in New York. */
function endsOn(sent: string, jurisdiction: string | null = null, override: WaitingPeriod | null = null): string {
  const end = waitingEndsAt(
    Date.parse(`${sent}T20:00:00Z`),
    jurisdictionOf(jurisdictions, jurisdiction),
    calendar,
    override,
  );
  return new Date(end).toISOString().slice(0, 'YYYY-MM-DDTHH'.length);
}

describe('the waiting period', () => {
  // Rules: 7.2.2, 10.4.4
  test.each([
    ['over a weekend', '2026-03-02', '2026-03-09T20'],
    ['from a Saturday', '2026-03-07', '2026-03-13T20'],
    ['over a holiday by weekday (Labor Day)', '2026-09-03', '2026-09-11T20'],
    ['over the last Monday of May', '2026-05-22', '2026-06-01T20'],
    ['over a holiday that falls on a Saturday (July 4, 2026)', '2026-07-01', '2026-07-09T20'],
    ['over a holiday that falls on a Sunday (July 4, 2027)', '2027-07-01', '2027-07-09T20'],
    ["over New Year's Day that is observed in the old year (2028)", '2027-12-29', '2028-01-06T20'],
    ['over Thanksgiving and the weekend', '2026-11-23', '2026-12-01T20'],
  ])('of five business days runs %s', (_, sent, end) => {
    expect(endsOn(sent)).toBe(end);
  });

  // Rules: 10.4.3
  test('of California begins two business days after sending', () => {
    expect(endsOn('2026-03-02', 'US-CA')).toBe('2026-03-11T20');
  });

  test('of the Maryland counties is seven days, of the rest of the state the general one', () => {
    expect(endsOn('2026-03-02', 'US-MD-033')).toBe('2026-03-09T20');
    expect(endsOn('2026-03-05', 'US-MD-031')).toBe('2026-03-12T20');
    expect(endsOn('2026-03-05', 'US-MD')).toBe('2026-03-12T20');
    expect(endsOn('2026-03-05', 'US-CA-001')).toBe(endsOn('2026-03-05', 'US-CA'));
  });

  // Rules: 10.4.1
  test('of the node overrides the rule, and not the days until receipt', () => {
    expect(endsOn('2026-03-02', null, { duration: 10, unit: 'business_days' })).toBe('2026-03-16T20');
    expect(endsOn('2026-03-02', 'US-CA', { duration: 2, unit: 'weeks' })).toBe('2026-03-18T20');
    expect(endsOn('2026-03-02', null, { duration: 0, unit: 'seconds' })).toBe('2026-03-02T20');
  });

  // Rules: 10.4.2
  test.each<[string, WaitingPeriod]>([
    ['US-CA', { duration: 1, unit: 'hours' }],
    ['US-CA-001', { duration: 4, unit: 'business_days' }],
    ['US-MD-031', { duration: 5, unit: 'business_days' }],
    ['US-MD-033', { duration: 6, unit: 'days' }],
  ])('of %s is not shortened by a node that gives %j', (jurisdiction, override) => {
    // Five business days after a Monday are seven days: the end of the longer one counts, not the unit.
    expect(endsOn('2026-03-02', jurisdiction, override)).toBe(endsOn('2026-03-02', jurisdiction));
  });

  // Rules: 10.4.1
  test('of a state without an entry is what the node gives', () => {
    expect(endsOn('2026-03-02', 'US-TX', { duration: 1, unit: 'days' })).toBe('2026-03-03T20');
  });

  // Rules: 10.4.4
  test('counts days by the zone of the letters', () => {
    // Friday evening in New York is Saturday by UTC.
    const sent = Date.parse('2026-03-07T02:00:00Z');
    expect(dateIn(sent, calendar.time_zone)).toBe('2026-03-06');
    const end = waitingEndsAt(sent, jurisdictions.default, calendar, null);
    expect(dateIn(end, calendar.time_zone)).toBe('2026-03-13');
  });
});
