import { DEFINITION_SCHEMAS } from '../../core/definition/schema.ts';
import { validateDefinition } from '../../core/definition/validate.ts';
import type { ErrorDetail } from '../../core/errors.ts';
import { compileValidator } from '../../platform/validation.ts';

const checkShape = compileValidator({
  type: 'object',
  properties: { definition: { $ref: '#/components/schemas/CascadeDefinition' } },
  components: { schemas: DEFINITION_SCHEMAS },
});

/**
 * All that is wrong with the `definition` of a body; empty where it may be saved. What a node's kind does not use, such
 * as a `target_step` of a Wait, has no meaning to be judged, but is answered as it was sent, and so must be of the type
 * that the document tells integrators.
 */
export function checkDefinition(definition: unknown): ErrorDetail[] {
  const details = validateDefinition(definition);
  return details.length > 0 ? details : checkShape({ definition });
}
