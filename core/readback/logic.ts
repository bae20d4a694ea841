import { distinct } from '../distinct.ts';
import type { CascadeBranch, CascadeCondition, ConditionGroup, ConditionOperator } from '../cascade/definition.ts';
import { asks, operatorOf, oppositeOf } from '../cascade/operators/index.ts';
import { remembered } from '../remembered.ts';
import { typesOf } from './predicate.ts';
import { canBeMissing, canBeUnknown, type Subject, type Subjects } from './subject.ts';

/** One comparison. It is false for a missing value, unless its operator tests for absence (semantics 4.3.2). */
export interface Comparison {
  readonly subject: Subject;
  readonly operator: ConditionOperator;
  /** Null for an operator without a value, and if another value is compared with. */
  readonly value: string | number | boolean | null;
  readonly other: Other | null;
}

/** Another value, with a factor and an addend. If it is missing, the comparison does not hold. */
export interface Other {
  readonly subject: Subject;
  readonly times: number | null;
  readonly plus: number | null;
}

/** A whole condition. It either holds or does not; `not` holds exactly where its part does not. */
export type Logic =
  | { readonly kind: 'test'; readonly test: Comparison }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Logic[] }
  | { readonly kind: 'at_least'; readonly needed: number; readonly of: readonly Logic[] }
  | { readonly kind: 'not'; readonly of: Logic }
  | { readonly kind: 'always' | 'never' };

const ALWAYS: Logic = { kind: 'always' };
export const NEVER: Logic = { kind: 'never' };

export function test(of: Comparison): Logic {
  return { kind: 'test', test: of };
}

export const all = (of: readonly Logic[]): Logic => joinedOf('all', of, ALWAYS, NEVER);
export const any = (of: readonly Logic[]): Logic => joinedOf('any', of, NEVER, ALWAYS);

/** `empty`: the neutral element, so that such a part is dropped; `decisive`: a part that decides alone. */
function joinedOf(kind: 'all' | 'any', of: readonly Logic[], empty: Logic, decisive: Logic): Logic {
  const flat = of.flatMap((part) => (part.kind === kind ? part.of : [part]));
  const parts = once(flat).filter((part) => part.kind !== empty.kind);
  if (parts.some((part) => part.kind === decisive.kind)) return decisive;
  const [only = empty] = parts;
  return parts.length < 2 ? only : { kind, of: parts };
}

function atLeast(needed: number, of: readonly Logic[]): Logic {
  const certain = of.filter(({ kind }) => kind === 'always').length;
  const open = of.filter(({ kind }) => kind !== 'always' && kind !== 'never');
  const left = needed - certain;
  if (left <= 0) return ALWAYS;
  if (left > open.length) return NEVER;
  if (left === open.length) return all(open);
  return left === 1 ? any(open) : { kind: 'at_least', needed: left, of: open };
}

/** The JSON text of a part. Remembered, because a part is contained in each of its parents. */
const writtenOf = remembered((part: Logic): string => JSON.stringify(part));

/** A repeated part adds nothing. */
const once = (parts: readonly Logic[]): readonly Logic[] => distinct(parts, writtenOf);

/** Behavior of a group whose values are missing: it fails as usual, or it holds, or it holds only then. */
export type Without = (group: ConditionGroup) => 'fails' | 'holds' | 'alone';

/** The condition of a branch. A branch or a group without conditions matches nothing. */
export function logicOf(branch: CascadeBranch | undefined, subjects: Subjects, without?: Without): Logic {
  return simplified(literalLogicOf(branch, subjects, without));
}

function unknownOf({ subject, operator, other }: Comparison): Logic[] {
  if (asks(operator, 'absence')) return [];
  return (other === null ? [subject] : [subject, other.subject])
    .filter(canBeUnknown)
    .map((each) => test({ subject: each, operator: 'is_empty', value: null, other: null }));
}

/** The condition as written, including parts that are redundant or can never hold. */
export function literalLogicOf(
  branch: CascadeBranch | undefined,
  subjects: Subjects,
  without: Without = () => 'fails',
): Logic {
  const groups = (branch?.condition_groups ?? []).map((group) => {
    const { logic, at_least: needed, conditions } = group;
    const does = without(group);
    const tests = conditions.map((condition) => {
      const of = comparisonOf(condition, subjects);
      const unknown = does === 'fails' ? [] : unknownOf(of);
      return any(does === 'alone' ? unknown : [test(of), ...unknown]);
    });
    return needed === undefined ? joined(logic, tests) : ({ kind: 'at_least', needed, of: tests } as const);
  });
  return joined(branch?.group_logic, groups);
}

function joined(logic: 'and' | 'or' | undefined, parts: readonly Logic[]): Logic {
  const [only] = parts;
  if (only === undefined) return NEVER;
  return parts.length === 1 ? only : { kind: logic === 'or' ? 'any' : 'all', of: parts };
}

const simplified = (logic: Logic): Logic =>
  withTests(logic, (part) => (isOfRun(part.test) ? (part.test.operator === 'is_empty' ? NEVER : ALWAYS) : part));

type TestPart = Extract<Logic, { readonly kind: 'test' }>;

/** The condition with other tests, in its simplest form. Unchanged parts stay the same objects. */
function withTests(logic: Logic, change: (part: TestPart) => Logic, isTouched?: (part: Logic) => boolean): Logic {
  if (isTouched?.(logic) === false) return logic;
  const changed = (part: Logic): Logic => withTests(part, change, isTouched);
  switch (logic.kind) {
    case 'test':
      return change(logic);
    case 'all':
      return all(logic.of.map(changed));
    case 'any':
      return any(logic.of.map(changed));
    case 'at_least':
      return atLeast(logic.needed, logic.of.map(changed));
    case 'not':
      return not(changed(logic.of));
    case 'always':
    case 'never':
      return logic;
  }
}

/** Every run has an id, so a test for it asks nothing. */
function isOfRun({ subject: { source, field }, operator }: Comparison): boolean {
  return source === 'context' && field === 'execution.id' && (operator === 'is_empty' || operator === 'is_not_empty');
}

export function comparisonOf(condition: CascadeCondition, subjects: Subjects): Comparison {
  const { operator, value = null, value_from: from } = condition;
  const takes = operatorOf(operator).takesValue;
  const other: Other | null =
    !takes || from === undefined
      ? null
      : { subject: subjects.of(from), times: from.times ?? null, plus: from.plus ?? null };
  return { subject: subjects.of(condition), operator, value: takes && other === null ? value : null, other };
}

/** The negation of `logic`, in the shortest exact words. */
export function not(logic: Logic): Logic {
  switch (logic.kind) {
    case 'always':
      return NEVER;
    case 'never':
      return ALWAYS;
    case 'not':
      return logic.of;
    case 'test':
      return opposite(logic.test) ?? { kind: 'not', of: logic };
    case 'any':
      return notAny(logic.of) ?? { kind: 'not', of: logic };
    case 'all':
    case 'at_least':
      return { kind: 'not', of: logic };
  }
}

/** "Less than 620, or not known" is the negation of "at least 620", and vice versa. */
function notAny(parts: readonly Logic[]): Logic | undefined {
  const absent = new Set(
    parts.flatMap((part) => (part.kind === 'test' && isAbsence(part) ? [part.test.subject.key] : [])),
  );
  const opposed: Logic[] = [];
  const covered = new Set<string>();
  for (const part of parts) {
    if (part.kind !== 'test') return undefined;
    const { subject } = part.test;
    if (isAbsence(part)) continue;
    if (absent.has(subject.key) && isPlain(subject)) {
      const other = ofOthers(part.test);
      if (other === undefined) return undefined;
      covered.add(subject.key);
      opposed.push(other);
    } else {
      const other = opposite(part.test);
      if (other === undefined) return undefined;
      opposed.push(other);
    }
  }
  const known = parts.flatMap((part): Logic[] =>
    part.kind === 'test' && isAbsence(part) && !covered.has(part.test.subject.key)
      ? [test({ ...part.test, operator: 'is_not_empty' })]
      : [],
  );
  return all([...opposed, ...known]);
}

const isAbsence = (part: Logic): boolean => part.kind === 'test' && part.test.operator === 'is_empty';

/** One test that holds exactly where this one does not; undefined if there is none. */
function opposite(comparison: Comparison): Logic | undefined {
  if (asks(comparison.operator, 'absence')) {
    const operator = oppositeOf(comparison.operator);
    return operator === undefined ? undefined : test({ ...comparison, operator });
  }
  return canBeMissing(comparison.subject) ? undefined : ofOthers(comparison);
}

/** Holds for present values for which this one does not hold. */
function ofOthers(comparison: Comparison): Logic | undefined {
  if (comparison.other !== null && canBeMissing(comparison.other.subject)) return undefined;
  // The negation of "any item" is not "all items" with the opposite operator.
  if (/\.(?:any|all)(?:\.|$)/.test(comparison.subject.field)) return undefined;
  const operator = oppositeOf(comparison.operator);
  const isExact = isPlain(comparison.subject) || asks(comparison.operator, 'equality', 'part');
  return operator === undefined || !isExact ? undefined : test({ ...comparison, operator });
}

/** True for a number or a boolean: these are never empty, so that the opposite operator is exact. */
function isPlain({ schema }: Subject): boolean {
  const types = typesOf(schema).filter((type) => type !== 'null');
  return types.length === 1 && ['number', 'integer', 'boolean'].includes(types[0] ?? '');
}

/** The keys that a condition reads, and its number of parts. Both are needed repeatedly and grow with the condition. */
interface Extent {
  /** Keys of the values that the condition reads. */
  readonly keys: ReadonlySet<string>;
  readonly size: number;
}

export const extentOf: (logic: Logic) => Extent = remembered((logic: Logic): Extent => {
  if (logic.kind === 'test') {
    const { subject, other } = logic.test;
    return { keys: new Set(other === null ? [subject.key] : [subject.key, other.subject.key]), size: 1 };
  }
  const parts = partsIn(logic).map(extentOf);
  const keys = new Set<string>();
  for (const part of parts) for (const key of part.keys) keys.add(key);
  return { keys, size: parts.reduce((sum, { size }) => sum + size, 1) };
});

/** The condition for an applicant without these values. */
export function withoutValues(logic: Logic, keys: ReadonlySet<string>): Logic {
  const isLost = (part: Logic): boolean => {
    const { keys: read } = extentOf(part);
    return [...keys].some((key) => read.has(key));
  };
  const without = ({ test: { operator, other } }: TestPart): Logic => {
    if (other !== null && keys.has(other.subject.key)) return NEVER;
    return operatorOf(operator).holdsOfNothing === true ? ALWAYS : NEVER;
  };
  return withTests(logic, without, isLost);
}

const partsIn = (logic: Logic): readonly Logic[] => ('of' in logic ? [logic.of].flat() : []);

export const comparisonsIn = (logic: Logic): readonly Comparison[] =>
  logic.kind === 'test' ? [logic.test] : partsIn(logic).flatMap(comparisonsIn);

/** The values that the conditions read, each once, in their order. */
export function subjectsIn(conditions: readonly Logic[]): readonly Subject[] {
  const all = conditions
    .flatMap(comparisonsIn)
    .flatMap(({ subject, other }) => (other === null ? [subject] : [subject, other.subject]));
  return [...new Map(all.map((subject) => [subject.key, subject])).values()];
}
