import { isJsonObject, type Json, type JsonObject } from './json.ts';
import { foldedKey, hasUnfilled, hasWord, textsOf, wordsIn } from './person-members.ts';

/*
 * The name of a person of a payload. Letters, lists, exports, reports and mail all use this, so a person has one name.
 * The guide on letters lists the members that are read; a mail address is never a name.
 */

/** A full name that was sent takes precedence. */
const FULL = ['fullname'];
const WHOLE = [...FULL, 'name'];
/** Otherwise these parts are joined, in this order. */
const PARTS = [
  ['firstname', 'givenname'],
  ['middlename', 'middleinitial'],
  ['lastname', 'familyname', 'surname'],
  ['suffix', 'namesuffix', 'generationalsuffix'],
];
/** For members of an object `name`. */
const SHORT_PARTS = [['first', 'given'], ['middle'], ['last', 'family'], []];

interface Member {
  readonly path: string;
  readonly key: string;
  /** Null if it is not text. */
  readonly text: string | null;
  readonly isNested: boolean;
}

export interface NameRead {
  /** Null if there is no name. */
  readonly name: string | null;
  /** Paths, within the person, of name members whose words are not part of the name. */
  readonly notRead: readonly string[];
}

/** The full name if it was sent, else first, middle, last name and suffix; null if there is neither. */
export function personName(person: Json | undefined): string | null {
  return readName(person).name;
}

export function readName(person: Json | undefined): NameRead {
  if (!isJsonObject(person)) return { name: null, notRead: [] };
  const members = membersOf(person);
  const own = members.filter(({ isNested }) => !isNested);
  const name =
    textUnder(own, WHOLE, isWhole) ??
    joined(own, PARTS) ??
    joined(
      members.filter(({ isNested }) => isNested),
      PARTS.map((keys, index) => [...keys, ...(SHORT_PARTS[index] ?? [])]),
    );
  const said = new Set(wordsIn(name ?? ''));
  const isSaid = ({ text }: Member): boolean => text !== null && wordsIn(text).every((word) => said.has(word));
  return { name, notRead: members.filter((member) => !isSaid(member)).map(({ path }) => path) };
}

const PART_NAMES = ['first_name', 'middle_name', 'last_name', 'suffix'] as const;

/** Our name of the member that folded member names lead to; undefined if it is not part of a name. */
export function nameMemberAt([member = '', inner, ...rest]: readonly string[]): string | undefined {
  const isWholeName = WHOLE.includes(member);
  if (rest.length > 0 || (inner !== undefined && !isWholeName)) return undefined;
  if (inner === undefined && isWholeName) return 'name';
  const key = inner ?? member;
  const isPartOf = (keys: readonly string[], index: number): boolean =>
    keys.includes(key) || (inner !== undefined && SHORT_PARTS[index]?.includes(key) === true);
  return PART_NAMES[PARTS.findIndex(isPartOf)];
}

/** True if it has a full name, or a separate first or last name, as only people do. A `name` alone may be a thing's. */
export function hasPersonsName(held: JsonObject): boolean {
  const own = membersOf(held).filter(({ isNested }) => !isNested);
  return textUnder(own, FULL, isWhole) !== undefined || joined(own, PARTS) !== null;
}

/** True if the text can be a name: it has a letter, and is neither a mail address nor an unfilled variable. */
export function isName(text: string): boolean {
  return /\p{L}/u.test(text) && isPart(text);
}

/**
 * True for a whole name. A part may be a single letter, but a whole name is longer; otherwise it is a placeholder such
 * as "N/A".
 */
function isWhole(text: string): boolean {
  return hasWord(text) && isPart(text);
}

function isPart(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !text.normalize('NFKC').includes('@') && !hasUnfilled(text);
}

function membersOf(person: JsonObject): readonly Member[] {
  const known = [...WHOLE, ...PARTS.flat()];
  return Object.entries(person).flatMap(([path, value]) => {
    const key = foldedKey(path);
    if (!known.includes(key)) return [];
    if (!isJsonObject(value)) return memberOf(path, key, value, false);
    return Object.entries(value).flatMap(([inner, part]) =>
      memberOf(`${path}.${inner}`, foldedKey(inner), part, WHOLE.includes(key)),
    );
  });
}

function memberOf(path: string, key: string, value: Json, isNested: boolean): readonly Member[] {
  const texts = textsOf(value);
  if (texts?.length === 0) return [];
  return [{ path, key, text: texts?.join(' ') ?? null, isNested }];
}

function textUnder(
  members: readonly Member[],
  keys: readonly string[],
  isTaken: (text: string) => boolean,
): string | undefined {
  const texts = keys.flatMap((key) => members.filter((member) => member.key === key).map(({ text }) => text ?? ''));
  return texts.find(isTaken);
}

/** Undefined without a first or a last name. */
function joined(members: readonly Member[], parts: readonly (readonly string[])[]): string | null {
  const [first, middle, last, suffix] = parts.map((keys) => textUnder(members, keys, isPart));
  if (first === undefined && last === undefined) return null;
  // Some callers send "Ashdown Jr." as the last name, and the suffix as well.
  const isTwice = suffix !== undefined && last !== undefined && wordsIn(last).at(-1) === wordsIn(suffix).join(' ');
  const name = [first, middle, last, isTwice ? undefined : suffix].filter((part) => part !== undefined).join(' ');
  return hasWord(name) ? name : null;
}
