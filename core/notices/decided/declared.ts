import { numberIn } from '../../cascade/operators/index.ts';
import { kindOf, placeOf, type Dictionary } from '../../fields/dictionary.ts';
import { declaredReason } from '../../fields/labels.ts';
import type { ReasonWords } from '../../fields/spec.ts';
import { sideOf, type DecidingField } from './predicates.ts';
import { isDate } from './statement.ts';
import type { DecidedReason, ReasonSource } from './types.ts';

/* Uses of declarations in letters: principal reasons, and the meaning of a missing value. */

/** Set if a model computed the value about a person. */
export function declaredScore(field: string, dictionary: Dictionary): { readonly is_own_score?: true } {
  return kindOf(dictionary, field) === 'score' ? { is_own_score: true } : {};
}

/**
 * The account's declared words for the value's true reason, in its payload or in a report that it describes. Undefined
 * if it declared none.
 */
export function ownReason(
  decided: DecidingField,
  dictionary: Dictionary,
  source: ReasonSource,
): DecidedReason | undefined {
  const is = trueReason(decided);
  const { field, where = [] } = decided.trace;
  const text = is === undefined ? undefined : declaredReason(dictionary, field, is, where.length > 0);
  if (text === undefined) return undefined;
  return {
    kind: 'field',
    code: `${source.product_code ?? 'application'}.${placeOf(dictionary, field).path}.${String(is)}`,
    text,
    source,
  };
}

function trueReason(decided: DecidingField): keyof ReasonWords | undefined {
  const { missing, not_comparable: fault, actual } = decided.trace;
  if (fault !== undefined) return undefined;
  if (missing) return 'missing';
  const side = sideOf(decided);
  if (side !== undefined && numberIn(actual) === undefined && !isDate(actual)) return 'is';
  return side ?? (typeof actual === 'string' || typeof actual === 'boolean' ? 'is' : undefined);
}
