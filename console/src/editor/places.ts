import type { Member, Part, Span } from './json-text.ts';

/* Positions in the text of a definition. */

/** The part at a path such as `definition[2].wait.duration`, or the nearest enclosing one. */
export function placeOf(root: Part | null, field: string): Span | null {
  if (root === null) return null;
  const path = field.replace(/^definition(?=$|[.[])/, '');
  return within(root, path, firstOf(root)).at;
}

/** The part of the first node with this id; the value of `id` represents the node. */
export function placeOfNode(root: Part | null, id: string): Span | null {
  const node = nodeOf(root, id);
  return node === null ? null : nameOf(node);
}

/** The place of a warning: the member that it quotes, or else the node. */
export function placeOfWarning(root: Part | null, warning: { readonly node_id: string; readonly message: string }) {
  const node = nodeOf(root, warning.node_id);
  if (node === null) return null;
  for (const [, quoted = ''] of warning.message.matchAll(/[`"]([^`"]+)[`"]/g)) {
    const { at, isWhole } = within(node, `.${quoted}`, null);
    if (isWhole && at !== null) return at;
  }
  return nameOf(node);
}

/** The node whose text contains the cursor; null if none does. */
export function nodeAt(root: Part | null, at: number): string | null {
  const node = root?.kind === 'array' ? root.items.find(({ from, to }) => from <= at && at <= to) : undefined;
  const id = node === undefined ? null : valueOfId(node);
  return typeof id === 'string' ? id : null;
}

/** The whole text of a node, to navigate there. */
export function spanOfNode(root: Part | null, id: string): Span | null {
  return nodeOf(root, id);
}

function nodeOf(root: Part | null, id: string): Part | null {
  if (root?.kind !== 'array') return null;
  return root.items.find((item) => valueOfId(item) === id) ?? null;
}

function valueOfId(node: Part): string | null {
  const value = memberOf(node, 'id')?.value;
  return value?.kind === 'text' ? value.value : null;
}

function memberOf(part: Part, key: string): Member | undefined {
  return part.kind === 'object' ? part.members.findLast((member) => member.key === key) : undefined;
}

/** A node is marked at its id, not on all its lines. */
function nameOf(node: Part): Span {
  return memberOf(node, 'id')?.value ?? firstOf(node);
}

function firstOf({ from, to }: Span): Span {
  return { from, to: Math.min(to, from + 1) };
}

interface Found {
  readonly at: Span | null;
  readonly isWhole: boolean;
}

/** Follows the path as far as possible. Keys may contain dots and brackets. */
function within(part: Part, path: string, around: Span | null): Found {
  if (path === '')
    return { at: part.kind === 'object' || part.kind === 'array' ? (around ?? part) : part, isWhole: true };
  const index = /^\[(\d+)\]/.exec(path);
  if (part.kind === 'array' && index !== null) {
    const item = part.items[Number(index[1])];
    if (item === undefined) return { at: around, isWhole: false };
    return within(item, path.slice(index[0].length), nameOf(item));
  }
  if (part.kind !== 'object' || !path.startsWith('.')) return { at: around, isWhole: false };
  const rest = path.slice(1);
  const member = part.members
    .filter(({ key }) => rest.startsWith(key) && /^(?:$|[.[])/.test(rest.slice(key.length)))
    .toSorted((one, other) => other.key.length - one.key.length)[0];
  if (member === undefined) return { at: around, isWhole: false };
  const after = rest.slice(member.key.length);
  return member.value === null
    ? { at: member.keyAt, isWhole: after === '' }
    : within(member.value, after, member.keyAt);
}
