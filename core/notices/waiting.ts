import { dateIn, plusDays } from '../local-time.ts';

/**
 * The waiting period between a pre-adverse and a final letter. Pure: days of receipt, periods and holidays are data
 * (`data/notices/`).
 */

export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export type Holiday = { readonly name: string; readonly month: number } & (
  | { readonly day: number }
  /** `nth` counts from the start of the month; -1 is the last. */
  | { readonly weekday: Weekday; readonly nth: number }
);

export interface BusinessCalendar {
  /** IANA name of the time zone in which letters are dated. */
  readonly time_zone: string;
  readonly weekend: readonly Weekday[];
  readonly holidays: readonly Holiday[];
}

export const WAITING_UNITS = ['business_days', 'seconds', 'minutes', 'hours', 'days', 'weeks'] as const;
export type WaitingUnit = (typeof WAITING_UNITS)[number];
export interface WaitingPeriod {
  readonly duration: number;
  readonly unit: WaitingUnit;
}

export interface WaitingRule {
  readonly waiting_period: WaitingPeriod;
  /** Business days until a sent e-mail counts as received. The period begins then. */
  readonly receipt_business_days: number;
  /** True for the law of a place: a node's own period may be longer but not shorter. */
  readonly isMinimum?: boolean;
}

/**
 * The end of the waiting period, in milliseconds since the epoch. Business days are counted in the calendar's time
 * zone. The time of day is that of sending, so the recipient has each day in full. `override` is the node's own period;
 * if the rule is a minimum, the longer one applies.
 */
export function waitingEndsAt(
  sentAt: number,
  rule: WaitingRule,
  calendar: BusinessCalendar,
  override: WaitingPeriod | null,
): number {
  const received = addBusinessDays(sentAt, rule.receipt_business_days, calendar);
  const isBound = override === null || rule.isMinimum === true;
  const periods = [...(isBound ? [rule.waiting_period] : []), ...(override === null ? [] : [override])];
  return Math.max(...periods.map((period) => endOf(period, received, calendar)));
}

function endOf({ duration, unit }: WaitingPeriod, from: number, calendar: BusinessCalendar): number {
  switch (unit) {
    case 'business_days':
      return addBusinessDays(from, Math.ceil(duration), calendar);
    case 'days':
      return addDays(from, duration, calendar);
    case 'weeks':
      return addDays(from, 7 * duration, calendar);
    default:
      return from + duration * UNIT_MS[unit];
  }
}

const DAY_MS = 86_400_000;
const UNIT_MS = { seconds: 1_000, minutes: 60_000, hours: 3_600_000 } as const;

/** Whole days by the calendar, and the fraction of a day by the clock. */
function addDays(from: number, days: number, { time_zone: timeZone }: BusinessCalendar): number {
  const whole = Math.floor(days);
  return plusDays(from, whole, timeZone) + (days - whole) * DAY_MS;
}

function addBusinessDays(from: number, count: number, calendar: BusinessCalendar): number {
  const start = Date.parse(dateIn(from, calendar.time_zone));
  let day = start;
  for (let left = count; left > 0;) {
    day += DAY_MS;
    if (isBusinessDay(day, calendar)) left -= 1;
  }
  return plusDays(from, (day - start) / DAY_MS, calendar.time_zone);
}

/** `day` is midnight UTC of a calendar day. */
function isBusinessDay(day: number, { weekend, holidays }: BusinessCalendar): boolean {
  const weekday = weekdayOf(day);
  if (weekend.includes(weekday)) return false;
  return !holidays.some((holiday) =>
    // New Year's Day of the next year may be observed on December 31.
    [0, 1].some((ahead) => observedOn(holiday, new Date(day).getUTCFullYear() + ahead) === day),
  );
}

function observedOn(holiday: Holiday, year: number): number {
  if ('nth' in holiday) return nthWeekday(year, holiday.month, holiday.weekday, holiday.nth);
  const day = Date.UTC(year, holiday.month - 1, holiday.day);
  const weekday = weekdayOf(day);
  if (weekday === 'saturday') return day - DAY_MS;
  return weekday === 'sunday' ? day + DAY_MS : day;
}

function nthWeekday(year: number, month: number, weekday: Weekday, nth: number): number {
  const wanted = WEEKDAYS.indexOf(weekday);
  if (nth > 0) {
    const first = Date.UTC(year, month - 1, 1);
    return first + (((wanted - new Date(first).getUTCDay() + 7) % 7) + 7 * (nth - 1)) * DAY_MS;
  }
  const last = Date.UTC(year, month, 0);
  return last - ((new Date(last).getUTCDay() - wanted + 7) % 7) * DAY_MS;
}

function weekdayOf(day: number): Weekday {
  // getUTCDay returns 0 to 6.
  return WEEKDAYS[new Date(day).getUTCDay()] as Weekday;
}
