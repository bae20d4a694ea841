import { isJsonObject, type JsonObject } from '../json.ts';
import type { ExecutionMode } from '../states.ts';

export interface DeliveryFacts {
  readonly mode: ExecutionMode;
  readonly purpose: string | null;
  /** The account keeps the consents itself. */
  readonly keepsEsignConsent: boolean;
  readonly payload: JsonObject;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A credit notice is electronic only with the consumer's consent (12 CFR 1002.4(d)(2); E-SIGN, 15 USC 7001(c)). */
export function noticeDelivery({ mode, purpose, keepsEsignConsent, payload, now }: DeliveryFacts): 'email' | 'post' {
  if (mode === 'test' || purpose !== 'credit' || keepsEsignConsent) return 'email';
  return pastTimeAt(applicantOf(payload), 'esign_consent', now) === null ? 'post' : 'email';
}

export function applicantOf({ applicant }: JsonObject): JsonObject {
  return isJsonObject(applicant) ? applicant : {};
}

/** Null if there is no such time, or it has not come: nobody consented or applied on a day that lies ahead. */
export function pastTimeAt(object: JsonObject, key: string, now: number): number | null {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) || at > now ? null : at;
}
