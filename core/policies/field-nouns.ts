import { LITERALS, PHRASES } from './language/index.ts';
import type { Concept } from './language/kinds.ts';
import { Phrases, type Entry } from './language/phrases.ts';
import { MARKS, WORDS } from './language/lexicon.ts';
import { stem, tokenize, type Token } from './text.ts';
import { readWords } from './words.ts';
import type { DictionaryFault } from '../fields/faults.ts';
import { PERSON_SPECS } from '../fields/person.ts';
import type { FieldSpec, FieldSpecs, FieldType } from '../fields/spec.ts';
import { STANDARD_SPECS } from '../fields/standard.ts';
import type { JsonSchema } from '../json.ts';
import { subjectOf, type KnownSubject } from '../readback/subject.ts';
import { isOwnPath } from '../rules/own-reports.ts';
import { fieldLabel, fieldNames, PRODUCT_CODES, PRODUCTS } from '../products/index.ts';

/*
 * Nouns by which policies name fields. One that the language has a meaning for would be read in two ways, so it is none;
 * so is one that two fields have.
 */

/** The words of a noun, as policies are read. */
function stemsOf(noun: string): readonly string[] {
  return readWords(noun).map(({ stem }) => stem);
}

function nounKey(noun: string): string {
  return stemsOf(noun).join(' ');
}

const LINKING = ['Be', 'Was', 'Have', 'If', 'Otherwise', 'No', 'These', 'Holds', 'WillBe'] as const;
/** Words that join the parts of a sentence, or compare: within a noun they would end it. */
const JOINING: readonly string[] = [
  ...LINKING.flatMap((mark) => MARKS[mark].split('|')),
  ...Object.keys(WORDS.Op ?? {}),
  ...['a', 'an', 'any', 'not'],
].map((phrase) => ` ${nounKey(phrase)} `);
/** Words of the names of our own fields stand within nouns as well: "months on file", "loan to value". */
const WITHIN_NAMES: ReadonlySet<string> = new Set(
  [
    ...[...PERSON_SPECS.values(), ...STANDARD_SPECS.values()].map(({ label }) => label ?? ''),
    ...PRODUCT_CODES.flatMap((code) => fieldNames(PRODUCTS[code]).map(fieldLabel)),
  ].flatMap(stemsOf),
);
const STRUCTURE: ReadonlySet<string> = new Set(
  LITERALS.flatMap(({ stems }) => stems).filter((word) => !WITHIN_NAMES.has(word)),
);

/** The value of a report that the language reads for these words; null if it knows none. */
function meaningOf(noun: string): string | null {
  const stems = stemsOf(noun);
  const found = PHRASES.startingAt((at) => stems[at]).filter(({ length }) => length === stems.length);
  const [named] = found.flatMap(({ value }) => subjectIn(value) ?? []);
  if (named === undefined || named.source === 'context') return null;
  return `${named.phrase} (${PRODUCTS[named.source].name})`;
}

/** The subject of a phrase that names a value of a report; null for every other phrase. */
function subjectIn(value: unknown): KnownSubject | null {
  if (typeof value !== 'object' || value === null || !('source' in value)) return null;
  const known = value as Concept | KnownSubject;
  return 'words' in known ? subjectOf(known.source, known.words.field) : known;
}

const joiningIn = (stems: readonly string[]): string | undefined =>
  JOINING.find((phrase) => ` ${stems.join(' ')} `.includes(phrase))?.trim();
const joins = (noun: string): boolean => joiningIn(stemsOf(noun)) !== undefined;
const isValue = (noun: string): boolean => meaningOf(noun) !== null;

function hasMeaning(noun: string): boolean {
  const stems = stemsOf(noun);
  return PHRASES.startingAt((at) => stems[at]).some(({ length }) => length === stems.length);
}

/** The fault of a noun in the language of policies; null if there is none. */
export function languageFault(noun: string): string | null {
  const stems = stemsOf(noun);
  const meaning = meaningOf(noun);
  if (meaning !== null) return `means ${meaning} in policies: choose another noun`;
  if (hasMeaning(noun)) return 'has a meaning of its own in policies: choose another noun';
  const joining = joiningIn(stems);
  const word = joining ?? tokenize(noun).find(({ kind, text }) => !isWithinNoun(kind, text))?.text;
  return word === undefined
    ? null
    : `holds ${JSON.stringify(word)}, which has a meaning of its own in policies: choose another noun`;
}

/** A hyphen only joins. */
function isWithinNoun(kind: Token['kind'], text: string): boolean {
  return text === '-' || (kind === 'word' && !STRUCTURE.has(stem(text)));
}

/** The paths that a noun names. */
function ownersIn(specs: FieldSpecs): ReadonlyMap<string, readonly string[]> {
  const owners = new Map<string, string[]>();
  for (const [path, spec] of specs) {
    for (const key of new Set(nounsOf(spec).map(nounKey))) owners.set(key, [...(owners.get(key) ?? []), path]);
  }
  return owners;
}

const nounsOf = ({ also = [], label }: FieldSpec): readonly string[] => [
  ...also,
  ...(label === undefined ? [] : [label]),
];

/** The nouns that policies cannot use. A label that is no usable noun is accepted and stays a label. */
export function nounFaults(specs: FieldSpecs): readonly DictionaryFault[] {
  const owners = ownersIn(specs);
  return [...specs].flatMap(([path, { also = [] }]) =>
    also.flatMap((noun, index) => {
      const other = owners.get(nounKey(noun))?.find((owner) => owner !== path);
      const message =
        languageFault(noun) ??
        (other === undefined ? null : `is a noun of ${JSON.stringify(other)} too: choose another`);
      return message === null ? [] : [{ path, field: `also[${index}]`, message }];
    }),
  );
}

/** A label by which policies cannot name its field. */
export interface UnsaidLabel {
  readonly path: string;
  readonly label: string;
  readonly message: string;
  /** The value of a report that a policy with this label reads today; null if it reads none. */
  readonly means: string | null;
}

/** Those labels of the fields that could be named at all. */
export function unsaidLabels(specs: FieldSpecs): readonly UnsaidLabel[] {
  const owners = ownersIn(specs);
  return [...specs].flatMap(([path, spec]): UnsaidLabel[] => {
    const { label } = spec;
    if (label === undefined || isInList(specs, path) || fieldSubject(path, spec) === null) return [];
    const other = owners.get(nounKey(label))?.find((owner) => owner !== path);
    const message = languageFault(label) ?? (other === undefined ? null : `is a noun of ${JSON.stringify(other)} too`);
    return message === null
      ? []
      : [{ path, label, message: message.replace(': choose another noun', ''), means: meaningOf(label) }];
  });
}

/**
 * The nouns of an account's fields as words of policies, including those of its own reports (`ownSpecs`). Each has the
 * forms in which conditions are read back.
 */
export function fieldNouns(specs: FieldSpecs): Phrases {
  const owners = ownersIn(specs);
  // The noun of a field of an own report means that field, and a noun of several fields is ambiguous. Otherwise such a word
  // would be read as a built-in report, which nobody meant.
  const isSayable = (noun: string) => {
    const paths = owners.get(nounKey(noun)) ?? [];
    if (paths.some(isOwnPath)) return !joins(noun) && (isValue(noun) || !hasMeaning(noun));
    return paths.length === 1 && languageFault(noun) === null;
  };
  return new Phrases(
    [...specs].flatMap(([path, spec]) => {
      const value = isInList(specs, path) ? null : subjectOfNoun(path, spec);
      if (value === null) return [];
      const ofPath = stemsOf(`the field ${path}`);
      const isKnown = PHRASES.startingAt((at) => ofPath[at]).some(({ length }) => length === ofPath.length);
      const named = new Map(nounsOf(spec).flatMap((noun) => (isSayable(noun) ? [[nounKey(noun), noun]] : [])));
      return [
        ...[...named.values()].map((noun): Entry => ({
          ...{ stems: stemsOf(noun), symbol: 'ReadField', value, phrase: noun.toLowerCase() },
        })),
        ...(isKnown ? [] : [{ stems: ofPath, symbol: 'ReadField', value }]),
      ];
    }),
  );
}

/** A member of the items has no value of its own. */
export function isInList(specs: FieldSpecs, path: string): boolean {
  const names = path.split('.');
  return names.some((_, index) => specs.get(names.slice(0, index).join('.'))?.type === 'list');
}

/**
 * The value that a comparison of the field reads; null if it cannot be compared as a whole. For a list, that is its
 * number of items.
 */
export function fieldSubject(
  path: string,
  { type, unit, values }: FieldSpec,
): { readonly field: string; readonly schema: JsonSchema } | null {
  const schema = schemaOf(type, unit, values);
  return schema === null ? null : { field: type === 'list' ? `${path}.count` : path, schema };
}

/** The phrase names no unit: a figure is said with that of the declaration. */
function subjectOfNoun(path: string, spec: FieldSpec): KnownSubject | null {
  const named = fieldSubject(path, spec);
  return named === null ? null : { ...subjectOf('context', named.field), phrase: 'the field', schema: named.schema };
}

function schemaOf(type: FieldType, unit: string | undefined, values: readonly string[] | undefined): JsonSchema | null {
  switch (type) {
    case 'number':
    case 'integer':
      return { type, ...(unit === undefined ? {} : { 'x-unit': unit }) };
    case 'text':
      return { type: 'string', ...(values === undefined ? {} : { enum: [...values] }) };
    case 'date':
    case 'date_time':
      return { type: 'string', format: 'date' };
    case 'yes_no':
      return { type: 'boolean' };
    case 'list':
      return { type: 'integer', 'x-unit': 'count' };
    case 'object':
    case 'person':
      return null;
  }
}
