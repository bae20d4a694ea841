import { unpack, type PackedDefinition } from '../../../core/sources/pinned.ts';
import { fieldsOfCascade } from '../../../core/cascade/nodes/applicant-source.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import type { FieldSpecsJson } from '../../../core/fields/spec.ts';
import { changesBetween, readVersion } from '../../../core/readback/changes.ts';
import { examplesOf } from '../../../core/readback/examples.ts';
import type { Work } from '../../../core/work.ts';

interface ReadVersion {
  readonly version: number;
  readonly definition: PackedDefinition;
  readonly useCase: string | null;
}

export interface ReadWorkflow {
  readonly workflowId: number;
  readonly read: ReadVersion;
  readonly comparedTo: ReadVersion | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The account's declarations of payload fields. */
  readonly fields: FieldSpecsJson;
}

/** A version in English, with the applicants at its thresholds, and its differences from another version. */
export function readWorkflow({ workflowId, read, comparedTo, now, fields }: ReadWorkflow, work: Work): object {
  const { version, useCase } = read;
  const definition = unpack(read.definition);
  const options = { useCase, now, ...dictionaryIn(fields, fieldsOfCascade(definition)) };
  const told = readVersion(definition, options, work);
  return {
    object: 'workflow_reading',
    workflow_id: workflowId,
    version,
    ...told.reading,
    examples: examplesOf(definition, options, work),
    ...(comparedTo === null
      ? {}
      : {
          changes: {
            version: comparedTo.version,
            ...changesBetween(readVersion(unpack(comparedTo.definition), options, work), told, options, work),
          },
        }),
  };
}
