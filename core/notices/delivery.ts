import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { ExecutionMode } from '../states.ts';
import { toTime } from '../time.ts';
import { EARLIEST_MS, ESIGN_CONSENT } from '../legal-dates.ts';

export interface DeliveryFacts {
  /** Empty if the person has no mail address. */
  readonly recipient: string;
  readonly mode: ExecutionMode;
  readonly purpose: string | null;
  /** The account keeps the consents itself. */
  readonly keepsEsignConsent: boolean;
  readonly payload: JsonObject;
  /** Path of the person in the payload to whom the notice goes. */
  readonly applicant: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * A credit notice is electronic only with the consumer's consent (12 CFR 1002.4(d)(2); E-SIGN, 15 USC 7001(c)). Whoever
 * has no mail address gets it by post, too, in test mode as in live mode.
 */
export function noticeDelivery(facts: DeliveryFacts): 'email' | 'post' {
  const { recipient, mode, purpose, keepsEsignConsent, payload, applicant, now } = facts;
  if (purpose === 'credit' && recipient === '') return 'post';
  if (mode === 'test' || purpose !== 'credit' || keepsEsignConsent) return 'email';
  return hasConsented(personAt(payload, applicant), now) ? 'email' : 'post';
}

/** A letter that only a mail address could take to the person, who has none. `purpose`: null if it is not known yet. */
export function isUndeliverable(recipient: string, purpose: string | null): boolean {
  return recipient === '' && purpose !== 'credit';
}

/** How a step fails whose letter is undeliverable. */
export const UNDELIVERABLE = {
  code: 'recipient_unresolved',
  message: '`adverse_action.recipient` does not resolve to a mail address.',
} as const;

/** The person at a path of the payload, the applicant unless it says otherwise; empty if there is none. */
export function personAt(payload: JsonObject, path = 'applicant'): JsonObject {
  let found: Json | undefined = payload;
  for (const segment of segmentsOf(path)) {
    if (Array.isArray(found)) found = /^\d+$/.test(segment) ? found[Number(segment)] : undefined;
    else found = isJsonObject(found) && Object.hasOwn(found, segment) ? found[segment] : undefined;
  }
  return isJsonObject(found) ? found : {};
}

function segmentsOf(path: string): readonly string[] {
  return path.replace(/^context\./, '').split('.');
}

/** More members of a payload are not looked at. */
const MOST_MEMBERS = 20_000;

/** Whether an address is that of another person of the payload, and not of the one at the path. */
export function isAnotherPersons(payload: JsonObject, path: string, address: string): boolean {
  const own = segmentsOf(path).join('.');
  const sought = address.trim().toLowerCase();
  if (sought === '') return false;
  const open: { readonly at: string; readonly value: Json }[] = [{ at: '', value: payload }];
  let isOwn = false;
  let isOthers = false;
  for (const { at, value } of open) {
    if (open.length > MOST_MEMBERS) break;
    if (typeof value === 'string') {
      if (value.trim().toLowerCase() !== sought) continue;
      const holder = at.slice(0, at.lastIndexOf('.'));
      if (holder === own || holder === `${own}.contact`) isOwn = true;
      else isOthers = true;
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        if (inner !== undefined) open.push({ at: at === '' ? key : `${at}.${key}`, value: inner });
      }
    }
  }
  return isOthers && !isOwn;
}

/** Nobody consents on a day that lies ahead, or before there was a law on it. */
function hasConsented(person: JsonObject, now: number): boolean {
  const at = toTime(Object.hasOwn(person, ESIGN_CONSENT) ? person[ESIGN_CONSENT] : undefined);
  return at !== undefined && at >= EARLIEST_MS && at <= now;
}
