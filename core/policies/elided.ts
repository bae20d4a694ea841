import { conceptOf } from './grammar/concept-of.ts';
import type { Concept, Cond, Figure, Statement, Unit } from './grammar/kinds.ts';
import { compared } from './grammar/comparing.ts';
import { notOf, stated } from './grammar/meaning.ts';
import { missingOf, testsOf, type Expr, type Test } from './model.ts';

const isElided = ({ source, field }: Test): boolean => source === 'context' && field.startsWith('?');
export const hasElided = (cond: Cond): boolean => testsOf(cond.expr).some(isElided);

/** It compares what it does not name. */
export const isElliptic = (statement: Statement): boolean =>
  statement.is === 'rules' && statement.clauses.some(({ when }) => when !== null && hasElided(when));

/** The figure that a comparison without a subject holds. */
function figureOf({ field, value }: Test): Figure {
  const [unit = '', per = '', of = ''] = field.slice(1).split('|');
  return {
    value: Number(value),
    unit: unit as Unit,
    per: per === 'month' || per === 'year' ? per : null,
    of: of === 'rent' || of === 'income' || of === 'payment' ? of : null,
  };
}

/**
 * The condition with what is measured in it: of what the text names, the one that such a figure fits; of several, the one
 * that is named nearest before. `named` holds what each sentence up to this one names, the nearest first. Null: there is
 * none, or it could be more than one.
 */
export function resolved(cond: Cond, named: readonly (readonly Concept[])[]): Cond | null {
  // "If it is verified, approve at 600": what is verified and what is 600 are two things.
  const kinds = [isStateless, (test: Test) => !isStateless(test)].map(
    (isKind) => (test: Test) => isElided(test) && isKind(test),
  );
  return kinds.reduce<Cond | null>((one, isKind) => (one === null ? null : resolvedOf(one, named, isKind)), cond);
}

const isStateless = (test: Test): boolean => stateOf(test) === null;

function resolvedOf(cond: Cond, named: readonly (readonly Concept[])[], isKind: (test: Test) => boolean): Cond | null {
  const elided = testsOf(cond.expr).filter((test) => isKind(test) && test.operator !== 'is_empty');
  if (elided.length === 0) return cond;
  for (const concepts of named) {
    const fitting = concepts.filter((concept) => elided.every((test) => isFit(concept, test)));
    // One thing may be named by several fields that say the same of it.
    const [only, ...others] = new Map(
      fitting.map((concept) => [JSON.stringify(elided.map((test) => about(concept, test))), concept]),
    ).values();
    if (only !== undefined && others.length > 0) return null;
    if (only !== undefined) return measuring(cond, only, isKind);
  }
  // "Borrowers at 620" in a text that names no score: only one report has such points.
  const isPoints = elided.every((test) => isStateless(test) && figureOf(test).unit === 'points' && isFit(SCORE, test));
  return isPoints ? measuring(cond, SCORE, isKind) : null;
}

function measuring(cond: Cond, concept: Concept, isKind: (test: Test) => boolean): Cond {
  const of = (expr: Expr): Expr => replaced(expr, concept, isKind);
  return {
    ...cond,
    expr: of(cond.expr),
    groups: cond.groups.map((group) => group.map(of)),
    list: cond.list === null ? null : { ...cond.list, of: cond.list.of.map(of) },
  };
}

/** What is measured in points. */
export const SCORE = conceptOf('credit_report', { field: 'score', nouns: ['credit score'] });

/** Nobody counts more of them: such a figure is one of points. */
const MOST_COUNTED = 20;

function isFit(concept: Concept, test: Test): boolean {
  const isNone = test.field === '?none';
  if (isNone) return concept.shape === 'count';
  if (concept.shape === 'count' && (typeof test.value !== 'number' || test.value > MOST_COUNTED)) return false;
  const state = stateOf(test);
  if (state !== null) return stated(concept, state) !== null;
  if (concept.unit === 'ratio' && figureOf(test).unit === 'plain') return false;
  const cond = compared(concept, orderOf(test), figureOf(test));
  return cond !== null && cond.issues.length === 0;
}

const stateOf = ({ field }: Test): string | null => (field.startsWith('?state|') ? field.slice(7) : null);

/** What the comparison without a subject says of the concept. */
function about(concept: Concept, test: Test): Expr | undefined {
  if (test.field === '?none')
    return { kind: 'test', test: { source: concept.source, field: concept.words.field, operator: 'equals', value: 0 } };
  const state = stateOf(test);
  if (state === null) return compared(concept, orderOf(test), figureOf(test))?.expr;
  const cond = stated(concept, state);
  return cond === null ? undefined : (test.operator === 'equals' ? cond : notOf(cond)).expr;
}

const ORDERS = [
  'equals',
  'not_equals',
  'greater_than',
  'greater_than_or_equal',
  'less_than',
  'less_than_or_equal',
] as const;
const orderOf = ({ operator }: Test) => ORDERS.find((order) => order === operator) ?? 'equals';

function replaced(expr: Expr, concept: Concept, isKind: (test: Test) => boolean): Expr {
  if (expr.kind === 'test') return isKind(expr.test) ? (about(concept, expr.test) ?? expr) : expr;
  const isOfMissing = (part: Expr): boolean =>
    part.kind === 'test' && isKind(part.test) && part.test.operator === 'is_empty';
  const compared = expr.of.filter((part) => !isOfMissing(part)).map((part) => replaced(part, concept, isKind));
  // "Or no value" is of the field that is compared.
  const missing = expr.of.some(isOfMissing)
    ? compared.flatMap((part) => (part.kind === 'test' ? missingOf(part.test) : []))
    : [];
  return { kind: expr.kind, of: [...compared, ...missing] };
}
