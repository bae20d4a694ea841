import { keyWithBackslash, repeatedKey } from './json-keys.ts';
import type { Json } from './json.ts';
import { fieldOf, type Way } from './path.ts';

/** Recursive code, including PostgreSQL's jsonb, fails on deeply nested JSON. */
const DEEPEST = 64;

/** JSON that readers could understand differently. The message is the path and the problem. */
export class UnreadableJson extends Error {
  override readonly name = 'UnreadableJson';
  readonly way: Way;
  readonly problem: string;

  constructor(way: Way, problem: string) {
    super(`${fieldOf(way)} ${problem}`);
    this.way = way;
    this.problem = problem;
  }
}

/**
 * Parses JSON text from others; nothing else may. Throws a SyntaxError for invalid JSON. Throws UnreadableJson if it is
 * nested too deeply, has a key with a backslash, or repeats a key in one object.
 */
export function readJson(text: string): Json {
  const backslash = keyWithBackslash(text);
  if (backslash !== undefined) {
    throw new UnreadableJson([backslash], 'has a backslash in its name, which no key may have');
  }
  const value = JSON.parse(text) as Json;
  const keys = keysOf(value, DEEPEST);
  if (keys === Infinity) {
    throw new UnreadableJson(wayBeyond(value, DEEPEST) ?? [], `is nested deeper than ${DEEPEST} levels`);
  }
  const repeated = repeatedKey(text, keys);
  if (repeated !== undefined) throw new UnreadableJson(repeated, 'is there twice, and a key may be there once');
  return value;
}

/**
 * Number of keys in its objects; infinite if it is nested more than `levels` deep. It runs over bodies of several MiB
 * while other requests wait. Reading by index and key takes a quarter of the time of entries.
 */
function keysOf(value: Json, levels: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (levels === 0) return Infinity;
  let count = 0;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) count += keysOf(value[index] ?? null, levels - 1);
    return count;
  }
  const keys = Object.keys(value);
  for (const key of keys) count += keysOf(value[key] ?? null, levels - 1);
  return count + keys.length;
}

/** The path to the first array or object beyond `levels`. Goes no deeper than that. */
function wayBeyond(value: Json, levels: number): Way | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return [];
  const isArray = Array.isArray(value);
  for (const [key, item] of Object.entries(value)) {
    const way = wayBeyond(item, levels - 1);
    if (way !== undefined) return [isArray ? Number(key) : key, ...way];
  }
  return undefined;
}
