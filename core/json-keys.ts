import { storedText } from './json.ts';
import type { Way } from './path.ts';

/**
 * The first key with a backslash in a JSON text, as sent, without its quotes. `JSON.parse` must not read such a text.
 * V8 of Node 24 compares the characters of a key, as sent, with the key at that place in an earlier object. After
 * `{"a":1,"\\":1}`, the key `\u540d` of `{"a":1,"\u540d":1}`, an object of the same shape, is read as `\`. That goes on
 * for the life of the process, whoever sent the texts. Keys without a backslash are safe.
 *
 * In a text that is not valid JSON, it examines the part before the fault, like the parser.
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

/** Names are kept down to this depth, which limits the number of sets that a text can create. */
const DEEPEST = 64;

/**
 * The path to the first repeated key of an object, in a text that is valid JSON. Keys are compared as stored:
 * unescaped, and without the characters that are never stored. Attack: of two members with one name, readers choose
 * differently, so a check in front of the service may have seen the other one.
 *
 * `value` must be the result of `JSON.parse`, at most 64 levels deep, with `keyCount` keys in its objects. The text has
 * as many, unless one is repeated. If a replaced value is nested deeper, the repeated key is above it.
 */
export function repeatedKey(text: string, keyCount: number): Way | undefined {
  return keysIn(text) === keyCount && !hasKeyStoredOtherwise(text) ? undefined : firstRepeated(text);
}

/** Escapes of NUL and surrogates: two keys that differ only in these may be the same once stored. */
const STORED_OTHERWISE = /\\u(?:0000|d[89a-f])/gi;
const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** Number of keys in all objects of a JSON text, including repetitions. */
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

/** An open object or array, and the path step to the value that is being read in it. */
interface Open {
  /** Undefined for an array, and beyond the greatest depth. */
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

/** The closing quote of the string that begins at `opening`, or whose escape begins there. */
function closingQuote(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
}

/** True for a character after an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}

/** The end of the string that begins there, after its closing quote. */
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
