import { describe, expect, test } from '../support/jest.ts';
import { dateIn, plusDays } from '../../core/local-time.ts';

const HOUR_MS = 3_600_000;
const ZONES = ['America/New_York', 'America/Phoenix', 'Australia/Lord_Howe'];
/** Each hour of three years, at half past, since the clocks of one zone change by half an hour. */
const HOURS = Array.from({ length: 3 * 365 * 24 }, (_, hour) => Date.UTC(2026, 0, 1, 0, 30) + hour * HOUR_MS);

const CLOCKS = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  ]),
);

function clockIn(at: number, timeZone: string): string {
  return CLOCKS.get(timeZone)?.format(at) ?? '';
}

/** Computes the date by counting: midnight UTC of a date has no clock changes. */
function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 24 * HOUR_MS).toISOString().slice(0, 10);
}

describe('days by the date', () => {
  // Rules: 7.2.3
  test.each(ZONES)('move the date of each hour and keep its time, in %s', (zone) => {
    const wrong = HOURS.filter((at) => {
      const [date = '', time = ''] = clockIn(at, zone).split(' ');
      const [dateThen = '', timeThen = ''] = clockIn(plusDays(at, 5, zone), zone).split(' ');
      const isKept = timeThen === time || !isOnClock(`${dateAfter(date, 5)} ${time}`, at + 5 * 24 * HOUR_MS, zone);
      return dateThen !== dateAfter(date, 5) || !isKept;
    });
    expect(wrong.map((at) => new Date(at).toISOString())).toEqual([]);
  });

  // Rules: 7.2.4
  test('take the later of two times, and the first one after a gap', () => {
    const later = (from: string) => new Date(plusDays(Date.parse(from), 1, 'America/New_York')).toISOString();
    // 01:30 on November 7 is shown twice, in summer time and in standard time.
    expect(later('2027-11-06T01:30:00-04:00')).toBe('2027-11-07T06:30:00.000Z');
    // 02:30 on March 14 is left out: the clocks go from 02:00 to 03:00.
    expect(later('2027-03-13T02:30:00-05:00')).toBe('2027-03-14T07:00:00.000Z');
  });

  test('have the date of the zone', () => {
    expect(dateIn(Date.parse('2026-03-03T03:00:00Z'), 'America/New_York')).toBe('2026-03-02');
  });
});

/** True if a clock of the zone shows it at some minute near that time. */
function isOnClock(shown: string, near: number, zone: string): boolean {
  return Array.from({ length: 13 }, (_, step) => near + (step - 6) * (HOUR_MS / 4)).some(
    (at) => clockIn(at, zone) === shown,
  );
}
