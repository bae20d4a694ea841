export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}

const RFC_3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/;

/**
 * A time of RFC 3339, or null. A leap second is the second after it, as in PostgreSQL. Years 1 to 9999 and offsets below
 * 16 hours: what PostgreSQL can store and compare.
 */
export function parseTime(text: string): Date | null {
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '', fraction = '', offset = ''] =
    RFC_3339.exec(text) ?? [];
  if (year === '' || year === '0000') return null;
  const isLeapSecond = second === '60';
  const plain = `${year}-${month}-${day}T${hour}:${minute}:${isLeapSecond ? '59' : second}`;
  // Date.parse takes February 30 for March 2: the parts must come back as they were.
  const local = new Date(`${plain}Z`);
  if (Number.isNaN(local.getTime()) || local.toISOString().slice(0, 19) !== plain) return null;
  const shiftMinutes = /^z$/i.test(offset) ? 0 : offsetMinutes(offset);
  if (shiftMinutes === null) return null;
  const milliseconds = fraction === '' ? 0 : Math.floor(Number(`0${fraction}`) * 1_000);
  const time = new Date(local.getTime() + milliseconds + (isLeapSecond ? 1_000 : 0) - shiftMinutes * 60_000);
  return time.getUTCFullYear() >= 1 && time.getUTCFullYear() <= 9999 ? time : null;
}

/** A time whose format was validated. */
export function readTime(text: string): Date {
  const time = parseTime(text);
  if (time === null) throw new RangeError('a time that no format has validated');
  return time;
}

/** Whether the text is a day that PostgreSQL can store. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && parseTime(`${text}T00:00:00Z`) !== null;
}

function offsetMinutes(offset: string): number | null {
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(4, 6))];
  if (hours > 15 || minutes > 59) return null;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
