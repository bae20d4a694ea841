/**
 * The canonical form of a JSON value (RFC 8785): two values that mean the same give the same text, so that its hash
 * can stand for them. Members that are undefined are left out, as in `JSON.stringify`.
 *
 * Throws TypeError for what has no canonical form: numbers that are not finite, text with a lone surrogate, and values
 * that are not JSON. The depth of the value is the caller's to limit (`isDeeperThan`).
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return canonicalText(value);
    case 'boolean':
      return String(value);
    case 'number':
      // ECMAScript's own number format is the one that RFC 8785 section 3.2.2.3 prescribes.
      if (!Number.isFinite(value)) throw new TypeError('a number that is not finite has no canonical form');
      return JSON.stringify(value);
    case 'object':
      return value === null ? 'null' : canonicalContainer(value);
    default:
      throw new TypeError(`a ${typeof value} has no canonical form`);
  }
}

function canonicalContainer(value: object): string {
  if (Array.isArray(value)) return `[${value.map((item: unknown) => canonicalJson(item)).join(',')}]`;
  // Sorted by UTF-16 code units, which is how sort compares texts (RFC 8785 section 3.2.3).
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${canonicalText(key)}:${canonicalJson(member)}`).join(',')}}`;
}

function canonicalText(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('text with a lone surrogate has no canonical form');
  return JSON.stringify(text);
}
