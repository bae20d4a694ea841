import type { ConditionTrace } from '../cascade/conditions.ts';
import { choiceOutput, type ChoiceOutput } from '../cascade/nodes/if-else.ts';
import type { CascadeDefinition } from '../cascade/registry.ts';
import type { Json } from '../json.ts';
import { conditionInWords, foundInWords } from '../readback/condition.ts';
import type { Subjects } from '../readback/subject.ts';
import type { Work } from '../work.ts';
import { presentTable } from './present.ts';
import { tableOf, type TableNode, type TableRow } from '../readback/table.ts';

/** A rule of a cascade that decided about somebody, or asks a person. */
export interface DecidingRule {
  /** Its place among the rules, from 1; null of what becomes of everyone else. */
  readonly number: number | null;
  readonly id: string | null;
  readonly text: string;
  readonly is_requirement: boolean;
  readonly decision: string;
  /** By which it decided: what held of it, or what a requirement asks for and was not met. */
  readonly conditions: readonly (ConditionTrace & { readonly text: string; readonly found: string | null })[];
}

export interface Visited {
  readonly nodeId: string;
  readonly output: Json;
}

/** For a condition in words. */
const UNITS_OF_WORDS = 6;

/**
 * The rules that decided a run, as its choices recorded what they compared. Of a cascade that is no list of rules, or of which
 * a part that was taken is none: those that decided before it, or none. Throws TooMuchWork.
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
  let number = 0;
  for (const node of table.nodes) {
    const output = outputs.get(node.choice.id);
    if (output == null || output.branch === null) return [];
    const taken = takenRows(node, output);
    const found = node.rows.flatMap((row, index): readonly DecidingRule[] => {
      const shown = rules[number + index];
      if (shown === undefined || !taken.includes(row)) return [];
      const decisive = tracesOf(row, output).filter(({ result }) => result === !row.isRequirement);
      work.spend(decisive.length * UNITS_OF_WORDS);
      const conditions = decisive.map((trace) => ({
        ...trace,
        text: conditionInWords(trace, subjects),
        found: foundInWords(trace, subjects),
      }));
      const { id, text, then } = shown;
      return [
        {
          number: number + index + 1,
          id,
          text,
          is_requirement: row.isRequirement,
          decision: then.decision,
          conditions,
        },
      ];
    });
    if (found.length > 0) return found;
    if (taken.length > 0) return [];
    number += node.rows.length;
  }
  if (rest === null || rules.length === 0) return [];
  const id = table.restSentence.id ?? null;
  return [{ number: null, id, text: rest.text, is_requirement: false, decision: rest.then.decision, conditions: [] }];
}

/** The rows by which the choice took the way of its rows; none if it led on. */
function takenRows({ rows, keys }: TableNode, output: ChoiceOutput): readonly TableRow[] {
  const lead = keys === null ? null : keys.lead === 'pass_steps' ? 'pass' : 'fail';
  const isTaken = ({ branch }: TableRow): boolean => output.branch === (lead ?? branch);
  return rows.filter((row) => isTaken(row) && isMet(row, output) !== row.isRequirement);
}

function isMet(row: TableRow, output: ChoiceOutput): boolean {
  const results = row.groups.map((group) => {
    const own = tracesOfGroup(row, group, output).map(({ result }) => result === true);
    if (group.at_least !== undefined) return own.filter(Boolean).length >= group.at_least;
    return group.logic === 'or' ? own.some(Boolean) : own.every(Boolean);
  });
  return row.logic === 'or' ? results.some(Boolean) : results.every(Boolean);
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
