import type { CascadeDefinition } from '../cascade/registry.ts';
import { BRANCH_KEYS } from '../cascade/definition.ts';
import { isKind } from '../cascade/registry.ts';
import { ON_MISSING, type OnMissing } from '../cascade/on-missing.ts';
import { validateDefinition } from '../cascade/validate.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import {
  aboutEach,
  domainsOfRules,
  fieldOfKey,
  isConsistent,
  isNoneOnRecord,
  ruleFor,
  type Values,
} from './applicants.ts';
import type { Built } from './build.ts';
import { exampleOf, type Example } from './examples.ts';
import { canBeMissing, testsOf, type Rule } from './model.ts';
import { IS } from './read-as.ts';
import { sentencesOf } from './rows.ts';
import { subjectsOf } from './say.ts';

/** An applicant who is approved because a value is missing, and what the row can say of it. */
export interface ApprovedWithout {
  readonly text: string;
  readonly outcome: 'approved' | 'conditional';
  /** As the row calls the value. */
  readonly field: string;
  /** The row that would decide otherwise: the `id` of its groups. */
  readonly rule_id: string;
  readonly node_ids: readonly string[];
  /** What `on_missing` of its groups may be there. */
  readonly choices: readonly OnMissing[];
  readonly applicant: Example;
}

/** Of each row as many people are looked at. */
const MOST_PEOPLE = 60;

/**
 * The rows without which a missing value approves: with the value the row denies or sends to review, and without it the
 * same applicant is approved. Who wrote the policy should know before anything else. Source: semantics 2.6.27.
 */
export function approvedWithout(
  { plan, definition }: Pick<Built, 'plan' | 'definition'>,
  { asOf, dictionary }: { readonly asOf: string; readonly dictionary?: Dictionary },
): readonly ApprovedWithout[] {
  const subjectIn = subjectsOf(dictionary);
  const sentences = sentencesOf(plan);
  const found = new Map<string, ApprovedWithout>();
  for (const values of aboutEach(plan.rules, domainsOfRules(plan.rules), MOST_PEOPLE)) {
    const rule = ruleFor(plan, values);
    const { id = '', text = '' } = sentences.get(rule) ?? {};
    if (rule === plan.rest || !isStopping(rule)) continue;
    for (const key of valuesKnown(rule, values)) {
      if (found.has(`${id} ${key}`)) continue;
      const without = new Map([...values, [key, null]]);
      const then = ruleFor(plan, without);
      if (isStopping(then) || !isConsistent(without)) continue;
      const { source, field } = fieldOfKey(key);
      const { phrase } = subjectIn(source, field);
      found.set(`${id} ${key}`, {
        text:
          `An applicant whose ${phrase.replace(/^the /, '')} is not known is ${IS[then.decision]}, because ` +
          `“${text}” does not hold without it.`,
        outcome: then.decision === 'conditional' ? 'conditional' : 'approved',
        field: phrase,
        rule_id: id,
        ...choicesAt(definition, id),
        applicant: exampleOf(without, asOf),
      });
    }
  }
  return [...found.values()];
}

const isStopping = ({ decision }: Rule): boolean => decision === 'deny' || decision === 'review';

/** Keys of the values that the rule reads, that are there and need not be. */
function valuesKnown({ when }: Rule, values: Values): readonly string[] {
  const tests = testsOf(when);
  const fields = tests.flatMap(({ source, field, from }) => [{ source, field }, ...(from === undefined ? [] : [from])]);
  const keys = fields
    .filter((field) => canBeMissing(field) && !isNoneOnRecord(field))
    .map(({ source, field }) => `${source}:${field}`);
  return [...new Set(keys)].filter((key) => values.has(key) && values.get(key) !== null);
}

/** The nodes of a row, and what it can say where they stand: a definition with it has to be valid. */
function choicesAt(definition: CascadeDefinition, id: string): Pick<ApprovedWithout, 'node_ids' | 'choices'> {
  const saying = (asks: OnMissing) =>
    definition.map((node) => {
      if (!isKind(node, 'IfElse')) return node;
      const branches = Object.fromEntries(
        BRANCH_KEYS.flatMap((key) => {
          const branch = node.branches[key];
          const groups = branch?.condition_groups?.map((group) =>
            group.id === id ? { ...group, on_missing: asks } : group,
          );
          return branch === undefined
            ? []
            : [[key, { ...branch, ...(groups === undefined ? {} : { condition_groups: groups }) }]];
        }),
      );
      return { ...node, branches };
    });
  const own = definition.filter(
    (node) =>
      isKind(node, 'IfElse') &&
      BRANCH_KEYS.some((key) => node.branches[key]?.condition_groups?.some((group) => group.id === id)),
  );
  return {
    node_ids: own.map((node) => node.id),
    choices: ON_MISSING.filter((asks) => validateDefinition(saying(asks)).definition !== null),
  };
}
