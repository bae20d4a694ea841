import { storedText } from './json.ts';
import type { Way } from './path.ts';

/**
 * The first key of a JSON text with a backslash in it, as it was sent and without its quotes. Such a text is never given
 * to `JSON.parse`: V8 of Node 24 compares the characters of a key, as they were sent, with the key that an object of the
 * same shape had there before. After `{"a":1,"\\":1}` the key `\u540d` of `{"a":1,"\u540d":1}` is read as `\`, whoever
 * sent either of them, for as long as the process lives. Keys without a backslash do nothing of that kind.
 *
 * Of a text that is no JSON it looks at what comes before the fault, as the parser does.
 */
export function keyWithBackslash(text: string): string | undefined {
  if (!text.includes('\\\\') && !text.includes('\\u005')) return undefined;
  let at = text.indexOf('"');
  while (at !== -1) {
    const { end, hasBackslash } = stringFrom(text, at + 1);
    if (hasBackslash && isColonNext(text, end)) return text.slice(at + 1, end - 1);
    at = text.indexOf('"', end);
  }
  return undefined;
}

/** Of what is nested deeper no names are kept, so that no text makes a process hold more sets than that. */
const DEEPEST = 64;

/**
 * The way to the first key that its object had before, of a text that is JSON. Keys are compared as they are kept: with
 * their escapes read, and without the characters that no text is stored with. Of two members of one name each reader
 * takes the one that it likes, so a check before us may have seen the other one.
 *
 * `value` is what `JSON.parse` made of the text, nested at most 64 levels deep, and has as many keys in its objects as
 * `keyCount` says: as many as the text has, unless one is there twice. A text in which more is nested in a value that
 * was replaced has that key above it.
 */
export function repeatedKey(text: string, keyCount: number): Way | undefined {
  return keysIn(text) === keyCount && !hasKeyStoredOtherwise(text) ? undefined : firstRepeated(text);
}

/** Escapes of NUL and of surrogates: two keys that differ in one may be the same key once they are stored. */
const STORED_OTHERWISE = /\\u(?:0000|d[89a-f])/gi;
const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** How many keys the objects of a JSON text have, each counted as often as it is there. */
function keysIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === COLON) count += 1;
    else if (sign === QUOTE) at = closingQuote(text, at);
  }
  return count;
}

function hasKeyStoredOtherwise(text: string): boolean {
  if (!text.includes(String.raw`\u`)) return false;
  STORED_OTHERWISE.lastIndex = 0;
  for (let found = STORED_OTHERWISE.exec(text); found !== null; found = STORED_OTHERWISE.exec(text)) {
    const end = closingQuote(text, found.index);
    if (isColonNext(text, end + 1)) return true;
    STORED_OTHERWISE.lastIndex = end;
  }
  return false;
}

/** An object or array that is open, and the way to the value that is read in it. */
interface Open {
  /** Undefined of an array, and of what is too deep. */
  readonly names: Set<string> | undefined;
  readonly isArray: boolean;
  step: string | number;
}

function firstRepeated(text: string): Way | undefined {
  const open: Open[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const inner = open.at(-1);
    const sign = text[at];
    if (sign === '{') open.push({ names: open.length < DEEPEST ? new Set() : undefined, isArray: false, step: '' });
    else if (sign === '[') open.push({ names: undefined, isArray: true, step: 0 });
    else if (sign === '}' || sign === ']') open.pop();
    else if (sign === ',' && inner?.isArray === true) inner.step = Number(inner.step) + 1;
    else if (sign === '"') {
      const start = at;
      at = closingQuote(text, at);
      if (inner?.names === undefined || !isColonNext(text, at + 1)) continue;
      inner.step = storedText(JSON.parse(text.slice(start, at + 1)) as string);
      if (inner.names.has(inner.step)) return open.map(({ step }) => step);
      inner.names.add(inner.step);
    }
  }
  return undefined;
}

/** Of the string that begins at `opening`, or in which an escape begins there. */
function closingQuote(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
}

/** A sign that an odd number of backslashes precedes. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}

/** The end of the string that begins there, behind its closing quote. */
function stringFrom(text: string, start: number): { readonly end: number; readonly hasBackslash: boolean } {
  let hasBackslash = false;
  let at = start;
  while (at < text.length && text[at] !== '"') {
    const isEscape = text[at] === '\\';
    if (isEscape && (text[at + 1] === '\\' || /^u005c/i.test(text.slice(at + 1, at + 6)))) hasBackslash = true;
    at += isEscape ? 2 : 1;
  }
  return { end: at + 1, hasBackslash };
}

function isColonNext(text: string, from: number): boolean {
  let at = from;
  while (' \t\n\r'.includes(text[at] ?? '.')) at += 1;
  return text[at] === ':';
}
