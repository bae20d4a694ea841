import type { Clause, Statement } from './grammar/kinds.ts';

const IN_EVERY_CASE = /\b(?:always|in any event|in any case|in every case|without exception|at any score)\b/i;

/**
 * "Open cases are always reviewed": before all denials. "Always approve" may be meant so or not. Of a denial it says
 * nothing more.
 */
export function inEveryCase(
  statements: readonly Statement[],
  textOf: (clause: Clause) => string,
): readonly Statement[] {
  return statements.flatMap((statement): Statement[] => {
    if (statement.is !== 'rules') return [statement];
    const isMarked = (clause: Clause): boolean =>
      clause.decision !== 'deny' &&
      clause.scope === 'own' &&
      clause.despite === null &&
      clause.when !== null &&
      IN_EVERY_CASE.test(textOf(clause));
    if (!statement.clauses.some(isMarked)) return [statement];
    const first = {
      ...statement,
      clauses: statement.clauses.map((one) => (isMarked(one) ? { ...one, despite: [] } : one)),
    };
    return statement.clauses.every((one) => one.decision === 'review' || !isMarked(one)) ? [first] : [first, statement];
  });
}
