import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { Work } from '../work.ts';
import { hasFormOfNationalNumber } from '../written-numbers.ts';
import { kindOf, placeOf, type Dictionary } from './dictionary.ts';
import { fieldPath, pathFault } from './path.ts';
import { questionsOf, type FieldQuestion } from './questions.ts';
import { NONE_ANSWERED, type IsAnswered } from './answers.ts';
import { MAX_FIELD_LABEL_LENGTH } from './spec.ts';

/*
 * Undeclared paths that cascades read or that arrive, for a person to declare. Proposals have no effect on decisions
 * and contain no values of applicants: only types, and no member name that may be a value.
 */

export const SEEN_TYPES = ['number', 'text', 'yes_no', 'null', 'object', 'list'] as const;
export type SeenType = (typeof SEEN_TYPES)[number];

/** By path, without positions. */
export type SeenPaths = ReadonlyMap<string, ReadonlySet<SeenType>>;

export interface Proposal {
  readonly path: string;
  /** As they arrived, in the order of `SEEN_TYPES`; empty for a path that is read but never arrived. */
  readonly types: readonly SeenType[];
  /** Made from the name; a person corrects it. */
  readonly label: string;
  readonly is_read: boolean;
  /** The unanswered questions. */
  readonly questions: readonly FieldQuestion[];
}

/** Most paths of a payload that are examined. */
const MOST_PATHS = 2_000;
/** A name with this many digits may be a value: a date, a number, an account. */
const DIGITS_OF_VALUE = 6;

/** Adds the JSON types of each path of a payload to those seen before. */
export function seeTypes(payload: JsonObject, seen: Map<string, Set<SeenType>>, work: Work): void {
  const look = (value: Json, path: string): void => {
    work.spend(1);
    if (path !== '') {
      const types = seen.get(path) ?? new Set();
      if (types.size === 0 && seen.size >= MOST_PATHS) return;
      seen.set(path, types.add(typeOf(value)));
    }
    if (Array.isArray(value)) for (const item of value) lookInside(item, path);
    else lookInside(value, path);
  };
  const lookInside = (value: Json, path: string): void => {
    if (!isJsonObject(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      if (!mayBeValue(name)) look(inner, path === '' ? name : `${path}.${name}`);
    }
  };
  lookInside(payload, '');
}

function typeOf(value: Json): SeenType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'string') return 'text';
  return typeof value === 'boolean' ? 'yes_no' : 'object';
}

/** True for names that no program gives a field: `2031-04-05`, `dana@example.com`. */
export function mayBeValue(name: string): boolean {
  const digits = name.replaceAll(/\P{N}/gu, '').length;
  return digits >= DIGITS_OF_VALUE || name.includes('@') || name.includes('.') || hasFormOfNationalNumber(name);
}

/**
 * The undeclared paths among those that cascades read (`read`) and those that arrive (`seen`), sorted. Objects are
 * proposed only if their name raises a question: otherwise it is their members that need a declaration.
 */
export function proposalsOf(
  dictionary: Dictionary,
  read: Iterable<string>,
  seen: SeenPaths,
  isAnswered: IsAnswered = NONE_ANSWERED,
): readonly Proposal[] {
  const asked = new Set([...read].map((field) => placeOf(dictionary, field).path));
  const paths = new Set([...asked, ...[...seen.keys()].map(fieldPath)]);
  return [...paths].toSorted().flatMap((path) => {
    if (dictionary.at(path) !== undefined || kindOf(dictionary, path) !== undefined) return [];
    if (pathFault(path, { typeOf: (outer) => dictionary.at(outer)?.type }) !== null) return [];
    const types = SEEN_TYPES.filter((type) => seen.get(path)?.has(type) === true);
    const questions = questionsOf(path).filter(({ code }) => !isAnswered({ path, code }));
    const isObject = types.length > 0 && types.every((type) => type === 'object' || type === 'null');
    if (isObject && !asked.has(path) && questions.length === 0) return [];
    return [{ path, types, label: labelIn(path), is_read: asked.has(path), questions }];
  });
}

function labelIn(path: string): string {
  const name = path.split('.').at(-1) ?? path;
  const words = name.replaceAll(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, '$1 ').replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ');
  const label = words.trim().toLowerCase() || name;
  return Array.from(label.charAt(0).toUpperCase() + label.slice(1))
    .slice(0, MAX_FIELD_LABEL_LENGTH)
    .join('');
}
