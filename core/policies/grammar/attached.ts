import type { Cond } from './kinds.ts';
import { allOf, anyOf, condOf, notOf } from './meaning.ts';
import { isGood } from './outcomes.ts';
import { asksForGood } from './polarity.ts';
import type { Decision } from '../model.ts';

/*
 * A condition beside a list: "deny evictions, and felonies unless …" may except the felonies alone, and of "deny
 * evictions unless the score is over 700, or a felony" the felony may be one more that is denied. Both ways are read.
 */
type Join = (who: Cond, when: Cond) => Cond;

/** Who is decided, and under what condition, in each way in which the two can belong together. */
export function attached(decision: Decision, who: Cond, when: Cond, join: Join): Cond[] {
  return [join(who, when), ...ofLast(who, when, join), ...beyond(decision, when, (first) => join(who, first))];
}

/** The same where a comma or the decision stands between them: it is of all who are listed. */
export const afterAll = (decision: Decision, who: Cond, when: Cond, join: Join): Cond[] => [
  join(who, when),
  ...beyond(decision, when, (first) => join(who, first)),
];

/** The condition may be of the last member of a list alone. "Anyone with …" is one, whatever it lists. */
export function ofLast(who: Cond, when: Cond, join: Join): Cond[] {
  const { list } = who;
  const last = list?.of.at(-1);
  if (list === null || last === undefined || list.of.length < 2 || (who.isPerson && who.cut === undefined)) return [];
  const others = list.of.slice(0, -1).map((expr) => condOf(expr));
  return [as(who, list.kind, [...others, join(condOf(last), when)])];
}

/** What stands behind a comma in the condition may be one more member of what is decided. */
export function beyond(decision: Decision, { cut }: Cond, joined: (first: Cond) => Cond): Cond[] {
  if (cut === undefined) return [];
  const { kind, first, last } = cut;
  // Nobody is denied for what is good, or approved for what is held against others.
  const isOdd = decision === 'deny' ? asksForGood(last) : isGood({ decision }) && asksForGood(notOf(last));
  if (isOdd) return [];
  const one = joined(first);
  return [as(one, kind, [one, last])];
}

function as({ isPerson }: Cond, kind: 'all' | 'any', of: readonly Cond[]): Cond {
  return { ...(kind === 'all' ? allOf(of) : anyOf(of)), head: null, isPerson };
}
