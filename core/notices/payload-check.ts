import type { ErrorDetail } from '../errors.ts';
import type { JsonObject } from '../json.ts';
import { legalDateFaults, type DateFault } from '../legal-dates.ts';
import { notReadOfAddressees } from './parties.ts';
import { FindingsList, type Findings, type Report } from '../schema/findings.ts';
import type { ExecutionMode } from '../states.ts';

/**
 * Warnings about an accepted payload. A warning names the member and the expected form, never the value: it is stored
 * with the response.
 */
export const PAYLOAD_WARNINGS = ['unreadable_date', 'future_date', 'not_read', 'invalid_row'] as const;

/** A type alias, so that it is plain JSON. */
export type PayloadWarning = {
  readonly code: (typeof PAYLOAD_WARNINGS)[number];
  /** Path in the body of the request that sent the payload. */
  readonly field: string;
  readonly message: string;
};

export interface PayloadFindings {
  /** Warnings do not prevent the acceptance. */
  readonly warnings: readonly PayloadWarning[];
  /** Why the payload is refused. */
  readonly faults: readonly ErrorDetail[];
}

export interface PayloadContext {
  readonly mode: ExecutionMode;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Path of the payload in the body: empty, or ending in a dot. */
  readonly at: string;
}

const MOST_WARNINGS = 100;

/**
 * Checks the dates, names and addresses that letters use, and nothing else of a payload. Semantics 1.6.1, 10.11 and
 * 11.3.9.
 */
export function checkPayload(payload: JsonObject, { mode, now, at }: PayloadContext): PayloadFindings {
  const dates = legalDateFaults(payload, now);
  const inDates = mode === 'test' ? dates.map((fault) => dateWarning(fault, at)) : [];
  const notRead = notReadOfAddressees(payload).map((field): PayloadWarning => ({
    code: 'not_read',
    field: `${at}${field}`,
    message: NOT_READ,
  }));
  const faults = mode === 'test' ? [] : dates.map(({ field, message }) => ({ field: `${at}${field}`, message }));
  return { warnings: [...inDates, ...notRead].slice(0, MOST_WARNINGS), faults };
}

const NOT_READ =
  'is on no letter: letters do not read this member of a name or an address, or not this value of it; the guide on ' +
  'letters lists what they read';

export function joinWarnings(warnings: readonly (readonly PayloadWarning[])[]): readonly PayloadWarning[] {
  return warnings.flat().slice(0, MOST_WARNINGS);
}

/** Warnings about rows that a batch leaves out. */
export function invalidRowWarnings({ details }: Findings): readonly PayloadWarning[] {
  return details.map(({ field, message }) => ({ code: 'invalid_row', field, message }));
}

/** Why a payload is refused: its dates, then what `check` reports, such as types. */
export function payloadFaults(
  { faults }: PayloadFindings,
  check: (report: Report) => void,
  findings = new FindingsList(),
): Findings {
  for (const { field, message } of faults) findings.report(field, message);
  check(findings.report);
  return findings;
}

/** The member of a response that accepts a payload. It is absent if there are no warnings. */
export function warningsMember({ warnings }: Pick<PayloadFindings, 'warnings'>): {
  readonly warnings?: PayloadWarning[];
} {
  return warnings.length === 0 ? {} : { warnings: [...warnings] };
}

function dateWarning({ code, field, message, isClock }: DateFault, at: string): PayloadWarning {
  const counts = isClock
    ? 'what counts is the earliest day that it could mean, or the day of acceptance if that is earlier'
    : 'it counts as no consent';
  return { code, field: `${at}${field}`, message: `${message}; ${counts}, and live mode refuses it` };
}
