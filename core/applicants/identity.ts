import { kindOf, placeOf, whoseIs, wholeSpecs, type Dictionary } from '../fields/dictionary.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { mailAddressKey } from '../mail-address.ts';
import { foldedKey } from '../person-members.ts';
import { personName } from '../person-name.ts';

/*
 * The identity of the applicant in a payload. A field's declaration says what it is; a name of a member says nothing.
 * Values of one kind are told apart by their form: a contact with an `@` is an e-mail address, one of digits a
 * telephone number.
 */

export interface Identity {
  /** Declared names and parts of names, as they were sent. */
  readonly names: readonly string[];
  /** The name as a letter has it; null if there is none, or if no part of it is declared a name. */
  readonly fullName: string | null;
  /** Declared identifiers, each with the path of its declaration: equal digits of two fields are two numbers. */
  readonly numbers: readonly { readonly path: string; readonly value: string }[];
  readonly mails: readonly string[];
  readonly phones: readonly string[];
  /** ISO dates. */
  readonly births: readonly string[];
}

const APPLICANT = 'applicant';

/** Kinds of marks that two executions can share. Numbers, and e-mail with birth, join them; the others only find. */
export const MARKS = { n: 'number', m: 'email_and_birth', e: 'email', t: 'telephone', b: 'name_and_birth' } as const;

const MOST_VALUES = 300;
const MOST_CHARACTERS = 200;
const MOST_OF_A_KIND = 5;

/** Null: the payload has no applicant. */
export function readIdentity(payload: JsonObject, dictionary: Dictionary): Identity | null {
  const { [APPLICANT]: applicant, ...rest } = payload;
  if (!isJsonObject(applicant) || Object.keys(applicant).length === 0) return null;
  const [names, numbers, mails, phones, births] = [
    new Set<string>(),
    new Map<string, string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
  ];
  for (const { path, value } of [...valuesIn(applicant, APPLICANT), ...valuesIn(rest, '')].slice(0, MOST_VALUES)) {
    const kind = kindOf(dictionary, path);
    if (kind === undefined || !isOfApplicant(dictionary, path)) continue;
    if (kind === 'name') names.add(value);
    else if (kind === 'identifier') {
      const [number, at] = [numberIn(value), placeOf(dictionary, path).path];
      // A part without a declaration is masked, but may be the bank's number, which many people have.
      if (number !== null && dictionary.at(at) !== undefined) numbers.set(pathKey(at), number);
    } else if (kind === 'birth') {
      if (ISO_DATE.test(value)) births.add(value.slice(0, 10));
    } else if (kind === 'contact') {
      const [mail, phone] = [mailAddressKey(value), phoneIn(value)];
      if (mail !== null) mails.add(mail);
      else if (phone !== null) phones.add(phone);
    }
  }
  const few = (values: Iterable<string>): string[] => [...values].slice(0, MOST_OF_A_KIND);
  return {
    names: [...names],
    fullName: names.size === 0 ? null : personName(applicant),
    numbers: [...numbers].slice(0, MOST_OF_A_KIND).map(([path, value]) => ({ path, value })),
    mails: few(mails),
    phones: few(phones),
    births: few(births),
  };
}

/**
 * The path of a declaration, with all spellings of its members folded: `applicant.SSN` and `applicant.ssn`
 * are one.
 */
const pathKey = (path: string): string =>
  path
    .split('.')
    .map((name) => foldedKey(name) || name)
    .join('.');

/** Where declared identifiers of an applicant may stand, as `Identity.numbers` names them. */
export function numberPaths(dictionary: Dictionary): readonly string[] {
  const declared = [...wholeSpecs(dictionary)].filter(([, { kind }]) => kind === 'identifier').map(([path]) => path);
  return [...new Set(declared.filter((path) => isOfApplicant(dictionary, path)).map(pathKey))].slice(0, MOST_PATHS);
}
const MOST_PATHS = 50;

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:$|T)/;

function isOfApplicant(dictionary: Dictionary, path: string): boolean {
  return whoseIs(dictionary, path)?.says === APPLICANT;
}

interface Value {
  readonly path: string;
  readonly value: string;
}

/** Texts and numbers, in the order of the payload. */
function valuesIn(value: Json | undefined, path: string, found: Value[] = []): Value[] {
  if (found.length >= MOST_VALUES) return found;
  if (typeof value === 'string' && value !== '' && value.length <= MOST_CHARACTERS) found.push({ path, value });
  else if (typeof value === 'number' && Number.isSafeInteger(value)) found.push({ path, value: String(value) });
  else if (Array.isArray(value)) for (const item of value) valuesIn(item, path, found);
  else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (!name.includes('.')) valuesIn(member, path === '' ? name : `${path}.${name}`, found);
    }
  }
  return found;
}

/** A masked number has fewer. */
const FEWEST_DIGITS = 6;

/** Letters and digits of an identifier, whatever parts them; null: it identifies nobody. */
export function numberIn(value: string): string | null {
  const signs = value
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  const digits = signs.replaceAll(/\P{Nd}/gu, '');
  return digits.length < FEWEST_DIGITS || signs.length > 40 || isPlaceholder(digits) ? null : signs;
}

/** True for digits that are all equal or consecutive, such as `000000000`: forms use these as placeholders. */
function isPlaceholder(digits: string): boolean {
  const steps = Array.from(digits.slice(1), (digit, at) => (10 + Number(digit) - Number(digits[at])) % 10);
  return new Set(steps).size === 1 && [0, 1, 9].includes(steps[0] ?? 0);
}

/** The last ten digits of a telephone number, so that the country code makes no difference. Null if it is no number. */
export function phoneIn(value: string): string | null {
  const text = value.normalize('NFKC').trim();
  if (!/^[+(]?[\d\s().\-/]+$/.test(text)) return null;
  const digits = text.replaceAll(/\D/g, '');
  return digits.length < 7 || digits.length > 15 ? null : digits.slice(-10);
}
