import { barred, wholeOf } from './chosen-records.ts';
import { qualified } from './concepts.ts';
import { thing } from './measured.ts';
import type { Concept, Cond, Range, Trait } from './kinds.ts';
import { allOf, notOf } from './meaning.ts';
import { Several } from './rule.ts';
import { counted, some } from './times.ts';

/** One thing that is asked of all records together. */
const whole = (of: readonly Cond[]): Cond => ({ ...allOf(of), list: null, groups: [], isWhole: true });
const exists = (concept: Concept): Cond => some(thing(concept));

/** "Only misdemeanors": some of them, and no other record on the same list. */
export function ofOnly(kind: Concept): Cond | null {
  const items = wholeOf(kind);
  const others = items === null ? null : barred(items, kind);
  return others === null ? null : { ...whole([exists(kind), notOf(exists(others))]), isOnly: true };
}

/** "Two convictions, all misdemeanors": so many, and none of another kind. */
export function allOfKind(concept: Concept, range: Range, kind: Concept): Cond[] {
  const others = barred(concept, kind);
  if (others === null) return [];
  return counted(concept, range, null).map((cond) => whole([cond, notOf(exists(others))]));
}

/**
 * "All collections are paid": there is none of which that is not so. Whether that holds of somebody who has none is not
 * said, so it is read in both ways; nobody is denied for having none.
 */
export function eachOf(concept: Concept, { quality, isNot, window }: Trait): Several<Cond> | null {
  const others = window === null ? qualified(concept, quality, !isNot) : null;
  if (others === null) return null;
  return new Several([
    { ...whole([notOf(exists(others))]), isOfNone: true },
    whole([exists(concept), notOf(exists(others))]),
  ]);
}
