import { undecided, type differing } from './applicants.ts';
import type { Statement } from './grammar/kinds.ts';
import { planOf } from './plan.ts';
import type { Reading, Refusal, Sentence } from './reading.ts';
import { say, sayApplicant } from './say.ts';

export type Composed = Omit<Reading, 'corrections' | 'unrecognized' | 'sentences'>;

/** What can be understood and not be carried out, in whichever reading. */
export function issuesOf({ statements, quote }: Sentence): Refusal[] {
  const [issue] = statements.flatMap((statement) =>
    statement.is === 'rules' ? statement.clauses.flatMap(({ when }) => when?.issues ?? []) : [],
  );
  return issue === undefined ? [] : [{ quote, message: issue }];
}

type Apart = NonNullable<ReturnType<typeof differing>>;

export function twoWays({ statements, quote }: Sentence, other: Statement, apart: Apart | null): Refusal {
  const [first] = statements;
  const ways = [first, other].map((statement) => (statement === undefined ? '' : sayStatement(statement)));
  const who =
    apart === null
      ? ''
      : ` They differ for ${sayApplicant(apart.values)}: ${apart.ways.map(({ decision }) => decision).join(' or ')}.`;
  const message = `This can be read in two ways: "${ways.join('" or "')}".${who} Say which is meant.`;
  return { quote, message, isAmbiguous: true };
}

function sayStatement(statement: Statement): string {
  if (statement.is !== 'rules') return statement.is;
  return (
    statement.clauses
      .map(({ decision, when }) => `${decision} ${when === null ? 'everybody else' : `if ${say(when.expr)}`}`)
      .join('; ')
      // What is named elsewhere has no name here.
      .replaceAll(/the field \?\S+/g, 'it')
  );
}

/** Nobody is decided by silence: whom no rule decides, though everything about them is known, is asked for. */
export function gap(base: Composed, sentences: readonly Sentence[]): Refusal[] {
  const plan = planOf(base);
  const hasRest = base.rules.some(({ when }) => when === null);
  if (hasRest || plan.isListOfRequirements || base.rules.length === 0) return [];
  const somebody = undecided(plan);
  const last = sentences.at(-1);
  if (somebody === null || last === undefined) return [];
  const message = `Nothing is said of ${sayApplicant(somebody)}. Say what becomes of everybody else, such as "Review the rest." or "Deny everyone else."`;
  return [{ quote: last.quote, message, isGap: true }];
}
