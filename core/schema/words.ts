import { isJsonObject } from '../json.ts';
import { didYouMean, nearest } from '../nearest.ts';

/* Messages for values that a JSON Schema refuses. */

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

/** With the choice that a text most likely means, given by `meant` or its spelling. */
export function oneOf(choices: readonly unknown[], sent: unknown, meant?: string): string {
  const texts = choices.filter((choice) => typeof choice === 'string');
  const hint =
    typeof sent !== 'string' ? '' : meant === undefined ? didYouMean(sent, texts) : `; did you mean "${meant}"?`;
  return `must be one of: ${choices.map(spelled).join(', ')}${hint}`;
}

export const exactly = (value: unknown): string => `must be ${spelled(value)}`;
export const NOT_EMPTY = 'must not be empty';
export const atLeast = (limit: number): string => `must be at least ${limit}`;
export const atMost = (limit: number): string => `must be at most ${limit}`;
export const moreThan = (limit: number): string => `must be greater than ${limit}`;
export const lessThan = (limit: number): string => `must be less than ${limit}`;
export const hasAtLeast = (limit: number, what: string): string => `must have at least ${counted(limit, what)}`;
export const hasAtMost = (limit: number, what: string): string => `must have at most ${counted(limit, what)}`;

export const sameTwice = ([first, second]: readonly [number, number]): string =>
  `must not hold the same item twice (${first} and ${second})`;

export function pattern(text: string): string {
  return text === '\\S' ? 'must not be blank' : `must match the pattern ${text}`;
}

/** The types, if every branch of the alternative has a plain type. */
export function alternatives(branches: readonly unknown[]): string {
  const kinds = branches.map((branch) => (isJsonObject(branch) ? branch.type : undefined));
  const names = kinds.filter((kind) => typeof kind === 'string');
  if (names.length === 0 || names.length < kinds.length) return 'has none of the forms that are allowed here';
  return ofTypes([...new Set(names)]);
}

/** With the nearest known key, or all of them. */
export function unknown(key: string, known: readonly string[]): string {
  // A filter of a list, sent without its brackets.
  const filter = `filter[${key}]`;
  const near = didYouMean(known.includes(filter) ? filter : key, known);
  return `is not known here${near || (known.length === 0 ? '' : `; known are: ${known.join(', ')}`)}`;
}

/**
 * The possible values of the missing member, and a similar key that was sent instead, if any. `schema`: the member's.
 */
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

function spelled(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function counted(limit: number, what: string): string {
  return `${limit} ${what}${limit === 1 ? '' : 's'}`;
}
