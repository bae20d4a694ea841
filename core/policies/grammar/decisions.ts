import { RANK, testsOf } from '../model.ts';
import { countingOf, summedUp } from '../records.ts';
import type { Span } from './earley.ts';
import type { Clause, Concept, Cond, Outcome, Window } from './kinds.ts';
import { barred } from './chosen-records.ts';
import { qualified } from './concepts.ts';
import { allOf, anyOf, has, notOf } from './meaning.ts';
import { older, some } from './times.ts';
import { afterAll, attached, beyond, ofLast } from './attached.ts';
import { clause, decided, decidedBy, isGood, noticed, outcome } from './outcomes.ts';
import { rule, Several, type RuleText } from './rule.ts';
import { STEPS } from './steps.ts';
import { elided, thing } from './measured.ts';
import { inPoints } from './points.ts';
import { measuresIn } from './concept-of.ts';

const WHO: readonly RuleText[] = [
  rule('Whom', 'Person Cond | Person who Cond | Person that Cond | Person whose Cond | Person Comma who Cond', (cond) =>
    persons(cond),
  ),
  rule('Whom', 'Person at OneRange', (range) => {
    const cond = elided(inPoints(range));
    return cond === null ? null : { ...cond, head: null, isPerson: true };
  }),
  rule('Whom', 'Person with OneCond', (cond) => ({ ...cond, head: null, isPerson: true })),
  // "Applicants over 600": nobody is over so many records.
  rule('Whom', 'Person OneRange', (range) => {
    const cond = elided(inPoints(range));
    return cond === null ? null : { ...cond, head: null, isPerson: true };
  }),
  rule('Whom', 'Whom Whose Np | Whom who Vp', (who, cond) =>
    cond.head === 'bare' ? null : { ...both(who, cond), isPerson: true },
  ),
  rule('Whom', 'PersonIs Person | Now PersonIs Person', (of) => ({ ...has(of), isPerson: true })),
  rule('Whom', 'PersonIs', (of) =>
    of.field === 'employer.status' || of.field === 'file_status' ? { ...has(of), head: 'bare', isPerson: true } : null,
  ),
  rule('OneCond', 'Atom', (cond) => (cond.head === 'figure' ? cond : null)),
  rule('WhomList', 'Whom', (cond) => cond),
  // "Who is not employed or self-employed" is neither.
  rule('WhomList', 'WhomList Comma? And Whom | WhomList Comma? Or Whom', (a, b) =>
    a.endsNegated && b.head === 'bare'
      ? null
      : { ...anyOf([a, b]), isPerson: true, cut: { kind: 'any', first: a, last: b } },
  ),
  rule('Object', 'WhomList', (cond) => cond),
  rule('Object', 'Joined | Listed', (cond) =>
    cond.isPerson || cond.isBoth || cond.head === 'if' ? null : { ...cond, isEach: cond.isPlural },
  ),
];

/** "Applicants with a felony": people, and not one more condition on somebody. */
function persons(cond: Cond): Cond | null {
  const isLoose = cond.head === 'figure' || cond.head === 'if' || (cond.head === 'bare' && cond.timing !== null);
  const { isOnly: _, ...whom } = cond;
  return isLoose || cond.isPerson ? null : { ...whom, head: null, isPerson: true };
}

export const both = (a: Cond, b: Cond): Cond => allOf([a, b]);

const CARVED =
  'Somebody may have a record of each kind: say which records count, such as "evictions that were not dismissed".';

/** Of a condition that asks whether there is something: what that is made of it. */
function only<T>({ expr }: Cond, made: (concept: Concept) => T | null): T | null {
  const [concept, ...others] = measuresIn(expr);
  const isPresence = expr.kind === 'test' && expr.test.operator === 'greater_than' && expr.test.value === 0;
  return concept === undefined || others.length > 0 || !isPresence ? null : made(concept);
}

/** Who has records of that kind, but for some of them. */
function carved(who: Cond, but: (concept: Concept) => Concept | null): Cond | null {
  const { endsNegated, isPerson } = who;
  const those = only(endsNegated ? notOf(who) : who, but);
  if (those === null) return null;
  const one = some(thing(those));
  return { ...who, ...(endsNegated ? notOf(one) : one), isPerson };
}

/** Of whom the one holds and not the other. "Evictions, except dismissed ones" speaks of records, and not of persons. */
export function butNot(who: Cond, when: Cond): Cond {
  const lists = (cond: Cond): string[] =>
    testsOf(cond.expr).flatMap((each) => {
      const of = countingOf(each) ?? summedUp(each.source, each.field);
      return of === undefined ? [] : [`${of.source} ${of.list}`];
    });
  const own = lists(who);
  const one = both(who, notOf(when));
  if (when.isWhole === true || !lists(when).some((each) => own.includes(each))) return one;
  const those = when.isNoun === true ? carved(who, (concept) => only(when, (other) => barred(concept, other))) : null;
  return those ?? { ...one, issues: [...one.issues, CARVED] };
}

const RULES: readonly RuleText[] = [
  rule('Simple', 'Cmd Comma? If Cond | Cmd If Sep Cond', (of, when, span) => decided(of, when, span)),
  rule('Simple', 'If Cond Comma? Then? Cmd | If Cond Sep Label | If Cond Comma Then? Label', (when, of, span) =>
    decided(of, when, span),
  ),
  rule('Simple', 'Cmd If Pick | Cmd If Sep Points | Cmd If Points', (of, items, span) => listedAs(of, items, span)),
  rule('Simple', 'Label Sep Points | Do Sep Points', (of, items, span) =>
    listedAs(typeof of === 'string' ? outcome(of) : of, items, span),
  ),
  rule('Simple', 'Cmd Comma? If Cond Unless Cond', (of, when, other, span) =>
    decidedBy(of, attached(of.decision, { ...when, isPerson: false }, other, butNot), span),
  ),
  rule('Simple', 'Cmd Comma? If Cond Comma Unless Cond', (of, when, other, span) =>
    decidedBy(of, afterAll(of.decision, when, other, butNot), span),
  ),
  rule('Simple', 'If Cond Comma Cmd Comma? Unless Cond', (when, of, other, span) =>
    decidedBy(of, afterAll(of.decision, when, other, butNot), span),
  ),
  rule('Simple', 'Do Object Comma? Unless ThoseAre Window', (decision, who, window, span) =>
    lately(outcome(decision), who, window, span),
  ),
  rule('Simple', 'Object Pred Comma? Unless ThoseAre Window', (who, of, window, span) => lately(of, who, window, span)),
  rule('Simple', 'NoPerson Cond Pred Unless ThoseAre Window', (who, of, window, span) =>
    of.decision === 'approve' ? lately(outcome('deny'), who, window, span) : null,
  ),
  rule('Simple', 'Person Pred who Cond | Person Pred If Pronoun Cond', (of, when, span) => decided(of, when, span)),
  rule('Simple', 'Object who? Met Pred | Object That Met Pred', (when, _, of, span) =>
    // Whoever a denial or a review is for is decided by it; this is about those who are left.
    clause(of, when, span, { scope: 'rest' }),
  ),
  rule('Simple', 'Cmd for Np', (of, when, span) => decided(of, when, span)),
  rule(
    'Simple',
    'Cmd Comma? Unless Cond',
    (of, when, span) =>
      new Several([
        ...decided(of, notOf(when), span, { said: when }).of,
        ...decidedBy(of, beyond(of.decision, when, notOf), span).of,
      ]),
  ),
  rule('Simple', 'Unless Cond Comma? Cmd', (when, of, span) => decided(of, notOf(when), span, { said: when })),
  rule('Simple', 'only Whom Be AtOnce Done | only Whom Be Done AtOnce', (when, decision, span) =>
    decision === 'approve' ? decided(outcome(decision), when, span) : null,
  ),
  rule('Simple', 'Object Pred | Object Adv Pred', (when, of, span) => decided(of, when, span)),
  rule('Simple', 'Object Pred If Cond | Object Pred Comma If Cond', (who, of, when, span) =>
    decidedBy(of, afterAll(of.decision, who, when, both), span),
  ),
  rule('Simple', 'Object Pred Comma? Bar Quality Ones', (who, of, quality, span) => {
    const one = carved(who, (concept) => qualified(concept, quality, true));
    return one === null ? null : decided(of, one, span);
  }),
  rule('Simple', 'Object Pred Comma? Unless Cond', (who, of, when, span) =>
    decidedBy(of, afterAll(of.decision, who, when, butNot), span),
  ),
  rule('Simple', 'NoPerson Cond Pred', (when, of, span) =>
    of.decision === 'approve' ? decided(outcome('deny'), when, span) : null,
  ),
  rule('Simple', 'NoPerson Cond Pred Unless Cond', (who, of, when, span) =>
    of.decision === 'approve' ? decidedBy(outcome('deny'), afterAll('deny', who, when, butNot), span) : null,
  ),
  rule('Simple', 'we will? Do Object | we will? Adv Do Object', (decision, when, span) =>
    decided(outcome(decision), when, span),
  ),
  rule('Simple', 'we will? Do Object If Cond', (decision, who, when, span) =>
    decidedBy(outcome(decision), attached(decision, who, when, both), span),
  ),
  rule('Simple', 'Do Object | Adv Do Object', (decision, when, span) => decided(outcome(decision), when, span)),
  rule('Simple', 'Do Object With? Reason Quoted', (decision, when, reason, span) =>
    decided(outcome(decision, { terms: { reason } }), when, span),
  ),
  rule('Simple', 'Do Object If Cond', (decision, who, when, span) =>
    decidedBy(outcome(decision), attached(decision, who, when, both), span),
  ),
  rule('Simple', 'Do Object Comma If Cond', (decision, who, when, span) =>
    decidedBy(outcome(decision), afterAll(decision, who, when, both), span),
  ),
  rule('Simple', 'Do Object Unless Cond', (decision, who, when, span) =>
    decidedBy(outcome(decision), attached(decision, who, when, butNot), span),
  ),
  rule('Simple', 'Do Object Comma Unless Cond', (decision, who, when, span) =>
    decidedBy(outcome(decision), afterAll(decision, who, when, butNot), span),
  ),
  rule('Simple', 'Send Object Towards', (when, decision, span) => decided(outcome(decision), when, span)),
  rule('Simple', 'Send Towards Object', (decision, when, span) => decided(outcome(decision), when, span)),
  rule('Simple', 'Do Object With Alter', (decision, when, _, span) =>
    decision === 'approve' ? decided(outcome('conditional'), when, span) : null,
  ),
  rule('Simple', 'Object Sep Cmd If Cond | Object Comma Cmd If Cond', (who, of, when, span) =>
    decided(of, both(who, when), span, { isBanded: true }),
  ),
  rule('Simple', 'Object Comma? Cmd', (when, of, span) => decided(of, when, span)),
  rule('Simple', 'Object Be Fine | Object Sep Fine', (when, span) =>
    when.timing === null ? decided(outcome('approve'), when, span) : null,
  ),
  rule('Simple', 'Object Sep Label | Object Comma Label', (when, of, span) => decided(of, when, span)),
  rule('Simple', 'Label Sep Cond', (of, when, span) =>
    when.open === null ? decided(of, when, span) : listedAs(of, when.open, span),
  ),
  rule('Simple', 'Reviewer Look Object', (_, when, span) => decided(outcome('review'), when, span)),
  rule('Simple', 'Verdict for Object | Adv Verdict for Object', (decision, when, span) =>
    decided(outcome(decision), when, span),
  ),
];

/** Of those only whose most recent one is not older than that. */
function lately(of: Outcome, who: Cond, window: Window, span: Span): Several<Clause> | null {
  const concepts = measuresIn(who.expr).filter(({ words }) => words.since !== undefined);
  const [concept, ...others] = concepts;
  const old =
    window.is === 'before' && concept !== undefined && others.length === 0 ? older(concept, window.months) : null;
  return old === null ? null : decided(of, both(who, notOf(old)), span);
}

/** Items in a list below: all of them for an approval, any of them for a denial. */
export function listedAs(of: Outcome, items: readonly Cond[], span: Span): Several<Clause> | null {
  if (items.some(({ isBare, timing }) => isBare && timing === null)) return null;
  return new Several([clause(of, isGood(of) ? allOf(items) : anyOf(items), span)]);
}

/** Whom a clause is about that refers to the one before. */
const SCOPES = { Unlike: 'unlike', Like: 'like', Lower: 'lower', Higher: 'higher', Older: 'older' } as const;

/** Everybody else: for whom no rule of the text decides. */
const REST: readonly RuleText[] = [
  rule('Simple', 'Rest Pred | Rest Sep Label | Rest Label', (of, span) => clause(of, null, span, { scope: 'rest' })),
  rule('Simple', 'Rest Welcome', (span) => clause(outcome('approve'), null, span, { scope: 'rest' })),
  rule('Simple', 'Do Rest | Adv Do Rest', (decision, span) => clause(outcome(decision), null, span, { scope: 'rest' })),
  rule('Simple', 'Label Sep Rest', (of, span) => clause(of, null, span, { scope: 'rest' })),
  rule('Simple', 'Do Rest With Alter', (decision, _, span) =>
    decision === 'approve' ? clause(outcome('conditional'), null, span, { scope: 'rest' }) : null,
  ),
  rule('Simple', 'Send Rest Towards', (decision, span) => clause(outcome(decision), null, span, { scope: 'rest' })),
  rule('Simple', 'Do Everyone | Everyone Pred', (of, span) =>
    clause(typeof of === 'string' ? outcome(of) : of, null, span, { scope: 'rest' }),
  ),
  rule('Simple', 'Send Everyone Towards', (decision, span) => clause(outcome(decision), null, span, { scope: 'rest' })),
  rule('Simple', 'Rest Pred If Cond | Rest Pred with Cond', (of, when, span) =>
    clause(of, when, span, { scope: 'rest' }),
  ),
  rule('Simple', 'Do Rest If Cond | Do Rest Cond', (decision, when, span) =>
    clause(outcome(decision), when, span, { scope: 'rest' }),
  ),
  rule('Simple', 'Rest Cond Pred', (when, of, span) =>
    when.head === null ? clause(of, when, span, { scope: 'rest' }) : null,
  ),
  rule('Simple', 'Else Comma? Cmd | Else Comma? Pred | Else Sep? Label | Cmd Comma? Else | Pred Else', (of, span) =>
    clause(of, null, span, { scope: 'rest', isElse: true }),
  ),
  rule('Simple', 'for WhomList Comma Cmd', (who, of, span) => decided(of, who, span)),
  rule('Chained', 'for WhomList Comma Simple', (who, one) =>
    one.when === null || one.scope !== 'own' ? null : { ...one, when: both(who, one.when) },
  ),
  rule('Simple', 'Default Comma? Cmd | Cmd Comma? Default', (of, span) => clause(of, null, span, { scope: 'rest' })),
  ...(['Unlike', 'Like', 'Lower', 'Higher', 'Older'] as const).map((mark) =>
    rule(
      'Simple',
      `${mark} Comma? Label | ${mark} Comma? Cmd | ${mark} Pred | ${mark} Sep Label | ${mark} Comma? Pronoun Pred` as 'Label | Cmd | Pred | Label | Pred',
      (of, span) => clause(of, null, span, { scope: SCOPES[mark] }),
    ),
  ),
  rule('Simple', 'Do Lower', (decision, span) => clause(outcome(decision), null, span, { scope: 'lower' })),
  rule('Simple', 'Lower Pred Always', (of, span) =>
    of.decision === 'deny' ? clause(of, null, span, { scope: 'lower' }) : null,
  ),
  rule('Simple', 'Object Pred Always | Object Always Pred', (when, of, span) =>
    of.decision === 'deny' ? decided(of, when, span) : decided(of, when, span, { despite: [] }),
  ),
  rule('Simple', 'Object Sep Always Label', (when, of, span) =>
    of.decision === 'deny' ? decided(of, when, span) : decided(of, when, span, { despite: [] }),
  ),
  rule('Simple', 'Done If Sep Points | Done If Points | Done If Pick', (decision, items, span) =>
    listedAs(outcome(decision), items, span),
  ),
  rule('Simple', 'Done If Cond', (decision, when, span) => decided(outcome(decision), when, span)),
  rule('Simple', 'Object And you Pred | Object And Pronoun Pred', (when, of, span) => decided(of, when, span)),
  rule('Chained', 'Else Comma? Simple', (one) => (one.scope === 'own' ? { ...one, scope: 'else' } : null)),
];

const CHAINS: readonly RuleText[] = [
  rule('Chained', 'Simple | Needing', (one) => one),
  rule('Chained', 'Chained Comma? And Then? Act | Chained Comma Then? Act | Chained Then Act', (one, act) => ({
    ...one,
    after: [...one.after, act],
  })),
  rule('Chained', 'Chained Comma? And Say', noticed),
  rule('Chained', 'Chained Comma? Despite Ignored', (one, despite) =>
    one.despite === null ? { ...one, despite } : null,
  ),
  rule('Chained', 'Despite Ignored Comma Chained', (despite, one) =>
    one.despite === null ? { ...one, despite } : null,
  ),
  // Of single records nothing can be left out of account: the rules count them together.
  rule('Ignored', 'Article? ConceptNames', (concepts) =>
    concepts.some(({ words }) => words.field.endsWith('.count')) ? null : concepts,
  ),
  rule('Ignored', 'Anything', () => []),
  rule('Chain', 'Chained', (one) => [one]),
  rule(
    'Chain',
    'Chain Comma Chained | Chain Semi Chained | Chain And Chained | Chain Comma And Chained | Chain Semi And Chained | Chain Comma Then Chained',
    (chain, one) =>
      // "must …, otherwise deny" is one rule.
      (chain.at(-1)?.isRequirement === true || chain.at(-1)?.isBanded === true) && one.scope === 'rest'
        ? null
        : [...chain, one],
  ),
  // "Deny if …, but if …, approve" excuses from what is before it: say "unless".
  rule('Chain', 'Chain But Chained | Chain Comma But Chained', (chain, one) => {
    const last = chain.at(-1);
    const isExcuse = last !== undefined && one.when !== null && RANK[one.decision] > RANK[last.decision];
    return isExcuse || (last?.isRequirement === true && one.scope === 'rest') ? null : [...chain, one];
  }),
  rule('Chain', 'Branching', (clauses) => clauses),
  // "…, otherwise …" of those whom the sentence is about.
  rule(
    'Branching',
    'If Cond Comma Cmd If Cond Comma? Else Comma? Label | If Cond Comma Then? Cmd If Cond Semi Else Label',
    (who, of, when, other, span) => branched(who, of, when, other, span),
  ),
  rule(
    'Branching',
    'Object Sep Cmd If Cond Comma? Else Comma? Label | Object Comma Cmd If Cond Comma? Else Comma? Label | Object Pred If Cond Comma? Else Comma? Label | Object Pred If Cond Semi Else Comma? Label | Object Pred If Cond Comma? Else Pred',
    (who, of, when, other, span) => branched(who, of, when, other, span),
  ),
  rule(
    'Branching',
    'Rest Pred If Cond Comma? Else Comma? Label | Rest Pred with Cond Comma? Else Comma? Label | Rest Pred If Cond Semi Else Label',
    (of, when, other, span) => [
      clause(of, when, span, { scope: 'rest' }),
      clause(other, null, span, { scope: 'rest' }),
    ],
  ),
  rule(
    'Branching',
    'Do Object Unless Cond Comma in which case Cmd | Do Object Unless Cond Comma? in that case Cmd',
    (decision, who, when, other, span) =>
      ofLast(who, when, butNot).length > 0 ? null : excepted(outcome(decision), who, when, other, span),
  ),
  rule(
    'Branching',
    'Object Sep Label Comma? Unless Cond Sep Label | Object Pred Unless Cond Comma in which case Cmd',
    (who, of, when, other, span) => excepted(of, who, when, other, span),
  ),
  rule('Branching', 'Cmd Unless Cond Comma in which case Cmd', (of, when, other, span) => [
    clause(of, notOf(when), span),
    clause(other, when, span),
  ]),
];

export function branched(who: Cond, of: Outcome, when: Cond, other: Outcome, span: Span): Clause[] {
  return [clause(of, both(who, when), span), clause(other, butNot(who, when), span)];
}

const excepted = (of: Outcome, who: Cond, when: Cond, other: Outcome, span: Span): Clause[] =>
  branched(who, other, when, of, span).toReversed();

export const DECISIONS: readonly RuleText[] = [...STEPS, ...WHO, ...RULES, ...REST, ...CHAINS];
