import type { Json } from '../json.ts';

/** Longer texts are not dates. */
const MOST_CHARACTERS = 200;
const MONTH = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Year, month and day; a missing part counts as the first one. */
type Parts = readonly [year: string, month: string, day: string];

/**
 * The earliest day that a value unreadable for `toTime` can mean, as midnight UTC in milliseconds since the epoch;
 * undefined if none. Legal deadlines are counted from it, because a later day could miss one: `11/02/2026` is in
 * February or in November. If the month has no such day, its last day is used.
 */
export function earliestDay(value: Json | undefined): number | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.length > MOST_CHARACTERS) return undefined;
  const plain = text.normalize('NFKC').trim().toLowerCase();
  const days = [...countedDays(plain), ...possibleParts(plain).flatMap((parts) => dayOf(parts) ?? [])];
  return days.length === 0 ? startOfYear(plain) : Math.min(...days);
}

/** The first day of the year, for a text with a year but no readable day, such as 2026-W45. */
function startOfYear(text: string): number | undefined {
  const years = text.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g)?.map(Number) ?? [];
  return years.length === 0 ? undefined : Date.UTC(Math.min(...years), 0, 1);
}

const DAY_MS = 86_400_000;
/** Day zero of spreadsheets. */
const SPREADSHEET_ZERO = Date.UTC(1899, 11, 30);

/** Seconds or milliseconds since the epoch, or a spreadsheet's day number. */
function countedDays(text: string): readonly number[] {
  if (/^\d{5}(?:\.\d+)?$/.test(text)) return [SPREADSHEET_ZERO + Math.floor(Number(text)) * DAY_MS];
  if (/^\d{10}(?:\.\d+)?$/.test(text)) return [Number(text) * 1_000];
  return /^\d{13}$/.test(text) ? [Number(text)] : [];
}

function possibleParts(text: string): readonly Parts[] {
  const [, ...short] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  if (short.length > 0) return inAnyOrder(short);
  const [, compact] = /^(\d{8})$/.exec(text) ?? [];
  if (compact !== undefined) {
    const [start, middle, end] = [compact.slice(0, 2), compact.slice(2, 4), compact.slice(4)];
    return [
      [compact.slice(0, 4), compact.slice(4, 6), compact.slice(6)],
      [end, start, middle],
      [end, middle, start],
    ];
  }
  const [first = '', second = '', third = ''] = text.match(/\d+/g) ?? [];
  const [, name] = MONTH.exec(text) ?? [];
  if (name !== undefined) {
    const month = String(MONTHS.indexOf(name) + 1);
    if (second === '') return [[first, month, '1']];
    return [
      [second, month, first],
      [first, month, second],
    ];
  }
  // A leading year is followed by the month; only 2026-13-02 must be year, day, month.
  if (first.length === 4)
    return Number(second) > 12 ? [[first, third, second]] : [[first, second || '1', third || '1']];
  if (third === '') return second.length === 4 ? [[second, first, '1']] : [];
  return inAnyOrder([first, second, third]);
}

function inAnyOrder([first = '', second = '', third = '']: readonly string[]): readonly Parts[] {
  return [
    [third, first, second],
    [third, second, first],
    [first, second, third],
  ];
}

function dayOf([yearText, monthText, dayText]: Parts): number | undefined {
  const year = yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText);
  const [month, day] = [Number(monthText), Number(dayText)];
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= 31;
  if (!isDay || (yearText.length !== 2 && yearText.length !== 4) || year < 1000) return undefined;
  return Date.UTC(year, month - 1, Math.min(day, new Date(Date.UTC(year, month, 0)).getUTCDate()));
}
