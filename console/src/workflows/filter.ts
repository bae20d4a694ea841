import type { Parameters } from '../api/list-path.ts';

/** Which workflows are listed. It stands in the address, so that a view can be kept and sent on. */
export interface WorkflowFilter {
  readonly show: WorkflowShow;
  /** What the name begins with. */
  readonly name: string | null;
  readonly use: string | null;
}

export const WORKFLOW_SHOWS = ['all', 'live', 'drafts'] as const;
export type WorkflowShow = (typeof WORKFLOW_SHOWS)[number];

export const ALL_WORKFLOWS: WorkflowFilter = { show: 'all', name: null, use: null };

const ACTIVE = { all: null, live: true, drafts: false } as const;

/** With the filters of the API. */
export function workflowParameters({ show, name, use }: WorkflowFilter): Parameters {
  return { 'filter[active]': ACTIVE[show], 'filter[name]': name, 'filter[use_case]': use };
}

/** From an address that anybody may have written. */
export function workflowFilterOf(search: Readonly<Record<string, unknown>>): WorkflowFilter {
  return {
    show: WORKFLOW_SHOWS.find((one) => one === search.show) ?? 'all',
    name: textOf(search.name, 200),
    use: textOf(search.use, 100),
  };
}

/** The router reads a text of digits as a number. */
function textOf(value: unknown, most: number): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text.slice(0, most) : null;
}
