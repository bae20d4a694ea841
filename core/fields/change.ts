import { canonicalJson } from '../canonical-json.ts';
import { dictionaryFaults, type DictionaryFault } from './faults.ts';
import { fieldPath } from './path.ts';
import { STANDARD_SPECS } from './standard.ts';
import {
  EACH_ITEM,
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

/** The changes that change anything. */
export function effectiveChanges(now: FieldSpecsJson, changes: FieldChanges): FieldChanges {
  const specs = specsIn(now);
  return new Map([...changes].filter(([path, spec]) => canonicalJson(specs.get(path) ?? null) !== canonicalJson(spec)));
}

export function changedFields(now: FieldSpecsJson, changes: FieldChanges): FieldSpecs {
  const whole = new Map<string, FieldSpec | null>([...Object.entries(now), ...changes]);
  return new Map([...whole].flatMap(([path, spec]) => (spec === null ? [] : [[path, spec] as const])));
}

/** What is wrong with the dictionary after a change that was not wrong before, on paths that it leaves alone too. */
export function faultsOfChange(now: FieldSpecsJson, changes: FieldChanges): readonly DictionaryFault[] {
  const scope = { before: (path: string) => STANDARD_SPECS.get(path) };
  const known = new Set(dictionaryFaults(specsIn(now), scope).map((fault) => canonicalJson(fault)));
  return dictionaryFaults(changedFields(now, changes), scope).filter(
    (fault) => changes.has(fault.path) || !known.has(canonicalJson(fault)),
  );
}

/** Kinds whose values are shown to callers who do not see an applicant's numbers. */
const SHOWN_KINDS: readonly FieldKind[] = ['fact', 'name', 'contact', 'score'];

export function isShown(kind: FieldKind | undefined): boolean {
  return kind !== undefined && SHOWN_KINDS.includes(kind);
}

/** Members that no letter, explanation or mask reads. */
const UNSEEN = { also: undefined, required: undefined } as const;

/** Whether letters and explanations say something else of it. */
export function readsOtherwise(before: FieldSpec | undefined, after: FieldSpec | undefined): boolean {
  const seen = (spec: FieldSpec | undefined) => (spec === undefined ? null : { ...spec, ...UNSEEN });
  return canonicalJson(seen(before)) !== canonicalJson(seen(after));
}

/** What is said of a path holds of all that stands in it. */
export function concerns(changed: string, read: string): boolean {
  return read === changed || read.startsWith(`${changed}.`);
}
