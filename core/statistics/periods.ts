import { Temporal } from 'temporal-polyfill';

/** Most days in one request. */
const MOST_DAYS = 400;

interface PeriodsAsked {
  /** ISO dates; the last one is included. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly by: 'day' | 'week';
  readonly timeZone: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface Period {
  readonly beginsOn: string;
  /** Its last day. */
  readonly endsOn: string;
  /** Milliseconds since the epoch. The end is exclusive. */
  readonly begins: number;
  readonly ends: number;
  /** True if it is not over, or if some days of the week were not requested. */
  readonly isPartial: boolean;
}

interface PeriodFault {
  readonly field: 'from' | 'to' | 'time_zone';
  readonly message: string;
}

const HOUR_MS = 3_600_000;
const DAYS_OF_WEEK = 7;
/** Includes the day itself. */
const USUAL_DAYS = 30;

/**
 * Consecutive days or weeks in a time zone; weeks begin on Monday. A day has the hours that local clocks show. Counts
 * are kept by the hour, so the offset of the zone must be whole hours.
 */
export function periodsOf(asked: PeriodsAsked): { readonly periods: readonly Period[] } | PeriodFault {
  const { by, timeZone, now } = asked;
  const today = inZone(now, timeZone);
  if (today === null) return { field: 'time_zone', message: 'must be a name of a time zone, such as America/New_York' };
  const to = dateOf(asked.to ?? today);
  if (to === null) return { field: 'to', message: NO_DATE };
  const from = dateOf(asked.from ?? to.subtract({ days: USUAL_DAYS - 1 }).toString());
  if (from === null) return { field: 'from', message: NO_DATE };
  const days = from.until(to).days + 1;
  if (days < 1) return { field: 'to', message: 'must not be before `from`' };
  if (days > MOST_DAYS) return { field: 'from', message: `must be at most ${MOST_DAYS} days before \`to\`` };

  const end = to.add({ days: 1 });
  const periods: Period[] = [];
  for (let day = from; Temporal.PlainDate.compare(day, end) < 0;) {
    const whole = by === 'day' ? 1 : DAYS_OF_WEEK;
    const left = by === 'day' ? 1 : DAYS_OF_WEEK + 1 - day.dayOfWeek;
    const after = day.add({ days: left });
    const next = Temporal.PlainDate.compare(after, end) > 0 ? end : after;
    const [begins, ends] = [beginningOf(day, timeZone), beginningOf(next, timeZone)];
    if (begins % HOUR_MS !== 0 || ends % HOUR_MS !== 0)
      return {
        field: 'time_zone',
        message: 'must be a zone that is whole hours from UTC: counts are kept by the hour',
      };
    const isCut = day.until(next).days < whole;
    periods.push({
      beginsOn: day.toString(),
      endsOn: next.subtract({ days: 1 }).toString(),
      begins,
      ends,
      isPartial: isCut || ends > now,
    });
    day = next;
  }
  return { periods };
}

const NO_DATE = 'must be an ISO 8601 date, such as 2026-03-02';

function inZone(at: number, timeZone: string): string | null {
  try {
    return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toString();
  } catch {
    return null;
  }
}

function dateOf(text: string): Temporal.PlainDate | null {
  try {
    return /^\d{4}-\d\d-\d\d$/.test(text) ? Temporal.PlainDate.from(text) : null;
  } catch {
    return null;
  }
}

const beginningOf = (day: Temporal.PlainDate, timeZone: string): number =>
  day.toZonedDateTime({ timeZone }).epochMilliseconds;
