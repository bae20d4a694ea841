import { comparable, type ConditionTrace } from '../../cascade/conditions.ts';
import type { Held } from '../../cascade/operators/index.ts';
import type { Json, JsonSchema } from '../../json.ts';
import { candidatesOf } from './candidates.ts';
import { fromOtherSide, resultAs } from './comparisons.ts';
import { conflictOf, evaluate, type Formula, type Known } from './formula.ts';

/** A field that a choice reads, from one visit of its source, and the conditions that read it. */
export interface ReadField {
  readonly key: string;
  /** Indexes of the traces that read it. */
  readonly conditions: readonly number[];
  /** Indexes of the traces that compare another field with it. */
  readonly comparedIn: readonly number[];
}

/** Fields with other values that lead to a better outcome; the values are the nearest such ones. */
export interface Reversal {
  readonly changes: readonly { readonly field: ReadField; readonly value: Json }[];
}

export interface Reversals {
  /** Fewest fields first. In each of them, no field can be left out. */
  readonly smallest: readonly Reversal[];
  /** True if all reversals of at most four fields were found or, if there are none, one with the fewest fields. */
  readonly isExact: boolean;
}

/** Reversals with more fields are not listed; one with the fewest fields represents them. */
const MOST_FIELDS = 4;
/** Most evaluations of conditions before the search is given up: about a millisecond. */
const MOST_LOOKS = 20_000;
/** Storing a set of fields for later costs as much as this many evaluations. */
const LOOKS_OF_A_SET = 3;

/**
 * The smallest reversals of a choice. It tries sets of fields, smallest first. A set is extended only by fields of
 * conditions of which at least one has to change, so no smallest set is missed. Beyond the limit the result is not
 * exact. It is then what was found so far, or a set from which no field can be left out.
 */
export function smallestReversals(
  formula: Formula,
  traces: readonly ConditionTrace[],
  fields: readonly ReadField[],
  tried: Tried,
): Reversals {
  return searched(formula, fields, tableOf(traces, fields, tried), { left: MOST_LOOKS });
}

interface Tried {
  readonly schemaOf: (field: ReadField) => JsonSchema | undefined;
  /** True if the value may be named: no earlier choice would decide as badly with it. */
  readonly isTried: (field: ReadField, value: Json) => boolean;
}

interface Table {
  /** For each field: the actual value, then the values to try. */
  readonly values: readonly (readonly Json[])[];
  /** For each condition: the index of its field, and of the field that it compares with, or `OPEN`. */
  readonly fieldOf: readonly number[];
  readonly otherOf: readonly number[];
  /** The result of a condition for the values at these positions of its field and of the one it compares with. */
  readonly resultOf: (index: number, position: number, other: number) => Held;
}

function tableOf(traces: readonly ConditionTrace[], fields: readonly ReadField[], { schemaOf, isTried }: Tried): Table {
  const fieldOf: number[] = traces.map(() => OPEN);
  const otherOf: number[] = traces.map(() => OPEN);
  for (const [at, { conditions, comparedIn }] of fields.entries()) {
    for (const index of conditions) fieldOf[index] = at;
    for (const index of comparedIn) otherOf[index] = at;
  }
  const values = triedValues(traces, fields, { fieldOf, otherOf }, schemaOf).map(([actual = null, ...others], at) => {
    const field = fields[at];
    return [actual, ...others.filter((value) => field === undefined || isTried(field, value))];
  });
  // For each condition, its results by position of its field, with one row per position of the other field.
  const rows: (Held | undefined)[][][] = traces.map(() => []);
  const resultOf = (index: number, position: number, other: number): Held => {
    const row = ((rows[index] ??= [])[other] ??= []);
    return (row[position] ??= computed(index, position, other));
  };
  const computed = (index: number, position: number, other: number): Held => {
    const trace = traces[index];
    // The actual values are not compared again, because a list may be long.
    if (trace === undefined) return false;
    if (position === 0 && other === 0) return trace.result;
    const [own, second] = [fieldOf[index] ?? OPEN, otherOf[index] ?? OPEN];
    const changed = (field: number, at: number) => (field === OPEN || at === 0 ? undefined : valueAt(field, at));
    return resultAs(trace, changed(own, position), changed(second, other));
  };
  const valueAt = (field: number, position: number): Json => values[field]?.[position] ?? null;
  return { values, fieldOf, otherOf, resultOf };
}

/**
 * For each field: the actual value, then the values to try. Those are named by its conditions and, in a second round,
 * computed from the values tried for fields that it is compared with.
 */
function triedValues(
  traces: readonly ConditionTrace[],
  fields: readonly ReadField[],
  { fieldOf, otherOf }: Pick<Table, 'fieldOf' | 'otherOf'>,
  schemaOf: (field: ReadField) => JsonSchema | undefined,
): (readonly Json[])[] {
  const seenBy = ({ conditions, comparedIn }: ReadField): ConditionTrace[] => [
    ...conditions.flatMap((index) => traces[index] ?? []),
    ...comparedIn.flatMap((index) => {
      const trace = traces[index];
      return trace === undefined ? [] : fromOtherSide(trace);
    }),
  ];
  const tried = (field: ReadField, named: readonly ConditionTrace[]): readonly Json[] => [
    actualOf(field, traces),
    ...candidatesOf(named, schemaOf(field)),
  ];
  const first = fields.map((field) => tried(field, seenBy(field)));
  return fields.map((field, at) => {
    const met = [
      ...field.conditions.flatMap((index) => meeting(traces[index], first[otherOf[index] ?? OPEN] ?? [])),
      ...field.comparedIn.flatMap((index) => metBy(traces[index], first[fieldOf[index] ?? OPEN] ?? [])),
    ];
    return met.length === 0 ? (first[at] ?? []) : tried(field, [...seenBy(field), ...met]);
  });
}

/** Most values that are carried over from the other field. */
const MOST_CARRIED = 12;

function meeting(trace: ConditionTrace | undefined, others: readonly Json[]): ConditionTrace[] {
  const from = trace?.value_from;
  if (trace === undefined || from === undefined) return [];
  return others.slice(0, MOST_CARRIED).map((actual) => ({ ...trace, value: comparable({ ...from, actual }) }));
}

function metBy(trace: ConditionTrace | undefined, own: readonly Json[]): ConditionTrace[] {
  return trace === undefined ? [] : own.slice(0, MOST_CARRIED).flatMap((value) => fromOtherSide(trace, value));
}

function actualOf({ conditions, comparedIn }: ReadField, traces: readonly ConditionTrace[]): Json {
  const own = traces[conditions[0] ?? OPEN];
  return (own === undefined ? traces[comparedIn[0] ?? OPEN]?.value_from?.actual : own.actual) ?? null;
}

/** For each field, the position of its value: 0 is the actual one, `OPEN` is not chosen yet. */
type Chosen = number[];
const OPEN = -1;

function opened(fields: readonly ReadField[], set: readonly number[]): Chosen {
  const chosen = fields.map(() => 0);
  for (const field of set) chosen[field] = OPEN;
  return chosen;
}
interface Looks {
  left: number;
}

function searched(formula: Formula, fields: readonly ReadField[], table: Table, looks: Looks): Reversals {
  const smallest: Reversal[] = [];
  const found: (readonly number[])[] = [];
  const seen = new Set<string>(['']);
  let sets: (readonly number[])[] = [[]];
  for (let size = 0; sets.length > 0 && (size <= MOST_FIELDS || found.length === 0); size += 1) {
    const wider: (readonly number[])[] = [];
    for (const set of sets) {
      if (found.some((other) => other.every((field) => set.includes(field)))) continue;
      const reversal = reversalOf(formula, fields, table, set, looks);
      if (looks.left <= 0) {
        return { smallest: smallest.length > 0 ? smallest : anyReversal(formula, fields, table), isExact: false };
      }
      if (reversal !== undefined) {
        found.push(set);
        smallest.push(reversal);
        if (size > MOST_FIELDS) return { smallest, isExact: true };
        continue;
      }
      for (const field of fieldsToAdd(formula, fields, table, set, looks)) {
        looks.left -= LOOKS_OF_A_SET;
        const next = [...set, field].toSorted((a, b) => a - b);
        if (seen.has(next.join())) continue;
        seen.add(next.join());
        wider.push(next);
      }
    }
    sets = wider;
  }
  return { smallest, isExact: true };
}

function known(table: Table, chosen: Chosen, looks: Looks): Known {
  const positionOf = (field: number): number => (field === OPEN ? 0 : (chosen[field] ?? 0));
  return (index) => {
    looks.left -= 1;
    const second = table.otherOf[index] ?? OPEN;
    const position = positionOf(table.fieldOf[index] ?? OPEN);
    // Most conditions compare with no other field.
    const other = second === OPEN ? 0 : positionOf(second);
    return position === OPEN || other === OPEN ? undefined : table.resultOf(index, position, other);
  };
}

/**
 * Values for the fields of the set with which the formula holds: for each field, the nearest one that keeps this
 * possible.
 */
function reversalOf(
  formula: Formula,
  fields: readonly ReadField[],
  table: Table,
  set: readonly number[],
  looks: Looks,
): Reversal | undefined {
  const chosen = opened(fields, set);
  const choose = (depth: number): boolean => {
    const value = evaluate(formula, known(table, chosen, looks));
    if (value !== undefined || looks.left <= 0) return value === true;
    const field = set[depth] ?? OPEN;
    for (let position = 1; position < (table.values[field]?.length ?? 0); position += 1) {
      chosen[field] = position;
      if (choose(depth + 1)) return true;
    }
    chosen[field] = OPEN;
    return false;
  };
  if (!choose(0)) return undefined;
  return {
    changes: set.flatMap((at) => {
      const field = fields[at];
      const position = chosen[at] ?? OPEN;
      return field === undefined || position === OPEN ? [] : [{ field, value: table.values[at]?.[position] ?? null }];
    }),
  };
}

/** Fields of which every reversal that contains the set has at least one more. */
function fieldsToAdd(
  formula: Formula,
  fields: readonly ReadField[],
  table: Table,
  set: readonly number[],
  looks: Looks,
): readonly number[] {
  const chosen = opened(fields, set);
  const look = known(table, chosen, looks);
  const conditions = evaluate(formula, look) === false ? conflictOf(formula, look) : undefined;
  // The values for one field may contradict each other, although each condition alone could hold.
  if (conditions === undefined) return [...fields.keys()].filter((field) => !set.includes(field));
  const involved = conditions.flatMap((index) => [table.fieldOf[index] ?? OPEN, table.otherOf[index] ?? OPEN]);
  return [...new Set(involved)].filter((field) => field !== OPEN && !set.includes(field));
}

/** A reversal from which no field can be left out. There may be one with fewer fields. */
function anyReversal(formula: Formula, fields: readonly ReadField[], table: Table): readonly Reversal[] {
  const looks: Looks = { left: MOST_LOOKS };
  const bounded = (set: readonly number[]) => {
    const found = reversalOf(formula, fields, table, set, looks);
    return found === undefined ? undefined : withoutIdle(found, fields, table);
  };
  const indexOf = new Map(fields.map((field, index) => [field, index]));
  const setOf = ({ changes }: Reversal) => changes.flatMap(({ field }) => indexOf.get(field) ?? []);
  let reversal = bounded([...fields.keys()]);
  if (reversal === undefined) return [];
  for (const field of setOf(reversal)) {
    const set = setOf(reversal);
    if (!set.includes(field)) continue;
    reversal = bounded(set.filter((other) => other !== field)) ?? reversal;
  }
  return [reversal];
}

/** Drops fields whose change affects no condition: the search tries some on its way. */
function withoutIdle({ changes }: Reversal, fields: readonly ReadField[], table: Table): Reversal {
  const positions = new Map(
    changes.map(({ field, value }) => {
      const at = fields.indexOf(field);
      return [at, table.values[at]?.indexOf(value) ?? 0] as const;
    }),
  );
  const resultWithout = (index: number, left: number) => {
    const at = (field: number) => (field === left ? 0 : (positions.get(field) ?? 0));
    return table.resultOf(index, at(table.fieldOf[index] ?? OPEN), at(table.otherOf[index] ?? OPEN));
  };
  const matters = (field: ReadField) =>
    [...field.conditions, ...field.comparedIn].some(
      (index) => resultWithout(index, fields.indexOf(field)) !== resultWithout(index, OPEN),
    );
  return { changes: changes.filter(({ field }) => matters(field)) };
}
