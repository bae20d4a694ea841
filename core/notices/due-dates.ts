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

/** What is known of an execution when it is accepted, as far as it says which notices are due and when. */
export interface NoticeClock {
  /** Milliseconds since the epoch. */
  readonly acceptedAt: number;
  /** Of a notice whose purpose neither the node nor the use case says; in test mode `tenant` if the account has none. */
  readonly defaultPurpose: NoticePurpose | null;
}

/**
 * 12 CFR 1002.9(a)(1): 30 days after the complete application. Other notices are due after 20 days (semantics 10.9.1).
 */
export const CREDIT_DUE_DAYS = 30;
const DUE_DAYS = 20;

/**
 * When a notice of this purpose is due, in milliseconds since the epoch. An application for credit is complete when the
 * payload says so (`applicant.application_completed_at`), and at the latest when the execution was accepted.
 */
export function noticeDueAt(purpose: string | null, acceptedAt: number, payload: JsonObject): number {
  if (purpose !== 'credit') return daysAfter(acceptedAt, DUE_DAYS);
  const applicant = personAt(payload);
  const said = Object.hasOwn(applicant, COMPLETED_AT) ? applicant[COMPLETED_AT] : undefined;
  return daysAfter(Math.min(toTime(said) ?? earliestDay(said) ?? acceptedAt, acceptedAt), CREDIT_DUE_DAYS);
}

/** By the dates of the place where letters are written. */
function daysAfter(at: number, days: number): number {
  return plusDays(at, days, calendar.time_zone);
}

/** The purpose of a node's notice: the node's own, that of the use case, or the default of the account. */
export function purposeOfNotice(
  { adverse_action: settings = {} }: NodeOfKind<'AdverseAction'>,
  useCase: string | null,
  defaultPurpose: NoticePurpose | null,
): NoticePurpose | null {
  if (settings.action_taken === 'adverse_employment') return 'employment';
  return settings.purpose ?? purposeOfUseCase(useCase) ?? defaultPurpose;
}

/** Whether a cascade decides about credit: the clock of 12 CFR 1002.9(a)(1) then runs, whatever is decided. */
export function isOnCredit(
  definition: readonly NodeBase[],
  useCase: string | null,
  defaultPurpose: NoticePurpose | null,
): boolean {
  const notices = definition.filter((node) => isKind(node, 'AdverseAction'));
  if (notices.length === 0) return (purposeOfUseCase(useCase) ?? defaultPurpose) === 'credit';
  return notices.some((node) => purposeOfNotice(node, useCase, defaultPurpose) === 'credit');
}
