import type {
  CascadeBranch,
  CascadeCondition,
  ConditionGroup,
  ConditionOperator,
  ItemCondition,
} from '../cascade/definition.ts';
import { asks, oppositeOf } from '../cascade/operators/index.ts';
import { distinct } from '../distinct.ts';
import { conditionPath } from '../fields/path.ts';
import { fieldSchema, productByCode, type BuiltInCode } from '../products/index.ts';
import { canBeMissing as mayLack } from '../readback/subject.ts';
import { ownFieldOf } from './own-reports.ts';

/** One comparison: a field of a product's report, or of the trigger's payload (`context`). */
export interface Test {
  readonly source: BuiltInCode | 'context';
  readonly field: string;
  readonly operator: ConditionOperator;
  readonly value?: string | number | boolean;
  /** For a count of a list: the items that count. */
  readonly where?: readonly ItemCondition[];
  /** Another value with a factor, instead of `value`. */
  readonly from?: { readonly source: BuiltInCode | 'context'; readonly field: string; readonly times: number };
}

/** The fields that a test reads: its own, and the one that it is compared with. */
export const fieldsReadBy = ({ source, field, from }: Test): readonly Pick<Test, 'source' | 'field'>[] => [
  { source, field },
  ...(from === undefined ? [] : [{ source: from.source, field: from.field }]),
];

/** The step of a source: `context`, or the code of a product. */
export type NodeOf = (source: string) => string;

export type Expr =
  | { readonly kind: 'test'; readonly test: Test }
  | { readonly kind: 'all'; readonly of: readonly Expr[] }
  | { readonly kind: 'any'; readonly of: readonly Expr[] };

export type Decision = 'approve' | 'deny' | 'review' | 'conditional';

/** If two rules hold, the one with the lower rank decides. */
export const RANK: Readonly<Record<Decision, number>> = {
  deny: 0,
  review: 1,
  conditional: 2,
  approve: 3,
};

/** Actions besides the decision itself, in order. */
export type PolicyAction =
  | {
      readonly kind: 'wait';
      readonly duration: number;
      readonly unit: 'seconds' | 'minutes' | 'hours' | 'days' | 'weeks';
    }
  | { readonly kind: 'mail'; readonly to: 'applicant' }
  | { readonly kind: 'notify'; readonly to: string };

/** Words of the prompt: the original text and its offset. */
export interface Quote {
  readonly text: string;
  readonly offset: number;
}

/** The way in which a denial is carried out. */
export interface DenialTerms {
  readonly reason: string | null;
  readonly isAutomatic: boolean;
  readonly isEmployment: boolean;
  readonly waitingPeriod: {
    readonly duration: number;
    readonly unit: string;
  } | null;
  readonly statement: string | null;
}

export interface Rule {
  readonly decision: Decision;
  /** Null: everybody whom no other rule decides. */
  readonly when: Expr | null;
  /** True if stated as a requirement ("must have"): applicants who do not meet it are denied. */
  readonly isRequirement: boolean;
  readonly before: readonly PolicyAction[];
  readonly after: readonly PolicyAction[];
  readonly terms: DenialTerms;
  readonly quote: Quote;
}

export const testsOfRules = (rules: readonly Rule[]): Test[] => rules.flatMap(({ when }) => testsOf(when));

/** Actions of a review run when it begins: everything after it is the person's decision. */
export const actionsOf = ({
  decision,
  before,
  after,
}: Pick<Rule, 'decision' | 'before' | 'after'>): Pick<Rule, 'before' | 'after'> =>
  decision === 'review' ? { before: [...before, ...after], after: [] } : { before, after };

/** A key of a rule's whole effect on an applicant. */
export const wayOf = ({ decision, before, after, terms }: Rule): string =>
  JSON.stringify([decision, before, after, terms]);

export const PLAIN_TERMS: DenialTerms = {
  reason: null,
  isAutomatic: false,
  isEmployment: false,
  waitingPeriod: null,
  statement: null,
};

/** A comparison that holds implies a value, so a test for the value's presence beside it is redundant. */
export function all(of: readonly Expr[]): Expr {
  const joined = flat('all', of);
  if (joined.kind !== 'all') return joined;
  const compared = new Set(
    joined.of.flatMap((part) =>
      part.kind === 'test' && part.test.operator !== 'is_not_empty' && part.test.operator !== 'is_empty'
        ? [`${part.test.source} ${part.test.field}`]
        : [],
    ),
  );
  const isSaid = (part: Expr): boolean =>
    part.kind === 'test' &&
    part.test.operator === 'is_not_empty' &&
    compared.has(`${part.test.source} ${part.test.field}`);
  return flat(
    'all',
    joined.of.filter((part) => !isSaid(part)),
  );
}
export const any = (of: readonly Expr[]): Expr => flat('any', of);

export const test = (of: Test): Expr => ({ kind: 'test', test: of });

function flat(kind: 'all' | 'any', of: readonly Expr[]): Expr {
  const parts = of.flatMap((part) => (part.kind === kind ? part.of : [part]));
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind, of: parts };
}

/** No condition says the opposite, and the cascade would need it. */
export class NoOpposite extends Error {
  override readonly name = 'NoOpposite';
}

function opposed(operator: ConditionOperator): ConditionOperator {
  const opposite = oppositeOf(operator);
  if (opposite === undefined) throw new NoOpposite(`${operator} has no opposite`);
  return opposite;
}

/**
 * Exactly the people whom `expr` does not hold for. A field without a value makes every comparison false, so the
 * opposite of a comparison also holds for it.
 */
export function not(expr: Expr): Expr {
  switch (expr.kind) {
    case 'all':
      return any(expr.of.map(not));
    case 'any':
      return notAny(expr.of);
    case 'test': {
      const { operator } = expr.test;
      const opposite: Expr = test({
        ...expr.test,
        operator: opposed(operator),
      });
      if (asks(operator, 'absence')) return opposite;
      return any([opposite, ...missingOf(expr.test)]);
    }
  }
}

/** Tests that a compared value is missing: the own one, or the other one. */
const missingOf = (of: Test): Expr[] =>
  fieldsReadBy(of)
    .filter(canBeMissing)
    .map((each) => test({ ...each, operator: 'is_empty' }));

/** A comparison "or no value" has an opposite that needs no word about missing values: it only holds for one. */
function notAny(parts: readonly Expr[]): Expr {
  const keyOf = ({ source, field }: Test): string => `${source} ${field}`;
  const isEmptiness = (part: Expr): boolean => part.kind === 'test' && part.test.operator === 'is_empty';
  const emptied = new Set(
    parts.flatMap((part) => (part.kind === 'test' && isEmptiness(part) ? [keyOf(part.test)] : [])),
  );
  const compared = new Set(
    parts.flatMap((part) => (part.kind === 'test' && !isEmptiness(part) ? [keyOf(part.test)] : [])),
  );
  return all(
    parts.flatMap((part): Expr[] => {
      if (part.kind !== 'test') return [not(part)];
      const key = keyOf(part.test);
      if (isEmptiness(part)) return compared.has(key) ? [] : [not(part)];
      if (!emptied.has(key)) return [not(part)];
      // The other value may be missing where only its own was spoken of; its own one is there all the same.
      const missing = missingOf(part.test).filter((each) => each.kind === 'test' && !emptied.has(keyOf(each.test)));
      const own = test({ source: part.test.source, field: part.test.field, operator: 'is_not_empty' });
      const opposite = test({ ...part.test, operator: opposed(part.test.operator) });
      return [any([opposite, ...missing.map((each) => all([own, each]))])];
    }),
  );
}

/** True if a report that satisfies the product's schema may lack the field. */
export function canBeMissing({ source, field }: Pick<Test, 'source' | 'field'>): boolean {
  const product = productByCode(source) ?? null;
  return mayLack({ product, field, schema: (product && fieldSchema(product, field)) ?? null });
}

/** A report without it says that there is nothing of the kind. */
export function isNoneOnRecord({ source, field }: Pick<Test, 'source' | 'field'>): boolean {
  const product = productByCode(source);
  return product !== undefined && fieldSchema(product, field)?.['x-absent'] === 'none_on_record';
}

export function testsOf(expr: Expr | null): Test[] {
  if (expr === null) return [];
  return expr.kind === 'test' ? [expr.test] : expr.of.flatMap(testsOf);
}

/** Limit on sets of conditions: choosing four of nine gives about as many. */
export const MOST_ALTERNATIVES = 128;

/** Alternatives of sets of conditions; undefined beyond `most`. */
export function disjunction(expr: Expr, most = MOST_ALTERNATIVES): Test[][] | undefined {
  switch (expr.kind) {
    case 'test':
      return [[expr.test]];
    case 'any': {
      const parts = expr.of.map((part) => disjunction(part, most));
      if (parts.includes(undefined)) return undefined;
      const joined = parts.flatMap((part) => part ?? []);
      return joined.length > most ? undefined : joined;
    }
    case 'all': {
      let product: Test[][] = [[]];
      for (const part of expr.of) {
        const ways = disjunction(part, most);
        if (ways === undefined || ways.length * product.length > most) return undefined;
        product = product.flatMap((left) => ways.map((right) => [...left, ...right]));
      }
      return product;
    }
  }
}

/** The dual: sets of alternatives all of which must hold. */
function conjunction(expr: Expr, most = MOST_ALTERNATIVES): Test[][] | undefined {
  return disjunction(swapped(expr), most);
}

function swapped(expr: Expr): Expr {
  if (expr.kind === 'test') return expr;
  return {
    kind: expr.kind === 'all' ? 'any' : 'all',
    of: expr.of.map(swapped),
  };
}

/** An IfElse branch that matches exactly where `expr` holds; undefined where two levels of logic cannot say it. */
export function toBranch(expr: Expr, nodeOf: NodeOf): CascadeBranch | undefined {
  const cnf = conjunction(expr);
  const dnf = disjunction(expr);
  const isAlternatives = dnf !== undefined && (cnf === undefined || sizeOf(dnf) < sizeOf(cnf));
  const clauses = isAlternatives ? dnf : cnf;
  return clauses === undefined ? undefined : branchOf(clauses, isAlternatives ? 'or' : 'and', nodeOf);
}

/** More of them beside other rows would hide these. */
const MOST_GROUPS_OF_ROW = 8;

/**
 * Groups that can be placed beside those of other rows, joined by `logic`, and hold together exactly where `expr` does.
 * Undefined if there are none, or so many that the row needs its own node.
 */
export function toGroups(expr: Expr, logic: 'and' | 'or', nodeOf: NodeOf): readonly ConditionGroup[] | undefined {
  const { group_logic: own, condition_groups: groups = [] } = toBranch(expr, nodeOf) ?? {};
  if (groups.length === 1 || (own === logic && groups.length > 0)) return groups;
  const clauses = logic === 'or' ? disjunction(expr, MOST_GROUPS_OF_ROW) : conjunction(expr, MOST_GROUPS_OF_ROW);
  return clauses === undefined ? undefined : branchOf(clauses, logic, nodeOf).condition_groups;
}

/** Sets of tests, each of which is a group; `outer` joins the groups. */
function branchOf(clauses: readonly Test[][], outer: 'and' | 'or', nodeOf: NodeOf): CascadeBranch {
  const inner = outer === 'or' ? 'and' : 'or';
  const unique = uniqueClauses(clauses);
  const conditionsOf = (tests: readonly Test[]): CascadeCondition[] => tests.map((each) => toCondition(each, nodeOf));
  const singles = unique.filter((clause) => clause.length === 1).flat();
  const several = unique.filter((clause) => clause.length > 1);
  const choice = choiceOf(several, inner);
  const groups: ConditionGroup[] = [
    ...(singles.length > 0 ? [{ logic: outer, conditions: conditionsOf(singles) } as const] : []),
    ...(choice === undefined
      ? several.map((clause) => ({ logic: inner, conditions: conditionsOf(clause) }) as const)
      : [{ at_least: choice.least, conditions: conditionsOf(choice.of) }]),
  ];
  return { group_logic: outer, condition_groups: groups };
}

/**
 * If the clauses are all choices of k out of some tests: k. "Any two of three hold", or "of each two of three one
 * holds", equals at least two of three.
 */
function choiceOf(
  clauses: readonly Test[][],
  inner: 'and' | 'or',
): { readonly least: number; readonly of: readonly Test[] } | undefined {
  const size = clauses[0]?.length ?? 0;
  const of = distinct(clauses.flat(), keyOf);
  // They are distinct, so as many as there are ways are all of them.
  const isAll = clauses.every(({ length }) => length === size) && clauses.length === waysToTake(size, of.length);
  if (!isAll || size >= of.length) return undefined;
  return { least: inner === 'and' ? size : of.length - size + 1, of };
}

function waysToTake(size: number, of: number): number {
  let ways = 1;
  for (let taken = 1; taken <= size; taken += 1) ways = (ways * (of - size + taken)) / taken;
  return ways;
}

function sizeOf(clauses: readonly Test[][]): number {
  return clauses.reduce((total, clause) => total + clause.length, 0);
}

function uniqueClauses(clauses: readonly Test[][]): Test[][] {
  const seen = new Map<string, Test[]>();
  for (const clause of clauses) {
    const tests = [...distinct(clause, keyOf)];
    const key = tests.map(keyOf).toSorted().join(' & ');
    if (!seen.has(key)) seen.set(key, tests);
  }
  return [...seen.values()];
}

function keyOf({ source, field, operator, value, from, where }: Test): string {
  const other = from === undefined ? '' : ` ${from.source} ${from.field} ${from.times}`;
  return `${source} ${field} ${operator} ${typeof value} ${String(value)}${other}${where === undefined ? '' : JSON.stringify(where)}`;
}

const written = ({ source, field }: Pick<Test, 'source' | 'field'>): string =>
  source === 'context' ? conditionPath(field) : field;

function toCondition({ source, field, operator, value, from, where }: Test, nodeOf: NodeOf): CascadeCondition {
  return {
    ...readAt({ source, field }, nodeOf),
    ...(where === undefined || where.length === 0 ? {} : { where: [...where] }),
    operator,
    ...(value === undefined ? {} : { value }),
    ...(from === undefined ? {} : { value_from: { ...readAt(from, nodeOf), times: from.times } }),
  };
}

/** A field of the account's own report is read from the step that pulls it. */
function readAt(of: Pick<Test, 'source' | 'field'>, nodeOf: NodeOf): { source_node_id: string; field: string } {
  const own = ownFieldOf(of);
  return own === undefined
    ? { source_node_id: nodeOf(of.source), field: written(of) }
    : { source_node_id: nodeOf(own.code), field: own.path };
}
