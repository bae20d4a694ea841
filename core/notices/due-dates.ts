import calendar from '../../data/notices/calendar.json' with { type: 'json' };
import type { NoticePurpose } from '../cascade/notice-request.ts';
import type { NodeBase } from '../cascade/definition.ts';
import { isKind, type NodeOfKind } from '../cascade/registry.ts';
import type { JsonObject } from '../json.ts';
import { toTime } from '../time.ts';
import { personAt } from './delivery.ts';
import { COMPLETED_AT } from '../legal-dates.ts';
import { plusDays } from '../local-time.ts';
import { earliestDay } from './possible-days.ts';
import { purposeOfUseCase } from './purpose.ts';

/** The facts about an accepted execution that decide which notices are due, and when. */
export interface NoticeClock {
  /** Milliseconds since the epoch. */
  readonly acceptedAt: number;
  /** For notices without a purpose from node or use case. In test mode `tenant`, if the account has none. */
  readonly defaultPurpose: NoticePurpose | null;
}

/**
 * 12 CFR 1002.9(a)(1): 30 days after the complete application. Other notices are due after 20 days (semantics 10.9.1).
 */
export const CREDIT_DUE_DAYS = 30;
const DUE_DAYS = 20;

/**
 * When a notice of this purpose is due, in milliseconds since the epoch. An application for credit is complete at the
 * payload's `applicant.application_completed_at`, and at the latest when the execution was accepted.
 */
export function noticeDueAt(purpose: string | null, acceptedAt: number, payload: JsonObject): number {
  if (purpose !== 'credit') return daysAfter(acceptedAt, DUE_DAYS);
  const applicant = personAt(payload);
  const said = Object.hasOwn(applicant, COMPLETED_AT) ? applicant[COMPLETED_AT] : undefined;
  return daysAfter(Math.min(toTime(said) ?? earliestDay(said) ?? acceptedAt, acceptedAt), CREDIT_DUE_DAYS);
}

/** Counts days in the time zone in which letters are dated. */
function daysAfter(at: number, days: number): number {
  return plusDays(at, days, calendar.time_zone);
}

/** The purpose of a node's notice: the node's own, the use case's, or the account's default. */
export function purposeOfNotice(
  { adverse_action: settings = {} }: NodeOfKind<'AdverseAction'>,
  useCase: string | null,
  defaultPurpose: NoticePurpose | null,
): NoticePurpose | null {
  if (settings.action_taken === 'adverse_employment') return 'employment';
  return settings.purpose ?? purposeOfUseCase(useCase) ?? defaultPurpose;
}

/**
 * True if the cascade decides about credit. The time limit of 12 CFR 1002.9(a)(1) then applies, whatever is decided.
 */
export function isOnCredit(
  definition: readonly NodeBase[],
  useCase: string | null,
  defaultPurpose: NoticePurpose | null,
): boolean {
  const notices = definition.filter((node) => isKind(node, 'AdverseAction'));
  if (notices.length === 0) return (purposeOfUseCase(useCase) ?? defaultPurpose) === 'credit';
  return notices.some((node) => purposeOfNotice(node, useCase, defaultPurpose) === 'credit');
}
