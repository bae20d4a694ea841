import { STANDARD } from '../fields/standard.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { isTooShort, KnownNumbers } from '../known-numbers.ts';
import { datesOf, HIDDEN, isFieldName, isNumberOfSomebody, maskedKinds, maskOf, withNames } from './forms.ts';
import {
  answerPlace,
  bothPlaces,
  fieldPlace,
  namedBy,
  outputsPlace,
  payloadPlace,
  type Kinds,
  type MaskRules,
  type NamedField,
  type Place,
} from './places.ts';
import { productByCode, type Product } from '../products/index.ts';
import {
  hasFormOfNationalNumber,
  nationalMask,
  numberMask,
  numbersByForm,
  written,
  type Span,
  type Written,
} from '../written-numbers.ts';

export { HIDDEN, hideValues, shownPath } from './forms.ts';
export type { ApplicantView } from '../access.ts';
export type { MaskRules, PulledReport } from './places.ts';

/*
 * How much of an applicant a caller sees (semantics 16.20). The declaration of a value tells what it is, never its
 * name. Identifiers are then found again in every text of the same execution.
 */

/** For test data of an account without declarations. */
export const STANDARD_RULES: MaskRules = { dictionaries: [STANDARD], undeclared: 'shown', reports: [] };

export function mapMembers(object: JsonObject, change: (key: string, value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]));
}

/** Members of traces, comparisons and corrections that hold a value whose field another member names. */
const NAMED_VALUES = new Set([
  ...['value', 'actual', 'required', 'left', 'right', 'previous', 'reported', 'corrected_to'],
]);
/** True for a number with fewer digits than any known one. */
function isShort(value: string | number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 100_000;
}

/** By number of digits: texts that have this many in a row, or characters other than ASCII. */
const holding = new Map<number, RegExp>();

/** A fast check: most long texts have no such row of digits and need no folding. */
function mayHold(text: string, digits: number): boolean {
  if (digits < 1) return true;
  const known = holding.get(digits) ?? new RegExp(`[^\\0-\\x7f]|(?:\\d[^\\da-z]*){${digits}}`, 'i');
  holding.set(digits, known);
  return known.test(text);
}

/** Members that people write. A number that is the whole text is then not an id. */
const WORDS = new Set(['note', 'reason', 'reasons', 'extra_reason', 'statement', 'error', 'message']);

/** The data of the execution that identifiers are taken from. */
export interface MaskSources {
  readonly payload?: Json | undefined;
  /** By node id. */
  readonly outputs?: Json | undefined;
  /** Values that are no longer in either. */
  readonly values?: readonly (NamedField & { readonly value: Json })[];
}

/**
 * Masks the values of one execution. Identifiers of `sources` are also masked in free text: in a note, in the subject
 * of a mail, in a vendor's echo. So is everything that looks like a national number or a card number. Takes time linear
 * in the size of its input.
 */
export class Masks {
  readonly #rules: MaskRules;
  readonly #known = new KnownNumbers();
  /** Numbers and dates that are hidden because they are undeclared. A declared value may equal one by chance. */
  readonly #undeclared = new KnownNumbers();
  readonly #payload: Place;
  readonly #outputs: Place;
  readonly #answer = answerPlace('');
  readonly #fields = new Map<string, Place>();

  constructor(rules: MaskRules, { payload, outputs, values = [] }: MaskSources = {}) {
    this.#rules = rules;
    this.#payload = payloadPlace(rules.dictionaries);
    this.#outputs = outputsPlace(rules);
    if (payload !== undefined) this.#collect(payload, this.#payload);
    if (outputs !== undefined) this.#collect(outputs, this.#outputs);
    for (const { value, ...named } of values) this.#collect(value, this.#fieldPlace(named));
  }

  /** The payload, or an object with the payload's member names. */
  payload<J extends Json>(value: J): J | Json {
    return this.#json(value, this.#payload);
  }

  /** Outputs by node id. */
  outputs(value: Json): Json {
    return this.#json(value, this.#outputs);
  }

  /** A value in a node's output, at a path in the syntax of comparisons (`records[0].severity`). */
  output(nodeId: string, path: string, value: Json): Json {
    const names = path.split('.').map((name) => name.replaceAll(/\[\d+\]/g, ''));
    const place = names
      .filter((name) => name !== '')
      .reduce((at, name) => at.member(name), this.#outputs.member(nodeId));
    return this.#json(value, place);
  }

  /** A response of the service. Its members are known; values of the run come with the path of their field. */
  answer(value: Json): Json {
    return this.#json(value, this.#answer);
  }

  /** The value at a path of a condition or a text. */
  member(path: string, value: Json): Json {
    return this.field({ field: path }, value);
  }

  field(named: NamedField, value: Json): Json {
    return this.#json(value, this.#fieldPlace(named));
  }

  /** True if the path of a variable names an identifier. */
  names(path: string): boolean {
    const { kinds } = this.#fieldPlace({ field: path });
    return kinds !== null && maskedKinds(kinds).length > 0;
  }

  /** Text that people wrote. */
  text(text: string): string {
    return this.#text(text, true, [this.#known, this.#undeclared]);
  }

  /** A text that contains ids of ours, or was filled with masked values. */
  filled(text: string): string {
    return this.#text(text, false, [this.#known]);
  }

  #text(text: string, isWords: boolean, known: readonly KnownNumbers[]): string {
    if (known.every(({ hasWords }) => !hasWords) && !/[0-9]|[^\0-\x7f]/.test(text)) return text;
    if (!mayHold(text, Math.min(...known.map(({ fewestDigits }) => fewestDigits)))) return text;
    const read = written(text);
    return masked(text, read, [...known.flatMap((each) => each.find(read)), ...numbersByForm(read, isWords)]);
  }

  #collect(value: Json, place: Place): void {
    if (Array.isArray(value)) for (const item of value) this.#collect(item, place);
    else if (isJsonObject(value)) {
      for (const [key, item] of Object.entries(value)) {
        if (place.kinds !== null && /\d/.test(key)) this.#learn(key, place.kinds);
        this.#collect(item, place.member(key));
      }
    } else if (place.kinds !== null && (typeof value === 'string' || typeof value === 'number')) {
      this.#learn(value, place.kinds);
    }
  }

  #learn(value: string | number, kinds: Kinds): void {
    if (isShort(value)) return;
    const text = String(value);
    if (isTooShort(text)) return;
    const isIdentifier = maskedKinds(kinds).some((kind) => kind !== 'age');
    const { undeclared } = this.#rules;
    const isUndeclared = kinds.includes(undefined) && undeclared !== 'shown';
    const isHidden = isUndeclared && undeclared === 'hidden';
    const dates = isIdentifier || isHidden ? datesOf(text) : [];
    if (!isIdentifier && !(isUndeclared && (dates.length > 0 || isNumberOfSomebody(value)))) return;
    const mask = isHidden ? HIDDEN : (maskOf(kinds, value, this.#rules) ?? HIDDEN);
    const known = isIdentifier ? this.#known : this.#undeclared;
    const isBirth = isIdentifier ? kinds.includes('birth') : dates.length > 0;
    for (const form of [text, ...dates]) {
      const characters = written(form).text;
      known.add(characters, mask, isBirth && /^\d{6,7}$/.test(characters));
    }
    // An identifier that was sent as a number lost its leading zeros.
    if (kinds.includes('identifier') && /^0/.test(text)) known.add(String(Number(written(text).text)), mask);
  }

  #json(value: Json, place: Place): Json {
    if (Array.isArray(value)) return value.map((item) => this.#json(item, place));
    if (isJsonObject(value)) {
      const named = place.kinds === null ? this.#namedPlace(value, place) : null;
      return withNames(value, (key, item) => {
        const own = named !== null && NAMED_VALUES.has(key) ? named : this.#memberOf(place, key);
        return [this.#name(key, place, own), this.#json(item, own)];
      });
    }
    if (value === null) return null;
    return place.kinds === null ? this.#said(value, place) : this.#declared(value, place.kinds, place.isAmount);
  }

  /** Tests on items of a list name the items' members and compare with values of a policy. */
  #memberOf(place: Place, key: string): Place {
    return place.kinds === null && key === 'where' ? TESTS : place.member(key);
  }

  /**
   * The place of the values in an object that names their field. Inside a run's own data, members with such names are
   * the sender's.
   */
  #namedPlace(value: JsonObject, place: Place): Place | null {
    if (place === TESTS) return null;
    const named = namedBy(value, this.#productOf, place.product);
    if (named === null) return null;
    const own = this.#fieldPlace(named);
    const { value_from: from } = value;
    const other = isJsonObject(from) ? namedBy(from, this.#productOf, undefined) : null;
    return other === null ? own : bothPlaces(own, this.#fieldPlace(other));
  }

  /** Built-in products, and the account's own products that the cascade pulls. */
  readonly #productOf = (code: string): Product | undefined =>
    this.#rules.reports.find(({ product }) => product?.code === code)?.product ?? productByCode(code);

  #fieldPlace(named: NamedField): Place {
    const key = JSON.stringify([named.field, named.nodeId ?? null, named.product?.code ?? null]);
    const found = this.#fields.get(key) ?? fieldPlace(this.#rules, this.#payload, named);
    this.#fields.set(key, found);
    return found;
  }

  #name(key: string, { kinds }: Place, own: Place): string {
    if (kinds === null) return this.#text(key, /\S\s+\S/.test(key), [this.#known, this.#undeclared]);
    if (maskedKinds(kinds).length > 0 && /\d{4}/.test(key)) return maskOf(kinds, key, this.#rules) ?? key;
    if (this.#rules.undeclared === 'hidden' && !own.isNamed && !isFieldName(key)) return HIDDEN;
    return this.#text(key, /\S\s+\S/.test(key), [this.#known]);
  }

  #said(value: string | number | boolean, { key }: Place): Json {
    if (typeof value === 'boolean') return value;
    const known = [this.#known, this.#undeclared];
    if (typeof value === 'string') return this.#text(value, WORDS.has(key) || /\S\s+\S/.test(value), known);
    return this.#number(value, known);
  }

  #declared(value: string | number | boolean, kinds: Kinds, isAmount: boolean): Json {
    const mask = maskOf(kinds, value, this.#rules);
    if (mask !== undefined || typeof value === 'boolean') return mask ?? value;
    if (typeof value === 'number') {
      if (!isAmount && NINE_DIGITS.test(String(value))) return nationalMask(String(value));
      return hasFormOfNationalNumber(value) ? numberMask(String(value)) : this.#number(value, [this.#known]);
    }
    // A fact of exactly nine digits is masked, unless it is an amount: no declaration can turn a national number into a
    // fact.
    const isFact = kinds.every((kind) => kind === 'fact' || kind === 'score');
    return this.#text(value, isFact || /\S\s+\S/.test(value), [this.#known]);
  }

  #number(value: number, known: readonly KnownNumbers[]): Json {
    if (isShort(value)) return value;
    const characters = String(value);
    return known.map((each) => each.maskOf(characters)).find((mask) => mask !== undefined) ?? value;
  }
}

const TESTS = answerPlace('where');
const NINE_DIGITS = /^\d{9}$/;

/** Merges overlapping spans. */
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
