import { isIndex } from '../path.ts';
import { isQuantifier, type ListPath } from '../quantifiers.ts';
import { fieldPath } from './path.ts';
import { memberOfPerson, PERSON_SPECS } from './person.ts';
import {
  EACH_ITEM,
  MAX_FIELD_PATH_LENGTH,
  type FieldKind,
  type FieldSpec,
  type FieldSpecs,
  type FieldType,
} from './spec.ts';

/*
 * The declarations that apply to a path: the cascade's, else the account's, else the standard dictionary's, else those
 * that a person brings. A declaration replaces the one from a lower layer as a whole.
 */

export interface Dictionary {
  /** By path, without the members that people bring. */
  readonly specs: FieldSpecs;
  /** The declaration of a path. The path is written as in declarations. */
  at(path: string): FieldSpec | undefined;
  /** True if anything inside the path is declared. */
  holds(path: string): boolean;
}

/** `layers`, lowest first: the standard dictionary, the account's, the cascade's. Later ones win. */
export function dictionaryOf(...layers: readonly FieldSpecs[]): Dictionary {
  const specs = new Map(layers.flatMap((layer) => [...layer]));
  const holding = new Set([...specs.keys()].flatMap((path) => outerPaths(path)));
  return {
    specs,
    at(path) {
      const own = specs.get(path);
      if (own !== undefined || path.length > MOST_UNITS) return own;
      const person = outerPaths(path).find((outer) => bringsPerson(specs.get(outer)));
      return person === undefined ? undefined : memberOfPerson(path.slice(person.length + 1));
    },
    holds: (path) => holding.has(path),
  };
}

/** True if its members are those of a person: the value itself, or each of its items, is one. */
export function bringsPerson(spec: FieldSpec | undefined): boolean {
  return spec?.type === 'person' || spec?.of_person === EACH_ITEM;
}

/** Longer than any declared path, in code units. */
const MOST_UNITS = 2 * MAX_FIELD_PATH_LENGTH;
/** Longer than any declared path with positions and figures in it, unless it is crafted. */
const MOST_UNITS_READ = 5 * MOST_UNITS;

/** The paths that contain this one, from the inside out. */
export function outerPaths(path: string): readonly string[] {
  const outer: string[] = [];
  for (let dot = path.lastIndexOf('.', MOST_UNITS); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    outer.push(path.slice(0, dot));
  }
  return outer;
}

/** All declarations, including those of the members of people, as an integrator sends them. */
export function wholeSpecs({ specs }: Dictionary): FieldSpecs {
  const people = [...specs].filter(([, spec]) => bringsPerson(spec));
  const brought = people.flatMap(([path]) =>
    [...PERSON_SPECS].map(([member, spec]) => [`${path}.${member}`, spec] as const),
  );
  return new Map([...brought, ...specs]);
}

/** The parts of a path in a condition, a text or a payload. */
export interface FieldPlace {
  /** As written in declarations, without positions and figures. */
  readonly path: string;
  /** The innermost figure of a list that the path names; undefined if it names none. */
  readonly figure: ListPath | undefined;
}

/**
 * Resolves a path. A name such as `max` or `2024` is a member if it is declared, or if its container is declared as an
 * object.
 */
export function placeOf(dictionary: Dictionary, field: string): FieldPlace {
  if (field.length > MOST_UNITS_READ) return { path: field, figure: undefined };
  const kept: string[] = [];
  let figure:
    { readonly list: string; readonly quantifier: ListPath['quantifier']; readonly length: number } | undefined;
  for (const name of fieldPath(field).split('.')) {
    const outer = kept.join('.');
    if (isOfItems(dictionary, outer, name)) {
      if (isQuantifier(name)) figure = { list: outer, quantifier: name, length: kept.length };
    } else kept.push(name);
  }
  const path = kept.join('.');
  if (figure === undefined) return { path, figure };
  const { list, quantifier, length } = figure;
  return { path, figure: { list, quantifier, item: kept.slice(length).join('.') } };
}

function isOfItems(dictionary: Dictionary, outer: string, name: string): boolean {
  if (outer === '' || !(isIndex(name) || isQuantifier(name))) return false;
  const type = dictionary.at(outer)?.type;
  if (type !== undefined) return type === 'list';
  const inner = `${outer}.${name}`;
  return dictionary.at(inner) === undefined && !dictionary.holds(inner);
}

export interface Declared extends FieldPlace {
  readonly spec: FieldSpec;
  /** The unit of the value at the path. A number of items has a unit of its own. */
  readonly unit: string | undefined;
}

/** The declaration of the value at a path in a condition, a text or a payload; undefined if there is none. */
export function declared(dictionary: Dictionary, field: string): Declared | undefined {
  const place = placeOf(dictionary, field);
  const spec = dictionary.at(place.path);
  if (spec === undefined) return undefined;
  return { ...place, spec, unit: place.figure?.quantifier === 'count' ? 'count' : spec.unit };
}

/** The person that a value is about: the path of a person, `nobody`, or `each` item of the list at `path`. */
export interface Whose {
  readonly path: string;
  readonly says: string;
}

/**
 * From the declaration of the field or of the innermost container with one. A containing person does not apply to
 * undeclared members. Undefined if no declaration says it.
 */
export function whoseIs(dictionary: Dictionary, field: string): Whose | undefined {
  const { path } = placeOf(dictionary, field);
  const isDeclared = dictionary.at(path) !== undefined;
  for (const at of [path, ...outerPaths(path)]) {
    const spec = dictionary.at(at);
    if (spec?.of_person !== undefined) return { path: at, says: fieldPath(spec.of_person) };
    if (spec?.type === 'person') return isDeclared ? { path: at, says: at } : undefined;
  }
  return undefined;
}

/** The meaning of a missing value. */
export function absentOf(dictionary: Dictionary, field: string): FieldSpec['absent'] {
  const { path, figure } = placeOf(dictionary, field);
  return figure === undefined ? dictionary.at(path)?.absent : undefined;
}

/** The kind of a value; undefined if none is declared. */
export function kindOf(dictionary: Dictionary, field: string): FieldKind | undefined {
  const { path, figure } = placeOf(dictionary, field);
  const own = dictionary.at(path);
  if (own === undefined) return kindAround(dictionary, path);
  return isNumberOfItems(figure) ? 'fact' : own.kind;
}

/** The number of items of a declared list is a fact, whatever the items are. */
export function isNumberOfItems(figure: ListPath | undefined): boolean {
  return figure?.quantifier === 'count' && figure.item === '';
}

/** True if the kind of a value is declared. */
export function isDeclared(dictionary: Dictionary, field: string): boolean {
  const type = dictionary.at(placeOf(dictionary, field).path)?.type;
  return WITHOUT_KIND.includes(type) || kindOf(dictionary, field) !== undefined;
}
/** These types have no kind of their own: their members have. */
const WITHOUT_KIND: readonly (FieldType | undefined)[] = ['object', 'person'];

/** The kind of a value without its own declaration, from its container. */
export function kindAround(dictionary: Dictionary, path: string): FieldKind | undefined {
  for (const outer of outerPaths(path)) {
    const spec = dictionary.at(outer);
    if (spec !== undefined) return kindOfParts(spec.kind);
  }
  return undefined;
}

/** Parts of a name, an address or an identifier have its kind. Parts of a fact may be anything. */
export function kindOfParts(kind: FieldKind | undefined): FieldKind | undefined {
  return kind === 'fact' || kind === 'score' ? undefined : kind;
}
