import type { Json } from './json.ts';
import { isWordless } from './wordless.ts';

/** The name of a member in one spelling: `addressLine1`, `address_line_1` and `Address line 1` are the same. */
export function foldedKey(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Longer than any part of a name or an address. It limits the work that a caller can cause. */
const MOST_CHARACTERS = 2_000;
const MOST_ITEMS = 40;

/** The lines of a text or number, or of a list of them, without blank lines; null for anything else. */
export function textsOf(value: Json | undefined): readonly string[] | null {
  if (value === undefined || value === null) return [];
  if (typeof value === 'number') return Number.isFinite(value) ? [String(value)] : null;
  if (typeof value === 'string') return value.length > MOST_CHARACTERS ? null : linesOf(value);
  if (!Array.isArray(value) || value.length > MOST_ITEMS) return null;
  const each = value.map(textOrNumber);
  return each.every((texts) => texts !== null) ? each.flat() : null;
}

function textOrNumber(value: Json): readonly string[] | null {
  return Array.isArray(value) ? null : textsOf(value);
}

/** Most values look like this. */
const ONE_LINE = /^[!-~]+(?: [!-~]+)*$/;

/** The lines of a text, without control characters and invisible lines. */
export function linesOf(text: string): readonly string[] {
  if (ONE_LINE.test(text)) return [text];
  return text
    .split(/[\r\n\u2028\u2029]/)
    .map((line) => line.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim())
    .filter((line) => !isWordless(line));
}

/** True if it has a word of at least two letters, or one in a script without cases. "N/A" and "-" have none. */
export function hasWord(text: string): boolean {
  return /[\p{L}--\p{Default_Ignorable_Code_Point}]{2}|[\p{Lo}--\p{Default_Ignorable_Code_Point}]/v.test(text);
}

/** True if the text has a variable that a program did not fill in. */
export function hasUnfilled(text: string): boolean {
  return /\{\{|\}\}/.test(text.normalize('NFKC'));
}

/** The words of the text in lower case, without punctuation. */
export function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
