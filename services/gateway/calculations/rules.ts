import { fieldsOfCascade } from '../../../core/cascade/nodes/applicant-source.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { FieldSpecsJson } from '../../../core/fields/spec.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import { rowListOf } from '../../../core/rows/present.ts';
import type { RowList } from '../../../core/rows/row.ts';
import type { Work } from '../../../core/work.ts';

export interface ListRules {
  readonly definition: CascadeDefinition;
  /** What the account declares of the fields of its payloads. */
  readonly fields: FieldSpecsJson;
}

/** The rules of a definition as rows. */
export function listRules({ definition, fields }: ListRules, work: Work): RowList {
  const { dictionary } = dictionaryIn(fields, fieldsOfCascade(definition));
  return rowListOf(definition, work, dictionary);
}
