import { PRODUCTS } from '../../products/index.ts';
import { test, testsOf, type Decision, type PolicyAction, type Test } from '../../rules/model.ts';
import { countedBy, listsOf } from '../../rules/records.ts';
import { conceptOf } from './concept-of.ts';
import { ranged } from './comparing.ts';
import { living, stated, unknown } from './conditions.ts';
import { distinct } from '../../distinct.ts';
import type { Span } from '../../earley.ts';
import type { Clause, Concept, Cond, Outcome, Range } from './kinds.ts';
import { clauseOf, condOf, join, notOf } from './meaning.ts';
import { asksForBad, asksForGood } from './polarity.ts';
import { rule, type RuleText } from './rule.ts';
import { counted, none, some } from './times.ts';

const outcome = (decision: Decision): Outcome => ({ decision, before: [], after: [], terms: {} });

const clause = (of: Outcome, when: Cond | null, span: Span, more: Partial<Clause> = {}): Clause => ({
  ...of,
  ...{
    scope: 'own',
    band: null,
    need: null,
    isOfThings: false,
    condition: null,
    isLoose: false,
    isOnly: false,
    isWhole: false,
    isRow: false,
    order: null,
  },
  ...more,
  when,
  span,
});

/** The effect of a rule: a decision, with the actions before and after it. */
const STEPS: readonly RuleText[] = [
  rule('Cmd', 'Do | we Do', (decision) => outcome(decision)),
  rule('Cmd', 'Do with reason Quoted', (decision, reason) =>
    decision === 'deny' ? { ...outcome(decision), terms: { reason } } : null,
  ),
  rule('Cmd', 'Do with Notice | Do and send Notice', (decision) => (decision === 'deny' ? outcome(decision) : null)),
  rule('Cmd', 'Cmd , then Act | Cmd and Act | Cmd and then Act', (of, act) => ({ ...of, after: [...of.after, act] })),
  rule('Cmd', 'Cmd , Acts and Act', (of, acts, act) => ({ ...of, after: [...of.after, ...acts, act] })),
  rule('Cmd', 'Acts , then Cmd | Acts and Cmd | Acts and then Cmd', (acts, of) => ({
    ...of,
    before: [...acts, ...of.before],
  })),
  rule('Cmd', 'ask Reviewer | ask Reviewer to decide', () => outcome('review')),
  rule('Pred', 'WillBe Done', (decision) => outcome(decision)),
  rule('Pred', 'WillBe Done with Notice', (decision) => (decision === 'deny' ? outcome(decision) : null)),
  rule('Pred', 'go to Review | goes to Review | need Review | needs Review | require Review', () => outcome('review')),
  rule('Acts', 'Act', (act) => [act]),
  rule('Acts', 'Acts , Act', (acts, act) => [...acts, act]),
  rule('Act', 'wait Amount Time', (duration, unit): PolicyAction | null =>
    unit === 'months' || unit === 'years' ? null : { kind: 'wait', duration, unit },
  ),
  rule('Act', 'e mail applicant | email applicant', (): PolicyAction => ({ kind: 'mail', to: 'applicant' })),
  rule('Act', 'notify Mail', (to): PolicyAction => ({ kind: 'notify', to })),
];

/** Applicants whom a rule concerns. */
const WHO: readonly RuleText[] = [
  rule('Whom', 'People with Cond | People who Have Cond', (cond) => (cond.form === 'clause' ? null : cond)),
  rule('Whom', 'People with Plural', (cond) => cond),
  rule('Whom', 'People whose Meas Be Range | People who Verb Range', (concept, range) => ranged(concept, range)),
  rule('Whom', 'People who Owe Range to Landlord', (concept, range) => ranged(concept, range)),
  rule('Whom', 'People without Article Measured', unknown),
  rule('Whom', 'PersonIs People | People PersonIs | People who Be PersonIs', (one) => condOf(test(one))),
  rule('Whom', 'People who Be not PersonIs', (one) => notOf(condOf(test(one)))),
  rule('Whom', 'People who Live Region', living),
];

const RULES: readonly RuleText[] = [
  rule('Doing', 'Cmd If Cond', (of, when, span) => conditional(of, when, span)),
  rule('Doing', 'If Cond , Cmd | If Cond , then Cmd | If Cond then Cmd | If Cond Cmd', (when, of, span) =>
    conditional(of, when, span, 'before'),
  ),
  rule('Doing', 'Cmd only If Cond', (of, when, span) => {
    const one = conditional(of, when, span);
    return one === null ? null : { ...one, isOnly: true };
  }),
  rule('Doing', 'Cond Arrow Cmd', (when, of, span) => rowOf(conditional(of, when, span, 'before'))),
  rule('Doing', 'Cmd unless Cond', (of, when, span) => conditional(of, notOf(when), span)),
  rule('Doing', 'unless Cond , Cmd', (when, of, span) => conditional(of, notOf(when), span, 'before')),
  rule('Doing', 'Do Whom | we Do Whom', (decision, who, span) => decided(outcome(decision), who, span)),
  rule('Doing', 'send Whom to Review', (who, span) => decided(outcome('review'), who, span)),
  rule('Doing', 'send Plural to Review', (of, span) => things(outcome('review'), of, span)),
  rule('Doing', 'send Range Things to Review', (range, of, span) =>
    things(outcome('review'), counted(of, range), span),
  ),
  rule('Doing', 'send Det Things to Review', (of, span) => things(outcome('review'), some(of), span)),
  rule('Doing', 'send Meas of? Range to Review', (concept, range, span) =>
    decided(outcome('review'), ranged(concept, range), span),
  ),
  rule('Link', 'Whom Pred', (who, of, span) => decided(of, who, span)),
  rule('Doing', 'Do Plural | we Do Plural', (decision, of, span) => things(outcome(decision), of, span)),
  rule('Link', 'Plural Pred', (when, of, span) => things(of, when, span)),
  rule('Doing', 'Do Range Things', (decision, range, of, span) => things(outcome(decision), counted(of, range), span)),
  rule('Link', 'Range Things Pred', (range, of, done, span) => things(done, counted(of, range), span)),
  rule('Doing', 'Do Det Things', (decision, of, span) => things(outcome(decision), some(of), span)),
  rule('Link', 'Det Things Pred', (of, done, span) => things(done, some(of), span)),
  rule('Doing', 'we? Do Meas of? Range', (decision, concept, range, span) =>
    decided(outcome(decision), ranged(concept, range), span),
  ),
  rule('Link', 'Cond Sep Cmd', (when, of, span) => (when.form === 'clause' ? null : rowOf(decided(of, when, span)))),
  rule('Link', 'Meas of? Range Pred', (concept, range, of, span) => decided(of, ranged(concept, range), span)),
  // If all conditions must hold, an exception to the last one equals an exception to all; otherwise the two differ.
  rule('Clause', 'Cmd If Atom ,? unless Atom', (of, when, but, span) => except(of, when, but, span, false)),
  rule('Clause', 'Cmd If Ands ,? unless Atom', (of, all, but, span) => except(of, join('all', all), but, span)),
  rule('Clause', 'Cmd If Ors ,? unless Atom', (of, all, but, span) => except(of, join('any', all), but, span)),
  rule('Clause', 'Do Whom ,? unless Atom', (decision, who, but, span) => except(outcome(decision), who, but, span)),
  rule('Clause', 'Do Plural ,? unless Atom', (decision, of, but, span) => except(outcome(decision), of, but, span)),
  rule('Clause', 'Whom Pred ,? unless Atom | Plural Pred ,? unless Atom', (who, of, but, span) =>
    except(of, who, but, span),
  ),
  rule('Link', 'Doing', (one) => one),
  rule('Clause', 'Link', (one) => one),
  rule('Clause', 'Link and Act | Link , then Act | Link and then Act', (one, act) => ({
    ...one,
    after: [...one.after, act],
  })),
  rule('RestOf', 'Do Rest', (decision, who, span) => rest(outcome(decision), span, who)),
  rule('RestOf', 'send Rest to Review', (who, span) => rest(outcome('review'), span, who)),
  rule('RestOf', 'Rest Pred', (who, of, span) => rest(of, span, who)),
  rule('RestOf', 'Rest Sep Cmd', (who, of, span) => rest(of, span, who)),
  rule('RestOf', 'Otherwise Cmd | Otherwise , Cmd | Otherwise Sep Cmd | Otherwise Arrow Cmd', (of, span) =>
    rest(of, span, 'loose'),
  ),
  rule('RestOf', 'Do otherwise', (decision, span) => rest(outcome(decision), span, 'loose')),
  rule('RestOf', 'Cmd ( everyone )', (of, span) => clause(of, null, span, { scope: 'everyone' })),
  rule('Clause', 'Do Everyone', (decision, span) => clause(outcome(decision), null, span, { isWhole: true })),
  rule('Clause', 'send Everyone to Review', (span) => clause(outcome('review'), null, span, { isWhole: true })),
];

const rest = (of: Outcome, span: Span, who: 'people' | 'loose'): Clause =>
  clause(of, null, span, { scope: 'rest', isLoose: who === 'loose' });

const HAS_NONE = 'Who has none has less than that, too: say whether those are meant.';

/** A phrase that is clear in an approval is ambiguous in a denial. */
function decided(of: Outcome, when: Cond | null, span: Span): Clause | null {
  if (when === null) return null;
  return clause(
    of,
    of.decision !== 'approve' && when.isLow ? { ...when, issues: [...when.issues, HAS_NONE] } : when,
    span,
  );
}

function conditional(of: Outcome, when: Cond, span: Span, condition: 'before' | 'behind' = 'behind'): Clause | null {
  const one = decided(of, when, span);
  return one === null ? null : { ...one, condition };
}

/** A line of a table. */
function rowOf(one: Clause | null): Clause | null {
  const isAgainst = one?.decision === 'deny' || one?.decision === 'review';
  const isOpen = isAgainst && one.when?.form !== 'clause' && one.when?.expr.kind === 'all' && one.when.isJoined;
  const when = one?.when ?? null;
  return one === null || when === null
    ? one
    : { ...one, isRow: true, when: isOpen ? { ...when, issues: [...when.issues, ANY_OR_ALL] } : when };
}

const ANY_OR_ALL = 'Either of these, or only both of them, may be meant: say "or", or "if there is … and …".';

function things(of: Outcome, when: Cond | null, span: Span): Clause | null {
  const one = decided(of, when, span);
  return one === null || when === null
    ? null
    : { ...one, isOfThings: when.tail === 'said' || testsOf(when.expr).some(isOfSome) };
}

/** True for a test of some records of a list. */
function isOfSome(of: Test): boolean {
  return (countedBy(of)?.where ?? []).length > 0;
}

const OF_WHICH = 'The exception could be of the last one or of all of them: write a sentence for each.';
const OF_RECORDS = 'The exception could be of those records alone, or of the whole applicant: say which records count.';

/** `isOpen`: it is not clear of which of several the exception is. */
function except(of: Outcome, who: Cond, but: Cond, span: Span, isOpen = who.expr.kind === 'any'): Clause | null {
  if (but.form !== 'clause') return null;
  const both = join('all', [clauseOf(who), clauseOf(notOf(but))]);
  const isOfSame = listsOf(testsOf(but.expr)).some((list) => listsOf(testsOf(who.expr)).includes(list));
  const issues = [...both.issues, ...(isOpen ? [OF_WHICH] : []), ...(isOfSame ? [OF_RECORDS] : [])];
  const one = decided(of, { ...both, issues }, span);
  return one === null ? null : { ...one, isOfThings: true };
}

/** Requirements for everybody: applicants who do not meet them are denied. */
const NEEDS: readonly RuleText[] = [
  rule('Must', 'must have Cond', (cond) => (cond.form === 'clause' ? null : cond)),
  rule('Must', 'must not have Det Things', none),
  rule('Must', 'must Verb Range', (concept, range) => ranged(concept, range)),
  rule('Must', 'must be Lasting for? Range', (concept, range) => ranged(concept, range)),
  rule('Must', 'must be PersonIs', (one) => condOf(test(one))),
  rule('Musts', 'Must', (one) => [one]),
  rule('Musts', 'Musts and Must | Musts , and Must', (all, one) => [...all, one]),
  rule('Need', 'Meas must be Range', (concept, range) => ranged(concept, range)),
  // Who is fully verified is so, too.
  rule('Need', 'Stated must be State | Measured must be State', (concept, state) =>
    state === 'partial' ? null : stated(concept, state),
  ),
  rule('Need', 'People Musts', (all) => join('all', all.map(clauseOf))),
  rule('Need', 'we require Cond', (cond) => (cond.form === 'clause' ? null : cond)),
  rule('Need', 'Article? Limit Meas of Figure | Limit Meas Sep? Figure', (operator, concept, figure) =>
    limited(ranged(concept, { is: 'compare', operator, figure })),
  ),
  rule('Need', 'No Things', none),
  rule('Need', 'Range Things', (range, of) => limited(counted(of, range))),
  rule('Needs', 'Need', (one) => [one]),
  rule('Needs', 'Needs and Need | Needs , and Need | Needs ; Need', (all, one) => [...all, one]),
  rule('Clause', 'Needs', (all, span) => required(join('all', all), span)),
];

function limited(cond: Cond | null): Cond | null {
  return cond !== null && asksForGood(cond.expr) ? cond : null;
}

/** Nobody is asked for an eviction. */
function required(need: Cond, span: Span): Clause | null {
  return asksForBad(need.expr) ? null : clause(outcome('deny'), notOf(need), span, { need });
}

/** Rules in one sentence. */
const CHAINS: readonly RuleText[] = [
  rule('Chain', 'Link', (one) => [one]),
  ...([',', ';', 'and', ', and', '; and'] as const).flatMap((mark) => [
    rule('Chain', `Chain ${mark} Link` as 'Chain Link', linked),
    rule('Chain', `Chain ${mark} Band` as 'Chain Band', (chain, one) => [...chain, one]),
    rule('Chain', `Chain ${mark} RestOf` as 'Chain RestOf', (chain, one) => [...chain, one]),
  ]),
  ...([',', ';'] as const).map((mark) =>
    rule('Chain', `Chain ${mark} Otherwise Doing | Chain ${mark} Otherwise , Doing` as 'Chain Doing', (chain, one) => [
      ...chain,
      { ...one, scope: 'else' },
    ]),
  ),
  rule('Band', 'Do Range', (decision, range, span) => clause(outcome(decision), null, span, { band: range })),
  rule('Band', 'Range Sep Cmd', (range, of, span) => clause(of, null, span, { band: range, isRow: true })),
  rule('Band', 'Range Pred', (range, of, span) => clause(of, null, span, { band: range })),
  rule('Sentence', 'Clause | RestOf | Band', (one) => [one]),
  rule('Sentence', 'Chain', (chain) => (chain.length > 1 ? chain : null)),
  // "The first eviction is denied" tells no order.
  rule('Sentence', 'first Doing | first , Clause', (one) => [{ ...one, order: 'first' }]),
  rule('Sentence', 'then Doing | then , Clause | then , RestOf', (one) => [{ ...one, order: 'next' }]),
  rule('Sentence', 'then Do Rest', (decision, who, span) => [{ ...rest(outcome(decision), span, who), order: 'next' }]),
];

/** "Review evictions and deny if …": the condition may be meant for both. */
function linked(chain: readonly Clause[], one: Clause): readonly Clause[] | null {
  // "Wait 2 days and deny if …" may wait before the one or the other.
  const isApart =
    one.before.length > 0 || chain.some(({ band, condition }) => band === null && condition !== one.condition);
  return isApart ? null : [...chain, one];
}

/** "Review from 600 to 679": of the one thing that the text measures before it, if such a figure fits it. */
export function bandOf({ band, ...of }: Clause, all: readonly Clause[]): Clause | null {
  // A line of a table is of the lines above it.
  const before = of.isRow ? all.slice(all.findLastIndex(({ isRow }) => !isRow) + 1) : all;
  const each = before.map(({ when }) => testsOf(when?.expr ?? null).filter(({ operator }) => operator !== 'is_empty'));
  const measured = each.flat().filter((one) => isMeasured(one) || one.where?.some((item) => isMeasured(item)) === true);
  const isOne = new Set(measured.map(({ source, field }) => `${source} ${field}`)).size === 1;
  // A value measured beside something else may concern only those applicants.
  const isBeside = each.some(
    (own) => own.length > 1 && own.some((one) => measured.includes(one)) && !own.every((one) => measured.includes(one)),
  );
  if (band === null || !isOne || isBeside) return null;
  const concepts = measured.flatMap(conceptsOf).filter(({ unit }) => !isPlain(band) || PLAIN.has(unit));
  const fitting = concepts
    .flatMap((concept) => ranged(concept, band) ?? [])
    .filter(({ issues }) => issues.length === 0);
  const [when, other] = distinct(fitting, ({ expr }) => JSON.stringify(expr));
  const one = when === undefined || other !== undefined ? null : decided(of, when, of.span);
  return one === null ? null : { ...of, when: one.when, band: null };
}

const isMeasured = ({ operator, value }: { readonly operator: string; readonly value?: unknown }): boolean =>
  operator.includes('than') && value !== 0;

/** Units that a bare figure can have: without "$" it is no amount. */
const PLAIN: ReadonlySet<string | null> = new Set(['points', 'count']);
const isPlain = (range: Range): boolean =>
  range.is === 'compare' ? range.figure.unit === 'plain' : range.of.every(isPlain);

/** Under which names policies know what the test compares. */
function conceptsOf({ source, field }: Test): Concept[] {
  const words = source === 'context' ? [] : PRODUCTS[source].words;
  return source === 'context'
    ? []
    : words.flatMap((each) => {
        const concept = conceptOf(source, each);
        if (each.perYear === field) return [{ ...concept, per: 'year' as const }];
        return each.field === field || each.timesRent === field ? [concept] : [];
      });
}

/** The reports to pull. The reports that the rules read are pulled. */
const PULLS: readonly RuleText[] = [
  rule('Pulls', 'Pull Article? Report', (code) => [code]),
  rule('Pulls', 'Pulls and Article? Report | Pulls , Article? Report | Pulls , and Article? Report', (codes, code) => [
    ...codes,
    code,
  ]),
];

export const SENTENCES: readonly RuleText[] = [...STEPS, ...WHO, ...RULES, ...NEEDS, ...CHAINS, ...PULLS];
