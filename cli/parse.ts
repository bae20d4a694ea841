import { InvalidArgumentError } from 'commander';
import { CELL_FORMS, type ColumnMatches } from '../core/batches/matches.ts';
import { composed } from '../core/same-text.ts';
import { QUEUE_PATTERN } from '../core/cascade/review.ts';
import { mailAddressKey } from '../core/mail-address.ts';
import { MOST_CLAIMS_MONTHS } from '../core/erasures/duties.ts';
import { EVENT_NAMES, type EventName } from '../core/events.ts';
import { SCOPES, type Scope } from '../core/access.ts';
import { toTime } from '../core/time.ts';

/*
 * Parsers of flags and arguments. commander puts the name of the flag before their messages.
 */

export function id(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError('It must be a positive whole number.');
  }
  return value;
}

/** How many records to list. */
export function count(text: string): number {
  const value = id(text);
  if (value > MOST_RECORDS) throw new InvalidArgumentError(`It must be at most ${MOST_RECORDS}.`);
  return value;
}

const MOST_RECORDS = 1_000;

/** How long something may take. */
export function secondsOfADay(text: string): number {
  const value = id(text);
  if (value > MOST_SECONDS) throw new InvalidArgumentError(`It must be at most ${MOST_SECONDS}.`);
  return value;
}

const MOST_SECONDS = 86_400;

export function days(text: string): number {
  const value = id(text);
  if (value > MOST_DAYS) throw new InvalidArgumentError(`It must be at most ${MOST_DAYS}.`);
  return value;
}

const MOST_DAYS = 3_650;

/** Zero, too. */
export function claimsMonths(text: string): number {
  const value = text === '0' ? 0 : id(text);
  if (value > MOST_CLAIMS_MONTHS) throw new InvalidArgumentError(`It must be at most ${MOST_CLAIMS_MONTHS}.`);
  return value;
}

export function notBlank(text: string): string {
  const value = text.trim();
  if (value === '') throw new InvalidArgumentError('It must not be blank.');
  return value;
}

/** One of a closed list of words. */
export function oneOf<T extends string>(known: readonly T[]): (text: string) => T {
  return (text) => {
    const found = known.find((each) => each === text);
    if (found === undefined) throw new InvalidArgumentError(`It must be one of: ${known.join(', ')}.`);
    return found;
  };
}

/** Names of queues, with commas; `none`: no queue. */
export function queues(text: string): readonly string[] {
  if (text.trim() === 'none') return [];
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  const wrong = names.filter((name) => !new RegExp(QUEUE_PATTERN).test(name));
  if (wrong.length > 0) {
    throw new InvalidArgumentError(
      `${wrong.map((name) => `"${name}"`).join(', ')}: a queue has small letters, digits, - and _, at most 40, and is not called mine or none.`,
    );
  }
  return names;
}

export function email(text: string): string {
  if (mailAddressKey(text) === null) throw new InvalidArgumentError('It must be an e-mail address.');
  return text.trim();
}

export function scopes(text: string): readonly Scope[] {
  if (text === 'all') return SCOPES;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !isScope(name));
  if (unknown.length > 0) {
    throw new InvalidArgumentError(`Unknown: ${unknown.join(', ')}. Known: all, ${SCOPES.join(', ')}.`);
  }
  return SCOPES.filter((scope) => names.includes(scope));
}

function isScope(name: string): name is Scope {
  return (SCOPES as readonly string[]).includes(name);
}

export function events(text: string): readonly EventName[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !isEvent(name));
  if (unknown.length > 0) {
    throw new InvalidArgumentError(`Unknown: ${unknown.join(', ')}. Known: ${EVENT_NAMES.join(', ')}.`);
  }
  return EVENT_NAMES.filter((name) => names.includes(name));
}

function isEvent(name: string): name is EventName {
  return (EVENT_NAMES as readonly string[]).includes(name);
}

/** Without its last slash. */
export function httpUrl(text: string): string {
  if (!/^https?:\/\/./.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError('It must be an address such as http://127.0.0.1:8080.');
  }
  return text.replace(/\/+$/, '');
}

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A span such as 90s, 30m, 1h or 7d, in milliseconds. */
export function spanMs(text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined || Number(count) === 0) {
    throw new InvalidArgumentError('It must be a span such as 90s, 30m, 1h or 7d.');
  }
  return Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
}

/** A date, or a date and time (ISO 8601), in UTC unless it has an offset. */
export function time(text: string): Date {
  const value = toTime(text);
  if (value === undefined) {
    throw new InvalidArgumentError('It must be a date such as 2026-03-01 or a time such as 2026-03-01T08:00:00Z.');
  }
  return new Date(value);
}

/**
 * `--map "First Name=applicant.first_name"`, as often as there are headers: collected by header. Without a field the column
 * is left out; after a colon stands how its cells are written.
 */
export function columnMatch(text: string, before: ColumnMatches = new Map()): ColumnMatches {
  // No path has the sign, and a header may.
  const at = text.lastIndexOf('=');
  const header = text.slice(0, Math.max(at, 0)).trim();
  if (header === '')
    throw new InvalidArgumentError('It must be HEADER=FIELD, such as "First Name=applicant.first_name".');
  const field = text.slice(at + 1).trim();
  const form = CELL_FORMS.find((each) => field.endsWith(`:${each}`));
  const path = form === undefined ? field : field.slice(0, -form.length - 1);
  if (path === '' && form !== undefined)
    throw new InvalidArgumentError(
      `It must name the field that is written so, such as "${header}=applicant.rent:${form}".`,
    );
  const match = path === '' ? { path: null } : { path, ...(form === undefined ? {} : { form }) };
  return new Map([...before, [composed(header), match]]);
}
