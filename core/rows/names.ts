import { isKind, type CascadeDefinition } from '../cascade/registry.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import type { Work } from '../work.ts';
import { presentTable } from './present.ts';
import { rowsOf, tableOf } from '../readback/table.ts';

export interface RuleSentence {
  readonly text: string;
  /** The id of the row, if it is one. */
  readonly rowId: string | null;
}

/**
 * The sentences of rules, by their keys in the facts of decisions (`core/statistics/ended.ts`). A key is the id of the
 * sentence, or the node with the branch taken. Sentences of steps that are no list of rules are found only by id.
 * Throws TooMuchWork.
 */
export function ruleSentences(
  definition: CascadeDefinition,
  work: Work,
  dictionary?: Dictionary,
): ReadonlyMap<string, RuleSentence> {
  const found = new Map<string, RuleSentence>();
  const add = (name: string, text: string, rowId: string | null = null): void => {
    if (found.get(name)?.rowId == null) found.set(name, { text: found.get(name)?.text ?? text, rowId });
  };
  for (const node of definition) {
    if (!isKind(node, 'IfElse')) continue;
    const { pass, human_review: review } = node.branches;
    const groups = [...(pass?.condition_groups ?? []), ...(review?.condition_groups ?? [])];
    for (const { id, text } of [...groups, node.everyone_else ?? {}])
      if (id !== undefined && text !== undefined) add(id, text);
  }
  const table = tableOf(definition);
  const { rules, everyone_else: rest } = presentTable(definition, table, work, dictionary);
  for (const [index, { sentence, choice, branch, isRequirement }] of rowsOf(table).entries()) {
    const { text = '', id = null } = rules[index] ?? {};
    if (sentence.id !== undefined) add(sentence.id, text, id);
    add(`${choice.id}:${isRequirement ? 'fail' : branch}`, text, id);
  }
  const last = table.nodes.at(-1);
  if (rest !== null && last !== undefined) add(`${last.choice.id}:fail`, rest.text);
  return found;
}
