import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { ExecutionMode } from '../states.ts';
import { toTime } from '../time.ts';
import { EARLIEST_MS, ESIGN_CONSENT } from '../legal-dates.ts';

export interface DeliveryFacts {
  /** Empty if the person has no mail address. */
  readonly recipient: string;
  readonly mode: ExecutionMode;
  readonly purpose: string | null;
  /** True if the account keeps the consents itself. */
  readonly keepsEsignConsent: boolean;
  readonly payload: JsonObject;
  /** Payload path of the person that the notice goes to. */
  readonly applicant: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * A credit notice is electronic only with the consumer's consent (12 CFR 1002.4(d)(2); E-SIGN, 15 USC 7001(c)). A
 * person without a mail address gets it by post, in test mode too.
 */
export function noticeDelivery(facts: DeliveryFacts): 'email' | 'post' {
  const { recipient, mode, purpose, keepsEsignConsent, payload, applicant, now } = facts;
  if (purpose === 'credit' && recipient === '') return 'post';
  if (mode === 'test' || purpose !== 'credit' || keepsEsignConsent) return 'email';
  return hasConsented(personAt(payload, applicant), now) ? 'email' : 'post';
}

/**
 * True for a letter that can only be mailed to a person without a mail address. `purpose` is null if it is not known
 * yet.
 */
export function isUndeliverable(recipient: string, purpose: string | null): boolean {
  return recipient === '' && purpose !== 'credit';
}

/** The failure of a step whose letter is undeliverable. */
export const UNDELIVERABLE = {
  code: 'recipient_unresolved',
  message: '`adverse_action.recipient` does not resolve to a mail address.',
} as const;

/** The person at a path of the payload (default: the applicant); empty if there is none. */
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

/** Most members of a payload that are examined. */
const MOST_MEMBERS = 20_000;

/** True if the address belongs to another person of the payload, and not to the one at the path. */
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

/** A consent dated in the future, or before the law existed, is not valid. */
function hasConsented(person: JsonObject, now: number): boolean {
  const at = toTime(Object.hasOwn(person, ESIGN_CONSENT) ? person[ESIGN_CONSENT] : undefined);
  return at !== undefined && at >= EARLIEST_MS && at <= now;
}
