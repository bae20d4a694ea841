import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';

/*
 * JSON values as a person writes them into one line. A text needs no quotes unless it would be read as something else.
 */

/** `approved` and `{{applicant.ssn}}` are texts; `5`, `true` and `null` are themselves, and `"5"` is a text. */
export function readValue(text: string): Json {
  const trimmed = text.trim();
  if (!/^(?:-?\d|true$|false$|null$|"|\[|\{(?!\{))/.test(trimmed)) return text;
  try {
    return JSON.parse(trimmed) as Json;
  } catch {
    return text;
  }
}

export function writeValue(value: Json | undefined): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return readValue(value) === value ? value : JSON.stringify(value);
}

/** The values of `a, b, 5`. No value holds a comma. */
export function readValues(text: string): readonly Json[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map(readValue);
}

export const writeValues = (values: readonly Json[] = []): string => values.map(writeValue).join(', ');

/** The meanings of the vendor's codes, one a line: `A = clear`. Undefined if there is no such line. */
export function readCodes(text: string): Readonly<Record<string, Json>> | undefined {
  const lines = text
    .split('\n')
    .map((line) => /^\s*(.*?)\s*=\s*(.*?)\s*$/.exec(line))
    .flatMap((match): [string, Json][] => (match === null ? [] : [[match[1] ?? '', readValue(match[2] ?? '')]]));
  return lines.length === 0 ? undefined : Object.fromEntries(lines);
}

export function writeCodes(codes: Readonly<Record<string, Json>> = {}): string {
  return Object.entries(codes)
    .map(([code, value]) => `${code} = ${writeValue(value)}`)
    .join('\n');
}

/** A line of a body: the member `person.name` belongs to the object `person`. */
export interface Member {
  readonly name: string;
  readonly value: string;
}

/** The lines of a body. A list is one line, as JSON. */
export function membersOf(body: JsonObject | undefined, prefix = ''): readonly Member[] {
  return Object.entries(body ?? {}).flatMap(([name, value]): readonly Member[] =>
    isJsonObject(value) && Object.keys(value).length > 0 && !name.includes('.')
      ? membersOf(value, `${prefix}${name}.`)
      : [{ name: prefix + name, value: writeValue(value) }],
  );
}

export function bodyOf(members: readonly Member[]): JsonObject {
  const body: Record<string, Json> = {};
  for (const { name, value } of members) {
    const names = name.split('.');
    let at = body;
    for (const each of names.slice(0, -1)) {
      const inner = Object.hasOwn(at, each) ? at[each] : undefined;
      const next: Record<string, Json> = isJsonObject(inner) ? { ...inner } : {};
      at[each] = next;
      at = next;
    }
    at[names.at(-1) ?? ''] = readValue(value);
  }
  return body;
}
