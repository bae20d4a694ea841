import { Temporal } from 'temporal-polyfill';

/* Days as the law counts them: dates at the place where the letter is written, not spans of 24 hours. */

/** ISO date of a time in a time zone. */
export function dateIn(at: number, timeZone: string): string {
  return zoned(at, timeZone).toPlainDate().toString();
}

/**
 * The local time of `at` on a later day, in milliseconds since the epoch. If clocks show that time twice, the later
 * one; if they skip it, the first time after the gap.
 */
export function plusDays(at: number, days: number, timeZone: string): number {
  const wanted = zoned(at, timeZone).toPlainDateTime().add({ days });
  const found = wanted.toZonedDateTime(timeZone, { disambiguation: 'later' });
  if (found.toPlainDateTime().equals(wanted)) return found.epochMilliseconds;
  // Moved out of a gap: the clocks changed at that moment or just before.
  return found.add({ milliseconds: 1 }).getTimeZoneTransition('previous')?.epochMilliseconds ?? found.epochMilliseconds;
}

/**
 * When a period of calendar months is over, in milliseconds since the epoch: at the end of its last day. In a month that is
 * too short that is the month's last day.
 */
export function afterMonths(at: number, months: number, timeZone: string): number {
  const lastDay = zoned(at, timeZone).toPlainDate().add({ months });
  return lastDay.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
}

function zoned(at: number, timeZone: string) {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
}
