/*
 * The text of a number in a cell. A day and a number with zeros before it are what the sheet shows; any other number has
 * all its digits. Nothing depends on a time zone or a language. Source: ECMA-376-1, 18.8.30 and 18.17.4.
 */

export type NumberFormat =
  | { readonly kind: 'number' }
  | { readonly kind: 'percent' }
  | { readonly kind: 'time'; readonly hasDay: boolean; readonly hasTime: boolean }
  /** Digits with signs between them, or with zeros before them: `000-00-0000`. */
  | { readonly kind: 'mask'; readonly sections: readonly string[] };

const DAY_IDS = [14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58];
const TIME_IDS = [18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47, 55, 56];
const BOTH_ID = 22;
const PERCENT_IDS = [9, 10];

/** The format of a style: its id, and its code if the file declares one. */
export function formatOf(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) {
    if (PERCENT_IDS.includes(id)) return { kind: 'percent' };
    const hasDay = DAY_IDS.includes(id) || id === BOTH_ID;
    const hasTime = TIME_IDS.includes(id) || id === BOTH_ID;
    return hasDay || hasTime ? { kind: 'time', hasDay, hasTime } : { kind: 'number' };
  }
  if (/^general$/i.test(code.trim())) return { kind: 'number' };
  const sections = code.match(SECTION)?.filter((section) => section !== '') ?? [];
  const [first = ''] = sections;
  const isElapsed = /\[(?:h+|m+|s+)\]/i.test(first);
  const signs = first.replaceAll(LITERAL, '').replaceAll(/\[[^\]]*\]/g, '');
  const hasTime = isElapsed || /[hs]/i.test(signs);
  const hasDay = /[dy]/i.test(signs) || (/m/i.test(signs) && !hasTime);
  if (hasDay || hasTime) return { kind: 'time', hasDay, hasTime };
  if (signs.includes('%')) return { kind: 'percent' };
  return sections.some(isMask) ? { kind: 'mask', sections } : { kind: 'number' };
}

const LITERAL = /"[^"]*"|\\.|_.|\*./g;
/** Up to the next semicolon that is no text. */
const SECTION = /(?:"[^"]*"|\\.|\[[^\]]*\]|[^;"])*/g;

function isMask(section: string): boolean {
  const signs = section.replaceAll(/\[[^\]]*\]/g, '').replaceAll(LITERAL, (text) => (/^[\\"]/.test(text) ? '-' : ''));
  const [digits = ''] = /[0#?].*[0#?]/.exec(signs) ?? [];
  return !/[.,/Ee@]/.test(digits) && (/0.*0/.test(digits) || /[^0#?]/.test(digits));
}

/** `raw`: as the file has it. Undefined if it is none. */
export function numberText(raw: string, format: NumberFormat, is1904: boolean): string | undefined {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return undefined;
  switch (format.kind) {
    case 'time':
      return timeText(value, format, is1904) ?? plain(value);
    case 'percent':
      return `${plain(value * 100)}%`;
    case 'mask':
      return masked(value, format.sections) ?? plain(value);
    case 'number':
      return plain(value);
  }
}

/** More digits a spreadsheet does not have. */
const DIGITS = 15;
const FIRST_ROUNDED = 1e15;

/** All digits that a spreadsheet has; with an exponent if it has lost some. */
function plain(value: number): string {
  const exact = Number(value.toPrecision(DIGITS));
  if (Math.abs(exact) >= FIRST_ROUNDED) return exact.toExponential().replace('e', 'E');
  const text = String(exact);
  if (!text.includes('e')) return text;
  const exponent = Number(text.split('e')[1]);
  return exact.toFixed(Math.min(100, DIGITS - 1 - exponent)).replace(/\.?0+$/, '');
}

const DAY_SECONDS = 86_400;
/** February 29, 1900, which no calendar has and a spreadsheet counts. */
const NO_DAY = 60;

function timeText(
  value: number,
  { hasDay, hasTime }: { readonly hasDay: boolean; readonly hasTime: boolean },
  is1904: boolean,
): string | undefined {
  const seconds = Math.round(value * DAY_SECONDS);
  const clock = (all: number): string =>
    [Math.floor(all / 3_600), Math.floor(all / 60) % 60, all % 60]
      .map((part) => String(part).padStart(2, '0'))
      .join(':');
  if (value < 0) return undefined;
  if (!hasDay) return clock(seconds % DAY_SECONDS);
  // A sheet that shows the day alone does not round it up.
  const days = hasTime ? Math.floor(seconds / DAY_SECONDS) : Math.floor(value);
  const day = dayText(days, is1904);
  const rest = seconds - days * DAY_SECONDS;
  return day === undefined || !hasTime || rest === 0 ? day : `${day}T${clock(rest)}`;
}

function dayText(days: number, is1904: boolean): string | undefined {
  if (!is1904 && days === NO_DAY) return '1900-02-29';
  if (!is1904 && days === 0) return undefined;
  const first = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days > NO_DAY ? 30 : 31);
  const date = new Date(first + days * DAY_SECONDS * 1_000);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9_999 ? undefined : date.toISOString().slice(0, 10);
}

const CONDITION = /\[(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)\]/;

/** Undefined if the section for this value is no mask. */
function masked(value: number, sections: readonly string[]): string | undefined {
  const section = sectionFor(value, sections);
  if (section === undefined || !isMask(section) || !Number.isSafeInteger(value) || value < 0) return undefined;
  const signs = section.replaceAll(/\[[^\]]*\]/g, '').match(/"[^"]*"|\\.|_.|\*.|./g) ?? [];
  const firstDigit = signs.findIndex((sign) => /^[0#?]$/.test(sign));
  let digits = String(value);
  let text = '';
  for (let at = signs.length - 1; at >= 0; at -= 1) {
    const sign = signs[at] ?? '';
    if (!/^[0#?]$/.test(sign)) {
      text = literal(sign) + text;
      continue;
    }
    const taken = at === firstDigit ? digits : digits.slice(-1);
    digits = digits.slice(0, digits.length - taken.length);
    text = (taken === '' ? (sign === '0' ? '0' : '') : taken) + text;
  }
  return text.trim();
}

function literal(sign: string): string {
  if (sign.startsWith('"')) return sign.slice(1, -1);
  if (sign.startsWith('\\')) return sign.slice(1);
  return /^[_*]./.test(sign) ? ' ' : sign;
}

function sectionFor(value: number, sections: readonly string[]): string | undefined {
  const conditions = sections.map((section) => CONDITION.exec(section));
  if (conditions.every((condition) => condition === null)) {
    return value === 0 && sections.length > 2 ? sections[2] : sections[0];
  }
  return sections.find((_, index) => {
    const [, sign, bound] = conditions[index] ?? [];
    if (sign === undefined) return true;
    const other = Number(bound);
    const holds = { '<=': value <= other, '>=': value >= other, '<>': value !== other, '<': value < other };
    return { ...holds, '>': value > other, '=': value === other }[sign] ?? false;
  });
}
