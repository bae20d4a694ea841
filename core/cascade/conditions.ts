import { timesPlus } from '../decimal.ts';
import type { Json } from '../json.ts';
import type { ListPath } from '../quantifiers.ts';
import type { Work } from '../work.ts';
import {
  BRANCH_KEYS,
  type Branches,
  type BranchKey,
  type CascadeCondition,
  type OtherValue,
  type ValueSource,
} from './definition.ts';
import { branchMatches } from './groups.ts';
import { asFigureCondition, fieldOf, figureOf, holdsInRange, type ItemTest, type NotComparable } from './lists.ts';
import { isUnknown, withMissing, type Compared, type PassLeadsTo } from './missing-values.ts';
import type { OnMissing } from './on-missing.ts';
import {
  asks,
  expectedKind,
  holds,
  isBlank,
  numberIn,
  orderedKindOf,
  unlikeItem,
  type ComparableKind,
  type ConditionOperator,
  type Held,
  type Scalar,
} from './operators/index.ts';

/** One condition as it was evaluated. A type alias, because TypeScript does not accept an interface as plain JSON. */
export type ConditionTrace = {
  readonly branch: BranchKey;
  /** Index of the condition's group within the branch. */
  readonly group: number;
  /** How many conditions of the group had to hold, if the group sets it. */
  readonly at_least?: number;
  readonly source_node_id: string;
  /** For a condition on a list, the figure it was reduced to: `any > x` is recorded as `max > x`. */
  readonly field: string;
  /** The items that the figure covers, if not all. */
  readonly where?: ItemTest[];
  /** How many items the figure covers; null if there was no list. */
  readonly items?: number | null;
  readonly operator: ConditionOperator;
  /** The value it was compared with: null for an operator that takes none, and if the other value was missing. */
  readonly value: string | number | boolean | null;
  /** The source of `value`, if it is another value. */
  readonly value_from?: OtherTrace;
  readonly actual: Json;
  /** Null if it depends on a value that cannot be compared, or on a missing one for which a person is asked. */
  readonly result: Held;
  /** Set if the row depends on the missing value and says what happens then: `result` is what the row makes of it. */
  readonly on_missing?: OnMissing;
  /** The value that cannot be compared, even if the result does not depend on it. */
  readonly not_comparable?: NotComparable & { readonly source_node_id: string };
  /** True if there was no such field, no output, or null, in the value itself or in the one to compare with. */
  readonly missing: boolean;
  /** The visit whose output was read, or whose review decided `user_approved`; null for the caller's data. */
  readonly read: VisitRef | null;
};

/** Another value as it was read. A type alias, as above. */
export type OtherTrace = {
  readonly source_node_id: string;
  readonly field: string;
  readonly times?: number;
  readonly plus?: number;
  readonly items?: number | null;
  /** If the comparison was turned round: the items that the figure on this side covers. */
  readonly where?: ItemTest[];
  readonly actual: Json;
  readonly read: VisitRef | null;
};

/** One run of a node. A type alias, as above. */
export type VisitRef = { readonly node_id: string; readonly visit: number };

export interface BranchDecision {
  /** Null if it depends on a value that cannot be compared, or on a missing one for which a person is asked. */
  readonly branch: BranchKey | 'fail' | null;
  /** The outcomes that such a value leaves open. If there is no such value, only the branch. */
  readonly possible: readonly (BranchKey | 'fail')[];
  /** Set if it depends on missing values only. */
  readonly isOfMissing?: true;
  /** Every condition of both branches, including those after the match: a notice may have to name them. */
  readonly trace: readonly ConditionTrace[];
}

/** The value that a condition reads, undefined if there is none, and the visit it comes from. */
export interface Reading {
  readonly value: Json | undefined;
  /** Set if the field has a quantifier: `value` is then the list. The path is within the report, if there is one. */
  readonly list?: ListPath;
  /** The day of the report that holds the list. */
  readonly asOf?: string;
  /** True if having no value is the best possible result: none is on record. */
  readonly isNoneOnRecord?: () => boolean;
  /** In a what-if: the value to use for the figure with this key (`figureKey`) in place of the list's own. */
  readonly instead?: (key: string) => Json | undefined;
  readonly read: VisitRef | null;
  /** The report and field behind a variable: a letter names the report, not the variable. */
  readonly stands?: { readonly source_node_id: string; readonly field: string };
}
export type ConditionResolver = (from: ValueSource) => Reading;

/**
 * Tries `pass`, then `human_review`; if neither matches, the outcome is `fail`. Each value is read once, however many
 * conditions read it. The logic is three-valued: a condition on a value that cannot be compared is open. So is a
 * condition on a missing value in a row with `on_missing`. Source: semantics 4.1, 4.6.1 and 4.13.
 */
export function evaluateBranches(
  branches: Branches,
  resolve: ConditionResolver,
  work: Work,
  passLeadsTo: () => PassLeadsTo = () => 'further',
): BranchDecision {
  const trace: ConditionTrace[] = [];
  const resolveOnce = readingOnce(resolve);
  const [all, plain] = [new Open(), new Open()];
  for (const name of BRANCH_KEYS) {
    const branch = branches[name];
    if (branch === undefined) continue;
    const way = name === 'pass' ? passLeadsTo : () => 'further' as const;
    const results = (branch.condition_groups ?? []).map((group, index) => {
      const at = { branch: name, group: index, ...(group.at_least === undefined ? {} : { at_least: group.at_least }) };
      const compared = group.conditions.map((condition) => compare(condition, at, resolveOnce, work));
      const counted = withMissing(group, compared, { branch, way });
      trace.push(...counted);
      return counted;
    });
    all.take(
      name,
      branchMatches(
        branch,
        results.map((group) => group.map(({ result }) => result)),
      ),
    );
    const ofOthers = ({ result, on_missing: asked }: ConditionTrace): Held =>
      asked === undefined ? result : (result ?? false);
    plain.take(
      name,
      branchMatches(
        branch,
        results.map((group) => group.map(ofOthers)),
      ),
    );
  }
  const possible = all.outcomes();
  const [first = 'fail', ...others] = possible;
  if (others.length === 0) return { branch: first, possible, trace };
  return { branch: null, possible, ...(plain.outcomes().length === 1 ? { isOfMissing: true } : {}), trace };
}

/** The outcomes still possible, branch by branch. */
class Open {
  readonly #possible: BranchKey[] = [];
  #isTaken = false;

  take(name: BranchKey, matches: Held): void {
    if (!this.#isTaken && matches !== false) this.#possible.push(name);
    this.#isTaken ||= matches === true;
  }

  outcomes(): readonly (BranchKey | 'fail')[] {
    return this.#isTaken ? this.#possible : [...this.#possible, 'fail'];
  }
}

function readingOnce(resolve: ConditionResolver): ConditionResolver {
  const known = new Map<string, Reading>();
  return (from) => {
    const { source_node_id: id, field } = from;
    // The length keeps `a` + `b.c` and `ab` + `.c` apart.
    const key = `${id.length}:${id}${field}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const reading = resolve(from);
    known.set(key, reading);
    return reading;
  };
}

function compare(
  condition: CascadeCondition,
  at: Pick<ConditionTrace, 'branch' | 'group' | 'at_least'>,
  resolve: ConditionResolver,
  work: Work,
): Compared<ConditionTrace> {
  const { operator, value_from: from } = condition;
  const reading = resolve(condition);
  const { source_node_id, field } = reading.stands ?? condition;
  const other = from === undefined ? undefined : readOther(from, resolve, work);
  const value = other === undefined ? (condition.value ?? null) : comparable(other.trace);
  const seen =
    reading.list === undefined && condition.where === undefined
      ? seenOfValue(operator, { field, actual: reading.value ?? null }, value, work)
      : seenOfList(condition, reading, value, work);
  const otherFault = other === undefined ? undefined : faultOfOther(other, { ...seen, value }, work);
  const { fault: ownFault, ...parts } = seen;
  const own = ownFault === undefined ? undefined : { source_node_id, ...ownFault };
  const judged = judge(parts, { own, other: otherFault }, other !== undefined && value === null);
  return {
    trace: {
      ...at,
      source_node_id,
      ...parts,
      ...judged,
      ...(other === undefined || seen.operator !== operator ? {} : { value_from: other.trace }),
      read: reading.read,
    },
    isUnknown: isUnknown({ ...parts, ...judged }, () => reading.isNoneOnRecord?.() === true),
  };
}

type Seen = Pick<ConditionTrace, 'field' | 'where' | 'items' | 'operator' | 'value' | 'actual' | 'result'> & {
  readonly fault?: NotComparable;
};

/** Combines the two sides. `hasNoValue`: the other side has nothing to compare with. */
function judge(
  { actual, items, result }: Pick<Seen, 'actual' | 'items' | 'result'>,
  { own, other }: { readonly own: Fault; readonly other: Fault },
  hasNoValue: boolean,
): Pick<ConditionTrace, 'result' | 'missing' | 'not_comparable'> {
  // A comparison with nothing does not hold.
  if (hasNoValue && other === undefined) return { result: false, missing: true };
  // Which items a figure covers depends on the value it is compared with. Until that is known, none counts as missing.
  const mayHaveItems = other !== undefined && (items ?? 0) > 0;
  if (actual === null && own === undefined && !mayHaveItems) return { result, missing: true };
  const fault = other ?? own;
  return {
    result: other === undefined ? result : null,
    ...(fault === undefined ? {} : { not_comparable: fault }),
    missing: hasNoValue,
  };
}

type Fault = ConditionTrace['not_comparable'];

function seenOfValue(
  operator: ConditionOperator,
  { field, actual }: { readonly field: string; readonly actual: Json },
  value: Scalar,
  work: Work,
): Seen {
  const result = holds(operator, actual, value, work);
  const seen = { field, operator, value, actual, result };
  if (result !== null) return seen;
  const path = asks(operator, 'part') && Array.isArray(actual) ? `${field}.${unlikeItem(actual, value)}` : field;
  return { ...seen, fault: { path, expected: expectedKind(operator, actual, value) } };
}

/** Compares the figure that a condition on a list is reduced to. */
function seenOfList(
  { field, operator, where = [] }: CascadeCondition,
  { list, value: items, asOf, instead }: Reading,
  limit: Scalar,
  work: Work,
): Seen {
  // The condition chooses items, but there is no list.
  if (list === undefined) {
    return { field, ...whereOf(where), items: null, operator, value: limit, actual: null, result: false };
  }
  const asked = asFigureCondition(list, where, operator, limit);
  const own = { field: fieldOf(asked), ...whereOf(asked.where) };
  const read = figureOf(asked, items, asOf, work);
  const other = instead?.(figureKey(own));
  const actual = other ?? read.value ?? null;
  const isOfNone = asked.isOfAll && read.items === 0 && other === undefined;
  const seen = { ...own, items: read.items, operator: asked.operator, value: asked.value, actual };
  const range = other === undefined ? read.range : undefined;
  if (range !== undefined) return { ...seen, result: holdsInRange(asked, range, work), fault: range.because };
  const plain = seenOfValue(asked.operator, { field: own.field, actual }, asked.value, work);
  return { ...seen, result: isOfNone || plain.result, ...(plain.fault === undefined ? {} : { fault: plain.fault }) };
}

/** The other value, if it cannot be compared: not a number to multiply, or not comparable with this value. */
function faultOfOther(
  { trace, fault }: OtherRead,
  { operator, actual, value, result }: Pick<Seen, 'operator' | 'actual' | 'value' | 'result'>,
  work: Work,
): ConditionTrace['not_comparable'] {
  const { source_node_id, field, times, plus } = trace;
  if (fault !== undefined) return { source_node_id, ...fault };
  const at = (expected: ComparableKind) => ({ source_node_id, path: field, expected });
  if (value === null) {
    if (trace.actual === null || isBlank(trace.actual)) return undefined;
    if (times !== undefined || plus !== undefined) return at('number');
    return at(asks(operator, 'order') ? 'number_or_date' : 'text');
  }
  if (isBlank(value)) return undefined;
  if (asks(operator, 'order')) {
    const isUnlike = result === null && orderedKindOf(value) === undefined;
    return isUnlike ? at(orderedKindOf(actual) ?? 'number_or_date') : undefined;
  }
  // The author wrote neither side, so each must be comparable with the other.
  if (typeof actual === 'object' || !asks(operator, 'equality')) return undefined;
  return holds(operator, value, actual, work) === null ? at(expectedKind(operator, value, actual)) : undefined;
}

function whereOf(where: readonly ItemTest[]): Pick<ConditionTrace, 'where'> {
  return where.length === 0 ? {} : { where: [...where] };
}

/**
 * Equal for two conditions exactly if they ask about the same figure of a list. If `field` is no figure, the field
 * itself.
 */
export function figureKey({ field, where = [] }: Pick<ConditionTrace, 'field' | 'where'>): string {
  return where.length === 0 ? field : `${field} ${JSON.stringify(where)}`;
}

interface OtherRead {
  readonly trace: OtherTrace;
  readonly fault?: NotComparable;
}

function readOther(from: OtherValue, resolve: ConditionResolver, work: Work): OtherRead {
  work.spend(1);
  const { value, read, stands, list, asOf, instead } = resolve(from);
  const { source_node_id, field } = stands ?? from;
  const { times, plus } = from;
  const figure =
    list === undefined
      ? undefined
      : figureOf({ path: list, where: [], value: null, isOfAll: false }, value, asOf, work);
  const changed = figure === undefined ? undefined : instead?.(figureKey({ field }));
  const trace = {
    source_node_id,
    field,
    ...(times === undefined ? {} : { times }),
    ...(plus === undefined ? {} : { plus }),
    ...(figure === undefined ? {} : { items: figure.items }),
    actual: (figure === undefined ? value : (changed ?? figure.value)) ?? null,
    read,
  };
  const range = changed === undefined ? figure?.range : undefined;
  return range === undefined ? { trace } : { trace, fault: range.because };
}

/** The value that a condition compares with; null if it is missing or cannot be compared. */
export function comparable({ actual, times, plus }: Pick<OtherTrace, 'actual' | 'times' | 'plus'>): Scalar {
  if (times === undefined && plus === undefined) return typeof actual === 'object' ? null : actual;
  const number = numberIn(actual);
  const result = number === undefined ? undefined : timesPlus(number, times ?? 1, plus ?? 0);
  return result === undefined || !Number.isFinite(result) ? null : result;
}
