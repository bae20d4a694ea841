import { validateDefinition } from '../../../core/cascade/validate.ts';
import type { FieldSpecs } from '../../../core/fields/spec.ts';
import { readBack, type ReadBack } from '../../../core/rules/read-as.ts';
import { TooMuchWork } from '../../../core/work.ts';
import { dictionaryOfCascade } from './fields.ts';

/**
 * Rereads a preview's definition and its applicants after a choice, without asking the service. Null if the definition
 * is not valid or takes too much work.
 */
export function readAnew(
  sent: readonly object[],
  { useCase, fields, now }: { readonly useCase: string; readonly fields: FieldSpecs; readonly now: number },
): ReadBack | null {
  const { definition } = validateDefinition(sent);
  if (definition === null) return null;
  try {
    return readBack(definition, { useCase, now, dictionary: dictionaryOfCascade(definition, fields) });
  } catch (error) {
    if (error instanceof TooMuchWork) return null;
    throw error;
  }
}
