import { AT_HOME, countryByCode, countryOf, type Country } from './countries.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';
import { foldedKey, hasUnfilled, hasWord, linesOf, textsOf, wordsIn } from './person-members.ts';

/*
 * The postal address of a person of a payload. The guide on letters lists the members that are read, and their
 * spellings. Members that are not read are reported, so that no part of an address is dropped silently. Source:
 * semantics 11.3.
 */

export interface PostalAddress {
  /** The parts that could be read, as lines of an envelope. */
  readonly lines: readonly string[];
  /** The parts that a letter by post lacks, in words; empty if it can be posted. */
  readonly lacks: readonly string[];
  /** Paths, within the person, of members whose value is not on the lines. */
  readonly notRead: readonly string[];
  /** State, province or region; empty if it was not sent separately. */
  readonly state: string;
}

/** The parts of an address, each with its possible names in order of precedence. */
const SLOTS = {
  careOf: ['careof'],
  urbanization: ['urbanization'],
  number: ['housenumber', 'streetnumber', 'number'],
  street: ['lines', 'line', 'street', 'streetname', 'streetaddress', 'line1', 'street1', 'streetline1', '1', 'address'],
  poBox: ['pobox', 'postofficebox', 'postofficeboxnumber'],
  furtherLines: ['line2', 'street2', 'streetline2', '2', 'line3', 'street3', '3', 'line4', 'street4', '4'],
  unit: [
    ...['unit', 'unitnumber', 'apt', 'aptnumber', 'apartment', 'apartmentnumber', 'suite', 'suitenumber', 'flat'],
    ...['building', 'floor', 'room'],
  ],
  town: ['city', 'town', 'posttown', 'locality', 'municipality'],
  state: ['state', 'statecode', 'province', 'provincecode', 'stateprovince', 'region', 'administrativearea'],
  postalCode: ['postalcode', 'postcode', 'zip', 'zipcode'],
  plus4: ['zip4', 'zipplus4', 'plus4'],
  country: ['country', 'countrycode', 'countryname'],
  whole: ['formatted', 'formattedaddress', 'fulladdress', 'full', 'text'],
} as const satisfies Record<string, readonly string[]>;
type Slot = keyof typeof SLOTS;

const SLOT_BY_KEY: ReadonlyMap<string, Slot> = new Map(
  Object.entries(SLOTS).flatMap(([slot, keys]) => keys.map((key) => [key, slot as Slot] as const)),
);
/** Names that mean something else outside an address object; there they count only with the prefix `address_`. */
const NESTED_ONLY = new Set(
  'lines line number text full formatted building floor room region locality municipality 1 2 3 4 address'.split(' '),
);
/** The word before a bare unit number. */
const DESIGNATORS: Readonly<Record<string, string>> = {
  apt: 'Apt',
  apartment: 'Apt',
  suite: 'Suite',
  flat: 'Flat',
  building: 'Building',
  floor: 'Floor',
  room: 'Room',
};

/** A person's own flat members belong to the first of these that exists. */
const HOLDERS = ['mailingaddress', 'address'] as const;
type Holder = (typeof HOLDERS)[number];

const MEMBER_OF_SLOT: Readonly<Partial<Record<Slot, string>>> = {
  town: 'address.city',
  state: 'address.state',
  postalCode: 'address.postal_code',
  plus4: 'address.postal_code',
  country: 'address.country',
};

/** Our name of the address member that folded member names lead to; undefined if it is not part of an address. */
export function addressMemberAt([key = '', inner, ...rest]: readonly string[]): string | undefined {
  const holder = HOLDERS.find((name) => name === key);
  if (holder !== undefined && inner === undefined) return holder === 'address' ? 'address' : 'mailing_address';
  const flat = (): string | undefined => HOLDERS.flatMap((name) => flatKey(key, name) ?? [])[0]?.key;
  const own = inner === undefined ? flat() : holder === undefined ? undefined : withoutAddress(inner);
  const slot = own === undefined || rest.length > 0 ? undefined : SLOT_BY_KEY.get(own);
  return slot === undefined ? undefined : (MEMBER_OF_SLOT[slot] ?? 'address.street');
}

type Members = readonly (readonly [string, Json])[];

interface Member {
  /** Path within the person. */
  readonly path: string;
  readonly key: string;
  readonly slot: Slot | undefined;
  /** Null if it is not text. */
  readonly texts: readonly string[] | null;
}

/**
 * The postal address of a person: `mailing_address` or else `address`, as an object, a text of lines or flat members.
 * If there are two, the first complete one is used.
 */
export function postalAddress(person: JsonObject): PostalAddress {
  const all = Object.entries(person);
  const held = HOLDERS.map((holder) => membersOf(all, holder)).filter((members) =>
    members.some(({ slot }) => slot !== undefined),
  );
  const read = held.map(addressOf);
  const counts = Math.max(
    read.findIndex(({ lacks }) => lacks.length === 0),
    0,
  );
  const address = read[counts];
  if (address === undefined) return { ...addressOf([]), notRead: named(otherAddresses(all)) };
  const before = held.slice(0, counts).flat();
  // If there is a `mailing_address`, `address` is where the person lives.
  const beside = address.lacks.length === 0 ? [] : bareMembers(all).filter((key) => !isIn(held[counts] ?? [], key));
  return { ...address, notRead: named([...before.map(({ path }) => path), ...address.notRead, ...beside]) };
}

/** An address that a person typed: the lines as they will be printed. */
export function writtenAddress(text: string): PostalAddress {
  return addressOf([{ path: '', key: 'lines', slot: 'street', texts: linesOf(text) }]);
}

const MOST_NAMED = 20;
/** An object with more members was not written by a person, and is not read. */
const MOST_PARTS = 100;
const MOST_OF_PATH = 200;

function named(paths: readonly string[]): readonly string[] {
  return paths.slice(0, MOST_NAMED).map((path) => path.slice(0, MOST_OF_PATH));
}

/** `home_address` and the like. If there are several, no guess is made which one is meant. */
function otherAddresses(all: Members): readonly string[] {
  const isAddress = (value: Json) => (typeof value === 'string' ? (textsOf(value) ?? []).length > 1 : isHolding(value));
  const under = (members: Members, at: string) =>
    members
      .filter(([key, value]) => /address(?:es)?$/.test(foldedKey(key)) && isAddress(value))
      .map(([key]) => at + key);
  const inside = all.flatMap(([key, value]) => (isJsonObject(value) ? under(Object.entries(value), `${key}.`) : []));
  return [...under(all, ''), ...inside];
}

/** Flat members next to an address object are not read, but may be what it lacks. */
function bareMembers(all: Members): readonly string[] {
  return all
    .filter(([key, value]) => flatKey(foldedKey(key), 'address')?.isBare === true && textsOf(value)?.length !== 0)
    .map(([key]) => key);
}

function isHolding(value: Json): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

const isIn = (members: readonly Member[], path: string): boolean => members.some((member) => member.path === path);

function membersOf(all: Members, holder: Holder): readonly Member[] {
  const nested = all.filter(([key]) => foldedKey(key) === holder);
  const held = nested.flatMap(([path, value]) =>
    isJsonObject(value) && Object.keys(value).length <= MOST_PARTS
      ? Object.entries(value).flatMap(([key, part]) => memberOf(`${path}.${key}`, withoutAddress(foldedKey(key)), part))
      : memberOf(path, 'lines', value),
  );
  const isObject = nested.some(([, value]) => isJsonObject(value) && isHolding(value));
  const flat = all.flatMap(([key, value]) => {
    const own = flatKey(foldedKey(key), holder);
    if (own === undefined || (isObject && own.isBare)) return [];
    // `address_history` is not a part of the address.
    return memberOf(key, own.key, value).filter(({ slot, texts }) => slot !== undefined || texts !== null);
  });
  return [...held, ...flat];
}

/** `addressLine1` means `line1`, also inside the object. */
function withoutAddress(key: string): string {
  return key === 'address' ? key : key.replace(/^address/, '');
}

/** The part of this address that a flat member of the person means. `isBare`: its name does not mention the address. */
function flatKey(key: string, holder: Holder): { readonly key: string; readonly isBare: boolean } | undefined {
  if (key === holder) return undefined;
  const prefix = holder === 'mailingaddress' ? /^mailing(?:address)?/ : /^address/;
  if (prefix.test(key)) return { key: key.replace(prefix, ''), isBare: false };
  if (holder === 'mailingaddress' || !SLOT_BY_KEY.has(key) || NESTED_ONLY.has(key)) return undefined;
  return { key, isBare: true };
}

function memberOf(path: string, key: string, value: Json): readonly Member[] {
  const texts = textsOf(value);
  if (texts?.length === 0) return [];
  return [{ path, key, slot: SLOT_BY_KEY.get(key), texts: texts?.some(hasUnfilled) === true ? null : texts }];
}

/** The address made of these members. */
function addressOf(members: readonly Member[]): PostalAddress {
  const under = (slot: Slot) =>
    members
      .filter((member) => member.slot === slot && member.texts !== null)
      .toSorted((one, other) => place(slot, one) - place(slot, other));
  const textsUnder = (slot: Slot) => under(slot).flatMap(({ texts }) => texts ?? []);
  const firstUnder = (slot: Slot) => under(slot)[0]?.texts?.join(' ') ?? '';
  const countryText = firstUnder('country');
  // An unreadable country does not count as the United States.
  const hasCountry = members.some(({ slot }) => slot === 'country');
  const country = hasCountry ? countryOf(countryText) : countryByCode(AT_HOME);
  const isTerritory = country?.isAtHome === true && country.code !== AT_HOME;
  const parts = {
    street: distinctLines([
      ...textsUnder('careOf').map((name) => `c/o ${name}`),
      ...textsUnder('urbanization'),
      ...withNumber(firstUnder('number'), textsUnder('street')),
      ...textsUnder('furtherLines'),
      ...under('unit').map(unitLine),
      ...textsUnder('poBox').map((box) => (/box/i.test(box) ? box : `PO Box ${box}`)),
    ]),
    hasStreet: [...textsUnder('street').filter(isAddressed), ...textsUnder('poBox').filter(isLine)].length > 0,
    town: firstUnder('town'),
    state: firstUnder('state') || (isTerritory ? country.code : ''),
    postalCode: postalCodeOf(firstUnder('postalCode'), firstUnder('plus4'), country),
  };
  const texts = [...under('street').filter(({ key }) => WRITTEN.has(key)), ...under('whole')];
  const written = texts.map((text) => text.texts ?? []).find((lines) => isWritten(lines, parts));
  const isMilitary = /^[AFD]PO$/i.test(parts.town);
  const townLine = joined(isMilitary ? ' ' : ', ', parts.town, joined(' ', parts.state, parts.postalCode));
  const own = parts.street.length === 0 ? distinctLines(textsUnder('whole')) : parts.street;
  const countryLine = country?.isAtHome === true ? '' : (country?.name ?? countryText);
  const lines = [
    ...own,
    ...(written !== undefined && isSaid(townLine, own) ? [] : [townLine]),
    ...(isSaid(countryLine, own.slice(-1)) ? [] : [countryLine]),
  ].filter(isLine);
  const said = lines.map(wordsOf);
  return {
    lines,
    lacks: written === undefined ? lackingOf(parts, country) : [],
    notRead: members.filter((member) => !isRead(member, said, country)).map(({ path }) => path),
    state: parts.state,
  };
}

/** Members that may contain a whole address. */
const WRITTEN: ReadonlySet<string> = new Set(['lines', 'line', 'address']);

function place(slot: Slot, { key }: Member): number {
  const keys: readonly string[] = SLOTS[slot];
  return keys.indexOf(key);
}

interface Parts {
  readonly town: string;
  readonly state: string;
  readonly postalCode: string;
  readonly hasStreet: boolean;
}

/** True for at least two lines that also contain the town and postal code sent separately. */
function isWritten(lines: readonly string[], { town, postalCode }: Parts): boolean {
  return distinctLines(lines).filter(isAddressed).length > 1 && isSaid(`${town} ${postalCode}`, lines);
}

function lackingOf({ hasStreet, town, postalCode }: Parts, country: Country | undefined): readonly string[] {
  const form = country?.postalCode ?? null;
  return [
    ...(hasStreet ? [] : ['a street line']),
    ...(hasWord(town) ? [] : ['a town']),
    ...(form === null || form.pattern.test(postalCode) ? [] : [`a postal code ${form.words}`]),
    ...(country === undefined ? ['a country that is known, by its ISO 3166 code or its English name'] : []),
  ];
}

function withNumber(number: string, [first, ...rest]: readonly string[]): readonly string[] {
  if (number === '' || first === undefined) return [number, first ?? '', ...rest];
  return [wordsIn(first)[0] === number.toLowerCase() ? first : `${number} ${first}`, ...rest];
}

/** A bare `2B` is unclear on an envelope. */
function unitLine({ key, texts }: Member): string {
  const text = (texts ?? []).join(' ');
  const isBare = /^[A-Za-z]?[\dA-Za-z-]*\d[\dA-Za-z-]*$|^[A-Za-z]$/.test(text);
  return isBare ? `${DESIGNATORS[key.replace(/number$/, '')] ?? 'Unit'} ${text}` : text;
}

function postalCodeOf(code: string, plus4: string, country: Country | undefined): string {
  if (country?.isAtHome !== true) return code;
  if (/^\d{9}$/.test(code)) return `${code.slice(0, 5)}-${code.slice(5)}`;
  return /^\d{5}$/.test(code) && /^\d{4}$/.test(plus4) ? `${code}-${plus4}` : code;
}

/** More lines do not fit on an envelope. The others are reported. */
const MOST_LINES = 12;

/** The lines without repetitions of others. */
function distinctLines(lines: readonly string[]): readonly string[] {
  const all = lines.slice(0, MOST_LINES).filter(isLine);
  const words = all.map(wordsOf);
  return all.filter((_, index) => {
    const own = words[index] ?? '';
    return !words.some((other, at) => at !== index && (other === own ? at < index : other.includes(own)));
  });
}

/** `lines` are in the form of `wordsOf`. */
function isRead({ slot, texts }: Member, lines: readonly string[], country: Country | undefined): boolean {
  if (slot === undefined || texts === null) return false;
  if (slot === 'country') return country !== undefined && countryOf(texts.join(' '))?.code === country.code;
  // A code is printed with its dash.
  const isCode = slot === 'postalCode' || slot === 'plus4';
  return texts.every((text) => {
    const words = wordsOf(text);
    return lines.some((line) => line.includes(words) || (isCode && squeezed(line).endsWith(squeezed(words))));
  });
}

/** The words of a text with spaces around, so that `includes` finds the same words in sequence. */
function wordsOf(text: string): string {
  return ` ${wordsIn(text).join(' ')} `;
}

/** True if all words of the text are in the lines. */
function isSaid(text: string, lines: readonly string[]): boolean {
  const said = new Set(lines.flatMap(wordsIn));
  return wordsIn(text).every((word) => said.has(word));
}

function isLine(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}

/** True if the line can help to deliver mail: it has a number or a word. */
function isAddressed(line: string): boolean {
  return /\p{N}/u.test(line) || hasWord(line);
}

function squeezed(words: string): string {
  return words.replaceAll(' ', '');
}

function joined(separator: string, ...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(separator);
}
