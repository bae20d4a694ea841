/**
 * Whether arrays and objects are nested in each other more than `levels` deep. Walks without recursion, so that it can
 * guard the functions that do recurse.
 */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let layer = [value].filter(isContainer);
  for (let depth = 0; layer.length > 0; depth += 1) {
    if (depth >= levels) return true;
    const next: object[] = [];
    for (const container of layer) {
      const items: readonly unknown[] = Array.isArray(container) ? container : Object.values(container);
      for (const item of items) if (isContainer(item)) next.push(item);
    }
    layer = next;
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Length of the text in UTF-8. Counting ends beyond `limit`: then some number above it is returned. */
export function utf8Bytes(text: string, limit: number): number {
  if (text.length > limit) return text.length;
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    // Each half of a surrogate pair counts 2: the pair has four bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return bytes;
}

/**
 * Length of the value as compact JSON in UTF-8, without making the text; escapes in strings count as one character.
 * Counting ends beyond `limit`: then some number above it is returned.
 */
export function jsonBytes(root: unknown, limit: number): number {
  let bytes = 0;
  const open: unknown[] = [root];
  for (let value = open.pop(); ; value = open.pop()) {
    if (typeof value === 'string') bytes += 2 + utf8Bytes(value, limit - bytes);
    else if (Array.isArray(value)) {
      bytes += 2 + Math.max(0, value.length - 1);
      if (bytes <= limit) for (const item of value) open.push(item);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        bytes += 4 + utf8Bytes(key, limit);
        open.push(inner);
      }
      bytes += 1;
    } else bytes += String(value ?? null).length;
    if (bytes > limit || open.length === 0) return bytes;
  }
}
