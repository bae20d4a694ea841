import { conceptOf } from './grammar/concept-of.ts';
import type { Concept, Cond, Figure, Statement, Unit } from './grammar/kinds.ts';
import { compared } from './grammar/comparing.ts';
import { condOf, soMany } from './grammar/meaning.ts';
import { missingOf, testsOf, type Expr, type Test } from './model.ts';

const isElided = ({ source, field }: Test): boolean =>
  source === 'context' && field.startsWith('?') && !field.startsWith(MET);

const MET = '?met|';

/** It speaks of so many of what was listed before. */
export const hasReference = (cond: Cond): boolean => testsOf(cond.expr).some(({ field }) => field.startsWith(MET));

/** So many of the list that was said last; null if that is no such list. */
export function dereferenced(cond: Cond, said: Cond | undefined): Cond | null {
  const { expr } = cond;
  const [, total = ''] = expr.kind === 'test' ? expr.test.field.split(MET) : [];
  const items = said?.list?.of ?? [];
  if (expr.kind !== 'test' || items.length !== Number(total)) return null;
  return soMany(
    'equals',
    Number(expr.test.value),
    items.map((item) => condOf(item)),
  );
}
export const hasElided = (cond: Cond): boolean => testsOf(cond.expr).some(isElided);

/** It compares what it does not name. */
export const isElliptic = (statement: Statement): boolean =>
  statement.is === 'rules' && statement.clauses.some(({ when }) => when !== null && hasElided(when));

/** The figure that a comparison without a subject holds. */
function figureOf({ field, value }: Test): Figure {
  const [unit = '', per = '', of = '', judged = ''] = field.slice(1).split('|');
  return {
    value: Number(value),
    unit: unit as Unit,
    per: per === 'month' || per === 'year' ? per : null,
    of: of === 'rent' || of === 'income' || of === 'payment' ? of : null,
    ...(judged === '' ? {} : { isJudged: true }),
  };
}

/**
 * The condition with what is measured in it: of what the text names, the one that such a figure fits. `named` holds what
 * each sentence up to this one names, the nearest first. Null: there is
 * none, or it could be more than one.
 */
export function resolved(cond: Cond, named: readonly (readonly Concept[])[]): Cond | null {
  const elided = testsOf(cond.expr).filter((test) => isElided(test) && test.operator !== 'is_empty');
  if (elided.length === 0) return cond;
  // Of what is named elsewhere only one may fit; of the sentence itself, the one that does.
  for (const concepts of [named[0] ?? [], named.flat()]) {
    const fitting = concepts.filter((concept) => elided.every((test) => isFit(concept, test)));
    // One thing may be named by several fields that say the same of it.
    const [only, ...others] = new Map(
      fitting.map((concept) => [JSON.stringify(elided.map((test) => about(concept, test))), concept]),
    ).values();
    if (only !== undefined) return others.length > 0 ? null : measuring(cond, only);
  }
  // "Borrowers at 620" in a text that names no score: only one report has such points.
  const isOther = named.flat().some(({ shape }) => shape === 'number');
  const isPoints = !isOther && elided.every((test) => figureOf(test).unit === 'points' && isFit(SCORE, test));
  return isPoints ? measuring(cond, SCORE) : null;
}

function measuring(cond: Cond, concept: Concept): Cond {
  const of = (expr: Expr): Expr => replaced(expr, concept);
  return { ...cond, expr: of(cond.expr), list: cond.list === null ? null : { ...cond.list, of: cond.list.of.map(of) } };
}

/** What is measured in points. */
export const SCORE = conceptOf('credit_report', { field: 'score', nouns: ['credit score'] });

function isFit(concept: Concept, test: Test): boolean {
  if (concept.shape === 'count') return false;
  const { unit } = figureOf(test);
  // "Applicants under 21" are of an age where no credit score is meant.
  if (unit === 'points' ? concept.words.field !== 'score' : concept.unit === 'ratio' && unit === 'plain') return false;
  const cond = compared(concept, orderOf(test), figureOf(test));
  return cond !== null && cond.issues.length === 0;
}

/** What the comparison without a subject says of the concept. */
const about = (concept: Concept, test: Test): Expr | undefined =>
  compared(concept, orderOf(test), figureOf(test))?.expr;

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
  if (expr.kind === 'test') return isElided(expr.test) ? (about(concept, expr.test) ?? expr) : expr;
  const isOfMissing = (part: Expr): boolean =>
    part.kind === 'test' && isElided(part.test) && part.test.operator === 'is_empty';
  const compared = expr.of.filter((part) => !isOfMissing(part)).map((part) => replaced(part, concept));
  // "Or no value" is of the field that is compared.
  const missing = expr.of.some(isOfMissing)
    ? compared.flatMap((part) => (part.kind === 'test' ? missingOf(part.test) : []))
    : [];
  return { kind: expr.kind, of: [...compared, ...missing] };
}
