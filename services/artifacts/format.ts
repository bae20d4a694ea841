const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const MEDIUM_DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const NUMBER = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

export const NONE = '–';

/** `November 21, 2026` of an ISO date; other text is returned unchanged. */
export function longDate(date: string, language = 'en-US'): string {
  return dateFormat(new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }))(date);
}
/** `Nov 21, 2026` */
export const mediumDate = dateFormat(MEDIUM_DATE);
/** `Nov 2026` */
export const monthAndYear = dateFormat(MONTH);

function dateFormat(format: Intl.DateTimeFormat): (date: string) => string {
  return (date) => {
    const [day = ''] = /^\d{4}-\d{2}-\d{2}/.exec(date) ?? [];
    const at = Date.parse(day);
    return Number.isNaN(at) ? date : format.format(at);
  };
}

/** Whole dollars. */
export function dollars(amount: number): string {
  return DOLLARS.format(amount);
}

export function plainNumber(value: number): string {
  return NUMBER.format(value);
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
