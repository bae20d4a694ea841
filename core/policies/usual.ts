import { PRODUCTS, type Product } from '../products/index.ts';
import type { Statement } from './grammar/kinds.ts';
import { testsOf } from './model.ts';

export type Purpose = NonNullable<Product['usualFor']>[number];

/**
 * Words that name something in several reports mean the one that such a policy is about: a lender's "judgment" is no
 * eviction. Readings that speak of unusual reports only count where there are no others.
 */
export function usual(statements: readonly Statement[], purpose: Purpose | null): readonly Statement[] {
  if (purpose === null || statements.length < 2) return statements;
  const known = statements.filter((statement) => sourcesOf(statement).every((source) => isUsual(source, purpose)));
  return known.length > 0 ? known : statements;
}

const isUsual = (source: keyof typeof PRODUCTS, purpose: Purpose): boolean =>
  PRODUCTS[source].usualFor?.includes(purpose) !== false;

function sourcesOf(statement: Statement): (keyof typeof PRODUCTS)[] {
  const conds = statement.is === 'rules' ? statement.clauses.map(({ when }) => when) : [];
  return conds.flatMap((cond) =>
    testsOf(cond?.expr ?? null).flatMap(({ source }) => (source === 'context' ? [] : [source])),
  );
}
