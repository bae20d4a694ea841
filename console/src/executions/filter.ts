import { EXECUTION_MODES, EXECUTION_STATUSES, isTerminal, OUTCOMES } from '../../../core/states.ts';
import { isDate } from '../../../core/time.ts';
import type { Parameters } from '../api/list-path.ts';

/** The filter of the list of executions. It is kept in the address, so that a view can be saved and shared. */
export interface ExecutionFilter {
  /** A status of the API, or `NOT_ENDED`. */
  readonly status: string | null;
  readonly outcome: string | null;
  readonly mode: string | null;
  readonly workflow: number | null;
  readonly batch: number | null;
  readonly reference: string | null;
  /** Failure code of the first failed step. */
  readonly code: string | null;
  /** Days in the reader's time zone, `2026-11-25`, both included. */
  readonly from: string | null;
  readonly until: string | null;
  /** Bounds on the time at which the execution ended. */
  readonly endedFrom: string | null;
  readonly endedUntil: string | null;
  /** The deciding rule, a reason of its letters, and the product whose pull failed, named as in the statistics. */
  readonly rule: string | null;
  readonly reason: string | null;
  readonly product: string | null;
  /** True for executions that a person decided; null for all. */
  readonly reviewed: true | null;
  readonly show: Show;
}

/** Selects every status in which an execution has not ended. */
export const NOT_ENDED = 'not_ended';
const STATUSES_NOT_ENDED = EXECUTION_STATUSES.filter((status) => !isTerminal(status));

export const ALL_EXECUTIONS: ExecutionFilter = {
  ...{ status: null, outcome: null, mode: null, workflow: null, batch: null },
  ...{ reference: null, code: null, from: null, until: null, endedFrom: null, endedUntil: null },
  ...{ rule: null, reason: null, product: null, reviewed: null, show: 'all' },
};

/** Views for operators beyond a single status. A failed execution that was evaluated again needs no action. */
export const SHOWN = {
  all: { label: 'All', parameters: {} },
  failed: { label: 'Failed', parameters: { 'filter[unresolved]': true } },
  review: { label: 'Await a person', parameters: { 'filter[needs_human_review]': true } },
  overdue: { label: 'Overdue', parameters: { 'filter[overdue]': true } },
  reports: { label: 'Await a report', parameters: { 'filter[pending_report]': true } },
  owed: { label: 'A notice is owed', parameters: { 'filter[notices_due]': true } },
} as const;
export type Show = keyof typeof SHOWN;
export const SHOWS: readonly Show[] = ['all', 'failed', 'review', 'overdue', 'reports', 'owed'];

const MOST_REFERENCE_CHARACTERS = 200;

/** Parses an address, which may contain anything. */
export function executionFilterOf(search: Readonly<Record<string, unknown>>): ExecutionFilter {
  const { reference } = search;
  // The router parses a reference of digits as a number.
  const text = typeof reference === 'number' ? String(reference) : reference;
  return {
    status: [NOT_ENDED, ...EXECUTION_STATUSES].find((one) => one === search.status) ?? null,
    outcome: OUTCOMES.find((one) => one === search.outcome) ?? null,
    mode: EXECUTION_MODES.find((one) => one === search.mode) ?? null,
    workflow: idOf(search.workflow),
    batch: idOf(search.batch),
    reference: typeof text === 'string' && text !== '' ? text.slice(0, MOST_REFERENCE_CHARACTERS) : null,
    code: typeof search.code === 'string' && /^\w{1,200}$/.test(search.code) ? search.code : null,
    from: dayOf(search.from),
    until: dayOf(search.until),
    endedFrom: dayOf(search.endedFrom),
    endedUntil: dayOf(search.endedUntil),
    rule: nameOf(search.rule),
    reason: nameOf(search.reason),
    product: nameOf(search.product),
    reviewed: search.reviewed === true ? true : null,
    show: SHOWS.find((one) => one === search.show) ?? 'all',
  };
}

/**
 * The filters of the API. `startOf` gives the start of a day in the reader's time zone; with `by` 1, that of the next
 * day.
 */
export function executionParameters(filter: ExecutionFilter, startOf: (day: string, by: 0 | 1) => Date): Parameters {
  const { from, until, endedFrom, endedUntil } = filter;
  // The API's bounds are exclusive on both sides.
  const justBefore = (at: Date): string => new Date(at.getTime() - 1).toISOString();
  return {
    'filter[status]': filter.status === NOT_ENDED ? STATUSES_NOT_ENDED : filter.status,
    'filter[outcome]': filter.outcome,
    'filter[execution_mode]': filter.mode,
    'filter[workflow_id]': filter.workflow,
    'filter[batch_execution_id]': filter.batch,
    'filter[external_reference]': filter.reference,
    'filter[error_code]': filter.code,
    'filter[created_after]': from === null ? null : justBefore(startOf(from, 0)),
    'filter[created_before]': until === null ? null : startOf(until, 1).toISOString(),
    'filter[completed_after]': endedFrom === null ? null : justBefore(startOf(endedFrom, 0)),
    'filter[completed_before]': endedUntil === null ? null : startOf(endedUntil, 1).toISOString(),
    'filter[decided_by]': filter.rule,
    'filter[reason]': filter.reason,
    'filter[failed_product]': filter.product,
    'filter[review_status]': filter.reviewed === true ? ['approved', 'denied'] : null,
    ...SHOWN[filter.show].parameters,
  };
}

function nameOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' && text.length <= MOST_REFERENCE_CHARACTERS ? text : null;
}

export function idOf(value: unknown): number | null {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

function dayOf(value: unknown): string | null {
  return isDate(value) && /^[12]/.test(value) ? value : null;
}
