import type { Json } from './json.ts';

export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

const DAY = String.raw`(\d{4})-(\d\d)-(\d\d)`;
const ISO_8601 = new RegExp(String.raw`^${DAY}(?:[Tt](\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?)?([Zz]|[+-]\d\d:\d\d)?)?$`);
const RFC_3339 = new RegExp(String.raw`^${DAY}[Tt]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)$`);

/**
 * Milliseconds since the epoch of an ISO 8601 date or date-time, in UTC unless it has an offset; undefined for anything
 * else. It is the only parser of dates from others, and depends on neither the time zone nor the locale of the process.
 * A leap second counts as the second after it, as in PostgreSQL. Years 1 to 9999 and offsets below 16 hours, as
 * PostgreSQL supports.
 */
export function toTime(value: Json | undefined): number | undefined {
  const parts = typeof value === 'string' ? ISO_8601.exec(value) : null;
  if (parts === null) return undefined;
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', fraction, offset] = parts;
  const isLeapSecond = second === '60';
  const plain = `${year}-${month}-${day}T${hour}:${minute}:${isLeapSecond ? '59' : second}`;
  // Date.parse takes February 30 for March 2, so the parts are compared afterwards.
  const local = new Date(`${plain}Z`);
  if (Number.isNaN(local.getTime()) || local.toISOString().slice(0, 19) !== plain) return undefined;
  const shiftMinutes = offset === undefined || /^z$/i.test(offset) ? 0 : offsetMinutes(offset);
  if (shiftMinutes === undefined) return undefined;
  const milliseconds = fraction === undefined ? 0 : Math.floor(Number(`0${fraction}`) * 1_000);
  const time = local.getTime() + milliseconds + (isLeapSecond ? 1_000 : 0) - shiftMinutes * 60_000;
  const utcYear = new Date(time).getUTCFullYear();
  return year !== '0000' && utcYear >= 1 && utcYear <= 9999 ? time : undefined;
}

/** Parses a time of RFC 3339; null if it is none. */
export function parseTime(text: string): Date | null {
  const time = RFC_3339.test(text) ? toTime(text) : undefined;
  return time === undefined ? null : new Date(time);
}

/** Parses a time whose format was validated before. */
export function readTime(text: string): Date {
  const time = parseTime(text);
  if (time === null) throw new RangeError('a time that no format has validated');
  return time;
}

/** True for a day without a time that PostgreSQL can store. */
export function isDate(value: unknown): value is string {
  return typeof value === 'string' && value.length === 'YYYY-MM-DD'.length && toTime(value) !== undefined;
}

/**
 * Whole months from one ISO date to a later one. A month is complete on the same day of a later month, or on its last
 * day if it is shorter. From January 31 to February 28 is one month. Zero if `to` is earlier.
 */
export function fullMonths(from: string, to: string): number {
  const [year = 0, month = 0, day = 0] = from.slice(0, 10).split('-').map(Number);
  const [toYear = 0, toMonth = 0, toDay = 0] = to.slice(0, 10).split('-').map(Number);
  const isLastDay = toDay === new Date(Date.UTC(toYear, toMonth, 0)).getUTCDate();
  return Math.max(0, (toYear - year) * 12 + toMonth - month - (toDay < day && !isLastDay ? 1 : 0));
}

/** The ISO date this many months before another: the same day of the month, or its last day if it is shorter. */
export function monthsBefore(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.slice(0, 10).split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return isoTime(Date.UTC(year, month - 1 - months, Math.min(day, lastDay))).slice(0, 'YYYY-MM-DD'.length);
}

function offsetMinutes(offset: string): number | undefined {
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(4, 6))];
  if (hours > 15 || minutes > 59) return undefined;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
