import { ranged } from './comparing.ts';
import { anyOf, allOf, condOf, notOf, stated } from './meaning.ts';
import { counted, some } from './times.ts';
import { noneOf } from './conditions.ts';
import { both } from './decisions.ts';
import type { Span } from './earley.ts';
import { qualified, traced } from './concepts.ts';
import { within } from './figures.ts';
import type { Clause, Concept, Cond, Figure, Measure, Order, Quality, Range, Window } from './kinds.ts';
import { elided } from './measured.ts';
import { test } from '../model.ts';
import { rule, Several, type RuleText } from './rule.ts';
import { beyond } from './attached.ts';
import { clause, outcome, required } from './outcomes.ts';
import { asksForGood } from './polarity.ts';
import { shared } from './shares.ts';

/** What must be so: who does not meet it is denied. */
export const NEEDS: readonly RuleText[] = [
  rule('Need', 'Person Must Cond | Person Must be Cond | Person Have Must Cond | Must Cond', (cond) =>
    isLoose(cond) ? null : cond,
  ),
  rule('Need', 'Person MustNot Cond | Person Must Not Cond', forbidden),
  rule('Need', 'Person MustNot Cond Comma? nor Cond | Person Must Not Cond nor Cond', (a, b) => notOf(anyOf([a, b]))),
  rule('Need', 'Need Comma? nor may Person Cond | Need Comma? nor can Person Cond', (need, not) =>
    both(need, notOf(not)),
  ),
  rule('Need', 'Person Require Cond | Require Cond | Person will Require Cond', (cond) =>
    cond.head === 'if' ? null : cond,
  ),
  rule('Need', 'Np Be? Needed | Np Needed | Np Will Be Needed', (cond) => (cond.endsNegated ? null : cond)),
  rule('Need', 'Meas Must Be? Range | Meas Must Be? Adv Range', (measure, range) => mustBe(measure, range)),
  rule('Need', 'Share Must Be? Range', (pair, range) => shared(pair, range)),
  rule('Need', 'Share MustNot Be? OneRange', (pair, range) => {
    const one = shared(pair, range);
    return one === null ? null : notOf(one);
  }),
  ...noneOf('Alone'),
  rule('Need', 'Meas MustNot Be? Range', (measure, range) => mustNotBe(measure, range)),
  rule('Need', 'Stated Must Be? State | Measured Must Be? State', (concept, state) => stated(concept, state)),
  rule('Need', 'Det? Nouns Must Window | Det? Nouns Must Be Window', (concepts, window) =>
    window.is === 'before' ? notOf(some({ concepts, window: { is: 'within', months: window.months } })) : null,
  ),
  rule('Need', 'Det? Counted Must Be? Quality', (concept, quality) => allOfThat(concept, quality, null)),
  rule('Need', 'Det? Counted Must Be? Quality for? Op Amount Time', (concept, quality, operator, value, time) =>
    operator === 'greater_than_or_equal' || operator === 'greater_than'
      ? allOfThat(concept, quality, within(value, time))
      : null,
  ),
  rule('Alones', 'Alone', (cond) => cond),
  rule('Alones', 'Alones Comma? And Alone | Alones Comma Alone | Alones Semi And? Alone', both),
  rule(
    'Alone',
    'No Things | No Things Be? allowed | No Things Be? accepted | No Things Be? permitted | No Things Comma ever | No Things ever',
    (things) => notOf(some(things)),
  ),
  rule(
    'Alone',
    'Article? Limit Meas of? Figure | Article? Limit Meas Be Figure | Article? Limit Meas Sep Figure',
    (operator, measure, figure) => limited(measure, operator, figure),
  ),
  // By itself it can only be asked for: "Score of at least 580."
  rule('Alone', 'Meas Be? OneRange | Meas of OneRange | Meas that Be OneRange', (measure, range) =>
    good(mustBe(measure, range)),
  ),
  rule('Alone', 'OneRange Meas', (range, measure) => good(mustBe(measure, range))),
  rule('Alone', 'Meas Amount minimum', (measure, value) =>
    limited(measure, 'greater_than_or_equal', { value, unit: 'plain', per: null, of: null }),
  ),
  rule('Alone', 'OneRange Counted Exist? Window?', (range, concept, window) =>
    good(new Several(counted(concept, range, window ?? null))),
  ),
  rule('Alone', 'Meas Limit Be? Figure | Meas Limit Sep Figure', limited),
  rule(
    'Need',
    'Meas of? Figure Be Lowest we accept | Meas of? Figure Be Lowest allowed | Lowest Meas we accept Be Figure',
    (measure, figure) => limited(measure, 'greater_than_or_equal', figure),
  ),
  rule('Need', 'Meas Must come to OneRange', (measure, range) => mustBe(measure, range)),
  rule(
    'Need',
    'Counted MustNot Be? OneRange | Counted Total MustNot Be? OneRange',
    (concept, range) => new Several(counted(concept, range, null).map(notOf)),
  ),
  rule('Need', 'Need And Need | Need Comma And? Need | Need Semi And? Need | Need Comma but Need', both),
  rule(
    'Need',
    'Person Must Pick | Person Require Pick | Require Pick | Standard Sep Points | Person Must Points | Person Must Have Points | Person Must Have Pick | Person Require Points',
    (items) => (items.some(({ head }) => head === 'figure') ? null : allOf(items)),
  ),
  rule('Needing', 'Need | Need ForIt | ForIt Comma? Need | Need Always', (need, span) => required(need, span)),
  rule('Needing', 'Whom Must Cond And Must Cond', (who, need, more, span) => of(who, both(need, more), span)),
  rule('Needing', 'Whom Must Cond And Must Cond Comma? or Pronoun Pred', (who, need, more, other, span) =>
    other.decision === 'deny' ? of(who, both(need, more), span) : null,
  ),
  rule('Needing', 'Whom Must Cond Comma? or Pronoun Pred', (who, need, other, span) =>
    other.decision === 'deny' ? of(who, need, span) : null,
  ),
  rule('Needing', 'Need If Cond | Need Comma? If Cond', (need, when, span) => of(when, need, span)),
  rule('Needing', 'If Cond Comma? Need', (when, need, span) => of(when, need, span)),
  rule(
    'Needing',
    'Need Comma? Unless Cond',
    (need, when, span) =>
      new Several(
        [anyOf([need, when]), ...beyond('review', when, (first) => anyOf([need, first]))].map((one) =>
          required(one, span),
        ),
      ),
  ),
  rule('Needing', 'Whom Must Cond | Whom Require Cond | Whom Must be Cond', (who, need, span) => of(who, need, span)),
  rule('Needing', 'Whom MustNot Cond', (who, need, span) => of(who, forbidden(need), span)),
  rule('Needing', 'Whom Require Range', (who, range, span) => {
    const need =
      range.is === 'bare' ? elided({ is: 'compare', operator: 'greater_than_or_equal', figure: range.figure }) : null;
    return need === null ? null : of(who, need, span);
  }),
  rule('Need', 'It Must Be? State', (state) =>
    condOf(test({ source: 'context', field: `?state|${state}`, operator: 'equals', value: state })),
  ),
  rule('Needing', 'WeOnly Whom', (cond, span) => required(cond, span, { isOnly: true })),
  // Who is not approved straight away may be approved later.
  rule(
    'Needing',
    'only Whom Be Done | only Whom Will Be? Done | only Whom can be Done | only Whom Fares',
    (cond, decision, span) => (decision === 'approve' ? required(cond, span, { isOnly: true }) : null),
  ),
  rule('Needing', 'Need Comma? Else Comma? Label | Need Semi Else Comma? Label', (need, of, span) =>
    of.decision === 'approve' ? null : { ...required(need, span), ...of, isRequirement: of.decision === 'deny' },
  ),
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
function of(who: Cond, need: Cond | null, span: Span): Clause | null {
  if (need === null || need.head === 'if') return null;
  return clause(outcome('deny'), both(who, notOf(need)), span, { said: need, isRequirement: true, isOfSome: true });
}

const good = ({ of: conds }: Several<Cond>): Several<Cond> => new Several(conds.filter(asksForGood));

function mustBe({ concept, also }: Measure, range: Range): Several<Cond> {
  const conds = ranged(concept, range, ['greater_than_or_equal']);
  return new Several(also === null ? conds : conds.map((cond) => allOf([also, cond])));
}

function mustNotBe(measure: Measure, range: Range): Several<Cond> | null {
  if (range.is === 'bare' || measure.also !== null) return null;
  return new Several(ranged(measure.concept, range).map(notOf));
}

function limited(measure: Measure, operator: Order, figure: Figure): Several<Cond> {
  return mustBe(measure, { is: 'compare', operator, figure });
}

/** "A bankruptcy must be discharged for at least two years": none that is not, or not for so long. */
function allOfThat(concept: Concept, quality: Quality, window: Window | null): Cond | null {
  const others = qualified(concept, quality, true);
  const young = window === null ? null : traced(concept, { quality, isNot: false, window });
  if (others === null || (window !== null && (young === null || quality.on === null))) return null;
  return notOf(some({ concepts: [others, ...(young === null ? [] : [young])], window: null }));
}
