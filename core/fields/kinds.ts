import type { Json } from '../json.ts';
import { hasFormOfNationalNumber } from '../written-numbers.ts';
import { MASKED_KINDS, type FieldKind } from './spec.ts';

/** From least to most strict: each kind is shown to fewer callers than the one before. */
const BY_STRICTNESS: readonly FieldKind[] = ['fact', 'score', 'name', 'contact', 'age', 'birth', 'identifier'];

/** The stricter kind. Undefined is the strictest: nothing of such a value is shown. */
export function stricterKind(one: FieldKind | undefined, other: FieldKind | undefined): FieldKind | undefined {
  if (one === undefined || other === undefined) return undefined;
  return BY_STRICTNESS.indexOf(one) < BY_STRICTNESS.indexOf(other) ? other : one;
}

/** True if values of the kind are masked for callers without `pii:read` and printed in no letter. */
export function isMaskedKind(kind: unknown): boolean {
  return MASKED_KINDS.some((masked) => masked === kind);
}

/** The kind for showing a value: a fact that looks like a national number counts as an identifier. */
export function kindOfValue(kind: FieldKind | undefined, value: Json): FieldKind | undefined {
  return hasFormOfNationalNumber(value) ? stricterKind(kind, 'identifier') : kind;
}
