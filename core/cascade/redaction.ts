import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { NodeBase } from './definition.ts';
import type { NodeRegistry } from './kinds.ts';

/**
 * The part of a step's output that survives redaction: the members in its kind's `keptOutput`, which tell what was
 * decided and done. Empty for a kind without them and for an unknown node. Source: semantics 18.4.4.
 */
export function redactedOutput(node: NodeBase | undefined, output: Json, registry: NodeRegistry): JsonObject {
  const kept = node === undefined ? undefined : registry.find(node)?.keptOutput;
  const rest = keepPaths(output, kept ?? []);
  return isJsonObject(rest) ? rest : {};
}

/** Keeps only the members that the dotted paths name. A path goes through each item of a list. */
function keepPaths(value: Json, paths: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((item) => keepPaths(item, paths));
  if (!isJsonObject(value)) return {};
  const result: JsonObject = {};
  for (const key of new Set(paths.map((path) => path.split('.')[0] ?? path))) {
    const member = value[key];
    if (member === undefined) continue;
    const deeper = paths.filter((path) => path.startsWith(`${key}.`)).map((path) => path.slice(key.length + 1));
    result[key] = deeper.length === 0 ? member : member === null ? null : keepPaths(member, deeper);
  }
  return result;
}
