import type { Concept, Cond, Figure, Unit } from './grammar/kinds.ts';
import { compared, notOf, stated } from './grammar/meaning.ts';
import { testsOf, type Expr, type Test } from './model.ts';

const isElided = ({ source, field }: Test): boolean => source === 'context' && field.startsWith('?');
export const hasElided = (cond: Cond): boolean => testsOf(cond.expr).some(isElided);

/** The figure that a comparison without a subject holds. */
function figureOf({ field, value }: Test): Figure {
  const [unit = '', per = '', of = ''] = field.slice(1).split('|');
  return {
    value: Number(value),
    unit: unit as Unit,
    per: per === 'month' || per === 'year' ? per : null,
    of: of === 'rent' || of === 'income' ? of : null,
  };
}

/**
 * The condition with what is measured in it: of what the text names, the one that such a figure fits; of several, the one
 * that is named nearest before. `named` holds what each sentence up to this one names, the nearest first. Null: there is
 * none, or it could be more than one.
 */
export function resolved(cond: Cond, named: readonly (readonly Concept[])[]): Cond | null {
  const elided = testsOf(cond.expr).filter(isElided);
  for (const concepts of named) {
    const fitting = [
      ...new Map(concepts.map((concept) => [`${concept.source} ${concept.words.field}`, concept])).values(),
    ].filter((concept) => elided.every((test) => isFit(concept, test)));
    const [only, ...others] = fitting;
    if (only !== undefined && others.length > 0) return null;
    if (only !== undefined)
      return {
        ...cond,
        expr: replaced(cond.expr, only),
        groups: cond.groups.map((group) => group.map((each) => replaced(each, only))),
        list: cond.list === null ? null : { ...cond.list, of: cond.list.of.map((each) => replaced(each, only)) },
      };
  }
  return null;
}

function isFit(concept: Concept, test: Test): boolean {
  const isNone = test.field === '?none';
  if (isNone || concept.shape === 'count') return isNone && concept.shape === 'count';
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

function replaced(expr: Expr, concept: Concept): Expr {
  if (expr.kind === 'test') {
    return isElided(expr.test) ? (about(concept, expr.test) ?? expr) : expr;
  }
  // The value that is missing is that of what is measured: the comparison beside it says the same.
  const of = expr.of.filter(
    (part) => !(part.kind === 'test' && isElided(part.test) && part.test.operator === 'is_empty'),
  );
  return { kind: expr.kind, of: of.map((part) => replaced(part, concept)) };
}
