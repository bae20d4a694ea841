import { withoutNulls } from '../absent.ts';
import { isJsonObject, type Json } from '../json.ts';
import type { NodeRegistry } from './kinds.ts';
import { NODES } from './registry.ts';
import { checkedSchema, definitionComponents } from './schema.ts';

/**
 * A definition without the optional keys that are null: null is their absence, as in every body. Keys that nobody knows,
 * and those for which null is a value of its own, stay. Takes any JSON of a depth that can be walked.
 */
export function withoutNullKeys(definition: Json, registry: NodeRegistry = NODES): Json {
  if (!Array.isArray(definition)) return definition;
  const components = definitionComponents(registry);
  return definition.map((node) =>
    isJsonObject(node) ? withoutNulls(node, checkedSchema(node, registry), components) : node,
  );
}
