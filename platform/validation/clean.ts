import type { ErrorDetail } from '../../core/errors.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { isDeeperThan } from '../../core/json-limits.ts';

/** Recursive code, PostgreSQL's jsonb included, fails on JSON that is nested too deeply. */
const DEEPEST = 64;

/** Refuses JSON that is nested deeper than `deepest` levels. Iterative, so it accepts any depth. */
export function checkDepth(value: unknown, deepest = DEEPEST): ErrorDetail[] {
  return isDeeperThan(value, deepest) ? [{ field: '', message: `is nested deeper than ${deepest} levels` }] : [];
}

/**
 * The value as PostgreSQL can store it: without NUL characters, and with U+FFFD for lone surrogates, in texts and keys
 * at any depth. Keys named `__proto__` are removed (prototype pollution). Returns the same value if it is clean.
 */
export function cleanText<T extends Json>(value: T): T {
  // A scalar is cleaned to a scalar and a container to one of the same shape.
  return (isClean(value) ? value : rebuild(value)) as T;
}

function isCleanText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

function cleaned(text: string): string {
  return isCleanText(text) ? text : text.replaceAll('\u0000', '').toWellFormed();
}

function isClean(root: Json): boolean {
  const open: Json[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'string' && !isCleanText(value)) return false;
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const item of value) open.push(item);
      continue;
    }
    for (const [key, item] of Object.entries(value)) {
      if (key === '__proto__' || !isCleanText(key)) return false;
      open.push(item);
    }
  }
  return true;
}

function rebuild(root: Json): Json {
  const open: (() => void)[] = [];
  const copy = (value: Json): Json => {
    if (typeof value === 'string') return cleaned(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const items: Json[] = [];
      open.push(() => {
        for (const item of value) items.push(copy(item));
      });
      return items;
    }
    const object: JsonObject = {};
    open.push(() => {
      for (const [key, item] of Object.entries(value)) {
        const name = cleaned(key);
        if (name !== '__proto__') object[name] = copy(item);
      }
    });
    return object;
  };
  const result = copy(root);
  for (let fill = open.pop(); fill !== undefined; fill = open.pop()) fill();
  return result;
}
