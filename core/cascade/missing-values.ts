import type { Json } from '../json.ts';
import type { CascadeBranch, ConditionGroup } from './definition.ts';
import { groupMatches } from './groups.ts';
import type { OnMissing } from './on-missing.ts';
import { asks as asksFor, isBlank, type ConditionOperator, type Held } from './operators/index.ts';

/* What rows make of values that are missing. Source: semantics 4.13. */

/** What a choice comes to by `pass`: nothing but a denial, a person who is asked, or what further steps say. */
export type PassLeadsTo = 'denial' | 'person' | 'further';

/** A row that has no say counts so that the others decide. One whose `pass` does what it asks for holds. */
const MADE_OF_MISSING: Readonly<Record<OnMissing, (branch: CascadeBranch, way: () => PassLeadsTo) => Held>> = {
  goes_on: ({ group_logic: logic }) => logic !== 'or',
  review: (_, way) => (way() === 'person' ? true : null),
  deny: (_, way) => way() === 'denial',
};

/** What the row makes of its missing values, if its truth depends on them. */
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
  /** The value is missing, or the one to compare with, and the condition may hold or not. */
  readonly isUnknown: boolean;
}

interface Seen {
  readonly operator: ConditionOperator;
  readonly actual: Json;
  readonly items?: number | null;
  readonly missing: boolean;
  readonly not_comparable?: object;
}

/** That there are no items, or nothing on record, is known. Whether there is a value is, too. */
export function isUnknown({ operator, actual, items, missing, ...seen }: Seen, isNoneOnRecord: () => boolean): boolean {
  if (asksFor(operator, 'absence') || seen.not_comparable !== undefined) return false;
  const isOwn = actual === null || isBlank(actual);
  return isOwn ? items !== 0 && !isNoneOnRecord() : missing;
}
