import type { ErrorDetail } from '../../core/errors.ts';
import type { Json, JsonObject } from '../../core/json.ts';

/** Recursive code, PostgreSQL's jsonb included, fails on JSON that is nested too deeply. */
const DEEPEST = 64;

/** Refuses JSON that is nested deeper than `deepest` levels, however deep it is. Names the first value beyond. */
export function checkDepth(value: unknown, deepest = DEEPEST): ErrorDetail[] {
  const path = pathBeyond(value, deepest);
  if (path === undefined) return [];
  return [{ field: path.replace(/^\./, ''), message: `is nested deeper than ${deepest} levels` }];
}

/** The way to the first array or object beyond `levels`. Goes no deeper than that. */
function pathBeyond(value: unknown, levels: number): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return '';
  if (Array.isArray(value)) {
    // By index: these run over bodies of several MiB while other requests wait.
    for (let index = 0; index < value.length; index += 1) {
      const path = pathBeyond(value[index], levels - 1);
      if (path !== undefined) return `[${index}]${path}`;
    }
    return undefined;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const key of Object.keys(members)) {
    const path = pathBeyond(members[key], levels - 1);
    if (path !== undefined) return `.${key}${path}`;
  }
  return undefined;
}

/**
 * The value, of a depth that `checkDepth` lets pass, as PostgreSQL can store it: without NUL characters, and with U+FFFD
 * for lone surrogates, in texts and keys. Keys named `__proto__` are removed (prototype pollution). Returns the same
 * value if it is clean.
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

/** Over bodies of several MiB while other requests wait: values read by key take a quarter of the time of entries. */
function isClean(value: Json): boolean {
  if (typeof value === 'string') return isCleanText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isClean);
  return Object.keys(value).every((key) => key !== '__proto__' && isCleanText(key) && isClean(value[key] ?? null));
}

function rebuild(value: Json): Json {
  if (typeof value === 'string') return cleaned(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(rebuild);
  const object: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    const name = cleaned(key);
    if (name !== '__proto__') object[name] = rebuild(item);
  }
  return object;
}
