import type { ErrorDetail } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';

/**
 * Refuses JSON of more than `most` values and names the first one beyond. Each costs memory and time of its own, in every
 * step after this, however short its text is. For values whose depth was checked. It runs over bodies of several MiB while
 * other requests wait: by index and by key, which takes a quarter of the time of entries.
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
