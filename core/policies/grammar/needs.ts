import { ranged } from './comparing.ts';
import { joined, notOf, stated } from './meaning.ts';
import { counted, some } from './times.ts';
import { noneOf } from './conditions.ts';
import { both, isApart } from './decisions.ts';
import type { Span } from './earley.ts';
import type { Clause, Concept, Cond, Figure, Order, Range } from './kinds.ts';
import { measured } from './measured.ts';
import { rule, Several, type RuleText } from './rule.ts';
import { clause, outcome, required } from './outcomes.ts';
import { asksForBad, asksForGood } from './polarity.ts';
import { shared } from './shares.ts';

/** What must be so: who does not meet it is denied. */
export const NEEDS: readonly RuleText[] = [
  rule('Need', 'Person Must Cond | Must Cond', (cond) => (isLoose(cond) ? null : cond)),
  rule('Need', 'Person MustNot Cond', forbidden),
  rule('Need', 'Person Require Cond | Require Cond | Person will Require Cond', (cond) =>
    cond.head === 'if' ? null : cond,
  ),
  rule('Need', 'Np Be? Needed', (cond) => (cond.endsNegated ? null : cond)),
  rule('Need', 'Meas Must Be? Range | Meas Must come to Range', measured),
  rule('Need', 'Share Must Be? Range', (pair, range) => shared(pair, range)),
  ...noneOf('Alone'),
  rule('Need', 'Meas MustNot Be? Range', mustNotBe),
  rule('Need', 'Stated Must Be? State | Measured Must Be? State', (concept, state) => stated(concept, state)),
  rule('Alone', 'No Things', (things) => notOf(some(things))),
  rule(
    'Alone',
    'Alone And Alone | Alone Comma And Alone | Alone Comma Alone',
    (a, b) => new Several(joined('all', a, b)),
  ),
  rule('Alone', 'Article? Limit Meas of? Figure | Article? Limit Meas Sep Figure', (operator, measure, figure) =>
    limited(measure, operator, figure),
  ),
  // By itself it can only be asked for: "Score of at least 580."
  rule('Alone', 'Meas Be? OneRange | Meas of OneRange', (measure, range) => good(measured(measure, range))),
  rule('Alone', 'Meas of? Amount minimum', (measure, value) =>
    limited(measure, 'greater_than_or_equal', { value, unit: 'plain', per: null, of: null }),
  ),
  rule('Alone', 'OneRange Counted Exist? Window?', (range, concept, window) =>
    good(new Several(counted(concept, range, window ?? null))),
  ),
  rule('Needing', 'Need', (need, span) => required(need, span)),
  rule('Needing', 'If Cond Comma? Need', (when, need, span) => of(when, need, span)),
  rule('Needing', 'Need Comma? Unless Cond', (need, when, span) => required(need, span, [isApart(when)])),
  rule('Needing', 'Whom Must Cond | Whom Require Cond', (who, need, span) => of(who, need, span)),
  rule('Needing', 'Need Comma? Else Comma? Label', (need, of, span) => {
    const one = of.decision === 'approve' ? null : required(need, span);
    return one === null ? null : { ...one, ...of, isRequirement: of.decision === 'deny' };
  }),
];

const NOT_BOTH = 'Either of these, or only both of them together, may be meant: say "or", or that both are.';

/** "Must not have an eviction and a felony". */
function forbidden(cond: Cond): Cond | null {
  if (cond.head === 'if') return null;
  const isOpen = cond.list?.kind === 'all' && cond.list.of.length > 1;
  return notOf(isOpen ? { ...cond, issues: [...cond.issues, NOT_BOTH] } : cond);
}

/** "Must once earn so much" asks for nothing that is so now. */
const isLoose = ({ head }: Cond): boolean => head === 'figure' || head === 'if';

/** Of those only. */
function of(who: Cond, need: Cond, span: Span): Clause | null {
  if (need.head === 'if' || asksForBad(need.expr)) return null;
  const more = { said: need, isRequirement: true, isOfSome: true, isLed: true } as const;
  return clause(outcome('deny'), both(who, notOf(need)), span, more);
}

const good = ({ of: conds }: Several<Cond>): Several<Cond> => new Several(conds.filter(asksForGood));

function mustNotBe(concept: Concept, range: Range): Several<Cond> | null {
  return range.is === 'bare' ? null : new Several(ranged(concept, range).map(notOf));
}

const limited = (concept: Concept, operator: Order, figure: Figure): Several<Cond> =>
  good(measured(concept, { is: 'compare', operator, figure }));
