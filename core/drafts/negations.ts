import type { WrittenCondition } from './form.ts';
import { NEGATIVE, SIDES } from './leaves.ts';

/** How many parts of the conditions say that something is not so, or the other way round than the words `said` do. */
export function negationsIn(when: WrittenCondition | null, said: ReadonlySet<'up' | 'down'>): number {
  if (when === null) return 0;
  const { all = [], any = [], of = [], not } = when;
  const inner = [...all, ...any, ...of, ...(not === undefined ? [] : [not])];
  const items = (when.where ?? []).filter((item) => isNegative(item, said)).length;
  const own = (not === undefined ? 0 : 1) + (isNegative(when, said) ? 1 : 0) + items;
  return inner.reduce((sum, part) => sum + negationsIn(part, said), own);
}

function isNegative({ operator, value }: WrittenCondition, said: ReadonlySet<'up' | 'down'>): boolean {
  if (operator === undefined) return false;
  const side = SIDES[operator];
  const isZero = value === 0 && (operator === 'equals' || operator === 'less_than_or_equal');
  const isSome = side === 'up' && (value === 0 || value === 1);
  if (typeof value === 'string' && /^(?:not?|un)(?:_|ne$|able|k)/.test(value)) return true;
  const isTurned = side !== undefined && !isSome && !said.has(side) && (said.size > 0 || side === 'down');
  return NEGATIVE.has(operator) || isZero || isTurned;
}
