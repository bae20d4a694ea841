import { testsOf } from '../model.ts';
import { countingOf, summedUp } from '../records.ts';
import type { Span } from './earley.ts';
import type { Clause, Cond, Outcome, Range } from './kinds.ts';
import { allOf, ANY_OR_ALL, anyOf, has, notOf } from './meaning.ts';
import { clause, decided, isGood, noticed, outcome } from './outcomes.ts';
import { rule, Several, type RuleText } from './rule.ts';
import { STEPS } from './steps.ts';
import { elided } from './measured.ts';
import { asksForGood } from './polarity.ts';

const WHO: readonly RuleText[] = [
  rule('Whom', 'Person Cond | Person who Cond', (cond) => persons(cond)),
  // "Applicants over 600": figures beside which somebody stands are points.
  rule('Whom', 'Folk OneRange', (range) => {
    // "Applicants over 65 years" are of that age.
    const cond = hasTime(range) ? null : elided(inPoints(range));
    return cond === null ? null : { ...cond, head: null, isPerson: true };
  }),
  rule('Whom', 'PersonIs Person', (of) => ({ ...has(of), isPerson: true })),
  rule('Whom', 'PersonIs', (of) =>
    of.field === 'employer.status' || of.field === 'file_status' ? { ...has(of), head: 'bare', isPerson: true } : null,
  ),
  rule('WhomList', 'Whom', (cond) => cond),
  // "Who is not employed or self-employed" is neither.
  rule('WhomList', 'WhomList Comma? And Whom | WhomList Comma? Or Whom', (a, b) =>
    a.endsNegated && b.head === 'bare' ? null : { ...anyOf([a, b]), isPerson: true, isCut: true },
  ),
  // "No evictions are denied" says that they are not.
  rule('Object', 'Whoever', (cond) =>
    isNone(cond) ? null : cond.isEach === true ? { ...cond, issues: [...cond.issues, ANY_OR_ALL] } : cond,
  ),
  rule('Whoever', 'WhomList', (cond) => cond),
  rule('Whoever', 'Joined | Listed', (cond) =>
    cond.isPerson || cond.isBoth || cond.head === 'if' ? null : { ...cond, isEach: cond.isPlural },
  ),
];

/** "Applicants with a felony": people, and not one more condition on somebody. */
function persons(cond: Cond): Cond | null {
  const isLoose = cond.head === 'figure' || cond.head === 'if' || (cond.head === 'bare' && cond.timing !== null);
  return isLoose || cond.isPerson ? null : { ...cond, head: null, isPerson: true };
}

export const both = (a: Cond, b: Cond): Cond => allOf([a, b]);

const CARVED =
  'Somebody may have a record of each kind: say which records count, such as "evictions that were not dismissed".';

/** Of whom the one holds and not the other. "Evictions, except dismissed ones" speaks of records, and not of persons. */
function butNot(who: Cond, when: Cond): Cond {
  const lists = (cond: Cond): string[] =>
    testsOf(cond.expr).flatMap((each) => {
      const of = countingOf(each) ?? summedUp(each.source, each.field);
      return of === undefined ? [] : [`${of.source} ${of.list}`];
    });
  const own = lists(who);
  const one = both(who, notOf(when));
  return lists(when).some((each) => own.includes(each)) ? { ...one, issues: [...one.issues, CARVED] } : one;
}

const APART =
  'The condition could be meant of the last of these or of all of them, or what stands behind the comma could be no part of it: make two sentences.';
const doubtful = (cond: Cond): Cond => ({ ...cond, issues: [...cond.issues, APART] });

/** "Unless the score is over 700, or a felony": the felony may be one more that is denied. */
export const isApart = (when: Cond): Cond => (when.isCut === true ? doubtful(when) : when);

/** "Deny evictions if the score is under 600 or felonies": the felonies may be one more thing that is denied. */
const isBehind = (when: Cond): Cond => (when.isLoose === true ? doubtful(when) : isApart(when));

/** "Deny evictions, and felonies unless …": of the felonies, or of both. "Anyone with …" is one, whatever it lists. */
function beside(who: Cond): Cond {
  const isList = who.list !== null && who.list.of.length > 1;
  return isList && !(who.isPerson && who.isCut !== true) ? doubtful(who) : who;
}

/** A condition beside a clause may be meant for the one before it, too. */
const CONDITIONED = { isConditioned: true } as const;
/** Of some, and on a condition: what is said of "otherwise" and "if not" may be of either. */
const SPLIT = { isConditioned: true, isBanded: true } as const;

const isNone = ({ ends, isPerson }: Cond): boolean => ends === 'no' && !isPerson;

const RULES: readonly RuleText[] = [
  rule('Simple', 'Cmd Comma? If Cond', (of, when, span) => decided(of, when, span, CONDITIONED)),
  rule('Simple', 'If Cond Comma? Then? Cmd', (when, of, span) => decided(of, when, span, CONDITIONED)),
  rule('Simple', 'Cmd If Sep OrPoints', (of, items, span) => decided(of, anyOf(items), span)),
  rule('Simple', 'Cmd If Sep AndPoints', (of, items, span) => decided(of, allOf(items), span)),
  rule('Simple', 'If Cond Comma Do Object', (when, decision, who, span) =>
    (who.list?.of.length ?? 0) > 1
      ? null
      : decided(outcome(decision), both(when, who), span, { isLed: true, isBanded: true }),
  ),
  rule('Simple', 'Cmd If Sep Points', (of, items, span) => listedAs(of, items, span, isGood(of) ? 'all' : 'any')),
  rule('Simple', 'Label Sep Points | Do Sep Points', (of, items, span) =>
    eachOf(typeof of === 'string' ? outcome(of) : of, items, span),
  ),
  rule('Simple', 'Cmd Comma? Unless Cond', (of, when, span) =>
    decided(of, notOf(isApart(when)), span, { ...CONDITIONED, said: isApart(when) }),
  ),
  rule('Simple', 'Object Pred | Object Cmd', (when, of, span) => decided(of, when, span)),
  rule('Simple', 'Object Pred Comma? Unless Cond', (who, of, when, span) =>
    decided(of, butNot(who, isBehind(when)), span, SPLIT),
  ),
  rule('Simple', 'Do Object | Adv Do Object | Verdict for Object | Send Towards Object', (decision, when, span) =>
    decided(outcome(decision), when, span),
  ),
  rule('Simple', 'Do Object Unless Cond', (decision, who, when, span) =>
    decided(outcome(decision), butNot(beside(who), isBehind(when)), span, SPLIT),
  ),
  rule('Simple', 'Send Object Towards', (when, decision, span) => decided(outcome(decision), when, span)),
  rule('Simple', 'Do Object With Alter', (decision, when, _, span) =>
    decision === 'approve' ? decided(outcome('conditional'), when, span) : null,
  ),
  rule('Simple', 'Whoever Sep Cmd If Cond', (who, of, when, span) =>
    decided(of, both(who, when), span, { isBanded: true }),
  ),
  // ", with an eviction: deny" is of somebody before.
  rule('Simple', 'Whoever Comma Cmd | Whoever Sep Label', (when, of, span) =>
    when.form === 'whose' ? null : decided(of, when, span),
  ),
  rule('Simple', 'Label Sep Cond', (of, when, span) =>
    !isGood(of) && asksForGood(when) ? null : decided(of, { ...when, isEach: when.isPlural }, span),
  ),
];

/** Items in a list below: all of them where an approval has an "if", any of them for a denial. */
function listedAs(of: Outcome, items: readonly Cond[], span: Span, kind: 'all' | 'any'): Several<Clause> | null {
  // "Denied: a score of at least 600" says what is asked for.
  if (items.some((one) => (one.isBare && one.timing === null) || (!isGood(of) && asksForGood(one)))) return null;
  return new Several([clause(of, kind === 'all' ? allOf(items) : anyOf(items), span)]);
}

/** "Approve:" does not say whether one of what stands below it is enough. */
export const eachOf = (of: Outcome, items: readonly Cond[], span: Span): Several<Clause> | null =>
  isGood(of) ? null : listedAs(of, items, span, 'any');

/** Whom a clause is about that refers to the one before. */
const SCOPES = { Unlike: 'unlike', Lower: 'lower', Higher: 'higher' } as const;

/** Everybody else: for whom no rule of the text decides. */
const REST: readonly RuleText[] = [
  rule('Simple', 'Rest Pred | Rest Sep Label | Rest Label', (of, span) =>
    clause(of, null, span, { scope: 'rest', isTold: true }),
  ),
  rule('Simple', 'Do Rest | Do Everyone', (decision, span) => clause(outcome(decision), null, span, { scope: 'rest' })),
  rule('Simple', 'Label Sep Rest', (of, span) => clause(of, null, span, { scope: 'rest' })),
  rule('Simple', 'Send Rest Towards | Send Everyone Towards', (decision, span) =>
    clause(outcome(decision), null, span, { scope: 'rest' }),
  ),
  rule('Simple', 'Rest Pred If Cond', (of, when, span) => clause(of, when, span, { scope: 'rest' })),
  // "Deny other convictions" is not of other people.
  rule('Simple', 'Do Rest Cond', (decision, when, span) =>
    when.head === 'bare' ? null : clause(outcome(decision), when, span, { scope: 'rest' }),
  ),
  rule('Simple', 'Rest Cond Pred', (when, of, span) =>
    when.head === null ? clause(of, when, span, { scope: 'rest' }) : null,
  ),
  rule('Simple', 'Else Comma? Cmd | Else Sep? Label | Cmd Comma? Else', (of, span) =>
    clause(of, null, span, { scope: 'rest', isElse: true, isTold: true }),
  ),
  ...(['Unlike', 'Lower', 'Higher'] as const).map((mark) =>
    rule('Simple', `${mark} Comma? Label | ${mark} Comma? Cmd | ${mark} Pred` as 'Label | Cmd | Pred', (of, span) =>
      clause(of, null, span, { scope: SCOPES[mark] }),
    ),
  ),
  rule('Chained', 'Else Comma? Simple', (one) => (one.scope === 'own' ? { ...one, scope: 'else' } : null)),
];

const isOfLast = (last: Clause | undefined, one: Clause): boolean =>
  last?.isLed === true ||
  ((last?.isRequirement === true || last?.isBanded === true) && one.scope === 'rest') ||
  // "Are reviewed and must have …": of those.
  (last !== undefined && !last.isRequirement && one.isRequirement) ||
  // "Deny evictions and review felonies unless …": of the felonies, or of both.
  (one.isConditioned === true && last?.isConditioned !== true && last?.scope === 'own');

const CHAINS: readonly RuleText[] = [
  rule('Chained', 'Simple | Needing', (one) => one),
  rule('Chained', 'Chained Comma? And Then? Act | Chained Comma Then? Act', (one, act) => ({
    ...one,
    after: [...one.after, act],
  })),
  rule('Chained', 'Chained Comma? And Say', noticed),
  rule('Chained', 'Chained With a? Notice', (one) => noticed(one, {})),
  rule('Chained', 'Chained Comma? Despite Ignored', (one, despite) =>
    one.despite === null ? { ...one, despite: [despite] } : null,
  ),
  // Of single records nothing can be left out of account: the rules count them together.
  rule('Ignored', 'Article? ConceptName', (concept) => (concept.words.field.endsWith('.count') ? null : concept)),
  rule('Chain', 'Chained', (one) => [one]),
  rule(
    'Chain',
    'Chain Comma Chained | Chain Semi Chained | Chain And Chained | Chain Comma And Chained',
    (chain, one) =>
      // "must …, otherwise deny" is one rule.
      isOfLast(chain.at(-1), one) ? null : [...chain, one],
  ),
  rule('Chain', 'Branching', (clauses) => clauses),
  rule('Branching', 'Whoever Sep Cmd If Cond Comma? Else Comma? Label', (who, of, when, other, span) =>
    branched(who, of, when, other, span),
  ),
  rule('Branching', 'Rest Pred with Cond Comma? Else Comma? Label', (of, when, other, span) => [
    clause(of, when, span, { scope: 'rest' }),
    clause(other, null, span, { scope: 'rest' }),
  ]),
];

function branched(who: Cond, of: Outcome, when: Cond, other: Outcome, span: Span): Clause[] {
  return [clause(of, both(who, when), span), clause(other, butNot(who, when), span)];
}

const hasTime = (range: Range): boolean =>
  'figure' in range ? range.figure.unit === 'months' || range.figure.unit === 'years' : range.of.some(hasTime);

function inPoints(range: Range): Range {
  if (!('figure' in range)) return { ...range, of: range.of.map(inPoints) };
  const { figure } = range;
  return figure.unit === 'plain' && figure.per === null ? { ...range, figure: { ...figure, unit: 'points' } } : range;
}

export const DECISIONS: readonly RuleText[] = [...STEPS, ...WHO, ...RULES, ...REST, ...CHAINS];
