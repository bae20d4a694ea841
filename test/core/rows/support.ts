import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import { compilePolicy } from '../../../core/policies/compile.ts';

export function compiled(prompt: string): CascadeDefinition {
  const made = compilePolicy(prompt, { useCase: 'tenant_screening', asOf: '2026-01-05' });
  if (!made.ok) throw new Error(JSON.stringify(made.details));
  return made.definition;
}

export function accepted(nodes: unknown): CascadeDefinition {
  const { definition, details } = validateDefinition(nodes);
  if (definition === null) throw new Error(JSON.stringify(details));
  return definition;
}
