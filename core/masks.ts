import { isJsonObject, type Json, type JsonObject } from './json.ts';

/*
 * How much of an applicant a caller sees (semantics 16). Payloads are free-form, so what identifies a person is known by
 * the names of members, in any spelling and at any depth, and is then found again in every text of the same execution.
 */

/** `hidden`: no value of the input. `masked`: all but numbers that identify a person. `whole`: everything. */
export type ApplicantView = 'hidden' | 'masked' | 'whole';

/** In place of a value of which nothing is shown. */
export const HIDDEN = '***';

type Identifier = 'ssn' | 'birth' | 'account';

const SSN = /_ssn|ssn_|social_?security|_itin_|_tin_|tax_?(?:payer_?)?id(?:_|ent)|_national_?(?:id|insurance)/;
const BIRTH = /_dob|dob_|_born_|birth/;
const ACCOUNT =
  /(?:account|acct|card|iban|routing|policy|loan|passport|licen[cs]e|document|member|_id)s?_?(?:number|num|no|nr)s?_|iban_|passport_$|licen[cs]e_$|_(?:bank_?)?accounts?_$|_acct_$/;
/** `ssn_match`, `date_of_birth_verified`: what was found out about a number, and not the number. */
const FINDING =
  /_(?:match|matches|matched|valid|verified|verification|status|result|level|present|provided|type|kind|score|count|flag|state|country|source|is|has)_/;
/** `account.closed_on`, `account.balance_usd`: what is said of an account, and not its number. */
const MEASURE =
  /_(?:on|at|date|due|days|weeks|months|years|age|amount|balance|limit|payment|payments|rate|percent|usd|cents|currency)_$/;

function identifierOf(key: string, parent: string): Identifier | null {
  const [own, whole] = [wordsOf(key), wordsOf(`${parent}_${key}`)];
  if (FINDING.test(own)) return null;
  if (SSN.test(own) || SSN.test(whole)) return 'ssn';
  if (BIRTH.test(own) || BIRTH.test(whole)) return 'birth';
  return (ACCOUNT.test(own) || ACCOUNT.test(whole)) && !MEASURE.test(own) ? 'account' : null;
}

/** `dateOfBirth` as `_date_of_birth_`. */
function wordsOf(key: string): string {
  const words = key.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  return `_${words.replaceAll(/[^a-z0-9]+/g, '_')}_`.replaceAll(/_+/g, '_');
}

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
  if (identifier === 'ssn') {
    const digits = value.replaceAll(/\D/g, '');
    // Four digits alone are the last four of a number that the caller has cut already.
    return digits.length >= 7 || digits.length === 4 ? `***-**-${digits.slice(-4)}` : HIDDEN;
  }
  const characters = value.replaceAll(/[^A-Za-z0-9]/g, '');
  if (!/\d/.test(characters)) return value;
  return characters.length >= 8 ? `****${characters.slice(-4)}` : '****';
}

/** The input as it is shown with `hidden`: which members there are, the last characters of numbers, and no other value. */
export function hideValues(value: Json, identifier: Identifier | null = null, parent = ''): Json {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((item) => hideValues(item, identifier, parent));
  if (isJsonObject(value))
    return mapMembers(value, (key, item) => hideValues(item, inherited(key, parent, identifier), key));
  if (identifier === null || typeof value === 'boolean') return HIDDEN;
  const mask = maskOf(identifier, String(value));
  return mask === value ? HIDDEN : mask;
}

/** A member of an identifier is one too: `ssn: {"number": "123-45-6789"}`. */
function inherited(key: string, parent: string, identifier: Identifier | null): Identifier | null {
  const words = wordsOf(key);
  const isSaidOf = FINDING.test(words) || (identifier === 'account' && MEASURE.test(words));
  return identifierOf(key, parent) ?? (isSaidOf ? null : identifier);
}

export function mapMembers(object: JsonObject, change: (key: string, value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]));
}

/** Letters and digits with the separators that numbers and dates are written with. */
const TOKEN = /[A-Za-z0-9]+(?:[-./][A-Za-z0-9]+)*/g;
const WRITTEN_SSN = /(?<![\d-])\d{3}([- ])\d{2}\1(\d{4})(?![\d-])/g;
/** Shorter values occur by chance: a year, a count, a unit number. */
const SHORTEST = 6;
/** Numbers that are written with blanks and looked for as they stand. */
const MOST_SPACED = 50;
/** Members that hold a value whose field another member names: of a condition's trace, a comparison and a correction. */
const NAMED_VALUES = new Set([
  ...['value', 'actual', 'required', 'left', 'right', 'previous', 'reported', 'corrected_to'],
]);

/**
 * Masks the identifiers of one execution. Those of `sources` are also masked where only their value tells: in a note, in
 * the subject of a mail, in a vendor's echo. Linear in the size of what it reads.
 */
export class Masks {
  /** By letters and digits alone. */
  readonly #known = new Map<string, string>();
  /** As they were written, for numbers with blanks. */
  readonly #spaced = new Map<string, string>();

  constructor(sources: readonly Json[]) {
    for (const source of sources) this.#collect(source, null, '');
  }

  /** The value with its identifiers masked; everything else as it is. */
  json(value: Json): Json {
    return this.#json(value, null, '');
  }

  /** The value of a member that a dotted path names. */
  member(path: string, value: Json): Json {
    return this.#json(value, identifierAt(path), path);
  }

  text(text: string): string {
    const masked = text
      .replaceAll(WRITTEN_SSN, '***-**-$2')
      .replaceAll(TOKEN, (token) => (token.length < SHORTEST ? token : (this.#known.get(plain(token)) ?? token)));
    return [...this.#spaced].reduce((rest, [written, mask]) => rest.replaceAll(written, mask), masked);
  }

  #collect(value: Json, identifier: Identifier | null, parent: string): void {
    if (Array.isArray(value)) for (const item of value) this.#collect(item, identifier, parent);
    else if (isJsonObject(value)) {
      for (const [key, item] of Object.entries(value)) this.#collect(item, inherited(key, parent, identifier), key);
    } else if (identifier !== null && (typeof value === 'string' || typeof value === 'number')) {
      this.#learn(identifier, String(value));
    }
  }

  #learn(identifier: Identifier, value: string): void {
    const mask = maskOf(identifier, value);
    if (mask === value) return;
    for (const written of identifier === 'birth' ? [value, ...datesOf(value)] : [value]) {
      const key = plain(written);
      if (key.length < SHORTEST) continue;
      this.#known.set(key, mask);
      if (/\s/.test(written) && this.#spaced.size < MOST_SPACED) this.#spaced.set(written, mask);
    }
  }

  #json(value: Json, identifier: Identifier | null, parent: string): Json {
    if (Array.isArray(value)) return value.map((item) => this.#json(item, identifier, parent));
    if (isJsonObject(value)) {
      const named = namedIdentifier(value);
      return mapMembers(value, (key, item) => {
        const own = named !== null && NAMED_VALUES.has(key) ? named : inherited(key, parent, identifier);
        return this.#json(item, own, key);
      });
    }
    if (typeof value === 'string') return identifier === null ? this.text(value) : maskOf(identifier, value);
    if (typeof value !== 'number') return value;
    return identifier === null ? (this.#known.get(String(value)) ?? value) : maskOf(identifier, String(value));
  }
}

function plain(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
}

/** Of the trace of a condition (`field`) or a difference (`path`): what it is that its values are of. */
function namedIdentifier({ field, path }: JsonObject): Identifier | null {
  const name = typeof field === 'string' ? field : path;
  if (typeof name !== 'string') return null;
  return identifierAt(name);
}

function identifierAt(path: string): Identifier | null {
  const [last = '', parent = ''] = path.split('.').toReversed();
  return identifierOf(last, parent);
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** An ISO date as people and vendors write it. */
function datesOf(value: string): string[] {
  const [, year, month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})/.exec(value) ?? [];
  if (year === undefined) return [];
  const [m, d] = [Number(month), Number(day)];
  const name = MONTHS[m - 1] ?? '';
  return [
    `${year}-${month}-${day}`,
    `${month}/${day}/${year}`,
    `${m}/${d}/${year}`,
    `${day}/${month}/${year}`,
    `${name} ${d}, ${year}`,
    `${name.slice(0, 3)} ${d}, ${year}`,
    `${d} ${name} ${year}`,
  ];
}
