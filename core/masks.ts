import { isJsonObject, type Json, type JsonObject } from './json.ts';
import { KnownNumbers } from './known-numbers.ts';
import { identifierOf, type Identifier as Named } from './personal-fields.ts';
import { nationalMask, numberMask, numbersByForm, written, type Span, type Written } from './written-numbers.ts';

/*
 * How much of an applicant a caller sees (semantics 16.20.2). Payloads are free-form, so what identifies a person is
 * known by the names of members, in any spelling and at any depth, and is then found again in every text of the same
 * execution.
 */

/** `hidden`: no value of the input. `masked`: all but numbers that identify a person. `whole`: everything. */
export type ApplicantView = 'hidden' | 'masked' | 'whole';

/** The kind that is declared of a value, by its path in the payload (`FieldKind`); undefined: none. */
export type KindAt = (path: string) => string | undefined;

/** `marked`: declared as an identifier, or as an age. */
type Identifier = Named | 'marked';

/** In place of a value of which nothing is shown. */
export const HIDDEN = '***';

/**
 * The last four characters of a number and the year of a birth, as Fed. R. Civ. P. 5.2(a) leaves them in public files.
 * The year tells two people of one name apart; day and month are what call centres ask for. A number so short that four
 * characters are most of it shows nothing.
 */
function maskOf(identifier: Identifier, value: string): string {
  if (identifier === 'birth') {
    const year = /(?<!\d)(?:18|19|20)\d\d(?!\d)/.exec(value)?.[0] ?? /^(?:18|19|20)\d\d(?=\d{4}$)/.exec(value)?.[0];
    return year === undefined ? HIDDEN : `${year}-**-**`;
  }
  if (identifier === 'national') {
    const digits = written(value).text.replaceAll(/\D/g, '');
    // Four digits alone are the last four of a number that the caller has cut already.
    return digits.length >= 7 || digits.length === 4 ? nationalMask(digits) : HIDDEN;
  }
  const characters = value.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (!/\p{N}/u.test(characters)) return identifier === 'marked' ? HIDDEN : value;
  return characters.length >= 8 ? numberMask(characters) : '****';
}

/**
 * The input as it is shown with `hidden`: which members there are, and no value. A name that may be a value too, such as
 * that of a person, is hidden.
 */
export function hideValues(value: Json): Json {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map(hideValues);
  if (!isJsonObject(value)) return HIDDEN;
  return withNames(value, (key, item) => [isFieldName(key) ? key : HIDDEN, hideValues(item)]);
}

/** A dotted path as the audit log has it: names that may be values are hidden. */
export function shownPath(path: string): string {
  return path
    .split('.')
    .map((name) => (isFieldName(name) ? name : HIDDEN))
    .join('.');
}

/** As programs name a member: one word, with fewer digits than a number has that is worth masking. */
function isFieldName(key: string): boolean {
  return /^[\p{L}\p{N}_$][\p{L}\p{N}\p{M}_$.-]*$/u.test(key) && key.replaceAll(/\P{N}/gu, '').length < FEWEST_DIGITS;
}
const FEWEST_DIGITS = 6;

export function mapMembers(object: JsonObject, change: (key: string, value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]));
}

/** Members whose names change too. No member takes the place of another one whose name is masked alike. */
function withNames(object: JsonObject, change: (key: string, value: Json) => readonly [string, Json]): JsonObject {
  let times: Map<string, number> | undefined;
  // Most objects of a long list have nothing to mask, and are not copied.
  let members: [string, Json][] | undefined;
  const keys = Object.keys(object);
  for (const [index, key] of keys.entries()) {
    const value = object[key] ?? null;
    const [name, changed] = change(key, value);
    if (name === key && changed === value) {
      members?.push([key, value]);
      continue;
    }
    members ??= keys.slice(0, index).map((before) => [before, object[before] ?? null]);
    times ??= new Map();
    const count = name === key ? 0 : (times.get(name) ?? 0) + 1;
    if (name !== key) times.set(name, count);
    const isFree = name === key || (count === 1 && !Object.hasOwn(object, name));
    members.push([isFree ? name : `${name} (${count})`, changed]);
  }
  return members === undefined ? object : Object.fromEntries(members);
}

/** Members that hold a value whose field another member names: of a condition's trace, a comparison and a correction. */
const NAMED_VALUES = new Set([
  ...['value', 'actual', 'required', 'left', 'right', 'previous', 'reported', 'corrected_to'],
]);
/** Numbers below it have fewer digits than any that is known. */
const SHORT = 100_000;
/** By the number of digits: texts in which so many follow each other, or that have signs of other scripts. */
const holding = new Map<number, RegExp>();

/** A quick look: most long texts have no such row of digits, and are not folded. */
function mayHold(text: string, digits: number): boolean {
  if (digits < 1) return true;
  const known = holding.get(digits) ?? new RegExp(`[^\\0-\\x7f]|(?:\\d[^\\da-z]*){${digits}}`, 'i');
  holding.set(digits, known);
  return known.test(text);
}

/** Members that people write: a number that is all of them is no id. */
const WORDS = new Set(['note', 'reason', 'reasons', 'extra_reason', 'statement', 'error', 'message']);
/** Where answers hold the payload, whose fields an account declares. */
const PAYLOADS = new Set(['input_context', 'context']);

/**
 * Masks the identifiers of one execution. Those of `sources` are also masked where only their value tells: in a note, in
 * the subject of a mail, in a vendor's echo; so is all that has the form of a national number or of a card. `kindAt`: what
 * is declared of fields of the payload. Linear in the size of what it reads.
 */
export class Masks {
  readonly #known = new KnownNumbers();
  readonly #places = new WeakMap<Place, Map<string, Place>>();
  readonly #root: Place = { ...NOWHERE };
  readonly #kindAt: KindAt | undefined;

  constructor(sources: readonly Json[], kindAt?: KindAt) {
    this.#kindAt = kindAt;
    for (const source of sources) this.#collect(source, this.#root);
  }

  /** The value with its identifiers masked; everything else as it is. */
  json(value: Json): Json {
    return this.#json(value, this.#root);
  }

  /** The value of a member that a dotted path names. */
  member(path: string, value: Json): Json {
    return this.#json(value, this.#placeAt(path));
  }

  /** Whether a member is an identifier by its name, or by what the account says of it. */
  names(path: string): boolean {
    return this.#placeAt(path).identifier !== null;
  }

  /** Words that people wrote. */
  text(text: string): string {
    return this.#text(text, true);
  }

  /** A text that holds ids of ours, or was filled from values that are masked already. */
  filled(text: string): string {
    return this.#text(text, false);
  }

  #text(text: string, isWords: boolean): string {
    if (!this.#known.hasWords && !/[0-9]|[^\0-\x7f]/.test(text)) return text;
    if (!mayHold(text, this.#known.fewestDigits)) return text;
    const read = written(text);
    return masked(text, read, [...this.#known.find(read), ...numbersByForm(read, isWords)]);
  }

  #string(value: string, { key }: Place): string {
    return this.#text(value, WORDS.has(key) || /\S\s+\S/.test(value));
  }

  #collect(value: Json, place: Place): void {
    if (Array.isArray(value)) for (const item of value) this.#collect(item, place);
    else if (isJsonObject(value)) {
      for (const [key, item] of Object.entries(value)) {
        if (place.identifier !== null && /\d/.test(key)) this.#learn(place.identifier, key);
        this.#collect(item, this.#within(place, key));
      }
    } else if (place.identifier !== null && (typeof value === 'string' || typeof value === 'number')) {
      this.#learn(place.identifier, String(value));
    }
  }

  #learn(identifier: Identifier, value: string): void {
    const mask = maskOf(identifier, value);
    if (mask === value) return;
    for (const form of identifier === 'birth' ? [value, ...datesOf(value)] : [value]) {
      const characters = written(form).text;
      this.#known.add(characters, mask, identifier === 'birth' && /^\d{6,7}$/.test(characters));
    }
    // Sent as a number, it lost its zeros.
    if (identifier === 'national' && /^0/.test(value)) this.#known.add(String(Number(written(value).text)), mask);
  }

  #json(value: Json, place: Place): Json {
    if (Array.isArray(value)) return value.map((item) => this.#json(item, place));
    if (isJsonObject(value)) {
      const named = this.#namedBy(value);
      return withNames(value, (key, item) => {
        const own = named !== null && NAMED_VALUES.has(key) ? { ...named, key } : this.#within(place, key);
        const name =
          place.identifier !== null && /\d{4}/.test(key) ? maskOf(place.identifier, key) : this.#string(key, NOWHERE);
        return [name, this.#json(item, own)];
      });
    }
    const { identifier } = place;
    if (typeof value === 'string') return identifier === null ? this.#string(value, place) : maskOf(identifier, value);
    if (typeof value !== 'number') return value;
    // Too short to be known.
    if (identifier === null && Number.isInteger(value) && Math.abs(value) < SHORT) return value;
    return identifier === null ? (this.#known.maskOf(String(value)) ?? value) : maskOf(identifier, String(value));
  }

  /** Each item of a long list has the same members: they are placed once. */
  #within(place: Place, key: string): Place {
    const known = this.#places.get(place) ?? new Map<string, Place>();
    this.#places.set(place, known);
    const found = known.get(key) ?? this.#placed(place, key);
    known.set(key, found);
    return found;
  }

  #placed({ key: parent, path, identifier }: Place, key: string): Place {
    if (this.#kindAt === undefined) return { key, path, identifier: identifierOf(key, parent, notMarked(identifier)) };
    const own = PAYLOADS.has(key) ? '' : path === '' ? key : `${path}.${key}`;
    return { key, path: own, identifier: this.#declared(own, identifierOf(key, parent, notMarked(identifier))) };
  }

  /** What is declared counts, but no birth and no national number is shown for it. */
  #declared(path: string, identifier: Named | null): Identifier | null {
    if (path === '' || identifier === 'national' || identifier === 'birth') return identifier;
    const kind = this.#kindAt?.(path);
    if (kind === undefined || kind === 'birth') return kind ?? identifier;
    return kind === 'identifier' || kind === 'age' ? 'marked' : null;
  }

  #placeAt(path: string): Place {
    let place = NOWHERE;
    for (const key of path.split('.')) place = this.#within(place, key);
    return place;
  }

  /** Of the trace of a condition (`field`) or a difference (`path`): what it is that its values are of. */
  #namedBy({ field, path }: JsonObject): Place | null {
    const name = typeof field === 'string' ? field : path;
    return typeof name === 'string' ? this.#placeAt(name) : null;
  }
}

/** Where a value stands. `path`: its names in the payload, without the positions of lists. */
interface Place {
  readonly key: string;
  readonly path: string;
  readonly identifier: Identifier | null;
}
const NOWHERE: Place = { key: '', path: '', identifier: null };

/** What stands in a field that is declared is judged by its path. */
const notMarked = (identifier: Identifier | null): Named | null => (identifier === 'marked' ? null : identifier);

/** Spans that overlap are one. */
function masked(text: string, { from, to }: Pick<Written, 'from' | 'to'>, spans: Span[]): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let copied = 0;
  for (const { start, end, mask } of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const [begins, ends] = [from[start] ?? 0, to[end - 1] ?? text.length];
    if (begins >= copied) parts.push(text.slice(copied, begins), mask);
    copied = Math.max(copied, ends);
  }
  return [...parts, text.slice(copied)].join('');
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})/;
const US_DATE = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;

/** A date as people and vendors write it. */
function datesOf(value: string): string[] {
  const [, isoYear, isoMonth, isoDay] = ISO_DATE.exec(value) ?? [];
  const [, usMonth, usDay, usYear] = US_DATE.exec(value.trim()) ?? [];
  const [year, m, d] = [isoYear ?? usYear, Number(isoMonth ?? usMonth), Number(isoDay ?? usDay)];
  if (year === undefined) return [];
  const [month, day] = [String(m).padStart(2, '0'), String(d).padStart(2, '0')];
  const name = MONTHS[m - 1] ?? '';
  const short = name.slice(0, 3);
  return [
    `${year}-${month}-${day}`,
    `${month}/${day}/${year}`,
    `${m}/${d}/${year}`,
    `${day}/${month}/${year}`,
    `${d}/${m}/${year}`,
    ...[name, short].flatMap((word) => [`${word} ${d}, ${year}`, `${word} ${day}, ${year}`, `${d} ${word} ${year}`]),
  ];
}
