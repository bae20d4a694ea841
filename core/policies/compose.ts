import { differing, undecided } from '../rules/applicants.ts';
import { contradictions } from './checks.ts';
import type { Clause } from './language/kinds.ts';
import { all, not, PLAIN_TERMS, type Expr, type Quote, type Rule } from '../rules/model.ts';
import { planOf } from '../rules/plan.ts';
import { impliedRule, statesIn, type Refusal } from '../rules/rule-set.ts';
import type { Reading, Sentence } from './reading.ts';
import { say, sayApplicant } from '../rules/say.ts';

type Composed = Omit<Reading, 'sentences' | 'titles'>;
type Way = readonly Clause[];

/** The rules of the sentences together. Where one can be read in two ways that differ for somebody, none is chosen. */
export function compose(sentences: readonly Sentence[], isWhole: boolean): Composed {
  const chosen = sentences.map(({ ways }) => ways[0] ?? []);
  const base = composed(sentences, chosen);
  const unsayable = sentences.flatMap(({ ways, quote }) => issuesOf(ways, quote));
  if (unsayable.length > 0) return { ...base, refusals: unsayable };
  if (base.refusals.length > 0) return base;
  for (const [index, { ways, quote }] of sentences.entries())
    for (const other of ways.slice(1)) {
      const apart = differing(planOf(base), planOf(composed(sentences, chosen.with(index, other))));
      // One is enough to ask; the rest is asked once it is answered.
      if (apart !== null) return { ...base, refusals: [twoWays([chosen[index] ?? [], other], quote, apart)] };
    }
  // What is not said is only known where everything that is said was read.
  return { ...base, refusals: isWhole ? [...orderIssue(base, sentences), ...gap(base, sentences)] : [] };
}

/** "1.", "2.": whether the numbers say in which order the rules are tried only matters if it matters for somebody. */
function orderIssue(base: Composed, sentences: readonly Sentence[]): Refusal[] {
  const first = sentences.find(({ isNumbered }) => isNumbered);
  if (first === undefined || base.isWritten === true) return [];
  const apart = differing(planOf(base), planOf({ ...base, isWritten: true }));
  const message =
    apart === null
      ? ''
      : `The numbers may say in which order the rules are tried, and it matters for ${sayApplicant(apart.values)}. Say "first" and "then" of every rule, or leave the numbers out.`;
  return apart === null ? [] : [{ quote: first.quote, message }];
}

/** What can be understood and not be carried out, in whichever reading. */
function issuesOf(ways: readonly Way[], quote: Quote): Refusal[] {
  const [issue] = ways.flatMap((clauses) => clauses.flatMap(({ when }) => when?.issues ?? []));
  return issue === undefined ? [] : [{ quote, message: issue }];
}

function composed(sentences: readonly Sentence[], chosen: readonly Way[]): Composed {
  const clauses = chosen.flat();
  const isWritten = clauses.some(({ order }) => order !== null);
  const rules: Rule[] = [];
  const refusals: Refusal[] = [];
  for (const [index, way] of chosen.entries()) {
    const chain: Expr[] = [];
    for (const clause of way) {
      const quote = sentences[index]?.quoteOf(clause) ?? NOWHERE;
      const when = clause.when?.expr ?? null;
      const message = doubtOf(clause, clauses, isWritten);
      if (message !== null) refusals.push({ quote, message });
      const own = when === null || clause.scope === 'own' ? when : all([when, ...chain.map(not)]);
      rules.push(ruleOf(clause, own, quote));
      if (when !== null) chain.push(when);
    }
  }
  return {
    rules,
    isWritten,
    refusals: [...refusals, ...contradictions(rules)],
    states: statesIn(rules),
    implied: impliedRule,
  };
}

/** Why it is not clear of whom the clause is, or when it is tried. */
function doubtOf(clause: Clause, all: readonly Clause[], isWritten: boolean): string | null {
  const before = all.slice(0, all.indexOf(clause));
  return (
    orderDoubt(clause, before, isWritten) ??
    (clause.scope === 'rest' ? restDoubt(clause, before.at(-1)) : null) ??
    aloneDoubt(clause, all)
  );
}

function orderDoubt({ order, scope }: Clause, before: readonly Clause[], isWritten: boolean): string | null {
  if (order === 'first' && before.length > 0) return 'The rule that begins with "first" is the first one.';
  if (order === 'next' && before.length === 0) return 'No rule stands before it: begin with "first".';
  return isWritten && order === null && scope !== 'rest'
    ? 'Only some of the rules say in which order they are tried: say "first" and "then" of every rule, or of none.'
    : null;
}

/** Who "everyone else" is. */
function restDoubt({ isLoose, decision }: Clause, last: Clause | undefined): string | null {
  if (last === undefined) return 'Nothing before says who the others are.';
  if (last.need !== null && decision !== 'deny')
    return 'It could be meant of those who do not meet what is required before: say "if", and not "must".';
  return isLoose && last.isOfThings && decision !== 'approve'
    ? 'It could be of everybody else, or of other records: say "everyone else".'
    : null;
}

function aloneDoubt(clause: Clause, all: readonly Clause[]): string | null {
  const others = all.filter((each) => each !== clause);
  if (clause.isWhole && others.length > 0) return 'Other rules decide somebody else: say "everyone else".';
  return clause.isOnly && others.some(({ decision }) => decision === clause.decision)
    ? 'Another rule decides so, too: say "if", or say all that it takes in one.'
    : null;
}

type Apart = NonNullable<ReturnType<typeof differing>>;

function twoWays(ways: readonly Way[], quote: Quote, apart: Apart): Refusal {
  const said = ways.map((way) =>
    way
      .map(({ decision, when }) => `${decision} ${when === null ? 'everybody else' : `if ${say(when.expr)}`}`)
      .join('; '),
  );
  const decisions = apart.ways.map(({ decision }) => decision).join(' or ');
  const message = `This can be read in two ways: "${said.join('" or "')}". They differ for ${sayApplicant(apart.values)}: ${decisions}. Say which is meant.`;
  return { quote, message, isAmbiguous: true };
}

/** Nobody is decided by silence: whom no rule decides, though everything about them is known, is asked for. */
function gap(base: Composed, sentences: readonly Sentence[]): Refusal[] {
  const plan = planOf(base);
  const hasRest = base.rules.some(({ when }) => when === null);
  if (hasRest || plan.isListOfRequirements || base.rules.length === 0) return [];
  const somebody = undecided(plan);
  const last = sentences.at(-1);
  if (somebody === null || last === undefined) return [];
  const message = `Nothing is said of ${sayApplicant(somebody)}. Say what becomes of everybody else, such as "Review the rest." or "Deny everyone else."`;
  return [{ quote: last.quote, message, isGap: true }];
}

function ruleOf(clause: Clause, when: Expr | null, quote: Quote): Rule {
  const { decision, need, before, after, terms } = clause;
  const isReview = decision === 'review';
  return {
    decision,
    when,
    isRequirement: need !== null,
    before: isReview ? [...before, ...after] : before,
    after: isReview ? [] : after,
    terms: { ...PLAIN_TERMS, ...terms },
    quote,
  };
}

const NOWHERE: Quote = { text: '', offset: 0 };
