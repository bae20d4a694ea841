import { isInsufficientReason, isInsufficientSentence } from '../insufficient.ts';
import { fieldPath, lineFault, pathFault, type PathScope } from './path.ts';
import {
  EACH_ITEM,
  MAX_FIELD_LABEL_LENGTH,
  MAX_FIELDS,
  MAX_REASON_LENGTH,
  NOBODY,
  type FieldKind,
  type FieldSpec,
  type FieldSpecs,
  type FieldType,
  type ReasonWords,
} from './spec.ts';
import { unitFault } from './units.ts';

/*
 * Faults of a declaration: of its path, of its words, and members that contradict each other. Its shape was checked
 * before (`FIELD_SPEC_SCHEMA`). Source: semantics 20.1 and 20.2.
 */

export interface FieldFault {
  /** `path`, or the member of the declaration: `reason.above`, `also[1]`. */
  readonly field: string;
  readonly message: string;
}

/** A fault of one of several declarations. */
export interface DictionaryFault extends FieldFault {
  readonly path: string;
}

type Check = (spec: FieldSpec, report: (field: string, message: string) => void, path: string) => void;

/** All faults of one declaration. `path` is as `fieldPath` writes it. */
export function specFaults(path: string, spec: FieldSpec, scope: PathScope = {}): readonly FieldFault[] {
  const faults: FieldFault[] = [];
  const report = (field: string, message: string): void => void faults.push({ field, message });
  const ofPath = pathFault(path, scope);
  if (ofPath !== null) report('path', ofPath);
  for (const check of CHECKS) check(spec, report, path);
  return faults;
}

/** The type of the values; for a list, that of its items. */
const valueTypeOf = ({ type, item_type: items }: FieldSpec): FieldType => (type === 'list' ? (items ?? 'list') : type);

const isNumber = (spec: FieldSpec): boolean => ['number', 'integer'].includes(valueTypeOf(spec));

const checkWords: Check = ({ label, item, values = [], also = [], reason = {} }, report) => {
  const check = (field: string, text: string | undefined, most: number): void => {
    const fault = text === undefined ? null : lineFault(text, most);
    if (fault !== null) report(field, fault);
  };
  check('label', label, MAX_FIELD_LABEL_LENGTH);
  check('item.one', item?.one, MAX_FIELD_LABEL_LENGTH);
  check('item.many', item?.many, MAX_FIELD_LABEL_LENGTH);
  for (const [index, noun] of also.entries()) check(`also[${index}]`, noun, MAX_FIELD_LABEL_LENGTH);
  for (const [index, value] of values.entries()) check(`values[${index}]`, value, MAX_REASON_LENGTH);
  for (const [key, words] of Object.entries(reason)) check(`reason.${key}`, words, MAX_REASON_LENGTH);
};

const checkUnit: Check = (spec, report) => {
  const { unit, kind } = spec;
  if (unit === undefined) return;
  const fault = unitFault(unit);
  if (fault !== null) report('unit', fault);
  if (!isNumber(spec)) report('unit', 'is of numbers alone: leave it out, or declare the type number or integer');
  else if (kind !== undefined && WITHOUT_UNIT.includes(kind)) report('unit', `says how much, and ${NO_AMOUNT[kind]}`);
  else if (kind === 'age' && !AGES.includes(unit)) report('unit', `must be one of ${AGES.join(', ')}: the kind is age`);
};
const AGES: readonly string[] = ['years', 'months', 'weeks', 'days'];
const WITHOUT_UNIT: readonly FieldKind[] = ['name', 'contact', 'birth', 'identifier'];
const NO_AMOUNT: Readonly<Partial<Record<FieldKind, string>>> = {
  name: 'a name is no amount',
  contact: 'a number by which somebody is reached is no amount',
  birth: 'a birth is no amount',
  identifier: 'an identifier is no amount',
};

/** The types that values of a kind can have. An object as a whole is no fact: its members are declared instead. */
const TYPES_OF_KIND: Readonly<Record<FieldKind, readonly FieldType[]>> = {
  fact: ['number', 'integer', 'text', 'date', 'date_time', 'yes_no', 'list'],
  name: ['text', 'object', 'list'],
  contact: ['text', 'integer', 'object', 'list'],
  birth: ['date', 'date_time', 'text', 'integer', 'object'],
  age: ['number', 'integer', 'text', 'yes_no'],
  identifier: ['text', 'integer', 'number', 'object', 'list'],
  score: ['number', 'integer', 'text', 'yes_no'],
};

const checkKind: Check = (spec, report) => {
  const { kind, basis } = spec;
  if (kind === undefined) return;
  const type = valueTypeOf(spec);
  const types = TYPES_OF_KIND[kind];
  if (!types.includes(type)) {
    const members = type === 'object' || type === 'person' ? '; declare its members' : '';
    report('kind', `${kind} cannot be the kind of the type ${type}: it has ${types.join(', ')}${members}`);
  }
  const tellsAge = kind === 'age' || kind === 'birth';
  if (tellsAge && basis !== undefined && basis !== 'age' && basis !== 'proxy')
    report('basis', `must be age, or left out: the kind is ${kind}`);
};

const checkValues: Check = (spec, report) => {
  const { values, type, item_type: items, item, empty, absent, required, reason } = spec;
  if (values !== undefined && valueTypeOf(spec) !== 'text') report('values', 'is for texts alone');
  const ofLists = { item_type: items, item, empty };
  for (const [field, said] of Object.entries(ofLists))
    if (said !== undefined && type !== 'list') report(field, 'is for lists alone');
  if (absent === undefined) return;
  if (type === 'object' || type === 'person') report('absent', 'is for values and lists: declare the members');
  if (required === true) report('absent', 'cannot be said of what is required');
  if (reason?.missing !== undefined)
    report('reason.missing', 'cannot be a reason: by `absent` it is the best that can be said');
};

const checkPerson: Check = ({ type, of_person: person, item_type: items }, report, path) => {
  if (person === undefined) return;
  if (type === 'person') report('of_person', 'is for what is no person: leave it out');
  else if (person === NOBODY) return;
  else if (person === EACH_ITEM) {
    if (type !== 'list') report('of_person', `${EACH_ITEM} is for lists alone: every item is a person`);
    else if (items !== undefined) report('item_type', 'is for items that are values: by `of_person` each is a person');
  } else if (pathFault(fieldPath(person)) !== null || fieldPath(person) === path) {
    report(
      'of_person',
      `must be the path of a person in the payload, such as co_applicant, or ${NOBODY}, or ${EACH_ITEM} where each item of a list is a person`,
    );
  }
};

/** The types for which a reason can be true; null for all. */
const TYPES_OF_REASON: Readonly<Record<keyof ReasonWords, readonly FieldType[] | null>> = {
  above: ['number', 'integer', 'date', 'date_time', 'list'],
  below: ['number', 'integer', 'date', 'date_time', 'list'],
  is: ['text', 'yes_no'],
  missing: null,
};

const checkReasons: Check = (spec, report) => {
  const { kind, reason = {} } = spec;
  for (const [key, types] of Object.entries(TYPES_OF_REASON) as [keyof ReasonWords, readonly FieldType[] | null][]) {
    const words = reason[key];
    if (words === undefined) continue;
    const field = `reason.${key}`;
    if (types !== null && !types.includes(valueTypeOf(spec)))
      report(field, `cannot be true of the type ${spec.type}: it is for ${types.join(', ')}`);
    if (kind === 'score' && key !== 'missing') report(field, NO_REASON_OF_SCORE);
    if (isInsufficientReason(words) || isInsufficientSentence(words)) report(field, INSUFFICIENT);
  }
};
const NO_REASON_OF_SCORE =
  'a score is no reason: what lowered it is (12 CFR 1002.9, comment 9(b)(2)-4). Declare its factors as fields';
const INSUFFICIENT =
  'is no specific reason: that a standard was not met, or that a score was too low, says nothing of the applicant ' +
  '(12 CFR 1002.9(b)(2)). Name the fact';

const CHECKS: readonly Check[] = [checkWords, checkUnit, checkKind, checkValues, checkPerson, checkReasons];

/** Kinds of the standard dictionary that an account cannot turn into facts. */
const KEPT: readonly FieldKind[] = ['name', 'contact', 'birth', 'age', 'identifier'];

export interface DictionaryScope extends Pick<PathScope, 'stored'> {
  /** The declaration of a path before these: the standard dictionary's, or for a cascade the account's. */
  readonly before?: (path: string) => FieldSpec | undefined;
}

/** All faults of declarations, each by itself and in combination. */
export function dictionaryFaults(specs: FieldSpecs, scope: DictionaryScope = {}): readonly DictionaryFault[] {
  const { before = () => undefined } = scope;
  const specOf = (path: string): FieldSpec | undefined => specs.get(path) ?? before(path);
  const typeOf = (path: string): FieldType | undefined => specOf(path)?.type;
  const faults = [...specs].flatMap(([path, spec]) => {
    const own = specFaults(path, spec, { ...scope, typeOf });
    return [...own, ...placeFaults(path, specOf), ...personFaults(spec, specOf), ...keptFaults(spec, before(path))].map(
      (fault) => ({ path, ...fault }),
    );
  });
  const [, over] = [...specs.keys()].slice(MAX_FIELDS - 1);
  if (over === undefined) return faults;
  return [
    ...faults,
    { path: over, field: 'path', message: `is one too many: at most ${MAX_FIELDS} fields are declared` },
  ];
}

type SpecOf = (path: string) => FieldSpec | undefined;

/** Faults of paths through plain values, which have no members. */
function placeFaults(path: string, specOf: SpecOf): readonly FieldFault[] {
  const names = path.split('.');
  return names.slice(1).flatMap((_, index) => {
    const outer = names.slice(0, index + 1).join('.');
    const spec = specOf(outer);
    if (spec === undefined || MEMBERED.includes(valueTypeOf(spec))) return [];
    return [
      { field: 'path', message: `has no value: ${JSON.stringify(outer)} is declared as ${spec.type} without members` },
    ];
  });
}
const MEMBERED: readonly FieldType[] = ['object', 'person', 'list'];

function personFaults({ of_person: person }: FieldSpec, specOf: SpecOf): readonly FieldFault[] {
  if (person === undefined || person === NOBODY || person === EACH_ITEM) return [];
  const found = specOf(fieldPath(person));
  if (found?.type === 'person' || found?.of_person === EACH_ITEM) return [];
  return [
    {
      field: 'of_person',
      message: `is no person that is declared: declare ${JSON.stringify(person)} with the type person`,
    },
  ];
}

/** An identifying value cannot be declared a fact. */
function keptFaults({ kind }: FieldSpec, before: FieldSpec | undefined): readonly FieldFault[] {
  if ((kind !== 'fact' && kind !== 'score') || before?.kind === undefined || !KEPT.includes(before.kind)) return [];
  return [{ field: 'kind', message: `cannot be ${kind}: the standard dictionary declares it as ${before.kind}` }];
}
