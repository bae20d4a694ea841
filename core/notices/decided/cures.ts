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

/** True if a condition holds with these values instead of the actual ones; null if they cannot be compared. */
export function resultWith(trace: ConditionTrace, index: number, changes: Changes): Held {
  const changed = (side: 'conditions' | 'comparedIn') => changes.find(({ field }) => field[side].includes(index));
  const [own, other] = [changed('conditions'), changed('comparedIn')];
  return own === undefined && other === undefined ? trace.result : resultAs(trace, own?.value, other?.value);
}

export interface Cured {
  readonly formula: Formula;
  readonly traces: readonly ConditionTrace[];
  readonly schema: JsonSchema | undefined;
  /** The condition that the letter prints. */
  readonly printed: number;
  /** The change of the field, and those of the other fields of its reversal. */
  readonly change: Changes[number];
  readonly others: Changes;
  /** Conditions that may still be evaluated, for all fields of the choice together. */
  readonly looks: { left: number };
}

/**
 * True if the condition does not say exactly which values would have been enough, so it must not be printed as the
 * requirement. In `below 10, or 40 to 50`, 60 fails by `at most 50`, but 20 meets that too and fails. It tries the
 * values on each side of every limit; if that is too much work, it returns true. That no value at all would help is a
 * separate question.
 */
export function isOneOfSeveral(cured: Cured, comparison: Pick<Comparison, 'is' | 'operator' | 'value'>): boolean {
  const { formula, schema, change, looks } = cured;
  const { conditions, comparedIn } = change.field;
  const { operator, value: limit } = requiredBy(comparison);
  // A field with a single condition: its words are all that was required.
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

/** Returns the result of each condition for a value of the field. A field that changes with it follows it. */
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

/** The conditions on the field, each with the limit that it would then have. */
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
