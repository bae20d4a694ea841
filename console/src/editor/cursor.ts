import type { Part, Span } from './json-text.ts';

/** The position of the cursor in a JSON text, and what can be written there. */
export interface Cursor {
  /** Path of the object whose key is written, or of the place whose value is written. */
  readonly path: readonly (string | number)[];
  readonly expects: 'key' | 'value';
  /** The token at the cursor, quotes included, which a completion replaces. */
  readonly token: Span;
  /** The part of the token before the cursor, without quotes. */
  readonly typed: string;
  /** True if a value of this key already follows. */
  readonly hasColon: boolean;
}

/** Null where nothing can be completed. */
export function cursorAt(text: string, root: Part | null, at: number): Cursor | null {
  return root === null || at < root.from || at > root.to ? null : inside(text, root, at, []);
}

type Path = readonly (string | number)[];

function inside(text: string, part: Part, at: number, path: Path): Cursor | null {
  if (part.kind === 'text') return tokenAt(text, part, at, { path, expects: 'value', hasColon: false });
  if (part.kind === 'word') return tokenAt(text, part, at, { path, expects: 'value', hasColon: false });
  // On the bracket itself the cursor is outside.
  const isClosed = part.to - part.from > 1 && '}]'.includes(text[part.to - 1] ?? '');
  if (at === part.from || (at === part.to && isClosed)) return null;
  return part.kind === 'object' ? insideObject(text, part, at, path) : insideArray(text, part, at, path);
}

type ObjectPart = Extract<Part, { kind: 'object' }>;
type ArrayPart = Extract<Part, { kind: 'array' }>;

function insideObject(text: string, { members }: ObjectPart, at: number, path: Path): Cursor | null {
  for (const { key, keyAt, value } of members) {
    const isInKey = keyAt.from < at && at <= keyAt.to && !(at === keyAt.to && text[keyAt.to - 1] === '"');
    const colon = /^\s*:/.exec(text.slice(keyAt.to, keyAt.to + 100))?.[0].length ?? 0;
    if (isInKey) return tokenAt(text, keyAt, at, { path, expects: 'key', hasColon: colon > 0 });
    if (value !== null && value.from <= at && at <= value.to) return inside(text, value, at, [...path, key]);
    const isAfterColon = colon > 0 && at >= keyAt.to + colon;
    if (value === null && isAfterColon && /^\s*$/.test(text.slice(keyAt.to + colon, at))) {
      return { path: [...path, key], expects: 'value', token: { from: at, to: at }, typed: '', hasColon: false };
    }
  }
  return isBetween(text, at, '{')
    ? { path, expects: 'key', token: { from: at, to: at }, typed: '', hasColon: false }
    : null;
}

function insideArray(text: string, { items }: ArrayPart, at: number, path: Path): Cursor | null {
  const index = items.findIndex(({ from, to }) => from <= at && at <= to);
  const item = items[index];
  if (item !== undefined) {
    const found = inside(text, item, at, [...path, index]);
    if (found !== null || at > item.from) return found;
  }
  const before = items.filter(({ to }) => to <= at).length;
  return isBetween(text, at, '[')
    ? { path: [...path, before], expects: 'value', token: { from: at, to: at }, typed: '', hasColon: false }
    : null;
}

/** True if a new part begins here: after the bracket or a comma. */
function isBetween(text: string, at: number, bracket: string): boolean {
  const before = text
    .slice(Math.max(0, at - 500), at)
    .trimEnd()
    .at(-1);
  return before === bracket || before === ',';
}

function tokenAt(
  text: string,
  { from, to }: Span,
  at: number,
  where: Pick<Cursor, 'path' | 'expects' | 'hasColon'>,
): Cursor | null {
  const isQuoted = text[from] === '"';
  // After a closing quote the value is complete.
  const isClosed = isQuoted && to - from > 1 && text[to - 1] === '"';
  if (at === from && isQuoted) return null;
  if (at === to && isClosed) return null;
  return { ...where, token: { from, to }, typed: text.slice(isQuoted ? from + 1 : from, at) };
}
