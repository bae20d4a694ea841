import type { Json } from '../json.ts';
import type { CascadeBranch, ConditionGroup } from './definition.ts';
import { groupMatches } from './groups.ts';
import type { OnMissing } from './on-missing.ts';
import { asks as asksFor, isBlank, type ConditionOperator, type Held } from './operators/index.ts';

/* How rows treat missing values. Source: semantics 4.13. */

/** Where `pass` of a choice leads: only to a denial, to a person who is asked, or to further steps that decide. */
export type PassLeadsTo = 'denial' | 'person' | 'further';

/**
 * `goes_on` gives the value that leaves the decision to the other rows. The others hold if `pass` does what they ask
 * for.
 */
const MADE_OF_MISSING: Readonly<Record<OnMissing, (branch: CascadeBranch, way: () => PassLeadsTo) => Held>> = {
  goes_on: ({ group_logic: logic }) => logic !== 'or',
  review: (_, way) => (way() === 'person' ? true : null),
  deny: (_, way) => way() === 'denial',
};

/** Applies the row's `on_missing` if its truth depends on missing values. */
export function withMissing<T extends { readonly result: Held }>(
  group: ConditionGroup,
  compared: readonly Compared<T>[],
  { branch, way }: { readonly branch: CascadeBranch; readonly way: () => PassLeadsTo },
): readonly (T & { readonly on_missing?: OnMissing })[] {
  const traces = compared.map(({ trace }) => trace);
  const { on_missing: asks } = group;
  const isOpen = compared.map(({ isUnknown: isOne }) => isOne);
  if (asks === undefined || !isOpen.includes(true)) return traces;
  const holding = (value: boolean): Held =>
    groupMatches(
      group,
      traces.map(({ result }, index) => (isOpen[index] === true ? value : result)),
    );
  if (holding(true) === holding(false)) return traces;
  const result = MADE_OF_MISSING[asks](branch, way);
  return traces.map((trace, index) => (isOpen[index] === true ? { ...trace, result, on_missing: asks } : trace));
}

export interface Compared<T> {
  readonly trace: T;
  /** True if the value or the one to compare with is missing, so that the condition may hold or not. */
  readonly isUnknown: boolean;
}

interface Seen {
  readonly operator: ConditionOperator;
  readonly actual: Json;
  readonly items?: number | null;
  readonly missing: boolean;
  readonly not_comparable?: object;
}

/** False if a missing value is known to mean no items or nothing on record, and for `is_empty` and `is_not_empty`. */
export function isUnknown({ operator, actual, items, missing, ...seen }: Seen, isNoneOnRecord: () => boolean): boolean {
  if (asksFor(operator, 'absence') || seen.not_comparable !== undefined) return false;
  const isOwn = actual === null || isBlank(actual);
  return isOwn ? items !== 0 && !isNoneOnRecord() : missing;
}
