import { oppositeOf } from '../../cascade/operators/index.ts';
import { all, any, not, testsOf, type Expr, MOST_ALTERNATIVES } from '../../rules/model.ts';
import type { Cond } from './kinds.ts';
import { asksForGood } from './polarity.ts';

export const condOf = (expr: Expr, more: Partial<Cond> = {}): Cond => ({
  expr,
  issues: [],
  form: 'clause',
  isNone: false,
  isJoined: false,
  isLed: false,
  isLow: false,
  tail: null,
  ...more,
});

/** A condition that can be understood but not carried out. It is kept, so that no other reading replaces it. */
export const unsayable = (issue: string): Cond => condOf(any([]), { issues: [issue] });

/** A prefix test of a text has no opposite among the conditions. */
export const notOf = (cond: Cond): Cond =>
  testsOf(cond.expr).some(({ operator }) => oppositeOf(operator) === undefined)
    ? unsayable('Of this no condition says the opposite.')
    : { ...cond, expr: not(cond.expr), isLow: false };

/** By itself, whatever stands beside it. */
export const clauseOf = (cond: Cond): Cond => ({ ...cond, form: 'clause', isNone: false, isLed: false, tail: null });

const REACHES =
  'A word before the first of these could reach those behind it, too: say it of each, or make two sentences.';
const TAILS =
  'What stands behind the last of these could be meant for all of them: say it of each, or make two sentences.';

/** All of them, or any of them. */
export function join(kind: 'all' | 'any', of: readonly Cond[]): Cond {
  const exprs = of.map(({ expr }) => expr);
  return {
    expr: kind === 'all' ? all(exprs) : any(exprs),
    issues: [...new Set([...of.flatMap(({ issues }) => issues), ...doubtsOf(kind, of)])],
    form: of.find(({ form }) => form === 'clause')?.form ?? of[0]?.form ?? 'clause',
    isNone: of.at(-1)?.isNone ?? false,
    isJoined: true,
    isLed: false,
    isLow: of.some(({ isLow }) => isLow),
    tail: of.at(-1)?.tail ?? null,
  };
}

/** Why it is not clear what the members of a list share. */
function doubtsOf(kind: 'all' | 'any', of: readonly Cond[]): string[] {
  const isReached = of.some(({ isNone, isLed }, at) => {
    const next = of[at + 1];
    const isNoun =
      next?.form === 'things' ||
      next?.form === 'plural' ||
      (next?.form === 'measure' && (kind === 'any' || !asksForGood(next.expr)));
    if (isLed && next?.form === 'plural') return true;
    return isNone && isNoun && !(kind === 'all' && next.isNone);
  });
  const isShared = of.some(
    ({ tail, form }, at) =>
      tail === 'said' && form !== 'clause' && of.slice(0, at).some((each) => each.tail === 'open'),
  );
  return [...(isReached ? [REACHES] : []), ...(isShared ? [TAILS] : [])];
}

/** At least `least` of them, as alternatives of all that many. */
export function atLeast(least: number, of: readonly Cond[]): Cond | null {
  if (!Number.isInteger(least) || least < 1 || least > of.length) return null;
  const chosen = (from: number, left: number): Cond[][] =>
    left === 0
      ? [[]]
      : of
          .slice(from, of.length - left + 1)
          .flatMap((each, index) => chosen(from + index + 1, left - 1).map((rest) => [each, ...rest]));
  const ways = chosen(0, least);
  if (ways.length > MOST_ALTERNATIVES) return unsayable('These are too many to choose from: name fewer.');
  return {
    ...clauseOf(
      join(
        'any',
        ways.map((way) => join('all', way.map(clauseOf))),
      ),
    ),
    issues: join('all', of).issues,
  };
}
