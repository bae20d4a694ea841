import { numberIn } from '../../cascade/operators/index.ts';
import { kindOf, placeOf, type Dictionary } from '../../fields/dictionary.ts';
import { declaredReason } from '../../fields/labels.ts';
import type { ReasonWords } from '../../fields/spec.ts';
import { sideOf, type DecidingField } from './predicates.ts';
import { isDate } from './statement.ts';
import type { DecidedReason, ReasonSource } from './types.ts';

/*
 * What letters know of a field of the application by its declaration: principal reasons, and what a missing value means.
 */

/** Whether a model made the value of a person. */
export function declaredScore(field: string, dictionary: Dictionary): { readonly is_own_score?: true } {
  return kindOf(dictionary, field) === 'score' ? { is_own_score: true } : {};
}

/**
 * The words that the account declared for what is true of the value, of its payload or of a report that it describes;
 * undefined if it declared none.
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
