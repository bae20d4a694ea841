import { EXECUTION_MODES, type ExecutionMode } from '../../../core/states.ts';
import type { Parameters } from '../api/list-path.ts';
import type { PageMeta, WaitingLetter } from '../api/records.ts';

export type LetterState = WaitingLetter['state'];

/** The filter of the list of letters. It is kept in the address, so that a view can be saved and shared. */
export interface LetterFilter {
  readonly show: Show;
  readonly workflow: number | null;
  /** Null for both modes. */
  readonly mode: ExecutionMode | null;
}

export interface LettersMeta extends PageMeta {
  readonly counts: {
    readonly total: number;
    readonly overdue: number;
    readonly by_state: Readonly<Record<LetterState, number>>;
  };
}

interface Shown {
  readonly label: string;
  readonly states: readonly LetterState[];
}

/** Views by the required action. */
export const SHOWN = {
  all: { label: 'All', states: [] },
  overdue: { label: 'Overdue', states: [] },
  drafts: { label: 'To approve', states: ['draft'] },
  parked: {
    label: 'Lack something',
    states: ['needs_reasons', 'needs_variables', 'needs_name', 'needs_address', 'needs_glyphs'],
  },
  post: { label: 'To post', states: ['to_post'] },
  owed: { label: 'Owed', states: ['owed'] },
  back: { label: 'Came back', states: ['returned', 'resend_failed'] },
} as const satisfies Readonly<Record<string, Shown>>;
export type Show = keyof typeof SHOWN;
export const SHOWS: readonly Show[] = ['all', 'overdue', 'drafts', 'parked', 'post', 'owed', 'back'];

export const ALL_LETTERS: LetterFilter = { show: 'all', workflow: null, mode: null };

/** Parses an address, which may contain anything. */
export function letterFilterOf(search: Readonly<Record<string, unknown>>): LetterFilter {
  const workflow = Number(search.workflow);
  return {
    show: SHOWS.find((one) => one === search.show) ?? 'all',
    workflow: Number.isSafeInteger(workflow) && workflow > 0 ? workflow : null,
    mode: EXECUTION_MODES.find((one) => one === search.mode) ?? null,
  };
}

export function letterParameters({ show, workflow, mode }: LetterFilter): Parameters {
  return {
    'filter[state]': SHOWN[show].states,
    'filter[overdue]': show === 'overdue' ? true : null,
    'filter[workflow_id]': workflow,
    'filter[execution_mode]': mode,
  };
}

export function countOf(show: Show, { total, overdue, by_state: states }: LettersMeta['counts']): number {
  if (show === 'all') return total;
  if (show === 'overdue') return overdue;
  return SHOWN[show].states.reduce((sum, state) => sum + states[state], 0);
}
