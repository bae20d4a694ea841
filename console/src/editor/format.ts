/** A definition formatted for people: a list of texts or numbers, such as edges, is on one line. */
export function textOf(definition: readonly unknown[]): string {
  return `${formatted(definition, '')}\n`;
}

const MOST_ON_A_LINE = 100;

function formatted(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== 'object' || item === null)) {
      const line = `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
      if (line.length <= MOST_ON_A_LINE) return line;
    }
    return `[\n${value.map((item) => inner + formatted(item, inner)).join(',\n')}\n${indent}]`;
  }
  const members = Object.entries(value);
  if (members.length === 0) return '{}';
  const lines = members.map(([key, item]) => `${inner}${JSON.stringify(key)}: ${formatted(item, inner)}`);
  return `{\n${lines.join(',\n')}\n${indent}}`;
}
