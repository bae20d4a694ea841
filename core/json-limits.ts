/*
 * These functions run over bodies of several MiB while other requests wait. They use keys and look up values, which
 * takes a quarter of the time of entries.
 */

/**
 * True if arrays and objects are nested more than `levels` deep. It goes no deeper than that, so it can guard recursive
 * functions.
 */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeperThan(item, levels - 1));
  const members = value as Readonly<Record<string, unknown>>;
  return Object.keys(members).some((key) => isDeeperThan(members[key], levels - 1));
}

/** Length of the text in UTF-8. Stops counting beyond `limit` and then returns some greater number. */
export function utf8Bytes(text: string, limit: number): number {
  if (text.length > limit) return text.length;
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    // Each half of a surrogate pair counts 2, because the pair has four bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return bytes;
}

/**
 * Length of the value as compact JSON in UTF-8, without creating the text. Escapes in strings count as one character.
 * Stops counting beyond `limit` and then returns some greater number.
 */
export function jsonBytes(root: unknown, limit: number): number {
  return jsonSize(root, limit).bytes;
}

export interface JsonSize {
  readonly bytes: number;
  /** Number of values in it, including itself: each costs memory and time, however short it is. */
  readonly values: number;
}

/** Like `jsonBytes`, with the number of values counted. */
export function jsonSize(root: unknown, limit: number): JsonSize {
  let bytes = 0;
  let values = 0;
  const open: unknown[] = [root];
  for (let value = open.pop(); ; value = open.pop()) {
    values += 1;
    if (typeof value === 'string') bytes += 2 + utf8Bytes(value, limit - bytes);
    else if (Array.isArray(value)) {
      bytes += 2 + Math.max(0, value.length - 1);
      if (bytes <= limit) for (const item of value) open.push(item);
    } else if (typeof value === 'object' && value !== null) {
      const members = value as Readonly<Record<string, unknown>>;
      for (const key of Object.keys(members)) {
        bytes += 4 + utf8Bytes(key, limit);
        open.push(members[key]);
      }
      bytes += 1;
    } else bytes += String(value ?? null).length;
    if (bytes > limit || open.length === 0) return { bytes, values };
  }
}
