import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import type { GraphNode } from '../../../core/picture/graph.ts';
import { graphOf } from '../../../core/picture/of-definition.ts';
import { allWays, mergedNodes } from '../picture/merged.ts';
import type { Lit } from '../picture/picture.tsx';
import { drawableOf } from './drawable.ts';

/* The differences between two definitions: as one picture, and by member. */

export interface MemberChange {
  /** Dotted path within the node; list items by index. */
  readonly path: string;
  /** Undefined if the member is new. */
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

export interface NodeChange {
  readonly id: string;
  readonly name: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** Only for a node that is in both. */
  readonly members: readonly MemberChange[];
}

export interface Difference {
  /** All nodes and edges of both. */
  readonly nodes: readonly GraphNode[];
  readonly lit: Lit;
  readonly changes: readonly NodeChange[];
  /** True if the nodes are the same in another order, which does not change what runs. */
  readonly isReordered: boolean;
}

export function differenceOf(before: readonly object[], after: readonly object[]): Difference {
  const [old, now] = [byId(before), byId(after)];
  const [oldNodes, nowNodes] = [graphOf(drawableOf(before)), graphOf(drawableOf(after))];
  const nodes = mergedNodes(nowNodes, oldNodes);
  const changes = nodes.flatMap(({ id, name }): NodeChange[] => {
    const [left, right] = [old.get(id), now.get(id)];
    if (left === undefined) return [{ id, name, kind: 'added', members: [] }];
    if (right === undefined) return [{ id, name, kind: 'removed', members: [] }];
    if (isSame(left, right)) return [];
    return [{ id, name, kind: 'changed', members: membersOf(left, right, '') }];
  });
  const kinds = new Map(changes.map(({ id, kind }) => [id, kind]));
  const [oldWays, nowWays] = [new Set(allWays(oldNodes)), new Set(allWays(nowNodes))];
  const wayClass = (id: string): string => (oldWays.has(id) ? (nowWays.has(id) ? 'same' : 'removed') : 'added');
  return {
    nodes,
    lit: {
      nodes: new Map(nodes.map(({ id }) => [id, kinds.get(id) ?? 'same'])),
      ways: new Map(allWays(nodes).map((id) => [id, wayClass(id)])),
    },
    changes,
    isReordered: changes.length === 0 && [...old.keys()].some((id, index) => [...now.keys()][index] !== id),
  };
}

function byId(definition: readonly object[]): ReadonlyMap<string, JsonObject> {
  return new Map(
    definition.flatMap((node) => (isJsonObject(node) && typeof node.id === 'string' ? [[node.id, node]] : [])),
  );
}

/** The deepest members that differ. */
function membersOf(before: Json | undefined, after: Json | undefined, path: string): MemberChange[] {
  if (isSame(before, after)) return [];
  if (isJsonObject(before) && isJsonObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => membersOf(own(before, key), own(after, key), path === '' ? key : `${path}.${key}`));
  }
  // Lists of texts, such as edges, are compared as a whole, so that the reader sees all of them.
  if (isListOfObjects(before) && isListOfObjects(after)) {
    const indexes = Array.from({ length: Math.max(before.length, after.length) }, (_, index) => index);
    return indexes.flatMap((index) => membersOf(before[index], after[index], `${path}[${index}]`));
  }
  return [{ path, before, after }];
}

function own(value: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function isListOfObjects(value: Json | undefined): value is JsonObject[] {
  return Array.isArray(value) && value.every((item) => isJsonObject(item));
}

/** The order of members does not matter. */
export function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (isJsonObject(one) && isJsonObject(other)) {
    const keys = Object.keys(one);
    return (
      keys.length === Object.keys(other).length &&
      keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
    );
  }
  return one === other;
}
