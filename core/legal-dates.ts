import type { Json, JsonObject } from './json.ts';
import { toTime } from './time.ts';

/*
 * The dates of a payload that start a legal time limit or prove a consent. Their names are the same for every person of
 * the payload, and a notice may be about the person at any path. Source: semantics 10.11 and 10.13.
 */

/** 12 CFR 1002.9(a)(1)(i): the time limit runs from the completed application. */
export const COMPLETED_AT = 'application_completed_at';
/** 15 USC 7001(c)(1). */
export const ESIGN_CONSENT = 'esign_consent';

/** A day may have begun in the applicant's time zone, but not yet in UTC. */
const MOST_AHEAD_MS = 86_400_000;

/**
 * 15 USC 7001 note (E-SIGN, section 107): no consent is older. No application that is still open was completed before
 * then.
 */
export const EARLIEST_MS = Date.UTC(2000, 9, 1);

export interface DateFault {
  readonly code: 'unreadable_date' | 'future_date';
  /** Path in the payload. */
  readonly field: string;
  readonly message: string;
  /** True if it starts a time limit; otherwise it is a consent. */
  readonly isClock: boolean;
}

const UNREADABLE =
  'must be a date or a time of ISO 8601, such as 2026-11-02 or 2026-11-02T15:00:00Z; without an offset it is UTC';
const BEFORE = 'must not be before 2000-10-01';
const AHEAD = 'must not be more than 24 hours ahead';

/** The place of a value. The path is only built for a fault. */
interface Place {
  readonly outer: Place | null;
  readonly key: string | number;
}

/**
 * The dates that cannot be read or are in the future. Null and an empty text are ignored. `now`: milliseconds since the
 * epoch.
 */
export function legalDateFaults(payload: JsonObject, now: number): readonly DateFault[] {
  const faults: DateFault[] = [];
  const look = (held: Json[] | JsonObject, outer: Place | null): void => {
    if (Array.isArray(held)) {
      for (const [key, value] of held.entries()) {
        if (typeof value === 'object' && value !== null) look(value, { outer, key });
      }
      return;
    }
    for (const key of Object.keys(held)) {
      const value = held[key];
      if (key === COMPLETED_AT || key === ESIGN_CONSENT) {
        const fault = faultOf(value, now);
        if (fault !== null) faults.push({ ...fault, field: pathOf({ outer, key }), isClock: key === COMPLETED_AT });
      } else if (typeof value === 'object' && value !== null) look(value, { outer, key });
    }
  };
  look(payload, null);
  return faults;
}

function pathOf({ outer, key }: Place): string {
  const before = outer === null ? '' : pathOf(outer);
  if (typeof key === 'number') return `${before}[${key}]`;
  return before === '' ? key : `${before}.${key}`;
}

function faultOf(value: Json | undefined, now: number): Pick<DateFault, 'code' | 'message'> | null {
  if (isAbsent(value)) return null;
  const at = toTime(value);
  if (at === undefined) return { code: 'unreadable_date', message: UNREADABLE };
  if (at < EARLIEST_MS) return { code: 'unreadable_date', message: BEFORE };
  return at > now + MOST_AHEAD_MS ? { code: 'future_date', message: AHEAD } : null;
}

function isAbsent(value: Json | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
