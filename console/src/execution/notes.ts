import { isOfEverybody } from '../../../core/cascade/asking.ts';
import { COMPARABLE_WORDS } from '../../../core/cascade/comparable-words.ts';
import type { ComparableKind } from '../../../core/cascade/operators/contract.ts';
import { SIGNS } from '../../../core/cascade/operators/signs.ts';
import type { Timeline } from '../api/records.ts';
import { labelOf, valueText } from '../case/words.ts';

/* Notes at the nodes of the picture: the duration of each, and the values compared by a choice. */

type Step = Timeline['steps'][number];

/** A comparison as recorded in the output of a choice. */
export interface Compared {
  readonly branch: string;
  readonly source_node_id: string;
  readonly field: string;
  readonly operator: string;
  readonly value: unknown;
  readonly actual: unknown;
  /** Null if it depends on a value that cannot be compared. */
  readonly result: boolean | null;
  readonly not_comparable?: { readonly path: string; readonly expected: ComparableKind };
  readonly missing: boolean;
}

/** `Score 617, asked: ≥ 670`. The value comes first, so that it is seen at a glance. */
export function comparedText({ field, operator, value, actual, missing, not_comparable: fault }: Compared): string {
  const asked = `${SIGNS[operator] ?? labelOf(operator).toLowerCase()}${value === null ? '' : ` ${valueText(value)}`}`;
  const unlike = fault === undefined ? '' : ` (${fault.path} has to be ${COMPARABLE_WORDS[fault.expected]})`;
  return `${labelOf(field.split('.').at(-1) ?? field)} ${missing ? 'not there' : valueText(actual)}, asked: ${asked}${unlike}`;
}

/** The comparisons in an untyped output. Comparisons that hold for everybody are left out. */
export function comparisonsOf(output: unknown): Compared[] {
  if (typeof output !== 'object' || output === null || !('conditions' in output)) return [];
  const { conditions } = output;
  return Array.isArray(conditions) ? conditions.filter(isCompared).filter((one) => !isOfEverybody(one)) : [];
}

function isCompared(value: unknown): value is Compared {
  if (typeof value !== 'object' || value === null) return false;
  const { branch, source_node_id: id, field, operator } = value as Partial<Record<keyof Compared, unknown>>;
  return [branch, id, field, operator].every((each) => typeof each === 'string');
}

/** The comparisons that decided: those met on the branch taken, or those not met on the branches passed over. */
export function decisive(branch: string | null, all: readonly Compared[]): Compared[] {
  const open = all.filter((one) => one.result === null);
  if (branch === null && open.length > 0) return open;
  if (branch === 'pass' || branch === null) return all.filter((one) => one.branch === 'pass' && one.result === true);
  const failed = all.filter((one) => one.branch === 'pass' && one.result === false);
  const held = all.filter((one) => one.branch === 'human_review' && one.result === (branch === 'human_review'));
  return [...failed, ...held].filter(
    (one, index, list) => list.findIndex((other) => comparedText(other) === comparedText(one)) === index,
  );
}

/** A duration in words: seconds up to two minutes, minutes up to two hours, hours up to three days. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 120_000) return `${(ms / 1_000).toFixed(1)} s`;
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 72 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}

export function durationOf({ began_at: began, ended_at: ended }: Step): number | null {
  return began === null || ended === null ? null : Date.parse(ended) - Date.parse(began);
}

const MOST_COMPARISONS = 3;

/** Notes by node: the values at a choice, then the duration. */
export function notesOf(timeline: Timeline, outputs: Readonly<Record<string, unknown>> = {}): Map<string, string[]> {
  const notes = new Map<string, string[]>();
  for (const [id, visits] of Map.groupBy(timeline.steps, ({ node_id: node }) => node)) {
    const last = visits.at(-1);
    if (last === undefined) continue;
    const compared = decisive(last.branch, comparisonsOf(outputs[id])).map(comparedText);
    const more = compared.length - MOST_COMPARISONS;
    notes.set(id, [
      ...compared.slice(0, MOST_COMPARISONS),
      ...(more > 0 ? [`and ${more} more`] : []),
      timeNote(visits, last),
    ]);
  }
  return notes;
}

function timeNote(visits: readonly Step[], last: Step): string {
  const spans = visits.flatMap((visit) => durationOf(visit) ?? []);
  const parts = [
    ...(last.branch === null ? [] : [branchCalled(last.branch)]),
    ...(visits.length > 1 ? [`${visits.length} visits`] : []),
    last.status === 'failed' ? `failed: ${last.error_code ?? 'unknown'}` : '',
    spans.length > 0
      ? durationText(spans.reduce((sum, span) => sum + span, 0))
      : last.status === 'failed'
        ? ''
        : VISITS[last.status],
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** Names of branches in the picture. `fail` would look like an error to a user searching for one. */
const BRANCHES: Readonly<Record<string, string>> = { pass: 'yes', human_review: 'asked a person', fail: 'no' };

export const branchCalled = (branch: string): string => BRANCHES[branch] ?? branch;

/** The status of a visit, in words. */
export const VISITS: Readonly<Record<Step['status'], string>> = {
  running: 'under way',
  succeeded: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};
