import type { Work } from './work.ts';

// oxlint-disable-next-line no-control-regex -- all of ASCII
const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * A text in its composed form (NFC). Two spellings of one text, such as an accented letter and a letter followed by a
 * combining accent, become equal. Stored, hashed and sent texts are not changed. Source: semantics 4.4.8.
 */
export function composed(text: string): string {
  return BEYOND_ASCII.test(text) ? text.normalize('NFC') : text;
}

/**
 * The own member with that name, else the first one whose name is the same text; undefined if there is none. Each name
 * examined costs a unit of `work`.
 */
export function memberNamed(object: object, name: string, work: Work): string | undefined {
  if (Object.hasOwn(object, name)) return name;
  if (!BEYOND_ASCII.test(name)) return undefined;
  const names = Object.keys(object);
  work.spend(names.length);
  const wanted = composed(name);
  return names.find((each) => composed(each) === wanted);
}
