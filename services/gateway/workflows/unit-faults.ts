import { fieldsOfSource } from '../../../core/cascade/nodes/applicant-source.ts';
import { isKind, type CascadeDefinition } from '../../../core/cascade/registry.ts';
import { conditionsOf } from '../../../core/cascade/nodes/if-else.ts';
import { unitFaults } from '../../../core/cascade/unit-faults.ts';
import type { ErrorDetail } from '../../../core/errors.ts';
import { dictionaryOf } from '../../../core/fields/dictionary.ts';
import { specsIn } from '../../../core/fields/spec.ts';
import { MAX_WORK_OF_LINT, Work } from '../../../core/work.ts';
import { dictionaryNow } from '../../../platform/database/fields.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Auth } from '../services.ts';

/** Conditions of a definition that compare numbers whose declared units cannot be compared. */
export async function readUnitFaults(
  db: Queryable,
  { accountId }: Pick<Auth, 'accountId'>,
  definition: CascadeDefinition,
): Promise<ErrorDetail[]> {
  const compares = definition.some(
    (node) => isKind(node, 'IfElse') && conditionsOf(node).some(({ value_from: from }) => from !== undefined),
  );
  if (!compares) return [];
  const { specs } = await dictionaryNow(db, accountId);
  const dictionary = dictionaryOf(specs, ...definition.map((node) => specsIn(fieldsOfSource(node))));
  return unitFaults(definition, dictionary, new Work(MAX_WORK_OF_LINT)).map(({ member, message }) => ({
    field: `definition${member}`,
    message,
  }));
}
