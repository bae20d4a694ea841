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
 * What holds of a path: what the cascade says of it, else the account, else the standard dictionary, else what a person
 * brings. A declaration replaces the one below it as a whole.
 */

export interface Dictionary {
  /** By their paths, without what people bring. */
  readonly specs: FieldSpecs;
  /** What is declared of a path as declarations have it. */
  at(path: string): FieldSpec | undefined;
  /** Whether anything is declared that stands in it. */
  holds(path: string): boolean;
}

/** `layers`: a later one wins: the standard dictionary, that of the account, that of the cascade. */
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

/** Whether its members are those of a person: of itself, or of each item. */
export function bringsPerson(spec: FieldSpec | undefined): boolean {
  return spec?.type === 'person' || spec?.of_person === EACH_ITEM;
}

/** No declared path is longer, in code units. */
const MOST_UNITS = 2 * MAX_FIELD_PATH_LENGTH;
/** Nor one with positions and figures in it, but on purpose. */
const MOST_UNITS_READ = 5 * MOST_UNITS;

/** What a path stands in, from the inside out. */
export function outerPaths(path: string): readonly string[] {
  const outer: string[] = [];
  for (let dot = path.lastIndexOf('.', MOST_UNITS); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    outer.push(path.slice(0, dot));
  }
  return outer;
}

/** All declarations, those of the members of people included, as an integrator sends them. */
export function wholeSpecs({ specs }: Dictionary): FieldSpecs {
  const people = [...specs].filter(([, spec]) => bringsPerson(spec));
  const brought = people.flatMap(([path]) =>
    [...PERSON_SPECS].map(([member, spec]) => [`${path}.${member}`, spec] as const),
  );
  return new Map([...brought, ...specs]);
}

/** A path of a condition, a text or a payload, taken apart. */
export interface FieldPlace {
  /** As declarations have it, without positions and figures. */
  readonly path: string;
  /** The figure of a list, the innermost one that the path names; undefined if it names none. */
  readonly figure: ListPath | undefined;
}

/** Where a path leads. A name such as `max` or `2024` is that of a member where an object is declared, or itself is. */
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
  /** Of the value at the path: a number of items has its own. */
  readonly unit: string | undefined;
}

/** What is declared of the value at a path of a condition, a text or a payload; undefined if nothing is. */
export function declared(dictionary: Dictionary, field: string): Declared | undefined {
  const place = placeOf(dictionary, field);
  const spec = dictionary.at(place.path);
  if (spec === undefined) return undefined;
  return { ...place, spec, unit: place.figure?.quantifier === 'count' ? 'count' : spec.unit };
}

/** Whose a value is: the path of a person, `nobody`, or `each` item of the list at `path`. */
export interface Whose {
  readonly path: string;
  readonly says: string;
}

/**
 * By the declaration of the field or of the innermost of what it stands in. A person that it stands in says nothing of what
 * is not declared. Undefined if nothing says it.
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

/** What it means that there is no value. */
export function absentOf(dictionary: Dictionary, field: string): FieldSpec['absent'] {
  const { path, figure } = placeOf(dictionary, field);
  return figure === undefined ? dictionary.at(path)?.absent : undefined;
}

/** The kind of a value; undefined if nobody declared one. */
export function kindOf(dictionary: Dictionary, field: string): FieldKind | undefined {
  const { path, figure } = placeOf(dictionary, field);
  const own = dictionary.at(path);
  if (own === undefined) return kindAround(dictionary, path);
  return isNumberOfItems(figure) ? 'fact' : own.kind;
}

/** How many items a declared list has is a fact, whatever its items are. */
export function isNumberOfItems(figure: ListPath | undefined): boolean {
  return figure?.quantifier === 'count' && figure.item === '';
}

/** Whether it is declared of which kind a value is. */
export function isDeclared(dictionary: Dictionary, field: string): boolean {
  const type = dictionary.at(placeOf(dictionary, field).path)?.type;
  return WITHOUT_KIND.includes(type) || kindOf(dictionary, field) !== undefined;
}
/** They have no kind of their own: their members have. */
const WITHOUT_KIND: readonly (FieldType | undefined)[] = ['object', 'person'];

/** The kind of a value that is not declared itself, by what it stands in. */
export function kindAround(dictionary: Dictionary, path: string): FieldKind | undefined {
  for (const outer of outerPaths(path)) {
    const spec = dictionary.at(outer);
    if (spec !== undefined) return kindOfParts(spec.kind);
  }
  return undefined;
}

/** Parts of a name, an address or an identifier are of its kind. The parts of a fact may be anything. */
export function kindOfParts(kind: FieldKind | undefined): FieldKind | undefined {
  return kind === 'fact' || kind === 'score' ? undefined : kind;
}
