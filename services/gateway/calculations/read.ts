import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { labelsIn, type LabelsJson } from '../../../core/field-labels.ts';
import { changesBetween } from '../../../core/readback/changes.ts';
import { examplesOf } from '../../../core/readback/examples.ts';
import { readingOf } from '../../../core/readback/index.ts';

interface ReadVersion {
  readonly version: number;
  readonly definition: CascadeDefinition;
  readonly useCase: string | null;
}

export interface ReadWorkflow {
  readonly workflowId: number;
  readonly read: ReadVersion;
  readonly comparedTo: ReadVersion | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** What the account calls the fields of its payloads. */
  readonly labels: LabelsJson;
}

/** A version in English, with the applicants at its thresholds, and how it differs from another one. */
export function readWorkflow({ workflowId, read, comparedTo, now, labels }: ReadWorkflow): object {
  const { version, definition, useCase } = read;
  const options = { useCase, now, ...labelsIn(labels) };
  return {
    object: 'workflow_reading',
    workflow_id: workflowId,
    version,
    ...readingOf(definition, options.labels),
    examples: examplesOf(definition, options),
    ...(comparedTo === null
      ? {}
      : { changes: { version: comparedTo.version, ...changesBetween(comparedTo.definition, definition, options) } }),
  };
}
