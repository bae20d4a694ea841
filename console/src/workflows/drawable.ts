import { EDGE_KEYS, type NodeBase } from '../../../core/cascade/definition.ts';
import { isJsonObject, type Json } from '../../../core/json.ts';

/** The properties of a node that the picture shows. */
export interface Drawable extends NodeBase {
  readonly target_step?: string;
}

/**
 * The drawable nodes of a definition that may be unfinished. Each needs a unique id; only its edges that are lists are
 * drawn.
 */
export function drawableOf(definition: unknown): Drawable[] {
  if (!Array.isArray(definition)) return [];
  const known = new Set<string>();
  return definition.flatMap((node: unknown): Drawable[] => {
    if (!isJsonObject(node)) return [];
    const { id, type, action_type: action, name, target_step: target } = node;
    if (typeof id !== 'string' || id === '' || known.has(id)) return [];
    known.add(id);
    const edges = EDGE_KEYS.flatMap((key) => {
      const to = node[key];
      return Array.isArray(to) ? [[key, to.filter(isText)] as const] : [];
    });
    return [
      {
        ...Object.fromEntries(edges),
        ...(isText(action) ? { action_type: action } : {}),
        ...(isText(name) && name.trim() !== '' ? { name } : {}),
        ...(isText(target) ? { target_step: target } : {}),
        id,
        type: isText(type) ? type : 'no type',
      },
    ];
  });
}

const isText = (value: Json | undefined): value is string => typeof value === 'string';
