import { legalDateFaults, type DateFault } from './notices/legal-dates.ts';
import type { JsonObject } from './json.ts';

/**
 * What is warned of in a payload that is accepted. A warning names the member and says what was expected, never the value:
 * it is stored with the response.
 */
export const PAYLOAD_WARNINGS = ['unreadable_date', 'future_date'] as const;

/** A type, so that it is plain JSON to the compiler too. */
export type PayloadWarning = {
  readonly code: (typeof PAYLOAD_WARNINGS)[number];
  /** Path in the payload. */
  readonly field: string;
  readonly message: string;
};

const MOST_PAYLOAD_WARNINGS = 100;

/** `now`: milliseconds since the epoch. */
export function payloadWarnings(payload: JsonObject, now: number): readonly PayloadWarning[] {
  return legalDateFaults(payload, now).map(dateWarning).slice(0, MOST_PAYLOAD_WARNINGS);
}

function dateWarning({ code, field, message, isClock }: DateFault): PayloadWarning {
  const counts = isClock
    ? 'the earliest day that it could mean counts, else the day of acceptance'
    : 'it is no consent';
  return { code, field, message: `${message}; ${counts}` };
}
