/*
 * Lists as parameters of a statement that writes many rows. The driver's own encoding takes most of the caller's time
 * for such a statement. It quotes each number, and searches each text twice for characters to escape.
 */

/** A list as PostgreSQL reads it: for `$1::bigint[]`, `$1::text[]` and so on. */
export function arrayLiteral(values: readonly (string | number | boolean | null)[]): string {
  let literal = '';
  for (const value of values) {
    if (literal !== '') literal += ',';
    literal += typeof value === 'string' ? quoted(value) : String(value);
  }
  return `{${literal}}`;
}

const NEEDS_ESCAPE = /["\\]/;

function quoted(text: string): string {
  return `"${NEEDS_ESCAPE.test(text) ? text.replaceAll(/["\\]/g, String.raw`\$&`) : text}"`;
}

/**
 * JSON texts as one parameter, from which `splitJson` makes a `text[]`. JSON is full of quotes, which a list would
 * escape one by one. JSON holds no raw control character, so one can separate the texts.
 */
export function joinedJson(texts: readonly string[]): string {
  return texts.join('\u0001');
}

export function splitJson(parameter: string): string {
  return `string_to_array(${parameter}, e'\\x01')`;
}
