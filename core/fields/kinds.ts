import type { Json } from '../json.ts';
import { hasFormOfNationalNumber } from '../written-numbers.ts';
import { MASKED_KINDS, type FieldKind } from './spec.ts';

/** Each is shown to fewer than the one before it. */
const BY_STRICTNESS: readonly FieldKind[] = ['fact', 'score', 'name', 'contact', 'age', 'birth', 'identifier'];

/** The kind of which less is shown; undefined, of which nothing is shown, is the strictest. */
export function stricterKind(one: FieldKind | undefined, other: FieldKind | undefined): FieldKind | undefined {
  if (one === undefined || other === undefined) return undefined;
  return BY_STRICTNESS.indexOf(one) < BY_STRICTNESS.indexOf(other) ? other : one;
}

/** Whether values of the kind are masked for callers without `pii:read`, and printed by no letter. */
export function isMaskedKind(kind: unknown): boolean {
  return MASKED_KINDS.some((masked) => masked === kind);
}

/** The kind as which a value is shown: one of the form of a national number is none of a fact. */
export function kindOfValue(kind: FieldKind | undefined, value: Json): FieldKind | undefined {
  return hasFormOfNationalNumber(value) ? stricterKind(kind, 'identifier') : kind;
}
