import { validateDefinition } from '../../../core/cascade/validate.ts';
import type { FieldSpecs } from '../../../core/fields/spec.ts';
import { readBack, type ReadBack } from '../../../core/rules/read-as.ts';
import { TooMuchWork } from '../../../core/work.ts';
import { dictionaryOfCascade } from './fields.ts';

/**
 * What a definition of a preview says, and its applicants, after a choice that the service was not asked about. Null of one
 * that is not valid, or that takes too much work.
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
