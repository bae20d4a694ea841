import { storedText, type Json, type JsonObject } from '../../core/json.ts';

/**
 * The value as PostgreSQL can store it: in texts and keys, NUL characters removed and lone surrogates replaced by
 * U+FFFD. Its depth must be one that `readJson` accepts. Keys named `__proto__` are removed (prototype pollution).
 * Returns the same value if it is clean.
 */
export function cleanText<T extends Json>(value: T): T {
  // A scalar is cleaned to a scalar and a container to one of the same shape.
  return (isClean(value) ? value : rebuild(value)) as T;
}

function isCleanText(text: string): boolean {
  return storedText(text) === text;
}

/** Over bodies of several MiB while other requests wait: values read by key take a quarter of the time of entries. */
function isClean(value: Json): boolean {
  if (typeof value === 'string') return isCleanText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isClean);
  return Object.keys(value).every((key) => key !== '__proto__' && isCleanText(key) && isClean(value[key] ?? null));
}

function rebuild(value: Json): Json {
  if (typeof value === 'string') return storedText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(rebuild);
  const object: JsonObject = {};
  for (const [key, item] of Object.entries(value)) {
    const name = storedText(key);
    if (name !== '__proto__') object[name] = rebuild(item);
  }
  return object;
}
