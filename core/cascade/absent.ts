import { withoutNulls } from '../absent.ts';
import { isJsonObject, type Json } from '../json.ts';
import type { NodeRegistry } from './kinds.ts';
import { NODES } from './registry.ts';
import { checkedSchema, definitionComponents } from './schema.ts';

/**
 * The definition without optional keys that are null: null means absent, as in every request body. Unknown keys stay,
 * and so do keys that give null a meaning of its own. Takes any JSON that is not too deep to walk.
 */
export function withoutNullKeys(definition: Json, registry: NodeRegistry = NODES): Json {
  if (!Array.isArray(definition)) return definition;
  const components = definitionComponents(registry);
  return definition.map((node) =>
    isJsonObject(node) ? withoutNulls(node, checkedSchema(node, registry), components) : node,
  );
}
