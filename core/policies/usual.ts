import { PRODUCTS, type Product } from '../products/index.ts';
import type { Concept, Statement } from './grammar/kinds.ts';
import { testsOf } from './model.ts';
import { lexemesAt, type Word } from './words.ts';

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

/** "Judgments over $1,000": of two reports, of which the other one has no such amount. The word says no more than before. */
export function isOfOneReport(
  statements: readonly Statement[],
  words: readonly Word[],
  purpose: Purpose | null,
): boolean {
  const read = new Set(statements.flatMap(sourcesOf));
  let covered = 0;
  return words.some((_, index) => {
    const nouns = lexemesAt(words, index).filter(
      ({ symbol, length }) => symbol === 'CountNoun' && index + length > covered,
    );
    const longest = Math.max(...nouns.map(({ length }) => length));
    if (nouns.length > 0) covered = index + longest;
    // The symbol stands for concepts.
    const sources = nouns.filter(({ length }) => length === longest).map(({ value }) => (value as Concept).source);
    const meant = new Set(sources.filter((source) => purpose === null || isUsual(source, purpose)));
    return (
      meant.size > 1 && [...meant].some((source) => read.has(source)) && ![...meant].every((source) => read.has(source))
    );
  });
}
