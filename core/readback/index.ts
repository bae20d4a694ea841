import { BRANCH_KEYS } from '../cascade/definition.ts';
import { isKind, type CascadeDefinition } from '../cascade/registry.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import { within, Work } from '../work.ts';
import { listsOf } from './lists.ts';
import { numbersOf } from './numbers.ts';
import { rulesOf } from './rules.ts';
import { missingValuesOf, reachable, sentencesOf, type MissingValue, type RuleInWords } from './sentences.ts';
import { stepsOf, type StepReading } from './steps.ts';
import { Subjects } from './subject.ts';
import { tableOf } from './table.ts';

/** A definition in English: exactly what runs, whoever wrote it. */
export interface Reading {
  /** Null if it cannot be expressed as a list of rules: then only the steps describe it. */
  readonly rules: readonly RuleInWords[] | null;
  /** The reason why it is no list of rules. */
  readonly no_rules: { readonly node_id: string; readonly text: string } | null;
  /** Outcomes of applicants without a value; empty if there are no rules. */
  readonly missing_values: readonly MissingValue[];
  /** Every node, with nothing left out. */
  readonly steps: readonly StepReading[];
  /** Facts true of every cascade, and of every list that this one asks about. */
  readonly always: readonly string[];
}

/** Units of work for the rules, and for applicants without a value. */
const WORK_OF_RULES = 80_000;
const WORK_OF_MISSING = 60_000;

/**
 * `dictionary`: declarations of payload fields; undeclared ones are called by their paths. If the rules are too much
 * work, there are none. Throws TooMuchWork if the steps are.
 */
export function readingOf(definition: CascadeDefinition, work: Work, dictionary?: Dictionary): Reading {
  const none = { rules: null, no_rules: null, missing: () => [] };
  const told =
    definition.length === 0
      ? none
      : (within(work, WORK_OF_RULES, (part) => ruleList(definition, part, dictionary)) ?? {
          ...none,
          no_rules: TOO_MUCH,
        });
  return {
    rules: told.rules,
    no_rules: told.no_rules,
    missing_values: told.missing(new Work(WORK_OF_MISSING, work)),
    steps: stepsOf(definition, work, dictionary),
    always:
      definition.length === 0
        ? ['The cascade has no steps and cannot be run.']
        : [...ALWAYS, ...withoutValues(definition), ...listsOf(definition, new Subjects(definition, dictionary))],
  };
}

function withoutValues(definition: CascadeDefinition): readonly string[] {
  const isSaid = definition.some(
    (node) =>
      isKind(node, 'IfElse') &&
      BRANCH_KEYS.some((key) => node.branches[key]?.condition_groups?.some((group) => group.on_missing !== undefined)),
  );
  return isSaid ? ['Where a row says what happens without a value, that holds if the row depends on it.'] : [];
}

const TOO_MUCH = { node_id: '', text: 'It is too much work to say it as rules.' };

function ruleList(definition: CascadeDefinition, work: Work, dictionary?: Dictionary) {
  const { rules, because } = rulesOf(definition, work, dictionary);
  if (rules === null) {
    const { nodeId, text } = because;
    return { rules, no_rules: { node_id: nodeId, text }, missing: () => [] };
  }
  const numbers = numbersOf(tableOf(definition), reachable(rules));
  return {
    rules: sentencesOf(rules, numbers, work),
    no_rules: null,
    missing: (own: Work) => missingValuesOf(rules, numbers, own),
  };
}

const ALWAYS = [
  'A comparison with a value that is not known does not hold.',
  'If a report does not come, or a step fails, nothing that follows it is done, and nobody is decided by it.',
];
