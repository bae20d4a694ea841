import { differing, undecided } from '../rules/applicants.ts';
import { contradictions } from './checks.ts';
import type { Clause } from './language/kinds.ts';
import { bandOf } from './language/sentences.ts';
import { actionsOf, all as allOf, not, PLAIN_TERMS, RANK, type Expr, type Quote, type Rule } from '../rules/model.ts';
import { planOf } from '../rules/plan.ts';
import { impliedRule, statesIn, type Refusal } from '../rules/rule-set.ts';
import type { Reading, Sentence } from './reading.ts';
import { say, sayApplicant, type SubjectIn } from '../rules/say.ts';

type Composed = Omit<Reading, 'sentences' | 'titles'>;
type Way = readonly Clause[];

/** The rules of the sentences together. Where one can be read in two ways that differ for somebody, none is chosen. */
export function compose(sentences: readonly Sentence[], isWhole: boolean, subjectIn?: SubjectIn): Composed {
  const chosen = sentences.map(({ ways }) => ways[0] ?? []);
  const base = composed(sentences, chosen);
  const unsayable = sentences.flatMap(({ ways, quote }) => issuesOf(ways, quote));
  if (unsayable.length > 0) return { ...base, refusals: unsayable };
  // Who the others are is only known where everything was read.
  if (base.refusals.length > 0) return isWhole ? base : { ...base, refusals: [] };
  for (const [index, { ways, quote }] of sentences.entries())
    for (const other of ways.slice(1)) {
      const apart = differing(planOf(base), planOf(composed(sentences, chosen.with(index, other))));
      // One is enough to ask; the rest is asked once it is answered.
      if (apart !== null)
        return { ...base, refusals: [twoWays([chosen[index] ?? [], other], quote, apart, subjectIn)] };
    }
  // The missing parts are known only if everything stated was read.
  return {
    ...base,
    refusals: isWhole ? [...orderIssue(base, sentences, subjectIn), ...gap(base, sentences, subjectIn)] : [],
  };
}

/** "1.", "2.", and "approve if …, review if …": whether the order is meant only matters if it does for somebody. */
function orderIssue(base: Composed, sentences: readonly Sentence[], subjectIn?: SubjectIn): Refusal[] {
  if (base.isWritten === true) return [];
  const plan = planOf(base);
  const starts = sentences.map((_, at) => sentences.slice(0, at).flatMap(({ ways }) => ways[0] ?? []).length);
  const rulesOf = (at: number): Rule[] => {
    const [start, count] = [starts[at] ?? 0, sentences[at]?.ways[0]?.length ?? 0];
    return base.rules.slice(start, start + count);
  };
  const chains = sentences.map((_, at) => rulesOf(at));
  const numbered = sentences.flatMap(({ isNumbered }, at) => (isNumbered ? rulesOf(at) : []));
  const rows = sentences.flatMap(({ ways }, at) => (ways[0]?.some(({ isRow }) => isRow) === true ? rulesOf(at) : []));
  for (const group of [...chains, numbered, rows]) {
    const [first] = group;
    const apart = first === undefined || group.length < 2 ? null : differing(plan, planOf(inOrder(base, group)));
    if (first === undefined || apart === null) continue;
    const message = `The order of the rules may be meant, and it matters for ${sayApplicant(apart.values, subjectIn)}. Say "first" and "then" of every rule, or make sentences of their own of them, without numbers.`;
    return [{ quote: first.quote, message }];
  }
  return [];
}

/** Of these a later one decides nobody for whom an earlier one holds. */
function inOrder(base: Composed, group: readonly Rule[]): Composed {
  const rules = base.rules.map((rule) => {
    const at = group.indexOf(rule);
    const weaker = group.slice(0, Math.max(at, 0)).filter(({ decision }) => RANK[decision] > RANK[rule.decision]);
    const others = weaker.flatMap(({ when }) => (when === null ? [] : [not(when)]));
    return rule.when === null || others.length === 0 ? rule : { ...rule, when: allOf([rule.when, ...others]) };
  });
  return { ...base, rules };
}

/** Parts that can be understood but not carried out, in any reading. */
function issuesOf(ways: readonly Way[], quote: Quote): Refusal[] {
  const [issue] = ways.flatMap((clauses) => clauses.flatMap(({ when }) => when?.issues ?? []));
  return issue === undefined ? [] : [{ quote, message: issue }];
}

const UNNAMED = 'It does not say what is compared here, or it could be more than one thing: name it.';

function composed(sentences: readonly Sentence[], chosen: readonly Way[]): Composed {
  const all: Clause[] = [];
  const rules: Rule[] = [];
  const refusals: Refusal[] = [];
  const isWritten = chosen.flat().some(({ order }) => order !== null);
  const isLast = (clause: Clause): boolean => chosen.flat().at(-1) === clause;
  for (const [index, way] of chosen.entries()) {
    const chain: Expr[] = [];
    for (const each of way) {
      const quote = sentences[index]?.quoteOf(each) ?? NOWHERE;
      const clause = each.band === null ? each : bandOf(each, all);
      const message = clause === null ? UNNAMED : doubtOf(clause, all, { isWritten, isLast: isLast(each) });
      if (message !== null) refusals.push({ quote, message });
      if (clause === null) continue;
      all.push(clause);
      const when = clause.when?.expr ?? null;
      rules.push(
        ruleOf(clause, when === null || clause.scope === 'own' ? when : allOf([when, ...chain.map(not)]), quote),
      );
      if (when !== null) chain.push(when);
    }
  }
  return {
    rules,
    isWritten,
    refusals: [...refusals, ...contradictions(rules, isWritten)],
    states: statesIn(rules),
    implied: impliedRule,
  };
}

/** Why it is unclear whom the clause concerns, or when it is tried. */
function doubtOf(
  clause: Clause,
  before: readonly Clause[],
  { isWritten, isLast }: { readonly isWritten: boolean; readonly isLast: boolean },
): string | null {
  return (
    orderDoubt(clause, before, isWritten) ?? restDoubt(clause, before, isLast) ?? aloneDoubt(clause, before, isLast)
  );
}

function orderDoubt({ order, when }: Clause, before: readonly Clause[], isWritten: boolean): string | null {
  if (order === 'first' && before.length > 0) return 'The rule that begins with "first" is the first one.';
  if (order === 'next' && before.length === 0) return 'No rule stands before it: begin with "first".';
  return isWritten && order === null && when !== null
    ? 'Only some of the rules say in which order they are tried: say "first" and "then" of every rule, or of none.'
    : null;
}

/** Who "everyone else" is. */
function restDoubt({ scope, isLoose, decision }: Clause, before: readonly Clause[], isLast: boolean): string | null {
  const last = before.at(-1);
  if (scope !== 'rest' && scope !== 'everyone') return null;
  if (!isLast) return 'Rules stand behind it, which decide for some of those: say it last.';
  if (last === undefined) return scope === 'everyone' ? null : 'Nothing before says who the others are.';
  if (last.need !== null && decision !== 'deny')
    return 'It could be meant of those who do not meet what is required before: say "if", and not "must".';
  return isLoose && last.isOfThings && decision !== 'approve'
    ? 'It could be of everybody else, or of those of the rule before: say "everyone else".'
    : null;
}

function aloneDoubt({ isWhole, isOnly, decision }: Clause, before: readonly Clause[], isLast: boolean): string | null {
  if (isWhole && (before.length > 0 || !isLast)) return 'Other rules decide somebody else: say "everyone else".';
  return before.some((each) => (each.isOnly || isOnly) && each.decision === decision)
    ? 'Another rule decides so, too: say "if", or say all that it takes in one.'
    : null;
}

type Apart = NonNullable<ReturnType<typeof differing>>;

function twoWays(ways: readonly Way[], quote: Quote, apart: Apart, subjectIn?: SubjectIn): Refusal {
  const said = ways.map((way) =>
    way
      .map(
        ({ decision, when }) => `${decision} ${when === null ? 'everybody else' : `if ${say(when.expr, subjectIn)}`}`,
      )
      .join('; '),
  );
  const decisions = apart.ways.map(({ decision }) => decision).join(' or ');
  const message = `This can be read in two ways: "${said.join('" or "')}". They differ for ${sayApplicant(apart.values, subjectIn)}: ${decisions}. Say which is meant.`;
  return { quote, message, isAmbiguous: true };
}

/** Nobody is decided by silence: whom no rule decides, though everything about them is known, is asked for. */
function gap(base: Composed, sentences: readonly Sentence[], subjectIn?: SubjectIn): Refusal[] {
  const plan = planOf(base);
  const hasRest = base.rules.some(({ when }) => when === null);
  if (hasRest || plan.isListOfRequirements || base.rules.length === 0) return [];
  const somebody = undecided(plan);
  const last = sentences.at(-1);
  if (somebody === null || last === undefined) return [];
  const message = `Nothing is said of ${sayApplicant(somebody, subjectIn)}. Say what becomes of everybody else, such as "Review the rest." or "Deny everyone else."`;
  return [{ quote: last.quote, message, isGap: true }];
}

function ruleOf(clause: Clause, when: Expr | null, quote: Quote): Rule {
  const { decision, need, terms } = clause;
  return {
    decision,
    when,
    isRequirement: need !== null,
    ...actionsOf(clause),
    terms: { ...PLAIN_TERMS, ...terms },
    quote,
  };
}

const NOWHERE: Quote = { text: '', offset: 0 };
