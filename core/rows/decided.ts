import type { ConditionTrace } from '../cascade/conditions.ts';
import { branchMatches, neededOf } from '../cascade/groups.ts';
import { choiceOutput, type ChoiceOutput } from '../cascade/nodes/if-else.ts';
import type { CascadeDefinition } from '../cascade/registry.ts';
import type { Json } from '../json.ts';
import { conditionInWords, foundInWords } from '../readback/condition.ts';
import type { Subjects } from '../readback/subject.ts';
import type { Work } from '../work.ts';
import { presentTable } from './present.ts';
import { tableOf, type TableNode, type TableRow } from '../readback/table.ts';
import type { RowDecision } from './row.ts';

/** A rule of a cascade, as compared with an applicant. */
export interface ComparedRule {
  /** Its position among the rules, from 1; null for everyone else. */
  readonly number: number | null;
  readonly id: string | null;
  readonly text: string;
  readonly is_requirement: boolean;
  readonly decision: RowDecision;
  readonly conditions: readonly (ConditionTrace & { readonly text: string; readonly found: string | null })[];
}

/**
 * A rule that decided an applicant or sent them to a person. It has the conditions that held, or those of a requirement
 * that were not met.
 */
export interface DecidingRule extends ComparedRule {
  /** If everyone else is not approved: the approving rule that lacked least, with the conditions that it lacked. */
  readonly nearest: ComparedRule | null;
}

export interface Visited {
  readonly nodeId: string;
  readonly output: Json;
}

/** Cost of a condition in words. */
const UNITS_OF_WORDS = 6;

/**
 * The rules that decided a run, from the comparisons that its choices recorded. If the cascade is no list of rules, or
 * a part that was taken is none: the rules that decided before that part, or none. Throws TooMuchWork.
 */
export function decidingRules(
  definition: CascadeDefinition,
  history: readonly Visited[],
  subjects: Subjects,
  work: Work,
): readonly DecidingRule[] {
  const table = tableOf(definition);
  const { rules, everyone_else: rest } = presentTable(definition, table, work);
  const outputs = new Map(history.map(({ nodeId, output }) => [nodeId, choiceOutput(output)]));
  const compared = (index: number, row: TableRow, traces: readonly ConditionTrace[]): readonly ComparedRule[] => {
    const shown = rules[index];
    if (shown === undefined) return [];
    work.spend(traces.length * UNITS_OF_WORDS);
    const { id, text, then } = shown;
    return [
      {
        ...{ number: index + 1, id, text, is_requirement: row.isRequirement, decision: then.decision },
        conditions: traces.map((trace) => ({
          ...trace,
          text: conditionInWords(trace, subjects),
          found: foundInWords(trace, subjects),
        })),
      },
    ];
  };
  const passed: { readonly index: number; readonly row: TableRow; readonly output: ChoiceOutput }[] = [];
  let number = 0;
  for (const node of table.nodes) {
    const output = outputs.get(node.choice.id);
    if (output == null || output.branch === null) return [];
    const taken = takenRows(node, output);
    const found = node.rows.flatMap((row, index) => {
      const decisive = tracesOf(row, output).filter(({ result }) => result === !row.isRequirement);
      return taken.includes(row) ? compared(number + index, row, decisive) : [];
    });
    if (found.length > 0) return found.map((rule) => ({ ...rule, nearest: null }));
    if (taken.length > 0) return [];
    for (const [index, row] of node.rows.entries())
      if (isApproval(rules[number + index]?.then.decision)) passed.push({ index: number + index, row, output });
    number += node.rows.length;
  }
  if (rest === null || rules.length === 0) return [];
  const missed = isApproval(rest.then.decision) ? [] : passed;
  const [least] = missed
    .map(({ index, row, output }) => ({ index, row, lacks: lackingOf(row, output) }))
    .toSorted((a, b) => a.lacks.length - b.lacks.length);
  const [nearest = null] = least === undefined ? [] : compared(least.index, least.row, least.lacks);
  const id = table.restSentence.id ?? null;
  const { decision } = rest.then;
  return [{ number: null, id, text: rest.text, is_requirement: false, decision, conditions: [], nearest }];
}

const isApproval = (decision: RowDecision | undefined): boolean => decision === 'approve' || decision === 'conditional';

/** The rows because of which the choice took the way of its rows; empty if it led on. */
function takenRows({ rows, keys }: TableNode, output: ChoiceOutput): readonly TableRow[] {
  const lead = keys === null ? null : keys.lead === 'pass_steps' ? 'pass' : 'fail';
  const isTaken = ({ branch }: TableRow): boolean => output.branch === (lead ?? branch);
  return rows.filter((row) => isTaken(row) && isMet(row, output) !== row.isRequirement);
}

function isMet(row: TableRow, output: ChoiceOutput): boolean {
  const results = row.groups.map((group) => tracesOfGroup(row, group, output).map(({ result }) => result));
  return branchMatches({ group_logic: row.logic, condition_groups: row.groups }, results) === true;
}

/** The conditions because of which a row does not hold; among alternatives, those of the one that lacks fewest. */
function lackingOf(row: TableRow, output: ChoiceOutput): readonly ConditionTrace[] {
  const groups = row.groups.map((group) => {
    const own = tracesOfGroup(row, group, output);
    const lacks = own.filter(({ result }) => result !== true);
    return own.length - lacks.length >= neededOf(group) ? [] : lacks;
  });
  return row.logic === 'and' ? groups.flat() : (groups.toSorted((a, b) => a.length - b.length)[0] ?? []);
}

const tracesOf = (row: TableRow, output: ChoiceOutput): readonly ConditionTrace[] =>
  row.groups.flatMap((group) => tracesOfGroup(row, group, output));

function tracesOfGroup(
  { choice, branch }: TableRow,
  group: TableRow['groups'][number],
  { conditions }: ChoiceOutput,
): readonly ConditionTrace[] {
  const index = choice.branches[branch]?.condition_groups?.indexOf(group) ?? -1;
  return conditions.filter((trace) => trace.branch === branch && trace.group === index);
}
