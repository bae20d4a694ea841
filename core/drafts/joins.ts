import type { WrittenCondition } from './form.ts';
import type { Part } from './parts.ts';

/** `quoted`: the parts of its own words. Where a rule joins by "and" what its words join by "or", or the other way round; or what holds for everybody. */
export function joinsIn(when: WrittenCondition | null, parts: readonly Part[], quoted: readonly Part[]): string[] {
  if (when === null) return [];
  const { all, any, of = [], not } = when;
  const own = all ?? any ?? [];
  const inner = [...own, ...of, ...(not === undefined ? [] : [not])].flatMap((part) => joinsIn(part, parts, quoted));
  const wrong = wrongJoin(all === undefined ? 'any' : 'all', own, parts, quoted);
  return wrong === null ? inner : [...inner, wrong];
}

function wrongJoin(
  kind: 'all' | 'any',
  own: readonly WrittenCondition[],
  parts: readonly Part[],
  quoted: readonly Part[],
): string | null {
  if (own.length < 2) return null;
  if (kind === 'any' && own.some((one) => own.some((other) => isEverybody(one, other)))) {
    return 'that one of two holds that always do';
  }
  const sides = new Set(own.map((part) => isTurned(part, quoted)));
  // A range of one value: its words need neither.
  const fields = new Set(own.map(({ field, not }) => field ?? not?.field));
  if (fields.size < own.length) {
    return fields.size === 1 && sides.has(true) && sides.has(false) ? 'that one of two is turned round' : null;
  }
  const [only, more] = new Set(parts.flatMap(({ joins }) => joins ?? []));
  const [isOpposed, other] = sides;
  if (only === undefined || more !== undefined || typeof isOpposed !== 'boolean' || other !== undefined) return null;
  const meant = (only === 'or') === isOpposed ? 'all' : 'any';
  return meant === kind ? null : `that ${kind} of them ${kind === 'all' ? 'have' : 'has'} to hold`;
}

/** Every value is over the one or under the other. */
function isEverybody(one: WrittenCondition, other: WrittenCondition): boolean {
  const isSame = one.field !== undefined && one.field === other.field && one.where === undefined;
  if (!isSame || !/^greater/.test(one.operator ?? '') || !/^less/.test(other.operator ?? '')) return false;
  const [low, high] = [one.value_from?.times ?? one.value, other.value_from?.times ?? other.value];
  return typeof low === 'number' && typeof high === 'number' && low <= high;
}

/** Whether it says the opposite of its words; null where that cannot be told. */
function isTurned(
  { not, field, operator = 'equals', value, value_from: from }: WrittenCondition,
  parts: readonly Part[],
): boolean | null {
  if (not !== undefined) {
    const inner = isTurned(not, parts);
    return inner === null ? null : !inner;
  }
  if (field === undefined) return null;
  if (value === 0 && /^(?:equals|less_than_or_equal)$/.test(operator)) return true;
  if (value === 0 && operator === 'greater_than') return parts.some(({ isNegation }) => isNegation) ? null : false;
  const figure = from?.times ?? value;
  if (typeof figure !== 'number') return null;
  const said = parts.flatMap((part) => (part.figure?.value === figure ? part.orders : []));
  const [order, other] = new Set(said.map((each) => each.slice(0, 4)));
  return order === undefined || other !== undefined ? null : order !== operator.slice(0, 4);
}
