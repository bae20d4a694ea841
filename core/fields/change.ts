import { canonicalJson } from '../canonical-json.ts';
import { asJsonObject, type JsonObject } from '../json.ts';
import { dictionaryFaults, type DictionaryFault } from './faults.ts';
import {
  bringsPerson,
  declared,
  dictionaryOf,
  isDeclared,
  outerPaths,
  placeOf,
  type Dictionary,
} from './dictionary.ts';
import { fieldPath } from './path.ts';
import { memberOfPerson } from './person.ts';
import { STANDARD, STANDARD_SPECS } from './standard.ts';
import {
  EACH_ITEM,
  MASKED_KINDS,
  NOBODY,
  specsIn,
  type FieldKind,
  type FieldSpec,
  type FieldSpecs,
  type FieldSpecsJson,
} from './spec.ts';

/*
 * A change of a data dictionary: its effect, its faults, and its consequences for letters and for what callers see.
 * Source: semantics 20.7.
 */

/** New declarations by path; null removes one. */
export type FieldChanges = ReadonlyMap<string, FieldSpec | null>;

/** The declaration as stored: with normalized paths, and without blanks around words. */
export function normalSpec(spec: FieldSpec): FieldSpec {
  const { label, of_person: person, item, also, reason } = spec;
  return {
    ...spec,
    ...(label === undefined ? {} : { label: label.trim() }),
    ...(person === undefined || person === NOBODY || person === EACH_ITEM ? {} : { of_person: fieldPath(person) }),
    ...(item === undefined ? {} : { item: { one: item.one.trim(), many: item.many.trim() } }),
    ...(also === undefined ? {} : { also: also.map((noun) => noun.trim()) }),
    ...(reason === undefined
      ? {}
      : { reason: Object.fromEntries(Object.entries(reason).map(([when, words]) => [when, words.trim()])) }),
  };
}

/** The changes that turn the dictionary into `wanted`. */
export function changesTo(now: FieldSpecsJson, wanted: FieldSpecs): FieldChanges {
  const removed = Object.keys(now).filter((path) => !wanted.has(path));
  return new Map<string, FieldSpec | null>([...wanted, ...removed.map((path) => [path, null] as const)]);
}

/** Changes for the audit log: each field before and after. */
export function describeChanges(now: FieldSpecsJson, changes: FieldChanges): JsonObject {
  const before = specsIn(now);
  return asJsonObject(
    Object.fromEntries([...changes].map(([path, spec]) => [path, { old: before.get(path) ?? null, new: spec }])),
  );
}

/** Drops changes without effect. */
export function effectiveChanges(now: FieldSpecsJson, changes: FieldChanges): FieldChanges {
  const specs = specsIn(now);
  return new Map([...changes].filter(([path, spec]) => canonicalJson(specs.get(path) ?? null) !== canonicalJson(spec)));
}

export function changedFields(now: FieldSpecsJson, changes: FieldChanges): FieldSpecs {
  const whole = new Map<string, FieldSpec | null>([...Object.entries(now), ...changes]);
  return new Map([...whole].flatMap(([path, spec]) => (spec === null ? [] : [[path, spec] as const])));
}

/** An account cannot turn an identifier of the standard dictionary, or of a person, into a fact. */
export const STANDARD_SCOPE = { before: (path: string) => STANDARD.at(path) };

/**
 * The faults of the dictionary after the change that it did not have before, including those of unchanged paths.
 * `others` makes additional checks.
 */
export function faultsOfChange(
  now: FieldSpecsJson,
  changes: FieldChanges,
  others: (specs: FieldSpecs) => readonly DictionaryFault[] = () => [],
): readonly DictionaryFault[] {
  const faultsOf = (specs: FieldSpecs) => [...dictionaryFaults(specs, STANDARD_SCOPE), ...others(specs)];
  const known = new Set(faultsOf(specsIn(now)).map((fault) => canonicalJson(fault)));
  return faultsOf(changedFields(now, changes)).filter(
    (fault) => changes.has(fault.path) || !known.has(canonicalJson(fault)),
  );
}

/** An active cascade, and the payload paths that it reads, as written in it. */
export interface ReadingCascade {
  readonly id: number;
  readonly name: string;
  readonly reads: ReadonlySet<string>;
  /** The cascade's own declarations, which override the account's. */
  readonly fields: FieldSpecsJson | null;
  readonly hasLetters: boolean;
}

export interface Consequences {
  /** By path: active cascades that read a field which would lose its declaration or its kind. */
  readonly inUse: ReadonlyMap<string, readonly ReadingCascade[]>;
  /** Active cascades whose letters would change. */
  readonly rewritten: readonly ReadingCascade[];
  /** Paths whose values would become visible to callers who do not see an applicant's numbers. */
  readonly shown: readonly string[];
}

/**
 * `earlier`: for `pathsOfKinds`, the last declaration of each with a kind or as a person, even if it was removed since.
 */
export function consequencesOf(
  now: FieldSpecsJson,
  changes: FieldChanges,
  { cascades, earlier }: { cascades: readonly ReadingCascade[]; earlier: FieldSpecs },
): Consequences {
  const before = dictionaryOf(STANDARD_SPECS, specsIn(now));
  const after = dictionaryOf(STANDARD_SPECS, changedFields(now, changes));
  const paths = [...changes.keys()];
  const altered = paths.filter((path) => readsOtherwise(before.at(path), after.at(path)));
  const reading = cascades.map((cascade) => new Reader(cascade, { before, after }));
  const inUse = reading.flatMap((reader) => reader.lost(paths).map((path) => [path, reader.cascade] as const));
  return {
    inUse: groupedBy(inUse),
    rewritten: reading.filter((each) => each.cascade.hasLetters && each.reads(altered)).map(({ cascade }) => cascade),
    shown: paths.filter(
      (path) => wasMasked(path, before, earlier) && !isShown(before.at(path)) && isShown(after.at(path)),
    ),
  };
}

function groupedBy(pairs: readonly (readonly [string, ReadingCascade])[]): Consequences['inUse'] {
  const groups = Map.groupBy(pairs, ([path]) => path);
  return new Map([...groups].map(([path, found]) => [path, found.map(([, cascade]) => cascade)]));
}

/** A cascade, with the dictionaries that apply to it before and after a change. */
class Reader {
  readonly cascade: ReadingCascade;
  readonly #own: FieldSpecs;
  readonly #before: Dictionary;
  readonly #after: Dictionary;

  constructor(cascade: ReadingCascade, { before, after }: { readonly before: Dictionary; readonly after: Dictionary }) {
    this.cascade = cascade;
    this.#own = specsIn(cascade.fields ?? {});
    this.#before = this.#own.size === 0 ? before : dictionaryOf(before.specs, this.#own);
    this.#after = this.#own.size === 0 ? after : dictionaryOf(after.specs, this.#own);
  }

  /** The changed paths that would cost a field it reads its declaration or its kind. */
  lost(changed: readonly string[]): readonly string[] {
    const says = (dictionary: Dictionary, field: string): number =>
      isDeclared(dictionary, field) ? 2 : declared(dictionary, field) === undefined ? 0 : 1;
    const lost = [...this.cascade.reads].filter((field) => says(this.#after, field) < says(this.#before, field));
    const places = lost.map((field) => placeOf(this.#before, field).path);
    return changed.filter((path) => places.some((place) => concerns(path, place)));
  }

  /** True if it reads a field that one of the paths affects. */
  reads(changed: readonly string[]): boolean {
    // A path may lead elsewhere after a list is declared, or a member named like a figure.
    const dictionaries = [this.#before, this.#after];
    const places = [...this.cascade.reads].flatMap((field) => dictionaries.map((each) => placeOf(each, field).path));
    return changed.some((path) => !this.#own.has(path) && places.some((place) => concerns(path, place)));
  }
}

/** The paths whose earlier kinds decide what a change makes visible. */
export function pathsOfKinds(changes: FieldChanges): readonly string[] {
  return [...new Set([...changes.keys()].flatMap((path) => [path, ...outerPaths(path)]))];
}

function isMasked(kind: FieldKind | undefined): boolean {
  return MASKED_KINDS.some((masked) => masked === kind);
}

/**
 * True if the values, or those of members that a person brings, are visible to callers who do not see an applicant's
 * numbers.
 */
function isShown(spec: FieldSpec | undefined): boolean {
  return bringsPerson(spec) || (spec?.kind !== undefined && !isMasked(spec.kind));
}

/** True if the field or anything that contains it is masked, or was masked before its declaration was removed. */
function wasMasked(path: string, now: Dictionary, earlier: FieldSpecs): boolean {
  return [path, ...outerPaths(path)].some((at) => {
    const spec = earlier.get(at);
    if (isMasked(now.at(at)?.kind) || isMasked(spec?.kind)) return true;
    return at !== path && bringsPerson(spec) && isMasked(memberOfPerson(path.slice(at.length + 1))?.kind);
  });
}

/**
 * True if letters, explanations or masks would read it differently. Nouns (for policies) and `required` (for forms) do
 * not count.
 */
function readsOtherwise(before: FieldSpec | undefined, after: FieldSpec | undefined): boolean {
  const seen = (spec: FieldSpec | undefined) =>
    spec === undefined ? null : { ...spec, also: undefined, required: undefined };
  return canonicalJson(seen(before)) !== canonicalJson(seen(after));
}

/** True if a declaration at `changed` applies to `read`: the path itself or one within it. */
function concerns(changed: string, read: string): boolean {
  return read === changed || read.startsWith(`${changed}.`);
}
