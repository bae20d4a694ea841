import { comparable, type ConditionTrace } from '../../cascade/conditions.ts';
import { asks, holds, type Held } from '../../cascade/operators/index.ts';
import type { Json, JsonSchema } from '../../json.ts';
import { candidatesOf, isOrdered, MOST_VALUES } from './candidates.ts';
import { fromOtherSide, ofCandidate, resultAs } from './comparisons.ts';
import { evaluate, type Formula } from './formula.ts';
import { requiredBy } from './required.ts';
import type { Reversal } from './reversals.ts';
import type { Comparison } from './types.ts';

type Changes = Reversal['changes'];

/** Whether a condition holds with these values in place of those that were read; null if those cannot be compared. */
export function resultWith(trace: ConditionTrace, index: number, changes: Changes): Held {
  const changed = (side: 'conditions' | 'comparedIn') => changes.find(({ field }) => field[side].includes(index));
  const [own, other] = [changed('conditions'), changed('comparedIn')];
  return own === undefined && other === undefined ? trace.result : resultAs(trace, own?.value, other?.value);
}

export interface Cured {
  readonly formula: Formula;
  readonly traces: readonly ConditionTrace[];
  readonly schema: JsonSchema | undefined;
  /** The condition that is printed. */
  readonly printed: number;
  /** What the field has, and the others of its reversal. */
  readonly change: Changes[number];
  readonly others: Changes;
  /** Conditions that may be looked at yet, for all fields of the choice. */
  readonly looks: { left: number };
}

/**
 * Whether the condition says more or less than what would have been enough, so that it may not be printed as what was
 * asked for: of `below 10, or 40 to 50` the 60 fails by `at most 50`, which 20 meets. By trying the values on each side
 * of every limit; where that is too much, it counts as such. Whether no value would do is another question.
 */
export function isOneOfSeveral(cured: Cured, comparison: Pick<Comparison, 'is' | 'operator' | 'value'>): boolean {
  const { formula, schema, change, looks } = cured;
  const { conditions, comparedIn } = change.field;
  const { operator, value: limit } = requiredBy(comparison);
  // The words of a field's only condition are all that was asked of it.
  if (conditions.length + comparedIn.length <= 1 || !isOrdered(change.value) || asks(operator, 'absence')) return false;
  const tried = candidatesOf(limitsOn(cured), schema).filter(isOrdered);
  if (tried.length >= MOST_VALUES || looks.left <= 0) return true;
  const resultFor = resultsOf(cured);
  const cures = (value: Json) =>
    evaluate(formula, (index) => {
      looks.left -= 1;
      return looks.left > 0 ? resultFor(index, value) : undefined;
    });
  return tried.some((value) => cures(value) !== holds(operator, value, limit, ofCandidate()));
}

/** Whether a condition holds for a value of the field. A field that changes with it follows it. */
function resultsOf({ traces, printed, change, others, looks }: Cured): (index: number, value: Json) => Held {
  const { conditions, comparedIn } = change.field;
  looks.left -= traces.length;
  const cured = traces.map((trace, index) => resultWith(trace, index, [...others, change]));
  const follows = (index: number) =>
    index !== printed &&
    others.some(({ field }) => field.comparedIn.includes(index) || field.conditions.includes(index));
  const own = new Set([...conditions, ...comparedIn].filter((index) => !follows(index)));
  return (index, value) => {
    const trace = traces[index];
    return trace !== undefined && own.has(index)
      ? resultWith(trace, index, [...others, { ...change, value }])
      : (cured[index] ?? null);
  };
}

/** The conditions on the field, each with the limit that it has then. */
function limitsOn({ traces, change, others }: Cured): ConditionTrace[] {
  const traceAt = (index: number): readonly ConditionTrace[] => traces.slice(index, index + 1);
  const own = change.field.conditions.flatMap((index) => {
    const other = others.find(({ field }) => field.comparedIn.includes(index));
    return traceAt(index).map((trace) => {
      const from = trace.value_from;
      return from === undefined || other === undefined
        ? trace
        : { ...trace, value: comparable({ ...from, actual: other.value }) };
    });
  });
  const compared = change.field.comparedIn.flatMap((index) => {
    const other = others.find(({ field }) => field.conditions.includes(index));
    return traceAt(index).flatMap((trace) => fromOtherSide(trace, other === undefined ? trace.actual : other.value));
  });
  return [...own, ...compared];
}
