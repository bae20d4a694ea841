import { BRANCH_KEYS } from '../cascade/definition.ts';
import { isKind, type CascadeDefinition } from '../cascade/registry.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import { within, Work } from '../work.ts';
import { listsOf } from './lists.ts';
import { numbersOf } from './numbers.ts';
import { rulesOf } from './rules.ts';
import { missingValuesOf, reachable, sentencesOf } from './sentences.ts';
import { stepsOf } from './steps.ts';
import { Subjects } from './subject.ts';
import { tableOf } from './table.ts';

/** A definition in English: exactly what runs, whoever wrote it. */
export interface Reading {
  /** Null if it cannot be said as a list of rules: then only the steps tell it. */
  readonly rules:
    | readonly {
        /** Its place among the rows of the definition; null of what is no row, such as everyone else. */
        readonly number: number | null;
        /** By what the definition knows it. */
        readonly id: string | null;
        /** In the words of its author, where the definition has them. */
        readonly text: string;
        /** What these were read as; null if that says the same. */
        readonly read_as: string | null;
        readonly details: readonly string[];
        readonly node_ids: readonly string[];
      }[]
    | null;
  /** What keeps it from being a list of rules. */
  readonly no_rules: { readonly node_id: string; readonly text: string } | null;
  /** What becomes of an applicant without a value; empty if there are no rules. */
  readonly missing_values: readonly { readonly field: string; readonly text: string }[];
  /** Node by node, nothing left out. */
  readonly steps: readonly { readonly node_id: string; readonly text: string }[];
  /** What holds of every cascade, and of every list that this one asks about. */
  readonly always: readonly string[];
}

/** For the rules; and for what becomes of applicants without a value. */
const WORK_OF_RULES = 80_000;
const WORK_OF_MISSING = 60_000;

/**
 * `dictionary`: what is declared of the fields of payloads; others are called by their paths. Rules that
 * are too much work are none. Throws TooMuchWork if the steps are.
 */
export function readingOf(definition: CascadeDefinition, work: Work, dictionary?: Dictionary): Reading {
  const told =
    definition.length === 0
      ? { rules: null, numbers: null, sentences: null, noRules: null }
      : within(work, WORK_OF_RULES, (part) => ruleList(definition, part, dictionary));
  return {
    rules: told?.sentences ?? null,
    no_rules: told === undefined ? TOO_MUCH : told.noRules,
    missing_values:
      told === undefined || told.rules === null
        ? []
        : missingValuesOf(told.rules, told.numbers, new Work(WORK_OF_MISSING, work)).map(({ subject, text }) => ({
            field: subject.phrase,
            text,
          })),
    steps: stepsOf(definition, work, dictionary).map(({ nodeId, text }) => ({ node_id: nodeId, text })),
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
  const found = rulesOf(definition, work, dictionary);
  if (found.rules === null) {
    const { nodeId, text } = found.because;
    return { rules: null, numbers: null, sentences: null, noRules: { node_id: nodeId, text } };
  }
  const { rules } = found;
  const numbers = numbersOf(tableOf(definition), reachable(rules));
  const sentences = sentencesOf(rules, numbers, work).map(({ number, id, text, readAs, details, nodeIds }) => ({
    number,
    id,
    text,
    read_as: readAs,
    details,
    node_ids: nodeIds,
  }));
  return { rules, numbers, sentences, noRules: null };
}

const ALWAYS = [
  'A comparison with a value that is not known does not hold.',
  'If a report does not come, or a step fails, nothing that follows it is done, and nobody is decided by it.',
];
