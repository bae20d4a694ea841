import type { Json } from './json.ts';
import { memberNamed } from './same-text.ts';
import type { Work } from './work.ts';

const INDEX = /^(?:0|[1-9]\d{0,9})$/;

/** True if the name can be an index of a list. */
export function isIndex(name: string): boolean {
  return INDEX.test(name);
}

/**
 * The value at a dotted path, or undefined if there is none.
 *
 * - A segment names an own property of an object; inherited ones (`constructor`, `__proto__`) do not exist. Another
 *   spelling of the same text names it too (`composed`).
 * - On an array, a whole number is an index (`records.0.severity`). Any other segment is looked up in every item, and
 *   the values found make an array. `records.severity` is the severities of all records, so that `contains` can ask if
 *   any item has a value.
 *
 * Each visited value costs a unit of `work`.
 */
export function readPath(value: Json | undefined, path: string, work: Work): Json | undefined {
  return read(value, path.split('.'), 0, work);
}

/** Like `readPath`, for a path that is already split, because a node id in it may contain dots. */
export function readSegments(value: Json | undefined, segments: readonly string[], work: Work): Json | undefined {
  return read(value, segments, 0, work);
}

/** Reads from the segment at `begin` on. */
function read(value: Json | undefined, segments: readonly string[], begin: number, work: Work): Json | undefined {
  let current = value;
  for (let position = begin; position < segments.length; position += 1) {
    const segment = segments[position] ?? '';
    if (current === undefined || current === null || typeof current !== 'object') return undefined;
    work.spend(1);
    if (!Array.isArray(current)) {
      const name = memberNamed(current, segment, work);
      current = name === undefined ? undefined : current[name];
    } else if (isIndex(segment)) {
      current = current[Number(segment)];
    } else {
      work.spend(current.length);
      return current.flatMap((item) => read(item, segments, position, work) ?? []);
    }
  }
  return current;
}

/** First segments of paths that read the run itself. */
export const BUILT_IN_ROOTS = ['execution', 'workflow', 'user_approved'] as const;
/** First segments that no `store_result_as` can use. */
export const RESERVED_ROOTS = ['applicant', 'property', 'context', 'steps', ...BUILT_IN_ROOTS] as const;

/** Keys and indexes, from the outside in. */
export type Way = readonly (string | number)[];

/** The path in the notation of errors, starting at `at`: `rows[3].external_reference`. */
export function fieldOf(way: Way, at = ''): string {
  let field = at;
  for (const step of way) {
    if (typeof step === 'number') field += `[${step}]`;
    else field += field === '' ? step : `.${step}`;
  }
  return field;
}
