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
 * A change of a data dictionary: what it changes, what is wrong with it, and what it does to letters and to what callers see.
 * Source: semantics 20.7.
 */

/** What becomes of fields, by path; null: no longer declared. */
export type FieldChanges = ReadonlyMap<string, FieldSpec | null>;

/** As a declaration is stored: another name of the same path, and blanks around words, say nothing else. */
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

/** The changes that make `wanted` of the whole dictionary. */
export function changesTo(now: FieldSpecsJson, wanted: FieldSpecs): FieldChanges {
  const removed = Object.keys(now).filter((path) => !wanted.has(path));
  return new Map<string, FieldSpec | null>([...wanted, ...removed.map((path) => [path, null] as const)]);
}

/** What the audit log says of changes: each field before and after. */
export function describeChanges(now: FieldSpecsJson, changes: FieldChanges): JsonObject {
  const before = specsIn(now);
  return asJsonObject(
    Object.fromEntries([...changes].map(([path, spec]) => [path, { old: before.get(path) ?? null, new: spec }])),
  );
}

/** The changes that change anything. */
export function effectiveChanges(now: FieldSpecsJson, changes: FieldChanges): FieldChanges {
  const specs = specsIn(now);
  return new Map([...changes].filter(([path, spec]) => canonicalJson(specs.get(path) ?? null) !== canonicalJson(spec)));
}

export function changedFields(now: FieldSpecsJson, changes: FieldChanges): FieldSpecs {
  const whole = new Map<string, FieldSpec | null>([...Object.entries(now), ...changes]);
  return new Map([...whole].flatMap(([path, spec]) => (spec === null ? [] : [[path, spec] as const])));
}

/** An account cannot make a fact of what the standard dictionary, or a person, brings as an identifier. */
export const STANDARD_SCOPE = { before: (path: string) => STANDARD.at(path) };

/**
 * What is wrong with the dictionary after a change that was not wrong before, on paths that it leaves alone too. `others`:
 * what else a dictionary is held against.
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

/** An active cascade, and the paths of the payload that it reads, as it writes them. */
export interface ReadingCascade {
  readonly id: number;
  readonly name: string;
  readonly reads: ReadonlySet<string>;
  /** What it declares itself, in place of what the account does. */
  readonly fields: FieldSpecsJson | null;
  readonly hasLetters: boolean;
}

export interface Consequences {
  /** Active cascades that read what nobody would declare, or of no kind, any longer, by path. */
  readonly inUse: ReadonlyMap<string, readonly ReadingCascade[]>;
  /** Active cascades whose letters would say something else. */
  readonly rewritten: readonly ReadingCascade[];
  /** Paths whose values would be shown to callers who do not see an applicant's numbers. */
  readonly shown: readonly string[];
}

/** `earlier`: of `pathsOfKinds`, as each was last declared with a kind or as a person, even if it is not declared now. */
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

/** A cascade by the dictionaries that hold for it before and after a change. */
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

  /** The changed paths because of which a field that it reads would be declared no longer, or of no kind any longer. */
  lost(changed: readonly string[]): readonly string[] {
    const says = (dictionary: Dictionary, field: string): number =>
      isDeclared(dictionary, field) ? 2 : declared(dictionary, field) === undefined ? 0 : 1;
    const lost = [...this.cascade.reads].filter((field) => says(this.#after, field) < says(this.#before, field));
    const places = lost.map((field) => placeOf(this.#before, field).path);
    return changed.filter((path) => places.some((place) => concerns(path, place)));
  }

  /** Whether it reads what is said at one of the paths. */
  reads(changed: readonly string[]): boolean {
    // A path may lead elsewhere once a list is declared, or a member with the name of a figure.
    const dictionaries = [this.#before, this.#after];
    const places = [...this.cascade.reads].flatMap((field) => dictionaries.map((each) => placeOf(each, field).path));
    return changed.some((path) => !this.#own.has(path) && places.some((place) => concerns(path, place)));
  }
}

/** The paths whose earlier kinds say what a change shows. */
export function pathsOfKinds(changes: FieldChanges): readonly string[] {
  return [...new Set([...changes.keys()].flatMap((path) => [path, ...outerPaths(path)]))];
}

function isMasked(kind: FieldKind | undefined): boolean {
  return MASKED_KINDS.some((masked) => masked === kind);
}

/** Whether values, or those of members that a person brings, are shown to callers who do not see an applicant's numbers. */
function isShown(spec: FieldSpec | undefined): boolean {
  return bringsPerson(spec) || (spec?.kind !== undefined && !isMasked(spec.kind));
}

/** Whether it, or what it stands in, is masked, or was before it was declared no longer. */
function wasMasked(path: string, now: Dictionary, earlier: FieldSpecs): boolean {
  return [path, ...outerPaths(path)].some((at) => {
    const spec = earlier.get(at);
    if (isMasked(now.at(at)?.kind) || isMasked(spec?.kind)) return true;
    return at !== path && bringsPerson(spec) && isMasked(memberOfPerson(path.slice(at.length + 1))?.kind);
  });
}

/** Whether letters, explanations or masks read something else of it: nouns are for policies, `required` is for forms. */
function readsOtherwise(before: FieldSpec | undefined, after: FieldSpec | undefined): boolean {
  const seen = (spec: FieldSpec | undefined) =>
    spec === undefined ? null : { ...spec, also: undefined, required: undefined };
  return canonicalJson(seen(before)) !== canonicalJson(seen(after));
}

/** What is said of a path holds of all that stands in it. */
function concerns(changed: string, read: string): boolean {
  return read === changed || read.startsWith(`${changed}.`);
}
