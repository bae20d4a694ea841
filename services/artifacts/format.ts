import { toTime } from '../../core/time.ts';

/** How a language writes dates and numbers. */
export interface Formats {
  /** `November 21, 2026` of an ISO date; other text is returned unchanged. */
  readonly longDate: (date: string) => string;
  /** `Nov 21, 2026` */
  readonly mediumDate: (date: string) => string;
  /** `Nov 2026` */
  readonly monthAndYear: (date: string) => string;
  /** Whole dollars. */
  readonly dollars: (amount: number) => string;
  readonly plainNumber: (value: number) => string;
}

export function formatsOf(language: string): Formats {
  const dollars = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return {
    longDate: (date) => longDate(date, language),
    mediumDate: dateFormat(new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })),
    monthAndYear: dateFormat(new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' })),
    dollars: (amount) => dollars.format(amount),
    plainNumber: (value) => number.format(value),
  };
}

/** `November 21, 2026` of an ISO date; other text is returned unchanged. */
export function longDate(date: string, language: string): string {
  return dateFormat(new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }))(date);
}

function dateFormat(format: Intl.DateTimeFormat): (date: string) => string {
  return (date) => {
    const at = toTime(date) === undefined ? undefined : toTime(date.slice(0, 'YYYY-MM-DD'.length));
    return at === undefined ? date : format.format(at);
  };
}

/**
 * A US social security number with all but its last four digits hidden; empty if there is none. Fewer than four
 * digits are not a number, so none is shown.
 */
export function maskedSsn(ssn: string): string {
  if (ssn.trim() === '') return '';
  const digits = ssn.replace(/\D/g, '');
  return digits.length < 4 ? 'XXX-XX-XXXX' : `XXX-XX-${digits.slice(-4)}`;
}

/** The year of a birth: a file that is printed once shows no more than a caller without `pii:read` sees. */
export function maskedBirth(date: string): string {
  return date === '' ? '' : (/^(?:18|19|20)\d\d(?=\D|$)/.exec(date)?.[0] ?? 'XXXX');
}
