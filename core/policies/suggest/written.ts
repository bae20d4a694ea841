import type { Clause } from '../grammar/kinds.ts';
import { not, testsOf, type Expr } from '../model.ts';
import { DOES } from '../read-as.ts';
import { say } from '../say.ts';

const ORDERS = { first: 'first, ', next: 'then, ' } as const;

/** The clauses in the words in which definitions are read back; null if those words cannot say all of it. */
export function written(clauses: readonly Clause[]): string | null {
  const sentences = clauses.map(sentenceOf);
  const known = sentences.filter((sentence) => sentence !== null);
  return clauses.length === 0 || known.length < sentences.length ? null : known.join('. ');
}

function sentenceOf(clause: Clause): string | null {
  if (clause.despite !== null || [...clause.before, ...clause.after].length > 0) return null;
  if (Object.values(clause.terms).some((term) => term !== undefined)) return null;
  const does = DOES[clause.decision].toLowerCase();
  const order = clause.order === null ? '' : ORDERS[clause.order];
  if (clause.when === null) return clause.scope === 'rest' ? capital(`otherwise, ${does}`) : null;
  if (clause.scope !== 'own') return null;
  const asked = requirementOf(clause);
  const condition = sayable(asked ?? clause.when.expr);
  return condition === null ? null : capital(`${order}${does} ${asked === null ? 'if' : 'unless'} ${condition}`);
}

/** What it asks of everybody. */
function requirementOf({ said, when }: Clause): Expr | null {
  const isOfAll = said !== null && JSON.stringify(not(said.expr)) === JSON.stringify(when?.expr);
  return isOfAll ? said.expr : null;
}

function sayable(expr: Expr): string | null {
  const tests = testsOf(expr);
  const isNamed = tests.every(({ field, from }) => !field.startsWith('?') && from?.field.startsWith('?') !== true);
  return tests.length === 0 || !isNamed ? null : say(expr);
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
