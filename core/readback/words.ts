import { timesInUnits } from '../unit-factors.ts';
import type { Comparison, Logic, Other } from './logic.ts';
import type { Subject } from './subject.ts';
import { decimal, predicate, valueWords } from './predicate.ts';

/** Conditions in English. Each comparison has one form, and nothing is rounded: the reading is exactly what runs. */

/** `and` and `or` are never mixed on one level without parentheses. */
export function english(logic: Logic): string {
  switch (logic.kind) {
    case 'always':
      return 'always';
    case 'never':
      return 'nothing, which never holds';
    case 'test':
      return comparison(logic.test);
    case 'not':
      return `not (${english(logic.of)})`;
    case 'all':
      return logic.of.map(part).join(' and ');
    case 'any':
      return logic.of.map(part).join(' or ');
    case 'at_least':
      return `at least ${logic.needed} of these: ${logic.of.map((each) => `(${english(each)})`).join('; ')}`;
  }
}

/** Longer sentences are hard to follow. */
const MOST_WORDS = 40;

export const isLong = (text: string): boolean => text.split(/\s+/).length > MOST_WORDS;

/** The condition as a list, one part per line; a part that is too long becomes a nested list. */
export function asList(logic: Logic, indent = ''): string {
  const [head, of] = headOf(logic);
  if (of === null) return english(logic);
  const items = of.map((each) => (isLong(part(each)) ? asList(each, `${indent}  `) : part(each)));
  return [head, ...items.map((item) => `${indent}- ${item}`)].join('\n');
}

function headOf(logic: Logic): readonly [string, readonly Logic[] | null] {
  const { kind } = logic;
  if (kind === 'all') return ['all of these are true:', logic.of];
  if (kind === 'any') return ['any of these are true:', logic.of];
  if (kind === 'at_least') return [`at least ${logic.needed} of these are true:`, logic.of];
  if (kind !== 'not' || !('of' in logic.of)) return ['', null];
  const [, of] = headOf(logic.of);
  if (logic.of.kind === 'at_least') return [`fewer than ${logic.of.needed} of these are true:`, of];
  return [logic.of.kind === 'any' ? 'none of these is true:' : 'not all of these are true:', of];
}

function part(logic: Logic): string {
  return logic.kind === 'test' || logic.kind === 'not' ? english(logic) : `(${english(logic)})`;
}

function comparison({ subject, operator, value, other }: Comparison): string {
  const shown = other === null ? valueWords(subject, value) : otherWords(other, subject);
  // "Is 3 times the rent" is also said of a value above it.
  const isSame = other !== null && operator === 'equals';
  return `${subject.phrase} ${isSame ? `is exactly ${shown}` : predicate(subject, operator, value, shown)}`;
}

/** `3 times the rent plus $50`: in the unit of the compared value, if the other one has none. */
function otherWords({ subject, times, plus }: Other, { schema }: Subject): string {
  const units = [schema?.['x-unit'], subject.schema?.['x-unit']] as const;
  // The bare number of a field without a unit is compared, in the unit that its sender uses.
  const factor = units.includes(undefined) ? (times ?? 1) : timesInUnits(times ?? 1, ...units);
  const much =
    times === null || (factor === 1 && times !== 1) ? subject.phrase : `${decimal(factor)} times ${subject.phrase}`;
  if (plus === null) return much;
  return `${much} ${plus < 0 ? 'less' : 'plus'} ${valueWords({ ...subject, schema: subject.schema ?? schema }, Math.abs(plus))}`;
}

/** Capitalizes the first letter. */
export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** `1 day`, `2 days`. */
export function span({ duration, unit }: { readonly duration: number; readonly unit: string }): string {
  const name = unit.replaceAll('_', ' ');
  return `${duration} ${duration === 1 ? name.replace(/s$/, '') : name}`;
}
