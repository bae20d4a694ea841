import { BATCH_STATUSES, EXECUTION_STATUSES, type ExecutionStatus } from '../../../core/states.ts';
import { idOf } from '../executions/filter.ts';

/** A batch never has the status `failed`, and the API rejects that filter. */
export const LISTED_STATUSES = BATCH_STATUSES.filter((status) => status !== 'failed');

/** The filter of the list of batches, kept in the page's address. */
export interface BatchFilter {
  readonly status: string | null;
  readonly workflow: number | null;
}

export const ALL_BATCHES: BatchFilter = { status: null, workflow: null };

export function batchFilterOf(search: Readonly<Record<string, unknown>>): BatchFilter {
  return {
    status: LISTED_STATUSES.find((one) => one === search.status) ?? null,
    workflow: idOf(search.workflow),
  };
}

/** The filter of the rows of a batch. */
export interface RowFilter {
  readonly status: ExecutionStatus | null;
}

export const ALL_ROWS: RowFilter = { status: null };

export function rowFilterOf(search: Readonly<Record<string, unknown>>): RowFilter {
  return { status: EXECUTION_STATUSES.find((one) => one === search.status) ?? null };
}
