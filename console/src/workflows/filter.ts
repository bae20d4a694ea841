import type { Parameters } from '../api/list-path.ts';

/** The filter of the list of workflows. It is kept in the address, so that a view can be saved and shared. */
export interface WorkflowFilter {
  readonly show: WorkflowShow;
  /** Prefix of the name. */
  readonly name: string | null;
  readonly use: string | null;
}

export const WORKFLOW_SHOWS = ['all', 'live', 'drafts'] as const;
export type WorkflowShow = (typeof WORKFLOW_SHOWS)[number];

export const ALL_WORKFLOWS: WorkflowFilter = { show: 'all', name: null, use: null };

const ACTIVE = { all: null, live: true, drafts: false } as const;

/** The filters of the API. */
export function workflowParameters({ show, name, use }: WorkflowFilter): Parameters {
  return { 'filter[active]': ACTIVE[show], 'filter[name]': name, 'filter[use_case]': use };
}

/** Parses an address, which may contain anything. */
export function workflowFilterOf(search: Readonly<Record<string, unknown>>): WorkflowFilter {
  return {
    show: WORKFLOW_SHOWS.find((one) => one === search.show) ?? 'all',
    name: textOf(search.name, 200),
    use: textOf(search.use, 100),
  };
}

/** The router parses a text of digits as a number. */
function textOf(value: unknown, most: number): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text.slice(0, most) : null;
}
