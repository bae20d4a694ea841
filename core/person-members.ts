import type { Json } from './json.ts';
import { isWordless } from './wordless.ts';

/** The name of a member, however it is spelled: `addressLine1`, `address_line_1` and `Address line 1` are one. */
export function foldedKey(key: string): string {
  return key.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** No part of a name or an address is longer. A caller pays for no more than that. */
const MOST_CHARACTERS = 2_000;
const MOST_ITEMS = 40;

/** The lines of a text or a number, or of a list of them; null of anything else. Blank ones are none. */
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

/** What most values are. */
const ONE_LINE = /^[!-~]+(?: [!-~]+)*$/;

/** Without control characters and lines in which nothing is seen. */
export function linesOf(text: string): readonly string[] {
  if (ONE_LINE.test(text)) return [text];
  return text
    .split(/[\r\n\u2028\u2029]/)
    .map((line) => line.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim())
    .filter((line) => !isWordless(line));
}

/** Whether it has a word of two letters at least, or one in a script without cases: "N/A" and "-" have none. */
export function hasWord(text: string): boolean {
  return /[\p{L}--\p{Default_Ignorable_Code_Point}]{2}|[\p{Lo}--\p{Default_Ignorable_Code_Point}]/v.test(text);
}

/** Whether a program left a variable in it that nobody filled in. */
export function hasUnfilled(text: string): boolean {
  return /\{\{|\}\}/.test(text.normalize('NFKC'));
}

/** Its words, in whatever case, without punctuation. */
export function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
