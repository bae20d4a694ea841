import { isJsonObject } from './json.ts';
import { didYouMean, nearest } from './nearest.ts';

/*
 * What is said of a value that a JSON Schema refuses, whoever checked it: definitions are checked in `core/cascade`
 * (`shape.ts`), requests and reports in `platform/validation`.
 */

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

export function ofTypes(types: readonly string[]): string {
  return `must be ${types.map((type) => TYPES[type] ?? type).join(' or ')}`;
}

/** With the choice that a text most likely means, if `meant` or its spelling tells. */
export function oneOf(choices: readonly unknown[], sent: unknown, meant?: string): string {
  const texts = choices.filter((choice) => typeof choice === 'string');
  const hint =
    typeof sent !== 'string' ? '' : meant === undefined ? didYouMean(sent, texts) : `; did you mean "${meant}"?`;
  return `must be one of: ${choices.map(spelled).join(', ')}${hint}`;
}

export const NOT_EMPTY = 'must not be empty';
export const atLeast = (limit: number): string => `must be at least ${limit}`;
export const atMost = (limit: number): string => `must be at most ${limit}`;
export const hasAtLeast = (limit: number, what: string): string => `must have at least ${counted(limit, what)}`;
export const hasAtMost = (limit: number, what: string): string => `must have at most ${counted(limit, what)}`;

/** What the member may be, and the key that was sent in its place if one is close. `schema`: of the member. */
export function required(
  name: string,
  { schema, sent, known }: { readonly schema: unknown; readonly sent: readonly string[]; readonly known: object },
): string {
  const { enum: choices, properties } = isJsonObject(schema) ? schema : {};
  const wanted = Array.isArray(choices)
    ? `: one of ${choices.map(spelled).join(', ')}`
    : isJsonObject(properties)
      ? `: an object with ${Object.keys(properties).join(', ')}`
      : '';
  const found = nearest(
    name,
    sent.filter((key) => !Object.hasOwn(known, key)),
  );
  return `is required${wanted}${found === undefined ? '' : `; did you mean it by ${JSON.stringify(found)}?`}`;
}

export function spelled(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function counted(limit: number, what: string): string {
  return `${limit} ${what}${limit === 1 ? '' : 's'}`;
}
