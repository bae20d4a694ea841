/**
 * The canonical form of a JSON value (RFC 8785): equal values give the same text, so its hash can represent them.
 * Undefined members are left out, as in `JSON.stringify`.
 *
 * Throws TypeError for values without a canonical form: non-finite numbers, text with a lone surrogate, and values that
 * are not JSON. The caller limits the depth of the value (`isDeeperThan`).
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
      return String(value);
    case 'object':
      return value === null ? 'null' : canonicalContainer(value);
    default:
      throw new TypeError(`a ${typeof value} has no canonical form`);
  }
}

/**
 * Appends to one text: building a list of half a million parts would block the process, and callers can send that many.
 */
function canonicalContainer(value: object): string {
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) text += (text === '' ? '' : ',') + canonicalJson(item);
    return `[${text}]`;
  }
  const members = value as Readonly<Record<string, unknown>>;
  // Sorted by UTF-16 code units, which is how sort compares texts (RFC 8785 section 3.2.3).
  for (const key of Object.keys(members).sort()) {
    const member = members[key];
    if (member !== undefined) text += `${text === '' ? '' : ','}${canonicalText(key)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}

function canonicalText(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('text with a lone surrogate has no canonical form');
  return JSON.stringify(text);
}
