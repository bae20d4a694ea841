import type { ErrorDetail } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';

/*
 * How deep JSON is nested and how many values it has, whatever they are. These run over bodies of several MiB while other
 * requests wait: by index and by key, which takes a quarter of the time of entries.
 */

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
 * Refuses JSON of more than `most` values and names the first one beyond. Each costs memory and time of its own, in every
 * step after this, however short its text is. For values whose depth was checked.
 */
export function checkCount(root: Json, most: number): ErrorDetail[] {
  let left = most;
  const beyond = (value: Json): string | undefined => {
    left -= 1;
    if (left < 0) return '';
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) {
        const path = beyond(value[index] ?? null);
        if (path !== undefined) return `[${index}]${path}`;
      }
      return undefined;
    }
    for (const key of Object.keys(value)) {
      const path = beyond(value[key] ?? null);
      if (path !== undefined) return `.${key}${path}`;
    }
    return undefined;
  };
  const path = beyond(root);
  if (path === undefined) return [];
  const limit = most.toLocaleString('en-US');
  const message = `is beyond the ${limit} values that a body may hold, lists and objects included: send less, or several requests`;
  return [{ field: path.replace(/^\./, ''), message }];
}
