import type { CascadeDefinition } from '../cascade/registry.ts';
import type { FieldLabels } from '../field-labels.ts';
import { listsOf } from './lists.ts';
import { rulesOf } from './rules.ts';
import { missingValuesOf, sentencesOf } from './sentences.ts';
import { stepsOf } from './steps.ts';
import { Subjects } from './subject.ts';

/** A definition in English: exactly what runs, whoever wrote it. */
export interface Reading {
  /** Null if it cannot be said as a list of rules: then only the steps tell it. */
  readonly rules:
    | readonly { readonly text: string; readonly details: readonly string[]; readonly node_ids: readonly string[] }[]
    | null;
  /** What becomes of an applicant without a value; empty if there are no rules. */
  readonly missing_values: readonly { readonly field: string; readonly text: string }[];
  /** Node by node, nothing left out. */
  readonly steps: readonly { readonly node_id: string; readonly text: string }[];
  /** What holds of every cascade, and of every list that this one asks about. */
  readonly always: readonly string[];
}

/** `labels`: what the account calls the fields of its payloads; without them they are called by their paths. */
export function readingOf(definition: CascadeDefinition, labels?: FieldLabels): Reading {
  const rules = definition.length === 0 ? undefined : rulesOf(definition, labels);
  return {
    rules:
      rules === undefined
        ? null
        : sentencesOf(rules).map(({ text, details, nodeIds }) => ({ text, details, node_ids: nodeIds })),
    missing_values:
      rules === undefined ? [] : missingValuesOf(rules).map(({ subject, text }) => ({ field: subject.phrase, text })),
    steps: stepsOf(definition, labels).map(({ nodeId, text }) => ({ node_id: nodeId, text })),
    always:
      definition.length === 0
        ? ['The cascade has no steps and cannot be run.']
        : [...ALWAYS, ...listsOf(definition, new Subjects(definition, labels))],
  };
}

const ALWAYS = [
  'A comparison with a value that is not known does not hold.',
  'If a report does not come, or a step fails, nothing that follows it is done, and nobody is decided by it.',
];
