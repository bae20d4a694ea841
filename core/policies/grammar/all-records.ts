import { barred, wholeOf } from './chosen-records.ts';
import type { Concept, Cond, Range } from './kinds.ts';
import { allOf, counted, notOf, some } from './meaning.ts';

const exists = (concept: Concept): Cond => some({ concepts: [concept], window: null });

/** "Only misdemeanors": some of them, and no other record on the same list. */
export function ofOnly(kind: Concept): Cond | null {
  const items = wholeOf(kind);
  const others = items === null ? null : barred(items, kind);
  return others === null ? null : { ...allOf([exists(kind), notOf(exists(others))]), list: null, groups: [] };
}

/** "Two convictions, all misdemeanors": so many, and none of another kind. */
export function allOfKind(concept: Concept, range: Range, kind: Concept): Cond[] {
  const others = barred(concept, kind);
  if (others === null) return [];
  return counted(concept, range, null).map((cond) => allOf([cond, notOf(exists(others))]));
}
