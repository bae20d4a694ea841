import { BATCH_STATUSES, EXECUTION_STATUSES, type ExecutionStatus } from '../../../core/states.ts';
import { idOf } from '../executions/filter.ts';

/** No batch is ever `failed`, and the API does not accept it. */
export const LISTED_STATUSES = BATCH_STATUSES.filter((status) => status !== 'failed');

/** Which batches are shown, as it stands in the address. */
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

/** Which rows of a batch are shown. */
export interface RowFilter {
  readonly status: ExecutionStatus | null;
}

export const ALL_ROWS: RowFilter = { status: null };

export function rowFilterOf(search: Readonly<Record<string, unknown>>): RowFilter {
  return { status: EXECUTION_STATUSES.find((one) => one === search.status) ?? null };
}
