import { describe, expect, test } from '../../support/jest.ts';
import { dateIn } from '../../../core/local-time.ts';
import { waitingEndsAt, type WaitingPeriod } from '../../../core/notices/waiting.ts';
import { jurisdictionOf, loadNoticeData } from '../../../platform/reference-data/index.ts';

const { calendar, jurisdictions } = loadNoticeData();

/** The day in New York on which the period ends after a letter that was sent there in the afternoon. */
function endsOn(sent: string, jurisdiction: string | null = null, override: WaitingPeriod | null = null): string {
  const end = waitingEndsAt(
    Date.parse(`${sent}T20:00:00Z`),
    jurisdictionOf(jurisdictions, jurisdiction),
    calendar,
    override,
  );
  return dateIn(end, calendar.time_zone);
}

describe('the waiting period', () => {
  // Rules: 7.2.2, 10.4.4
  test.each([
    ['over a weekend', '2026-03-02', '2026-03-09'],
    ['from a Saturday', '2026-03-07', '2026-03-13'],
    ['over a holiday by weekday (Labor Day)', '2026-09-03', '2026-09-11'],
    ['over the last Monday of May', '2026-05-22', '2026-06-01'],
    ['over a holiday that falls on a Saturday (July 4, 2026)', '2026-07-01', '2026-07-09'],
    ['over a holiday that falls on a Sunday (July 4, 2027)', '2027-07-01', '2027-07-09'],
    ["over New Year's Day that is observed in the old year (2028)", '2027-12-29', '2028-01-06'],
    ['over Thanksgiving and the weekend', '2026-11-23', '2026-12-01'],
  ])('of five business days runs %s', (_, sent, end) => {
    expect(endsOn(sent)).toBe(end);
  });

  // Rules: 7.2.3
  test.each<[string, string, WaitingPeriod | null, string]>([
    // Five days from a Friday, 00:30, over the first Sunday of November and Veterans Day.
    ['business days over the end of summer time', '2027-11-05T00:30:00-04:00', null, '2027-11-15T00:30:00-05:00'],
    ['business days over its begin', '2027-03-12T23:30:00-05:00', null, '2027-03-19T23:30:00-04:00'],
    ['days', '2027-11-05T00:30:00-04:00', { duration: 7, unit: 'days' }, '2027-11-12T00:30:00-05:00'],
    ['weeks', '2027-03-12T23:30:00-05:00', { duration: 1, unit: 'weeks' }, '2027-03-19T23:30:00-04:00'],
  ])('keeps the time of day: %s', (_, sent, override, end) => {
    const rule = jurisdictionOf(jurisdictions, null);
    expect(new Date(waitingEndsAt(Date.parse(sent), rule, calendar, override))).toEqual(new Date(end));
  });

  // Rules: 10.4.3
  test('of California begins two business days after sending', () => {
    expect(endsOn('2026-03-02', 'US-CA')).toBe('2026-03-11');
  });

  test('of the Maryland counties is seven days, of the rest of the state the general one', () => {
    expect(endsOn('2026-03-02', 'US-MD-033')).toBe('2026-03-09');
    expect(endsOn('2026-03-05', 'US-MD-031')).toBe('2026-03-12');
    expect(endsOn('2026-03-05', 'US-MD')).toBe('2026-03-12');
    expect(endsOn('2026-03-05', 'US-CA-001')).toBe(endsOn('2026-03-05', 'US-CA'));
  });

  // Rules: 10.4.1
  test('of the node overrides the rule, and not the days until receipt', () => {
    expect(endsOn('2026-03-02', null, { duration: 10, unit: 'business_days' })).toBe('2026-03-16');
    expect(endsOn('2026-03-02', 'US-CA', { duration: 2, unit: 'weeks' })).toBe('2026-03-18');
    expect(endsOn('2026-03-02', null, { duration: 0, unit: 'seconds' })).toBe('2026-03-02');
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
    expect(endsOn('2026-03-02', 'US-TX', { duration: 1, unit: 'days' })).toBe('2026-03-03');
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
